"""The command line: what each command takes, prints and refuses."""

import json
import sys
from pathlib import Path

import pytest
from processes import Finished, refused, run, run_command

from commonfactor import __version__
from commonfactor.rules.registry import all_games

NAMES = tuple(game.name for game in all_games())

# The number below 10**18 with the most divisors: 2**8 * 3**4 * 5**2 * 7**2 and the primes from 11 to 37.
RICHEST = 897_612_484_786_617_600


def played(*arguments: str, typed: str = "") -> str:
    """What a game prints that comes to its end."""
    finished = run("play", *arguments, typed=typed)
    assert (finished.code, finished.err) == (0, "")
    return finished.out


def shown(notation: str) -> dict[str, object]:
    finished = run("show", notation, "--json")
    assert (finished.code, finished.err) == (0, "")
    position: dict[str, object] = json.loads(finished.out)
    return position


class TestPlay:
    def test_the_pool_can_be_chosen(self) -> None:
        assert "Available Numbers: 5-9\n" in played("clash", "--pool", "5-9", typed="7\n")

    def test_the_number_can_be_chosen(self) -> None:
        assert "Game Start! Initial N is 6.\n" in played("divisor", "--number", "6", typed="2\n")

    def test_there_can_be_several_numbers(self) -> None:
        out = played("divisor-duel", "--number", "6+4", typed="6/2\n4/2\n")
        assert "Enter your chosen number/divisor: 6/2\n" in out
        assert out.endswith("Player 1 cannot make a move. Player 2 wins!\n")

    def test_the_opening_restricts_the_first_pick_only(self) -> None:
        out = played("clash", "--opening", "even", typed="7\n14\n7\n")
        assert out.count("The first number must be even.\n") == 1
        assert "7 is odd, and the first number must be even." in out
        assert "Player 2 selects 7.\n" in out

    def test_the_players_can_be_named(self) -> None:
        out = played("clash", "--names", "ANN", "BEN", typed="11\n")
        assert "ANN's Turn\n" in out
        assert "BEN cannot make a valid move.\nANN wins the game!\n" in out

    @pytest.mark.parametrize(("first", "turns"), [("1", ["ANN", "BEN"]), ("2", ["BEN", "ANN"])])
    def test_the_one_who_starts_can_be_chosen(self, first: str, turns: list[str]) -> None:
        out = played("clash", "--names", "ANN", "BEN", "--first", first, typed="14\n7\n")
        assert [line.partition("'")[0] for line in out.split("\n") if line.endswith("'s Turn")] == turns

    def test_the_coin_falls_on_both_sides(self) -> None:
        starters: set[str] = set()
        for _ in range(64):  # All alike once in 2**63 times.
            starters.add(played("clash", "--first", "coin", typed="11\n").partition("'s Turn")[0][-8:])
            if len(starters) == 2:
                break
        assert starters == {"Player 1", "Player 2"}

    def test_a_position_can_be_gone_on_from(self) -> None:
        out = played("factor-clash:2-20:15,9,3", typed="6\n2\n14\n7\n")
        assert "\nPlayer 2's Turn\nAvailable Numbers: 2, 4-8, 10-14, 16-20\n" in out
        assert "with 3: 6\n" in out
        assert out.endswith("Player 1 wins the game!\n")

    def test_a_position_that_is_over_is_told_and_asks_nothing(self) -> None:
        assert played("clash:2-20:11").endswith("Player 1 wins the game!\n")

    def test_plain_changes_nothing_in_a_pipe(self) -> None:
        assert played("clash", "--plain", typed="14\n7\n") == played("clash", typed="14\n7\n")

    def test_a_record_is_written_to_a_new_file(self, tmp_path: Path) -> None:
        record = tmp_path / "game.jsonl"
        played("clash", "--record", str(record), typed="14\n7\n")
        header, game = map(json.loads, record.read_text().splitlines())
        assert (header["game"], header["setup"], header["names"]) == ("factor-clash", "2-20", ["Player 1", "Player 2"])
        assert [move["move"] for move in game["moves"]] == [14, 7]
        assert game["result"]["winner"] == 2

    @pytest.mark.parametrize(
        ("options", "reason"),
        [
            ("clash --pool 2-20 --number 60", "not allowed with"),
            ("clash --number 60", "Factor Clash is played with --pool LO-HI"),
            ("divisor --pool 2-20", "Divisor Duel is played with --number N"),
            ("divisor --opening even", "Divisor Duel is played with --number N"),
            ("factor-clash:2-20: --pool 2-30", "leave --pool"),
            ("factor-clash:2-20: --opening even", "leave --pool"),
            ("divisor-duel:60: --number 60", "leave --pool"),
            ("clash --first-to 2 --target 3", "not both"),
            ("clash --first-to 2 --points-per-win 3", "not both"),
            ("clash --points-per-win 3", "needs --target"),
            ("clash --first-to 0", "from 1 to 1,000,000, not 0"),
            ("clash --first-to two", "--first-to: 'two' is not a number"),
            ("clash --target 1000001", "from 1 to 1,000,000, not 1,000,001"),
            ("clash --first 3", "1, 2 or coin, not '3'"),
            ("clash --opening odd", "there is no opening 'odd'; possible are any, even, no-lone-primes"),
            ("clash --names ANN ANN", "two different names"),
            (f"clash --names ANN {'x' * 25}", "1 to 24 characters, not 25"),
            ("clash --pool 2-20 extra", "unrecognized arguments: extra"),
            ("clash --poo 2-20", "--poo"),
            ("chess", "there is no game 'chess'; the games are factor-clash, divisor-duel"),
            ("clash:2-20:15,7", "move 2: 7 and 15 = 3·5 share no factor"),
            ("clash:2-20", "GAME:SETUP:MOVES"),
        ],
    )
    def test_what_does_not_go_together_is_refused(self, options: str, reason: str) -> None:
        assert reason in refused("play", *options.split())

    @pytest.mark.parametrize(
        "option", ["--pool", "--number", "--opening", "--first", "--first-to", "--target", "--record"]
    )
    def test_an_option_with_nothing_in_it_is_refused(self, option: str) -> None:
        assert refused("play", "divisor" if option == "--number" else "clash", option, "")

    def test_a_file_that_exists_is_never_recorded_over(self, tmp_path: Path) -> None:
        record = tmp_path / "notes.txt"
        record.write_text("milk, bread\n")
        assert refused("play", "clash", "--record", str(record)).startswith(f"{record} exists already")
        assert record.read_text() == "milk, bread\n"
        assert list(tmp_path.iterdir()) == [record]

    def test_a_setup_that_is_refused_leaves_no_record(self, tmp_path: Path) -> None:
        refused("play", "clash", "--pool", "20-2", "--record", str(tmp_path / "game.jsonl"))
        assert list(tmp_path.iterdir()) == []

    def test_a_record_in_no_folder_is_refused(self, tmp_path: Path) -> None:
        assert "No such file or directory" in refused("play", "clash", "--record", str(tmp_path / "no" / "game.jsonl"))


class TestMatch:
    def test_the_starter_alternates_and_the_score_is_told_after_each_game(self) -> None:
        out = played("clash", "--first-to", "2", "--names", "ANN", "BEN", typed="11\n13\n17\n19\n")
        told = [line for line in out.split("\n") if line.startswith(("Score", "ANN", "BEN"))]
        assert told == [
            *("ANN's Turn", "ANN selects 11.", "BEN cannot make a valid move.", "ANN wins the game!"),
            "Score: ANN: 1, BEN: 0",
            *("BEN's Turn", "BEN selects 13.", "ANN cannot make a valid move.", "BEN wins the game!"),
            "Score: ANN: 1, BEN: 1",
            *("ANN's Turn", "ANN selects 17.", "BEN cannot make a valid move.", "ANN wins the game!"),
            *("Score: ANN: 2, BEN: 1", "ANN wins the match!"),
        ]

    def test_a_match_ends_as_soon_as_it_is_decided(self) -> None:
        out = played("clash", "--first-to", "2", typed="11\n14\n7\n")
        assert out.endswith("Score: Player 1: 2, Player 2: 0\nPlayer 1 wins the match!\n")

    def test_a_won_game_can_count_more(self) -> None:
        out = played("clash", "--points-per-win", "3", "--target", "4", "--first", "2", typed="11\n14\n7\n")
        assert "Score: Player 1: 0, Player 2: 3\n" in out
        assert out.endswith("Score: Player 1: 0, Player 2: 6\nPlayer 2 wins the match!\n")

    def test_a_target_alone_counts_one_for_a_win(self) -> None:
        assert played("clash", "--target", "1", typed="11\n").endswith(
            "Score: Player 1: 1, Player 2: 0\nPlayer 1 wins the match!\n"
        )

    def test_a_resigned_game_counts_for_the_other(self) -> None:
        out = played("clash", "--first-to", "1", typed="resign\n")
        assert out.endswith(
            "Player 1 resigns. Player 2 wins!\n\nScore: Player 1: 0, Player 2: 1\nPlayer 2 wins the match!\n"
        )


class TestShow:
    def test_a_position_is_told_with_what_is_left_and_what_is_possible(self) -> None:
        assert run("show", "clash:2-20:15,5,10").out.splitlines() == [
            "Factor Clash, 2-20",
            "Moves: 15, 5, 10",
            "Player 2's Turn",
            "Available Numbers: 2-4, 6-9, 11-14, 16-20",
            "Player 2 to move, 9 possible: 2, 4, 6, 8, 12, 14, 16, 18, 20",
        ]

    @pytest.mark.parametrize(
        ("notation", "end"),
        [
            ("clash:2-20:11", "Player 2 cannot make a valid move.\nPlayer 1 wins the game!\n"),
            ("divisor:4+6:4/2,6/3", "Player 1 cannot make a move. Player 2 wins!\n"),
            ("challenge:7-7:7", "You have no valid moves. Player 1 wins!\n"),
        ],
    )
    def test_a_finished_position_has_a_winner(self, notation: str, end: str) -> None:
        assert run("show", notation).out.endswith(end)

    def test_json_has_these_keys_in_this_order(self) -> None:
        position = shown("clash:2-20:15,5,10")
        assert list(position.items()) == [
            ("game", "factor-clash"),
            ("setup", "2-20"),
            ("moves", [15, 5, 10]),
            ("to_move", 2),
            ("legal", [2, 4, 6, 8, 12, 14, 16, 18, 20]),
            ("over", False),
            ("winner", None),
            ("notation", "factor-clash:2-20:15,5,10"),
        ]

    def test_json_of_a_finished_position_has_the_winner(self) -> None:
        position = shown("clash:2-20:14,7")
        assert (position["legal"], position["over"], position["winner"]) == ([], True, 2)

    def test_moves_on_several_numbers_are_texts(self) -> None:
        position = shown("divisor:60+48:48/2")
        assert position["moves"] == ["48/2"]
        assert isinstance(position["legal"], list)
        assert position["legal"][:2] == ["24/2", "24/3"]
        assert position["notation"] == "divisor-duel:60+48:48/2"

    def test_moves_on_one_number_are_numbers(self) -> None:
        assert shown("divisor:60:6")["legal"] == [2, 5]

    @pytest.mark.parametrize("option", [[], ["--json"]])
    def test_a_bad_move_is_named_by_its_place(self, option: list[str]) -> None:
        assert refused("show", "clash:2-20:15,5,5", *option) == "move 3: 5 was already taken at move 2"


class TestTelling:
    def test_version(self) -> None:
        assert run("--version") == Finished(0, f"commonfactor {__version__}\n", "")

    def test_help_has_examples_and_exit_codes(self) -> None:
        finished = run("--help")
        assert (finished.code, finished.err) == (0, "")
        assert "\nexamples:\n  commonfactor " in finished.out
        codes = finished.out.partition("\nexit codes:\n")[2]
        assert all(code in codes for code in ("0 ", "1 ", "2 ", "130 ", "141 ", "143 "))

    def test_help_for_play_names_every_option_and_has_examples(self) -> None:
        out = run("play", "--help").out
        options = "pool number opening names first first-to points-per-win target record plain"
        assert all(f"\n  --{option} " in out for option in options.split())
        assert "\nexamples:\n  commonfactor play " in out

    def test_every_example_of_a_position_can_be_shown(self) -> None:
        words = (run("--help").out + run("play", "--help").out).split()
        positions = [word for word in words if word.count(":") == 2 and "GAME" not in word]
        assert len(positions) >= 2
        assert all(run("show", position).code == 0 for position in positions)

    def test_games_lists_names_and_setups(self) -> None:
        out = run("games").out
        assert [line.split()[0] for line in out.splitlines()[::2]] == list(NAMES)
        assert "factor-frenzy (or frenzy), 2-50\n" in out

    @pytest.mark.parametrize(("name", "title"), [(game.name, game.title) for game in all_games()])
    def test_rules_open_with_the_title_and_end_with_the_rules(self, name: str, title: str) -> None:
        finished = run("rules", name)
        assert (finished.code, finished.err) == (0, "")
        assert finished.out.startswith(f"{title}\n\n")
        assert "Example: " in finished.out
        assert "What is known" not in finished.out

    @pytest.mark.parametrize("colon", ["", ":"])
    def test_rules_are_those_of_the_setup(self, colon: str) -> None:
        out = " ".join(run("rules", f"duel:2-30,relation=shares-a-digit{colon}").out.split())
        assert "Pick a number that shares no digit with any of your numbers." in out
        assert "co-prime" not in out
        assert "The first pick may be any number." in " ".join(run("rules", "juniper:1-20,opening=any").out.split())

    def test_rules_of_a_setup_that_cannot_be_are_refused(self) -> None:
        finished = run("rules", "juniper-green:0-20")
        assert (finished.code, finished.out) == (2, "")
        assert finished.err == "commonfactor: a pool starts at 1 or above, not at 0\n"


class TestLimits:
    @pytest.mark.parametrize(
        ("notation", "limit"),
        [
            ("factor-frenzy:2-1000000000:", "2000"),
            *((f"{game}:2-2001:", "2000") for game in ("factor-challenge", "factor-duel", "factor-frenzy")),
            ("factor-clash:2-1000001:", "1000000"),
            (f"divisor-duel:{10**18 + 1}:", f"{10**18}"),
            (f"divisor-duel:60+{10**18 + 1}:", f"{10**18}"),
            (f"divisor-duel:{'9' * 4301}:", "19 digits, not 4,301"),
            (f"factor-clash:2-{'9' * 4301}:", "19 digits, not 4,301"),
            (f"divisor-duel:{'+'.join(['6'] * 9)}:", "at most 8 numbers, not 9"),
        ],
    )
    def test_what_is_too_large_is_refused_with_the_limit(self, notation: str, limit: str) -> None:
        assert limit.replace(",", "") in refused("show", notation).replace(",", "")

    @pytest.mark.parametrize("number", ["-1", "0", "1"])
    def test_what_is_too_small_is_refused(self, number: str) -> None:
        assert refused("play", "divisor", "--number", number).startswith("Divisor Duel starts from ")

    @pytest.mark.parametrize("pool", ["-1-20", "0-20", "1-20"])
    def test_a_pool_that_starts_too_low_is_refused(self, pool: str) -> None:
        assert refused("play", "clash", f"--pool={pool}").startswith(("a pool ", "in the pool "))

    @pytest.mark.parametrize(
        "notation",
        [
            *(f"{game}:2-2000:1999" for game in ("factor-challenge", "factor-duel", "factor-frenzy")),
            *("factor-clash:2-1000000:999983", f"divisor-duel:{10**18}:{5**18}"),
        ],
    )
    def test_what_is_as_large_as_can_be_is_played(self, notation: str) -> None:
        assert shown(notation)["notation"] == notation

    def test_of_very_many_divisors_the_first_are_shown_and_the_rest_counted(self) -> None:
        # 9 * 5 * 3 * 3 * 2**8 divisors, without 1 and the number itself, of which 60 are shown.
        assert 9 * 5 * 3 * 3 * 2**8 - 2 - 60 == 103_618
        finished = run("play", "divisor", "--number", str(RICHEST))
        line = next(line for line in finished.out.split("\n") if line.startswith("Proper Divisors: "))
        divisors, _, more = line.removeprefix("Proper Divisors: ").partition(" and ")
        smallest = [number for number in range(2, 1000) if RICHEST % number == 0]
        assert divisors == ", ".join(map(str, smallest[:60]))
        assert more == "103,618 more"

    @pytest.mark.parametrize("divisor", [2, 37, 37 * 31 * 29, RICHEST // 2, RICHEST // 37])
    def test_any_of_very_many_divisors_is_accepted(self, divisor: int) -> None:
        finished = run("play", "divisor", "--number", str(RICHEST), typed=f"{divisor}\n")
        assert f"You divided {RICHEST} by {divisor}. New N is {RICHEST // divisor}.\n" in finished.out


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], ["msgspec", "flint", "commonfactor.rules", "commonfactor.web"]),
        (["--help"], ["msgspec", "flint", "commonfactor.web"]),
        (["show", "factor-clash:2-20:15", "--json"], ["msgspec", "flint", "commonfactor.web"]),
        (["games"], ["msgspec", "flint", "commonfactor.web"]),
        (["analyse", "factor-clash:2-20:15"], ["sqlalchemy", "starlette", "uvicorn", "alembic"]),
    ],
    ids=" ".join,
)
def test_a_command_imports_nothing_heavy_that_it_does_not_need(arguments: list[str], absent: list[str]) -> None:
    script = """if True:
        import atexit, sys
        from commonfactor.__main__ import main
        atexit.register(lambda: print(*sys.modules, file=sys.stderr))
        sys.exit(main())
    """
    finished = run_command(sys.executable, "-c", script, *arguments)
    assert finished.code == 0
    assert "commonfactor.__main__" in finished.err.split()
    assert set(absent).isdisjoint(finished.err.split())
