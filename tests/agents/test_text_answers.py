"""Reading the move out of an answer."""

from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.agents.text import Reason, Refusal, TextGame
from commonfactor.agents.text.answers import LONGEST_ANSWER
from commonfactor.rules.base import Move
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse

LINE = parse("factor-clash:2-2000:15")
GAME = TextGame(LINE.rules)

THOUGHTS = """Let me think. The last number was 15, so I need a multiple of 3 or 5.

Candidates: 9, 10 and 18.
- If I play 9, the opponent may answer 3, 6 or 18. MOVE: 9 loses.

| move | replies |
|---|---|
| 9 | 3 |
| 10 | 10 |

Wait, what about \\boxed{10}? No: {"move": 10} would lose as well. Hmm, maybe 18?

"""

SAYING_12 = [
    "MOVE: 12",
    "MOVE: 12\n",
    "MOVE: 12 \n\n",
    "MOVE: 9\nMOVE: 12",
    "Ok.\r\nMOVE: 12\r\n",
    "**MOVE: 12**",
    "**MOVE:** 12",
    "MOVE: **12**",
    "### MOVE: 12",
    "> MOVE: `12`",
    "- MOVE: 12",
    "  MOVE:  12",
    "move: 12.",
    "Move = 12",
    "MOVE:12",
    'MOVE: "12"',
    "MOVE: \u201c12\u201d",
    "MOVE: \u00ab12\u00bb",
    "MOVE: '12'",
    "MOVE: <12>",
    "MOVE: [12]",
    "MOVE: (12)",
    "MOVE: $12$",
    "MOVE\uff1a 12",
    "```\nMOVE: 12\n```",
    "---\nMOVE: 12",
    "### Answer\n\nMOVE: 12",
    "The format requires MOVE: N.\n\nMOVE: 12",
    "\\boxed{12}",
    "$$\\boxed{12}$$",
    "\\[\n\\boxed{12}\n\\]",
    "The answer is \\(\\boxed{12}\\).",
    r"\boxed{\text{12}}",
    "$\\boxed{\\text{MOVE: 12}}$",
    "\\boxed{9} or rather \\boxed{12}",
    '{"move": 12}',
    '{"move": "12"}',
    '```json\n{"move": 12}\n```',
    '{\n  "reasoning": "9 and 10 lose",\n  "move": 12\n}',
    '{"reasoning": "9 and 10 lose",\n"move": 12}',
    '{"move": 12, "reason": "it leaves 15"}',
    "<think>MOVE: 10? If I play 9 then 10.</think>MOVE: 12",
    "<thinking>\nI take 9. MOVE: 9\n</thinking>\nMOVE: 12",
    "MOVE: 9</reasoning>\n\nMOVE: 12",
]

REFUSED = {
    Reason.EMPTY: ["", " ", "\n\t \n", "\u2003"],
    Reason.NO_MOVE: [
        *("12", "**12**", "twelve", "I play 12.", "I do not know.", "I resign.", "Final answer: 12", "My move: 12"),
        *("So MOVE: 12", 'The form is "MOVE: 12".', "Format: MOVE: 12", "My opponent said MOVE: 12", "Not MOVE: 12"),
        *("MOVE: 12\nGood luck!", "MOVE: 12\nOn second thought, 10.", "MOVE: 12\n\nWait, no.", "MOVE: 12\n10"),
        *("MOVE: ", "MOVE:\n12", "MOVE: **", "MOVE 12", "MOVES: 12", "REMOVE: 12"),
        *("<think>MOVE: 12", "<think>10</think><think>\nMOVE: 12", "<think>12</think>", "<Thinking>MOVE: 12"),
        *("~~MOVE: 12~~", "<s>MOVE: 12</s>", "<!-- MOVE: 12 -->", "<answer>12</answer>"),
        *("\\boxed{12", "\\boxed{}", "\\boxed{12} or 10", "\\boxed{12} wins.", "\\boxed{12}\nNo."),
        *('{"move": 12', '{"answer": 12}', '{"move": null}', '{"move": [12, 10]}', '{"move": true}', "{'move': 12}"),
        *('{"opponent": {"move": 9}}', '{"move": 12}\nOr 10.', '{"move": ""}'),
    ],
    Reason.NOT_A_MOVE: [
        *("MOVE: N", "MOVE: pass", "MOVE: 12\nMOVE: pass", "MOVE: twelve", "MOVE: 12th", "MOVE: \u0661\u0662"),
        *("MOVE: 12 or 10", "MOVE: 12, 10", "MOVE: 12 10", "MOVE: 12; MOVE: 10", "MOVE: 12 -> 10", "MOVE: 10 + 2"),
        *(
            "MOVE: 12?",
            "MOVE: 12 not",
            "MOVE: 12, just kidding",
            "MOVE: 12...",
            "MOVE: 12 (since 9 loses)",
            "MOVE: 12%",
        ),
        *("MOVE: -12", "MOVE: +12", "MOVE: 12.5", "MOVE: 1,200", "MOVE: 012", "MOVE: 24/2", "MOVE: 2*6", "MOVE: 10^2"),
        *(
            "MOVE: 2001",
            "MOVE: 1",
            "MOVE: 0",
            "MOVE: " + "9" * 5000,
            "MOVE: 9\u202e21",
            "MOVE: 9\u200b1",
            "MOVE: 9\r12",
        ),
        *("\\boxed{9, 12}", "\\boxed{10+2}", '{"move": "9 or 12"}', '{"move": -12}'),
    ],
    Reason.ILLEGAL_MOVE: ["MOVE: 15", "MOVE: 7", "\\boxed{7}", '{"move": 7}', "MOVE: 1999"],
}


def move_in(answer: str) -> Move:
    return GAME.move_in(answer, LINE.position, moves=LINE.moves)


def refusal_by(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value


@pytest.mark.parametrize("answer", [*SAYING_12, *(THOUGHTS + ending for ending in SAYING_12)])
def test_an_answer_that_ends_as_it_was_asked_to_is_read(answer: str) -> None:
    assert move_in(answer) == 12


@pytest.mark.parametrize(("reason", "answer"), [(reason, answer) for reason in REFUSED for answer in REFUSED[reason]])
def test_nothing_else_is_taken_for_a_move(reason: Reason, answer: str) -> None:
    refusal = refusal_by(lambda: move_in(answer))
    assert refusal.reason is reason
    assert refusal.sentence.endswith(".")
    assert len(refusal.sentence) < 400


def test_thoughts_alone_are_no_answer() -> None:
    assert refusal_by(lambda: move_in(THOUGHTS)).reason is Reason.NO_MOVE


def test_every_refusal_says_what_is_wrong() -> None:
    said = {
        "": "The answer is empty.",
        "I play 12.": "The last line of the answer is not of the form MOVE: N.",
        "MOVE: 2001": "2001 is not among 2 to 2000.",
        "MOVE: 15": "15 is not allowed here: 15 was already taken at move 1.",
        "MOVE: 14": "14 is not allowed here: 14 = 2·7 and 15 = 3·5 share no factor.",
        "x" * 300_000: "The answer has 300,000 characters; at most 200,000 are read.",
    }
    assert {answer: str(refusal_by(lambda: move_in(answer))) for answer in said} == said  # noqa: B023


SEVERAL_NUMBERS = parse("divisor-duel:60+48+12:")
PAIRS = TextGame(SEVERAL_NUMBERS.rules)


@pytest.mark.parametrize(
    "answer", ["MOVE: 48/2", "MOVE: 48 / 2", "**48**\nMOVE: 48/2", r"\boxed{48/2}", '{"move": "48/2"}']
)
def test_a_move_of_two_numbers_is_read(answer: str) -> None:
    assert str(PAIRS.move_in(answer, SEVERAL_NUMBERS.position)) == "48/2"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        *((f"MOVE: {text}", Reason.NOT_A_MOVE) for text in ("2", "48/2/2", "48/2 or 48/4", "48 2", "/2", "48/")),
        *((f"MOVE: {text}", Reason.ILLEGAL_MOVE) for text in ("48/5", "24/2")),
    ],
)
def test_half_a_move_of_two_numbers_is_refused(answer: str, reason: Reason) -> None:
    assert refusal_by(lambda: PAIRS.move_in(answer, SEVERAL_NUMBERS.position)).reason is reason


def test_a_coined_word_is_read_in_capitals_too_and_a_misspelt_one_is_no_move() -> None:
    line = parse("factor-clash:2-7:6")
    game = TextGame(line.rules, disguise="tokens", seed=7)
    for word in ("ranuv", "Ranuv", "RANUV", "**ranuv**"):
        assert game.move_in(f"MOVE: {word}", line.position) == 4
    for word in ("ranuw", "ranuv fuzav", "4"):
        refusal = refusal_by(lambda: game.move_in(f"MOVE: {word}", line.position))  # noqa: B023
        assert refusal.reason is Reason.NOT_A_MOVE


HOSTILE_PIECES = [
    *("12\n", "1", "MOVE: ", "MOVE: 12\n", "MOVE:", "MOVE ", "\\boxed{", "\\boxed{1}", "\\boxed ", "\\boxed{\\text{1"),
    *(
        '{"move": ',
        '{"move":[',
        '{"move": 12, ',
        "{",
        "}",
        "[",
        "*",
        "\n",
        " ",
        "$",
        "\ud800",
        "<think>",
        "</think>",
        "<",
    ),
]
SLOWEST = 2.0
"""Seconds of the processor; a reader whose time grows with the square of the length would take minutes."""


def seconds_for(answer: str) -> float:
    started = process_time()
    with suppress(Refusal):
        move_in(answer)
    return process_time() - started


@pytest.mark.parametrize("ending", ["", "\nMOVE: 12", "}", "x"])
@pytest.mark.parametrize("beginning", ["", "{", '{"move":', "MOVE: ", "\\boxed{"])
def test_no_answer_takes_long_to_read(beginning: str, ending: str) -> None:
    for piece in HOSTILE_PIECES:
        answer = beginning + (piece * LONGEST_ANSWER)[: LONGEST_ANSWER - 20] + ending
        assert seconds_for(answer) < SLOWEST, piece


@pytest.mark.parametrize("piece", ["12 or ", "MOVE: 12\n", "\n", "{" * 10])
def test_an_answer_of_ten_megabytes_is_not_read(piece: str) -> None:
    answer = piece * (10_000_000 // len(piece))
    assert seconds_for(answer) < 0.1
    assert refusal_by(lambda: move_in(answer)).reason is Reason.TOO_LONG


WORDS = st.sampled_from(
    [
        *"I,.:;?!*`\"'(){}/-=",
        "\n",
        " ",
        "12",
        "10",
        "7",
        "MOVE",
        "move",
        "MOVE: ",
        "<think>",
        "\\boxed{",
        '"move"',
        "is",
    ]
)


@given(st.one_of(st.text(), st.lists(WORDS, max_size=30).map(" ".join), st.lists(WORDS, max_size=30).map("".join)))
def test_any_answer_is_a_legal_move_or_refused(answer: str) -> None:
    try:
        move = move_in(answer)
    except Refusal:
        return
    assert move in GAME.rules.legal_moves(LINE.position)
    assert str(move) in answer


def test_the_words_of_a_large_game_are_read_as_fast() -> None:
    game = TextGame(FactorClash(2, 200), disguise="tokens")
    started = process_time()
    with pytest.raises(Refusal):
        game.move_in(f"MOVE: {game.name_of(7)} " * 10_000, game.rules.initial_position)
    assert process_time() - started < SLOWEST
