"""Reading the move out of an answer."""

from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.agents.text import Parsing, Reason, Refusal, TextGame
from commonfactor.agents.text.answers import LONGEST_ANSWER
from commonfactor.rules.base import Move, NotationError
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse

pytestmark = pytest.mark.unfollowed

LINE = parse("factor-clash:2-2000:15")
GAME = TextGame(LINE.rules)

SAYING_12 = [
    "MOVE: 12",
    "I think 9 and 10 are worse.\n\nMOVE: 12\n",
    "**MOVE: 12**",
    "**MOVE:** 12",
    "MOVE: **12**",
    "> MOVE: `12`",
    "move: 12.",
    "Move = 12",
    "MOVE:12",
    'MOVE: "12"',
    "MOVE: \u201c12\u201d",
    "\u201c12\u201d",
    "MOVE: \u00ab12\u00bb",
    "MOVE: '12'",
    "MOVE: <12>",
    "MOVE: [12]",
    "MOVE:\n12",
    "MOVE: 12 (it shares the factor 3 with 15)",
    "MOVE: 12\n\nI hope that 10 is not next.",
    "MOVE: 12\n10 would lose.",
    "MOVE: 10 would lose.\nMOVE: 12",
    "The form is MOVE: N, so:\nMOVE: 12",
    "MOVE\uff1a\uff11\uff12",
    '{"move": 12}',
    '{"reason": "15 leaves 5, 6 or 10", "move": "12"}',
    "{'move': 12}",
    '```json\n{"answer": 12}\n```',
    r"We have $\gcd(15, 12) = 3$, so $\boxed{12}$.",
    r"\boxed{\text{12}}",
    "I play 12.",
    "I'll play 12!",
    "Between 9 and 10... I would play 12.",
    "9 is worse. <answer>12</answer>",
    "### Final move\n\n**MOVE: 12**",
    "**Final Answer:** 12 (after 15)",
    "I\u2019ll go with **12**, since 3 goes into 12 and 15.",
    "15 = 3·5, so I pick 12",
    "Since 15 = 3·5, I pick 12.",
    "Let us see. As 15 = 3·5, 9 and 10 are possible, but I pick 12.",
    "I will select the number 12.",
    "Let me choose 12.",
    "After 15 there are 5, 6, 9, 10 and 12.\nMy move is 12.",
    "15 allows 9 and 10. The best move is 12.",
    "15 allows 9 and 10.\nFinal answer: **12**",
    "15 allows 9 and 10.\nAnswer: 12",
    "15 allows 9 and 10. The best is 12.",
    "15 allows 9 and 10. Finally, I take 12.",
    "12",
    "12.",
    " *12* ",
    '"12"',
    "`12`",
    "(12)",
    "- 12",
    "15 allows 9 and 10.\n\n12",
    "12, because it shares 3 with 15",
    "**12** since 9 and 10 lose.",
    "9 or 10?\n12, because it leaves no move.",
    "12\n\nThat leaves you no move.",
    "The best move is one that leaves 5. So I play 12.",
    "The answer is: 12",
    "I play 12, since then you have no move or only 15.",
    "I play 12. Wait, 10? It loses. So I play 12.",
    "<think>MOVE: 10? If I play 9 then 10.</think>MOVE: 12",
    "<think>\n9 or 10\n</think>\n12",
]

REFUSED = {
    Reason.EMPTY: ["", " ", "\n\t \n", "\u2003"],
    Reason.NO_MOVE: [
        "MOVE: 12?",
        "I resign.",
        "I do not know.",
        "If I play 12, I lose.",
        "I won't play 12.",
        "Not 12.",
        "12?",
        "Should I play 12?",
        "If you take 12, I take 12.",
        "Your opponent has played 15.",
        "twelve",
        "12th",
        "\u0661\u0662",
        "Definitely 12!",
        "12 it is.",
        "12 - loses at once.",
        "There are 12 options left.",
        "All 12 look equal to me.",
        "half of 24.5",
        "I play twelve, since 10 stays.",
        "I play seven, because it blocks 12.",
        "I play twelve.\n10",
        "The answer is not 10 but 12",
        "I play 12 or maybe 10",
        "MOVE: 12, no wait, 10",
        "MOVE: 12 or maybe 10",
        "MOVE: 12 (or 10)",
        "I play 12. Or something else.",
        "I play 12, but 10 is my move",
        "I play 12. Actually 10 is better.",
        "I play 12. 10 is better.",
        "I play 12. Really, 10 is better.",
        "I play 12. Wait, that loses. 10.",
        "I would play 12.\nHowever, 10 wins.",
        "My move: 12. Correction: 10.",
        "MOVE: 12\nOn second thought, 10.",
        "MOVE: 12\nI play ten.",
        "12\nNo, wait.",
        "12\n\nActually no.",
        "12, because no: 10 follows",
        "<think>I play 12. That loses, so",
        "<think>12, because",
        "<think>10</think><think>MOVE: 12",
    ],
    Reason.SEVERAL_MOVES: [
        "MOVE: 12 or 10",
        "MOVE: 12, 10",
        "MOVE: 12 10",
        "MOVE: 10 + 2",
        "MOVE: 12 -10",
        "MOVE: 12 or 12.5",
        "There is no best move: 12 or 10.",
        "MOVE: 10^2",
        "MOVE: 2*6",
        "MOVE: 24/2",
        "MOVE: 12\nMOVE: 10",
        "MOVE: 12? No.\nMOVE: 10 or 9",
        '{"move": [12, 10]}',
        r"\boxed{12} or \boxed{10}",
        "I play 12 or 10.",
        "I play 10. No, I play 12.",
        "12 or 10",
        "12\n10",
        "- 12\n- 10",
        "12, 10 and 9 are possible.",
        "9, 10, 12",
        "12,10",
        "From 15 one can go to 12.",
        "12.\nThen 10 is left.\n10",
        "12\n10 wins",
        "12, because 10 loses\n10, because 12 loses",
        "12 (shares 3 with 15)",
        "12 - loses at once.\n10 - wins.",
        "12 \u2013 loses\n10 \u2013 wins",
        "12 (illegal), so 10",
        "MOVE: 12\nWait, no.\nMOVE: 10",
        "MOVE: 12\nI play 10.",
        "MOVE: 12; MOVE: 10",
        "MOVE: 12 -> 10",
        "I play 12. 10.",
        "MOVE: 12\n10",
        "I play 12.\n\n10",
    ],
    Reason.NOT_A_MOVE: [
        "MOVE: N",
        "MOVE:",
        "MOVE: pass",
        "MOVE: 12\nMOVE: pass",
        "MOVE: 12\nWait, no.\nMOVE: none",
        "MOVE: twelve",
        "MOVE: -12",
        "MOVE: 12.5",
        "MOVE: 1.200",
        "MOVE: 12th",
        "MOVE: 2001",
        "MOVE: 1",
        "MOVE: 0",
        "MOVE: 012",
        "MOVE: " + "9" * 5000,
        "I play 3,000.",
        "I play -12.",
        "1.200",
        "10\u00b2",
        "-12",
        "2001",
    ],
    Reason.ILLEGAL_MOVE: ["MOVE: 15", "I play 7.", "1,003", "MOVE: 1,999"],
}


def move_in(answer: str, parsing: str = "tolerant", game: TextGame = GAME) -> Move:
    return game.move_in(answer, LINE.position, moves=LINE.moves, parsing=parsing)


def reason_for(call: Callable[[], object]) -> tuple[Reason, str]:
    with pytest.raises(Refusal) as refused:
        call()
    return refused.value.reason, str(refused.value)


@pytest.mark.parametrize("answer", SAYING_12)
def test_a_tolerant_reader_finds_the_move_that_is_meant(answer: str) -> None:
    assert move_in(answer) == 12


@pytest.mark.parametrize(("reason", "answer"), [(reason, answer) for reason in REFUSED for answer in REFUSED[reason]])
def test_a_tolerant_reader_never_guesses(reason: Reason, answer: str) -> None:
    found, sentence = reason_for(lambda: move_in(answer))
    assert found is reason
    assert sentence.endswith(".")
    assert len(sentence) < 400


@pytest.mark.parametrize("text", ["1,200", "1'200", "1\u2019200", "1\u202f200", "1\u00a0200", "1200"])
def test_thousands_may_be_grouped(text: str) -> None:
    assert move_in(f"I play {text}.") == move_in(f"MOVE: {text}") == move_in(text) == 1200


@pytest.mark.parametrize("answer", ["MOVE: 12", "MOVE: 12\n", "MOVE: 12 \n\n", "I like 9 and 10.\nMOVE: 9\nMOVE: 12"])
def test_a_strict_reader_reads_the_last_line(answer: str) -> None:
    assert move_in(answer, "strict") == 12


@pytest.mark.parametrize(
    "answer",
    [
        *("12", "move: 12", "MOVE:12", "MOVE:  12", " MOVE: 12", "**MOVE: 12**", "MOVE: 12\nGood luck!", "MOVE: 12 13"),
        *("I play 12.", '{"move": 12}', "MOVE:\n12", "MOVE\uff1a12", "So MOVE: 12", "</think>MOVE: 12"),
    ],
)
def test_a_strict_reader_takes_nothing_else(answer: str) -> None:
    assert reason_for(lambda: move_in(answer, "strict")) == (
        Reason.NO_MOVE,
        "The last line of the answer is not of the form MOVE: N.",
    )


@pytest.mark.parametrize("answer", ["MOVE: 12.", "MOVE: **12**", "MOVE: 1,200", "MOVE: twelve", "MOVE: \uff11\uff12"])
def test_a_strict_reader_takes_no_other_spelling(answer: str) -> None:
    assert reason_for(lambda: move_in(answer, "strict"))[0] is Reason.NOT_A_MOVE


@pytest.mark.parametrize("parsing", Parsing)
def test_every_refusal_says_what_is_wrong(parsing: Parsing) -> None:
    assert reason_for(lambda: move_in("", parsing))[1] == "The answer is empty."
    assert reason_for(lambda: move_in("MOVE: 2001", parsing))[1] == "2001 is not in the pool 2-2000."
    assert reason_for(lambda: move_in("MOVE: 15", parsing))[1] == (
        "15 is not allowed here: 15 was already taken at move 1."
    )
    assert reason_for(lambda: move_in("MOVE: 14", parsing))[1] == (
        "14 is not allowed here: 14 = 2·7 and 15 = 3·5 share no factor."
    )
    assert reason_for(lambda: move_in("x" * 300_000, parsing)) == (
        Reason.TOO_LONG,
        "The answer has 300,000 characters; at most 200,000 are read.",
    )


def test_a_tolerant_reader_names_what_it_could_not_choose_between() -> None:
    assert reason_for(lambda: move_in("12 or 10"))[1] == "The answer names several moves: '12', '10'."
    assert reason_for(lambda: move_in("no"))[1] == "The answer does not say clearly which move it makes."
    assert reason_for(lambda: move_in("MOVE: pass"))[1] == "'pass' is not a move of this game."


def test_a_misspelt_word_is_not_taken_for_another_move() -> None:
    line = parse("factor-clash:2-7:6")
    game = TextGame(line.rules, disguise="tokens", seed=7)
    for answer in ("I pick fuzaw, since ranuv stays.", "MOVE: fuzaw, since ranuv stays", "fuzaw. Not ranuv."):
        with pytest.raises(Refusal):
            game.move_in(answer, line.position, parsing="tolerant")


def test_how_an_answer_is_read_is_said_by_keyword() -> None:
    with pytest.raises(TypeError):
        GAME.move_in("I play 12.", LINE.position, "tolerant")  # type: ignore[call-arg, arg-type]


def test_there_are_two_ways_to_read() -> None:
    with pytest.raises(NotationError, match="there is no parsing 'lax'; possible are strict, tolerant"):
        move_in("12", "lax")


SEVERAL_NUMBERS = parse("divisor-duel:60+48+12:")
PAIRS = TextGame(SEVERAL_NUMBERS.rules)


@pytest.mark.parametrize(
    "answer",
    [
        *("MOVE: 48/2", "MOVE: 48 / 2", "MOVE: 48 \u00f7 2", "**48/2**", "I divide 48 by 2.", "{'move': '48/2'}"),
        *("60, 48 and 12.\nI play 48/2.", r"\boxed{48/2}", "My move is to divide **48** by **2**"),
    ],
)
def test_a_move_of_two_numbers_is_found(answer: str) -> None:
    move = PAIRS.move_in(answer, SEVERAL_NUMBERS.position, parsing="tolerant")
    assert str(move) == "48/2"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("MOVE: 2", Reason.NOT_A_MOVE),
        ("MOVE: 48/2/2", Reason.SEVERAL_MOVES),
        ("48/2 or 48/4", Reason.SEVERAL_MOVES),
        ("MOVE: 48/5", Reason.ILLEGAL_MOVE),
        ("MOVE: 24/2", Reason.ILLEGAL_MOVE),
        ("I divide 48 by 2 or 3.", Reason.SEVERAL_MOVES),
    ],
)
def test_half_a_move_of_two_numbers_is_refused(answer: str, reason: Reason) -> None:
    assert reason_for(lambda: PAIRS.move_in(answer, SEVERAL_NUMBERS.position, parsing="tolerant"))[0] is reason


def test_who_divides_the_only_number_need_not_name_it() -> None:
    line = parse("divisor-duel:60:")
    game = TextGame(line.rules)
    for answer in ("I divide by 6.", "I divide 60 by 6.", "I'll divide it by 6, leaving 10.", "MOVE: 6"):
        assert game.move_in(answer, line.position, parsing="tolerant") == 6


HOSTILE_PIECES = [
    *("12\n", ". since, ", "1", "12 ", "1,234,", "12 or ", "MOVE: ", "MOVE: 12\n", "\\boxed{", ". I play ", "<move>"),
    *('{"move": ', "*", "\n", ". ", "so, ", ". I play 12", ". the best ", "a'", "\ud800", "n't", ">>>>>>>>>>>\n"),
    *(
        "~a",
        '{"a": ',
        '{"move": 12, ',
        "if so I play 12, ",
        "Example:\nMOVE: 12\n",
        "**\n12\n",
        "```\n",
        "12 now",
        "12 </a>",
    ),
    *("12, because ", "12\n no ", "no", "hm", "I play 12. Wait. ", "; move: 12", "-" * 9 + "move", "12. "),
]
PIECES_OF_PAIRS = ["12/", "12 by ", ". I divide 12 by "]
WORDY = TextGame(FactorClash(2, 200), disguise="tokens")
PIECES_OF_WORDS = [f"{WORDY.name_of(7)}{end}" for end in (",", "\n")]
SLOWEST = 2.0
"""Seconds of the processor; a reader whose time grows with the square of the length would take minutes."""


def seconds_for(game: TextGame, answer: str, parsing: Parsing) -> float:
    started = process_time()
    with suppress(Refusal):
        game.move_in(answer, game.rules.initial_position, parsing=parsing)
    return process_time() - started


@pytest.mark.parametrize(
    ("game", "pieces"),
    [(GAME, HOSTILE_PIECES), (PAIRS, PIECES_OF_PAIRS), (WORDY, PIECES_OF_WORDS)],
    ids=["numbers", "pairs", "words"],
)
def test_no_answer_takes_long_to_read(game: TextGame, pieces: list[str]) -> None:
    for piece in pieces:
        answer = (piece * LONGEST_ANSWER)[: LONGEST_ANSWER // 4]
        assert seconds_for(game, answer, Parsing.STRICT) < SLOWEST, piece
        assert seconds_for(game, answer, Parsing.TOLERANT) < SLOWEST, piece
    longest = (pieces[0] * LONGEST_ANSWER)[:LONGEST_ANSWER]
    assert seconds_for(game, longest, Parsing.TOLERANT) < SLOWEST


@pytest.mark.parametrize("parsing", Parsing)
def test_an_answer_of_ten_megabytes_is_not_read(parsing: Parsing) -> None:
    for piece in ("12 or ", "MOVE: 12\n", "\n", "{" * 10):
        answer = piece * (10_000_000 // len(piece))
        assert seconds_for(GAME, answer, parsing) < 0.1
        with pytest.raises(Refusal, match="at most 200,000 are read"):
            move_in(answer, parsing)


WORDS = st.sampled_from(
    [*"I,.:;?!*`\"'(){}/-=", "\n", " ", "12", "10", "7", "1,200", "MOVE", "move", "play", "so", "or", "\\boxed{", "is"]
)


@given(st.one_of(st.text(), st.lists(WORDS, max_size=30).map(" ".join), st.lists(WORDS, max_size=30).map("".join)))
def test_any_answer_is_a_legal_move_or_refused(answer: str) -> None:
    legal = GAME.rules.legal_moves(LINE.position)
    for parsing in Parsing:
        try:
            move = move_in(answer, parsing)
        except Refusal:
            continue
        assert move in legal
        assert str(move) in answer.replace(",", "")


@given(st.sampled_from(SAYING_12))
def test_what_a_strict_reader_takes_a_tolerant_one_does_too(answer: str) -> None:
    strict = f"{answer}\nMOVE: 12"
    assert move_in(strict, "strict") == move_in(strict, "tolerant") == 12
