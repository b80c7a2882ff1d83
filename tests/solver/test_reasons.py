"""The reason for a move is said in words, to who makes it, and says nothing that is not known."""

from itertools import pairwise

import pytest
from sentences.facts import Facts
from sentences.reasons import check_reason

from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.reasons import MoveReason, reason_for

SEARCHED = "That nothing else helps was found by trying everything."

TOLD = """
factor-clash:2-20:
17 wins: no number that is left shares a factor with it, so there is no reply.

factor-clash:2-20:
14 loses: your opponent takes 7: it shares no factor with any number that is left, so there is no reply.

factor-clash:2-14,opening=even:
4 wins: whatever your opponent takes has a partner, and you answer with that: 2-8, 3-6, 5-10, 7-14, 9-12. Every
number that can be reached from here, step by step, has a partner.

factor-clash:2-10:10
2 loses: your opponent takes 4, then answers every number with its partner: 3-9, 6-8. Every number that can be
reached from 4, step by step, has a partner.

factor-clash:2-14:7
14 loses: your opponent takes 2, then answers every number with its partner: 3-6, 4-8, 5-10, 9-12. A number without
a partner can never be reached: that would make room for one more pair, and no pairing has more. To see that, set 10
aside: the rest falls into 4 groups of odd size that share no factor, and perhaps others of even size. Each odd
group leaves one over unless its partner was set aside, so at least 3 stay alone, however you pair; here there are
no more.

factor-clash:2-30:7,28,10,25,20,30,26,24,22,18,6,21,12,16,2
4 wins: whatever your opponent takes has a partner, and you answer with that: 5-15, 8-14, 9-27. A number without a
partner can never be reached: that would make room for one more pair, and no pairing has more. To see that, set 15
aside: the rest, with the place that your opponent plays from, falls into 9 groups of odd size that share no factor,
and perhaps others of even size. Each odd group leaves one over unless its partner was set aside, so at least 8 stay
alone, however you pair; here there are no more.

divisor-duel:60:
12 wins: that leaves the prime 5, which has no proper divisor, so your opponent cannot move.

divisor-duel:60:
2 loses: your opponent divides by 6: that leaves the prime 5, which has no proper divisor.

divisor-duel:60+48+30:
48/8 wins: counting prime factors, 6 can lose 1, 30 can lose 2, 60 can lose 3 = 2+1; equal parts cancel in pairs,
and nothing is left over: whatever your opponent plays, you make everything cancel again, and so move last.

divisor-duel:60+48+30:
30/2 loses: counting prime factors, 15 can lose 1, 48 can lose 4, 60 can lose 3 = 2+1; equal parts cancel in pairs,
and 4+2 is left over. Your opponent plays 48/4. Counting prime factors, 12 can lose 2, 15 can lose 1, 60 can lose
3 = 2+1; equal parts cancel in pairs, and nothing is left over, so whoever moves next loses.

divisor-duel:6+5:
6/2 wins: that leaves only primes, so your opponent cannot move.

divisor-duel:6+10:
6/2 loses: your opponent plays 10/2, which leaves only primes.

factor-frenzy:2-20:12
10 wins: that leaves {7, 14} worth 1; {8, 16} worth 1; {9, 18} worth 1; 11, 13, 15, 17, 19 alone, worth 1 each.
Equal parts of what they are worth cancel in pairs, and nothing is left over: whatever your opponent takes, you make
everything cancel again, and so move last.

factor-frenzy:2-12,opening=even:
4 loses: that leaves {3, 6, 9} worth 2; {5, 10} worth 1; 7, 11 alone, worth 1 each. Equal parts of what they are
worth cancel in pairs, and 2+1 is left over. Your opponent takes 6: of its group that leaves 9 alone, worth 1. Now
everything cancels.

factor-frenzy:2-4:
2 loses: your opponent plays 3, and then you have no move.

factor-frenzy:2-3:2
3 wins: there is no number left to take.

factor-duel:2-20:7
5 wins: that leaves {2, 3, 4, 6, 8, 9, 12, 16, 18 for both; 14 for you; 10, 15, 20 for your opponent}: even; 11, 13,
17, 19 alone: one move each for whoever comes first. All together: even. It is your opponent's move, so they run out
first.

factor-duel:2-20:2,10
3 loses: that leaves {5 for you}: you are 1 move ahead; {9 for your opponent}: your opponent is 1 move ahead; 7, 11,
13, 17, 19 alone: one move each for whoever comes first. All together: one move for whoever comes first. Your
opponent takes 7, and it is your move with the rest: even.

factor-duel:2-3:
2 loses: your opponent plays 3, and then you have no move.

factor-duel:2-20:6,4,11,5,19,13,17
7 wins: there is no number left that your opponent could take.

factor-challenge:2-20:
10 wins: whatever your opponent plays loses. For example: 2, 6, 4, 14, 8, 12, 16, 18, 20, 15, 5, 3, and then your
opponent has no move. That nothing else helps was found by trying everything.

factor-challenge:2-20:
2 loses: your opponent plays 3. For example: 3, 6, 12, 4, 15, 10, 18, 8, 16, 14, 20, 7, 5, and then you have no
move. That nothing else helps was found by trying everything.

factor-challenge:2-20:
7 loses: your opponent plays 14, and then you have no move.

factor-challenge:2-20:19
2 wins: your opponent has no move left.

factor-challenge:7-7:
7 wins: your opponent has no move left.

factor-challenge:2-20:10,20,18,2,14,16,6,12,15,4
3 wins: no number can be reached by both of you any more, so only the longest walks count: your opponent's has 1
number (8), yours 1 number (9). Your opponent is to move, and so runs out first.

factor-challenge:2-20:10,18,14,12,6,4,15,2
3 loses: no number can be reached by both of you any more, so only the longest walks count: your opponent's has 4
numbers (8, 16, 20, 5), yours 1 number (9), which is less. Your opponent takes 8.

factor-challenge:2-20:10,8,20,18,16,12,6,3,15
9 loses: your opponent plays 5, and then you have no move.
"""
"""Positions, and below each a reason for a move there."""

REASONS = [(notation, " ".join(words)) for notation, *words in map(str.splitlines, TOLD.strip().split("\n\n"))]


def reason(line: Line, move: str, budget: Budget = DEFAULT_BUDGET) -> MoveReason:
    return reason_for(line.rules, line.position, line.rules.parse_move(move), budget.control())


@pytest.mark.parametrize(("notation", "text"), REASONS)
def test_a_move_has_a_reason_in_words(notation: str, text: str) -> None:
    line = parse(notation)
    move, verb = text.replace(":", " ").split()[:2]
    found = reason(line, move)
    assert found.text == text
    assert str(found.move) == move
    assert found.verdict is (Verdict.WIN if verb == "wins" else Verdict.LOSS)
    check_reason(Facts(line.rules), line.position, found.move, found.text)


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
        check_reason(facts, line.position, move, found.text)
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
        "2 loses. The reason was not found within the budget.",
        f"2 loses: your opponent plays 3. For example: 3, 5, and so on. {SEARCHED}",
    ]
    assert texts[-1].startswith("2 loses: that leaves {")


def test_a_reason_can_be_cancelled() -> None:
    line = parse("factor-challenge:2-60:")
    control = Budget().control()
    control.cancel()
    found = reason_for(line.rules, line.position, 6, control)
    assert found == MoveReason(6, Verdict.UNKNOWN, "Whether 6 wins was not found out within the budget.")


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
    texts = [proof.text_for_opponent(line.rules, line.position) for proof in (short, analysis.proof)]
    assert texts[0] == texts[1]


FALSE_REASONS = [
    ("factor-clash:2-20:", 14, "14 wins: no number that is left shares a factor with it, so there is no reply."),
    ("factor-clash:2-20:", 17, "17 loses. The reason was not found within the budget."),
    ("factor-clash:2-20:", 17, "17 wins, believe me."),
    ("factor-clash:2-20:", 17, "17 wins: it is the seventh prime."),
    ("factor-clash:2-20:17", 2, "2 wins. The reason was not found within the budget."),
]

PAIRS = "2-8, 3-6, 5-10, 7-14, 9-12"
FALSE_PAIRS = {
    "a number without a factor in common": "2-8, 3-6, 5-14, 7-10, 9-12",
    "a number twice": "2-8, 3-6, 5-10, 7-14, 9-12, 12-8",
    "a number with itself": "2-2, 3-6, 5-10, 7-14, 9-12",
    "a reply without a partner": "3-6, 5-10, 7-14, 9-12",
    "a number that is gone": "2-4, 3-6, 5-10, 7-14, 9-12, 8-16",
    "a number beyond the pool": "2-8, 3-6, 5-10, 7-14, 9-12, 16-18",
    "a later number without a partner": "2-8, 3-6, 5-10, 12-14",
}


@pytest.mark.parametrize(("notation", "move", "text"), FALSE_REASONS)
def test_the_checker_of_sentences_refuses_what_is_false(notation: str, move: int, text: str) -> None:
    line = parse(notation)
    with pytest.raises(AssertionError):
        check_reason(Facts(line.rules), line.position, move, text)


@pytest.mark.parametrize("pairs", FALSE_PAIRS.values(), ids=FALSE_PAIRS)
def test_the_checker_of_sentences_refuses_a_false_pairing(pairs: str) -> None:
    line = parse("factor-clash:2-14,opening=even:")
    text = reason(line, "4").text
    assert PAIRS in text
    with pytest.raises(AssertionError):
        check_reason(Facts(line.rules), line.position, 4, text.replace(PAIRS, pairs))


@pytest.mark.parametrize(
    ("notation", "true", "false"),
    [
        ("factor-frenzy:2-20:12", "{7, 14} worth 1; {8, 16} worth 1", "{7, 14} worth 2; {8, 16} worth 2"),
        ("factor-frenzy:2-20:12", "{7, 14} worth 1; {8, 16}", "{7, 8, 14, 16}"),
        ("factor-frenzy:2-20:12", "{7, 14} worth 1; ", ""),
        ("factor-duel:2-20:7", "for your opponent}: even", "for your opponent}: you are 1 move ahead"),
        ("factor-duel:2-20:7", "14 for you; ", "14 for your opponent; "),
        ("factor-duel:2-20:7", "All together: even", "All together: one move for whoever comes first"),
        ("divisor-duel:60+48+30:", "6 can lose 1", "6 can lose 2"),
        ("divisor-duel:60+48+30:", "nothing is left over", "1 is left over"),
        ("divisor-duel:60+48+30:", "60 can lose 3 = 2+1", "60 can lose 3"),
        ("factor-clash:2-14:7", "falls into 4", "falls into 5"),
        ("factor-clash:2-14:7", "at least 3", "at least 2"),
        ("factor-clash:2-14:7", "set 10 aside", "set 12 aside"),
        ("factor-challenge:2-20:", "For example: 2, 6, 4,", "For example: 2, 6, 8,"),
        ("factor-challenge:2-20:", ", 5, 3, and then your opponent has no move", ", 5, and then you have no move"),
        ("factor-challenge:2-20:10,20,18,2,14,16,6,12,15,4", "yours 1 number (9)", "yours 2 numbers (9, 8)"),
        ("factor-challenge:2-20:10,20,18,2,14,16,6,12,15,4", "yours 1 number (9)", "yours no number"),
        ("factor-challenge:2-20:10,18,14,12,6,4,15,2", "4 numbers (8, 16, 20, 5)", "3 numbers (8, 16, 20)"),
        ("factor-challenge:2-20:10,18,14,12,6,4,15,2", ", which is less. Your opponent takes 8", ""),
    ],
)
def test_the_checker_of_sentences_refuses_a_false_detail(notation: str, true: str, false: str) -> None:
    line = parse(notation)
    text = next(text for told, text in REASONS if told == notation and true in text)
    move = line.rules.parse_move(text.partition(" ")[0])
    check_reason(Facts(line.rules), line.position, move, text)
    with pytest.raises(AssertionError):
        check_reason(Facts(line.rules), line.position, move, text.replace(true, false))
