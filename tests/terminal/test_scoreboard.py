"""Standings as text, CSV, JSON and picture."""

import csv
import json
from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.standings import Standings, standings
from commonfactor.arena.tournament import Pairing, Schedule, Tournament
from commonfactor.rules.base import FIRST, SECOND, SetupError
from commonfactor.rules.notation import parse
from commonfactor.terminal.scoreboard import (
    check_picture,
    cut,
    draw_standings,
    standings_as_csv,
    standings_as_json,
    standings_lines,
)

NAMES = ("a", "engine:./a-program --with many arguments", "mine.py:$Mine", *(f"player {n}" for n in range(9)))
GAMES = ("factor-clash:2-2000,opening=no-lone-primes", "divisor-duel:60")


def made_up(players: tuple[str, ...], *, forfeits: bool = False) -> Standings:
    """The standings of a tournament in which chance decides."""
    random, rounds = Random(1), 3
    tournament = Tournament(players=players, games=GAMES, rounds=rounds, seed=1)
    pairings: list[Pairing] = []
    games: dict[int, Game] = {}
    line = parse("divisor-duel:60:")
    for _ in range(rounds):
        for game in GAMES:
            for one, other in combinations(players, 2):
                favoured = random.choice([FIRST, SECOND])
                for pair in ((one, other), (other, one)):
                    number, winner = len(pairings), random.choice([FIRST, SECOND])
                    pairings.append(Pairing(number, *pair, f"{game}:", 0, favoured))
                    is_forfeit = forfeits and pair[winner.other - 1] == "a"
                    reason = random.choice(["crashed", "illegal-move"]) if is_forfeit else ""
                    ending = Ending.FORFEIT if reason else Ending.RULES
                    result = Result(1 if winner is FIRST else 2, ending, reason)
                    attempts = (int(bool(reason)), int(bool(reason)))
                    games[number] = Game(line, result=result, players=pair, number=number, attempts=attempts)
    return standings(tournament, Schedule(pairings, ["a note " + "that is long " * 12]), games)


@pytest.mark.parametrize("count", [2, 8])
def test_the_text_fits_80_columns_and_has_everybody(count: int) -> None:
    found = made_up(NAMES[:count], forfeits=True)
    lines = list(standings_lines(found))
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    assert all(f"{place:>2}  " in text for place in range(1, count + 1))
    if count > 2:
        assert "engine:./a-program --with many arguments" in text  # cut in the table, and told in full below


def test_long_names_are_cut_where_they_mostly_agree() -> None:
    assert cut("engine:./mine 1", 24) == "engine:./mine 1"
    ours, theirs = (cut(f"engine:python engines/largest.py {number}", 24) for number in (1, 2))
    assert ours == "engine:p…es/largest.py 1" != theirs


def test_the_cross_table_has_the_wins_of_rows_over_columns() -> None:
    found = made_up(("a", "b"))
    (best, worst), lines = found.players, list(standings_lines(found))
    row = lines[next(place for place, line in enumerate(lines) if line.startswith("won against")) + 1]
    assert row.split() == [best.player, "-", f"{found.wins[best.player, worst.player]}/12"]


def test_forfeits_are_told_with_their_reasons() -> None:
    found = made_up(("a", "b"), forfeits=True)
    score = next(row.total for row in found.players if row.player == "a")
    line = " ".join(standings_lines(found))
    total, (crashed, illegal) = score.forfeits.total(), (score.forfeits["crashed"], score.forfeits["illegal-move"])
    assert (
        f" a: {total} games forfeited ({crashed} crashed, {illegal} illegal-move), {total} answers not accepted "
        in line
    )


def test_csv_has_a_row_for_every_player_in_total_and_in_each_game() -> None:
    found = made_up(NAMES[:4])
    rows = list(csv.DictReader(StringIO(standings_as_csv(found))))
    assert [(row["player"], row["game"]) for row in rows] == [
        (standing.player, game) for standing in found.players for game in ("all", *GAMES)
    ]
    for row, standing in zip(rows[::3], found.players, strict=True):
        assert int(row["wins"]) == standing.total.wins
        assert float(row["above"]) == standing.total.above
        assert float(row["rating"]) == pytest.approx(standing.rating, abs=0.05)
    assert {row["rating"] for row in rows if row["game"] != "all"} == {""}


def test_json_has_all_of_it() -> None:
    found = made_up(NAMES[:4], forfeits=True)
    told = json.loads(standings_as_json(found, "games.jsonl"))
    assert told["tournament"]["players"] == list(NAMES[:4])
    assert (told["file"], told["notes"]) == ("games.jsonl", found.notes)
    assert [row["player"] for row in told["players"]] == [row.player for row in found.players]
    assert sum(pair["wins"] for pair in told["pairs"]) == found.tournament.length
    for row, standing in zip(told["players"], found.players, strict=True):
        assert row["low"] <= row["rating"] <= row["high"]
        assert sum(game["wins"] for game in row["by_game"].values()) == row["wins"] == standing.total.wins
        assert row["reasons"] == dict(standing.total.forfeits)


def test_the_picture_is_a_png(tmp_path: Path) -> None:
    path = tmp_path / "ratings.png"
    check_picture(str(path))
    draw_standings(made_up(NAMES[:4]), str(path))
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert path.stat().st_size > 10_000


def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"ends in \.png"):
        check_picture("ratings.jpg")
    with pytest.raises(SetupError, match=r"x\.png' cannot be written: No such file"):
        draw_standings(made_up(NAMES[:2]), str(tmp_path / "nowhere" / "x.png"))
