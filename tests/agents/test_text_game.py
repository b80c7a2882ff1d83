"""A game as text: rules, position, request."""

import sys
from itertools import chain

import pytest
from processes import run_command

from commonfactor.agents.text import Disguise, Reason, Refusal, TextGame
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games


def position_lines(notation: str, *, with_moves: bool = True, **choices: object) -> list[str]:
    line = parse(notation)
    game = TextGame(line.rules, **choices)  # type: ignore[arg-type]
    return game.position_text(line.position, line.moves if with_moves else None).splitlines()


def test_the_whole_text_is_rules_position_and_request() -> None:
    line = parse("factor-clash:2-12:6,3")
    game = TextGame(line.rules)
    parts = [game.rules_text, game.position_text(line.position, line.moves), game.request]
    assert game.prompt(line.position, line.moves) == "\n\n".join(parts)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_plain_rules_are_those_of_the_game(game: type[AnyRules]) -> None:
    text = TextGame(game.from_setup(game.default_setup)).rules_text
    assert text.startswith(f"This is {game.title}, a game for two players, who are called Player 1 and Player 2.")
    assert all(paragraph in text for paragraph in game.how_to_play()[1:])


def test_a_line_of_play_is_told_with_all_that_was_taken() -> None:
    assert position_lines("factor-challenge:2-12:6,3,8") == [
        "You are Player 2, and it is your turn.",
        "Moves so far: 6 (Player 1), 3 (Player 2), 8 (Player 1)",
        "Left in the pool: 2, 4, 5, 7, 9, 10, 11, 12",
        "Last number of Player 1: 8",
        "Last number of Player 2: 3",
        "Taken by Player 1: 6, 8",
        "Taken by Player 2: 3",
        "Pick a number that shares a factor with your last number 3.",
        "Legal moves: 9, 12",
    ]
    assert position_lines("factor-frenzy:2-10:4") == [
        "You are Player 2, and it is your turn.",
        "Moves so far: 4 (Player 1)",
        "Left in the pool: 3, 5, 6, 7, 9, 10",
        "Last number of Player 1: 4",
        "Last number of Player 2: none",
        "Taken by Player 1: 2, 4, 8",
        "Taken by Player 2: none",
        "Pick any number. All its factors and multiples go with it.",
        "Legal moves: 3, 5, 6, 7, 9, 10",
    ]
    assert position_lines("divisor-duel:12+30+12:12/2") == [
        "You are Player 2, and it is your turn.",
        "Moves so far: 12/2 (Player 1)",
        "The shared numbers now: 6, 12, 30",
        "Divide one of the numbers by one of its divisors, but not by 1 or by itself.",
        "Legal moves: 6/2, 6/3, 12/2, 12/3, 12/4, 12/6, 30/2, 30/3, 30/5, 30/6, 30/10, 30/15",
    ]


def test_without_the_moves_a_text_says_what_the_position_knows() -> None:
    def told(notation: str) -> list[str]:
        return position_lines(notation, with_moves=False, lists_legal_moves=False)[1:-1]

    assert told("factor-clash:2-6:") == ["Left in the pool: 2, 3, 4, 5, 6", "Last number of Player 2: none"]
    assert told("factor-clash:2-6:4,2") == ["Left in the pool: 3, 5, 6", "Last number of Player 2: 2"]
    assert told("factor-challenge:2-6:4") == [
        "Left in the pool: 2, 3, 5, 6",
        "Last number of Player 1: 4",
        "Last number of Player 2: none",
    ]
    assert told("factor-duel:2-6:4,2,3") == [
        "Left in the pool: 5, 6",
        "Taken by Player 1: 3, 4",
        "Taken by Player 2: 2",
    ]
    assert told("factor-frenzy:2-6:4") == ["Left in the pool: 3, 5, 6"]
    assert told("divisor-duel:60:6") == ["The shared number now: 10"]


def test_the_list_of_legal_moves_can_be_left_out() -> None:
    for disguise in Disguise:
        with_list = position_lines("factor-duel:2-20:6,3", disguise=disguise)
        assert with_list[-1].startswith("Legal moves: ")
        assert position_lines("factor-duel:2-20:6,3", disguise=disguise, lists_legal_moves=False) == with_list[:-1]


@pytest.mark.parametrize("disguise", Disguise)
def test_a_game_that_is_over_is_told_as_such(disguise: Disguise) -> None:
    lines = position_lines("factor-clash:2-10:7", disguise=disguise)
    assert lines[0] == "The game is over. Player 1 has won."
    assert not lines[-1].startswith("Legal moves")


def test_no_move_is_asked_for_when_the_game_is_over() -> None:
    line = parse("factor-clash:2-10:7")
    with pytest.raises(ValueError, match="the game is over: there is no move to ask for"):
        TextGame(line.rules).prompt(line.position, line.moves)


def test_long_lists_stay_readable() -> None:
    pool, last, _, legal = position_lines("factor-clash:2-100000:6", with_moves=False)[1:]
    assert pool == "Left in the pool: 2-5, 7-100000"
    assert last == "Last number of Player 1: 6"
    assert legal.startswith("Legal moves: 2, 3, 4, 8, 9, ")
    assert legal.endswith(" and 65,666 more")


def test_the_form_of_an_answer_fits_the_game() -> None:
    forms = {
        (notation, disguise): TextGame(parse(notation).rules, disguise=disguise).request.splitlines()[-1]
        for notation in ("factor-duel:2-20:", "divisor-duel:60:", "divisor-duel:60+48:")
        for disguise in Disguise
    }
    assert [form.removeprefix("MOVE: ") for form in forms.values()] == [
        *("N", "N", "WORD"),
        *("D", "D", "STEP"),
        *("N/D", "N/D", "WORD/STEP"),
    ]


def test_earlier_refusals_stand_before_the_request() -> None:
    line = parse("factor-clash:2-12:6")
    game = TextGame(line.rules)
    refusals = [Refusal(Reason.EMPTY, "It is empty."), Refusal(Reason.NO_MOVE, "It has no move.")]
    assert game.prompt(line.position, line.moves, refusals) == "\n\n".join(
        [
            game.rules_text,
            game.position_text(line.position, line.moves),
            "You have answered already, and the answer was not accepted:\n- It is empty.\n- It has no move.",
            game.request,
        ]
    )


def test_refusals_explain_themselves_in_the_words_of_the_disguise() -> None:
    line = parse("factor-clash:2-12:6")
    sentences = {}
    for disguise in Disguise:
        game = TextGame(line.rules, disguise=disguise)
        for number in (6, 7):
            with pytest.raises(Refusal) as refused:
                game.move_in(f"MOVE: {game.name_of(number)}", line.position, moves=line.moves)
            sentences[disguise, number] = (
                str(refused.value).replace(game.name_of(number), "X").replace(game.name_of(6), "Y")
            )
    assert list(sentences.values()) == [
        "X is not allowed here: X was already taken at move 1.",
        "X is not allowed here: X and Y = 2·3 share no factor.",
        "X is no longer in the pool.",
        "X is not allowed here. Pick a number that is linked with Y.",
        "X is no longer in the pool.",
        "X is not allowed here. Pick a word that is linked with Y.",
    ]


def test_a_disguise_is_one_of_three() -> None:
    with pytest.raises(NotationError, match="there is no disguise 'moustache'; possible are plain, renamed, tokens"):
        TextGame(FactorClash(), disguise="moustache")


@pytest.mark.parametrize("disguise", Disguise)
def test_a_seed_is_a_whole_number(disguise: Disguise) -> None:
    for seed in (1.5, "a"):
        with pytest.raises(TypeError, match=f"a seed is a whole number, not {seed!r}"):
            TextGame(FactorClash(), disguise=disguise, seed=seed)  # type: ignore[arg-type]


_ALL_TEXTS = """
from commonfactor.agents.text import Disguise, TextGame
from commonfactor.rules.notation import parse

for notation in ("clash:2-30:6", "challenge:2-30:6,5", "duel:2-30:6,5", "frenzy:2-30:6,5", "divisor:60+48:60/2"):
    line = parse(notation)
    for disguise in Disguise:
        print(TextGame(line.rules, disguise=disguise, seed=3).prompt(line.position, line.moves))
"""


def test_the_same_game_gives_the_same_texts_in_every_process() -> None:
    """Hashes of strings differ from process to process, and nothing may depend on them."""
    first, second = (run_command(sys.executable, "-c", _ALL_TEXTS, env={"PYTHONHASHSEED": seed}) for seed in ("1", "2"))
    assert first == second
    assert first.code == 0
    assert first.out.count("This is ") == 15


def test_texts_are_plain_lines() -> None:
    texts = chain.from_iterable(position_lines(f"{game.name}:{game.default_setup}:") for game in all_games())
    assert all(line == line.strip() and line.isprintable() for line in texts)
