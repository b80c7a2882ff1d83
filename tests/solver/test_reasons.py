"""The reason for a move is said in words, to who makes it, and says nothing that is not known."""

import re
from itertools import pairwise

import pytest
from plain_facts import Facts

from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.claims import NotFound
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.reasons import MoveReason, reason_for

SEARCHED = "That nothing else helps was found by trying everything."

TOLD = """
factor-clash:2-20:
17 wins: your opponent has no move, since no number that shares a factor with 17 is left.

factor-clash:2-20:
14 loses, because now your opponent takes 7, and then you have no move, since no number that shares a factor with 7 is
left.

factor-clash:2-10:10
2 loses, because now your opponent takes 4. After 2, your opponent can answer every number with its partner: 3 and 9,
6 and 8. No other pairing has more pairs: the numbers left fall into groups that share no factor, and each group with
an odd count leaves a number over, so that at least 3 stay alone.

factor-clash:2-14:7
14 loses, because now your opponent takes 2. After 14, your opponent can answer every number with its partner: 3 and
6, 4 and 8, 5 and 10, 9 and 12. No other pairing has more pairs: set 10 aside, and the rest falls into groups that
share no factor, and each group with an odd count leaves a number over unless its partner was set aside, so that at
least 3 stay alone.

factor-clash:2-30:7,28,10,25,20,30,26,24,22,18,6,21,12,16,2
4 wins: whatever your opponent takes has a partner, and you answer with that: 5 and 15, 8 and 14, 9 and 27. No other
pairing has more pairs: set 15 aside, and the rest, with the place that your opponent plays from, falls into groups
that share no factor, and each group with an odd count leaves a number over unless its partner was set aside, so that
at least 8 stay alone.

divisor-duel:60:
12 wins: your opponent has no move, since 5 is prime.

divisor-duel:60:
2 loses, because now your opponent plays 6, and then you have no move, since 5 is prime.

divisor-duel:60+48+30:
48/8 wins: of the numbers, 6 can be divided once, 30 can be divided twice, 60 can be divided 3 (2+1) times. Equal parts
cancel in pairs, and nothing is left over: whatever your opponent plays, you can make everything cancel again, and so
you move last.

divisor-duel:60+48+30:
30/2 loses, because now your opponent plays 48/4. After 30/2, of the numbers, 15 can be divided once, 48 can be divided
4 times, 60 can be divided 3 (2+1) times. Equal parts cancel in pairs, and 4+2 is left over. After 30/2 and 48/4, of
the numbers, 12 can be divided twice, 15 can be divided once, 60 can be divided 3 (2+1) times. Equal parts cancel in
pairs, and nothing is left over: whatever you play, your opponent can make everything cancel again, and so your
opponent moves last.

divisor-game:60:
2 loses, because now your opponent plays 1. After 2, the number 58 can be halved once. After 2 and 1, the number 57
cannot be halved: whatever you leave can be, and your opponent can leave one again that cannot.

divisor-game:60+45:
45/1 wins: of the numbers, 44 can be halved twice, 60 can be halved twice. Equal parts cancel in pairs, and nothing is
left over: whatever your opponent plays, you can make everything cancel again, and so you move last.

factor-frenzy:2-20:12
10 wins: the groups are 7, 14 (worth 1); 8, 16 (worth 1); 9, 18 (worth 1); 11, 13, 15, 17, 19 alone (worth 1 each).
Equal parts cancel in pairs, and nothing is left over: whatever your opponent takes, you can make everything cancel
again, and so you move last.

factor-frenzy:2-12,opening=even:
4 loses, because now your opponent takes 6. After 4, the groups are 3, 6, 9 (worth 2); 5, 10 (worth 1); 7 and 11 alone
(worth 1 each). Equal parts cancel in pairs, and 2+1 is left over. After 4 and 6, the groups are 5, 10 (worth 1); 7,
11, 9 alone (worth 1 each). Equal parts cancel in pairs, and nothing is left over: whatever you take, your opponent
can make everything cancel again, and so your opponent moves last.

factor-frenzy:2-3:2
3 wins: your opponent has no move, since no number is left.

factor-duel:2-20:7
5 wins: the groups are 2, 3, 4, 6, 8, 9, 12, 16, 18 for both, 10, 15, 20 for your opponent, 14 for you (even); 11, 13,
17, 19 alone (one move each for whoever comes first). In all, nobody is ahead. It is your opponent's move, so your
opponent runs out first.

factor-duel:2-20:2,10
3 loses, because now your opponent takes 7. After 3, the groups are 5 for you (you are 1 move ahead); 9 for your
opponent (your opponent is 1 move ahead); 7, 11, 13, 17, 19 alone (one move each for whoever comes first). In all, one
move for whoever comes first. After 3 and 7, the groups are 5 for you (you are 1 move ahead); 9 for your opponent (your
opponent is 1 move ahead); 11, 13, 17, 19 alone (one move each for whoever comes first). In all, nobody is ahead. It is
your move, so you run out first.

factor-duel:2-20:6,4,11,5,19,13,17
7 wins: your opponent has no move, since every number left shares a factor with one of your opponent's numbers, 6, 11,
17, 19.

factor-challenge:2-20:
10 wins: play can go 2, 6, 4, 14, 8, 12, 16, 18, 20, 15, 5, 3, and then your opponent has no move. That nothing else
helps was found by trying everything.

factor-challenge:2-20:19
2 wins: your opponent has no move, since no number that shares a factor with your opponent's last number 19 is left.

factor-challenge:2-20:10,20,18,2,14,16,6,12,15,4
3 wins: no number can be reached by both any more, so only the longest walks count: your opponent's longest walk is 8,
your longest walk is 9. Your opponent is to move, and so your opponent runs out first.

factor-challenge:2-20:10,18,14,12,6,4,15,2
3 loses, because now your opponent takes 8. After 3, no number can be reached by both any more, so only the longest
walks count: your opponent's longest walk is 8, 16, 20, 5, your longest walk is 9. Your opponent's walk is longer.
"""
"""Positions, and below each a reason for a move there."""

REASONS = [(notation, " ".join(words)) for notation, *words in map(str.splitlines, TOLD.strip().split("\n\n"))]


def reason(line: Line, move: str, budget: Budget = DEFAULT_BUDGET) -> MoveReason:
    return reason_for(line.rules, line.position, line.rules.parse_move(move), budget.control())


@pytest.mark.parametrize(("notation", "text"), REASONS)
def test_a_move_has_a_reason_in_words(notation: str, text: str) -> None:
    line = parse(notation)
    move, verb = re.split("[:, ]+", text)[:2]
    found = reason(line, move)
    assert found.text == text
    assert str(found.move) == move
    assert found.verdict is (Verdict.WIN if verb == "wins" else Verdict.LOSS)


@pytest.mark.parametrize(
    "notation", ["factor-clash:2-20:", "factor-challenge:2-16:", "factor-duel:2-20:7", "factor-frenzy:2-30:"]
)
def test_what_is_beyond_the_budget_is_not_said(notation: str) -> None:
    """With more and more nodes it says more and more, and nothing of it is false."""
    line = parse(notation)
    facts, move = Facts(line.rules), line.rules.legal_moves(line.position)[0]
    verdicts = []
    for nodes in (0, 1, 5, 10, 20, 40, 80, 160, 320, 640, 880, 1280, 10**6):
        forget()
        found = reason(line, str(move), Budget(nodes=nodes))
        verdicts.append(found.verdict)
    assert verdicts[0] is Verdict.UNKNOWN
    assert verdicts[-1] is (Verdict.WIN if facts.verdicts(line.position)[move] else Verdict.LOSS)
    assert all(later is earlier for earlier, later in pairwise(verdicts) if earlier is not Verdict.UNKNOWN)


def test_the_budget_may_end_between_verdict_and_reason() -> None:
    line = parse("factor-frenzy:2-30:")
    texts = []
    for nodes in range(200):
        forget()
        texts.append(reason(line, "2", Budget(nodes=nodes)).text)
    assert list(dict.fromkeys(texts))[:3] == [
        "Whether 2 wins was not found out within the budget.",
        "2 loses. The reason was not found out within the budget.",
        f"2 loses, because now your opponent takes 3. After 2, play can go 3, 5, and so on. {SEARCHED}",
    ]
    assert "the groups are" in texts[-1]


def test_a_reason_can_be_cancelled() -> None:
    line = parse("factor-challenge:2-60:")
    control = Budget().control()
    control.cancel()
    found = reason_for(line.rules, line.position, 6, control)
    claims = (NotFound(question="does it win", move=6),)
    assert found == MoveReason(6, Verdict.UNKNOWN, "Whether 6 wins was not found out within the budget.", claims)


@pytest.mark.parametrize("notation", ["factor-duel:2-12:5", "factor-challenge:2-10:6", "factor-duel:2-9,opening=even:"])
def test_the_words_do_without_the_table_of_replies(notation: str) -> None:
    """It takes most of the time that a proof takes, and no one at a prompt can see it."""
    line = parse(notation)
    analysis = analyse(line.rules, line.position)
    short = analysis.prove(Budget().control(), with_replies=False)
    assert short is not None
    assert analysis.proof is not None
    assert short.as_json() == analysis.proof.as_json() | {"replies": None}
    assert analysis.proof.as_json()["replies"]
    claims = [proof.claims(line.rules, line.position) for proof in (short, analysis.proof)]
    assert claims[0] == claims[1]
