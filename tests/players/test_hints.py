"""Hints help in three steps, and neither they nor the reasons for moves ever say what is false."""

import re
from random import Random

import pytest
from sentences.facts import Facts
from sentences.hints import check_hints
from sentences.random_positions import SETUPS, assert_no_sentence_is_false, random_position, steps_for
from sentences.reasons import check_reason

from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import OWN_GAMES, game_named
from commonfactor.solver import resistance
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.oracle import forget
from commonfactor.solver.proofs.lead import LeadProof, Share
from commonfactor.solver.reasons import reason_for

TOLD = """
factor-clash:2-20:
18 of 19 moves win. Think about which number shares a factor with no other.
Compare 11 and 14: one of them wins.
Take 11. 11 wins: no number that is left shares a factor with it, so there is no reply.

factor-clash:2-30:26
14 of 15 moves win. Think about what shares a factor with 26 and with nothing else that is left.
Compare 13 and 22: one of them wins.
Take 13. 13 wins: no number that is left shares a factor with it, so there is no reply.

factor-clash:2-12:8
Every move loses against best play. Look for the one that leaves your opponent the fewest winning replies.
Compare 2 and 10: no other move leaves your opponent fewer winning replies.
Take 10. Every move loses against best play; 10 leaves your opponent 1 winning reply of 5. \
Your opponent then wins with 5.

factor-clash:2-30:6,2
11 of 13 moves win. Pair up numbers that share a factor, as many pairs as you can. Take a number that such a pairing \
can do without.
Compare 4 and 22: one of them wins.
Take 4. 4 wins: whatever your opponent takes has a partner, and you answer with that: 3-9, 5-10, 7-14, 8-16, 11-22, \
12-18, 13-26, 15-20, 21-28, 24-27, 25-30. Every number that can be reached from here, step by step, has a partner.

factor-clash:2-10:10,4
Every move wins.
Every move wins, 2 and 6 among them.
Take 2. 2 wins: whatever your opponent takes has a partner, and you answer with that: 3-9, 6-8. Every number that can \
be reached from here, step by step, has a partner.

factor-clash:2-15:7
There is only one move.
There is only one move: 14.
Take 14. 14 wins: whatever your opponent takes has a partner, and you answer with that: 2-4, 3-6, 5-15, 8-10, 9-12. \
Every number that can be reached from here, step by step, has a partner.

factor-clash:2-9:7
There is no move left.
There is no move left.
There is no move left.

divisor-duel:60:
3 of 10 moves win. Think about which prime you could leave.
Compare 2 and 12: one of them wins.
Play 12. 12 wins: that leaves the prime 5, which has no proper divisor, so your opponent cannot move.

divisor-duel:60+48+30:
2 of 24 moves win. Counting prime factors, 30 can lose 2, 48 can lose 4, 60 can lose 3 = 2+1; equal parts cancel \
in pairs, and 4+1 is left over. Change the 48 so that nothing is left over.
Compare 30/2 and 48/8: one of them wins.
Play 48/8. 48/8 wins: counting prime factors, 6 can lose 1, 30 can lose 2, 60 can lose 3 = 2+1; equal parts cancel in \
pairs, and nothing is left over: whatever your opponent plays, you make everything cancel again, and so move last.

divisor-duel:60+48+30:48/8
Every move loses against best play. Look for the one that leaves your opponent the fewest winning replies.
Compare 60/2 and 60/3: no other move leaves your opponent fewer winning replies.
Play 60/2. Every move loses against best play; 60/2 leaves your opponent 2 winning replies of 8. \
Your opponent then wins with 6/2.

factor-frenzy:2-20:12
3 of 14 moves win. Think about the group {5, 10, 15, 20}. What all others are worth cancels in pairs down to 1: \
make this group worth the same.
Compare 5 and 10: one of them wins.
Take 10. 10 wins: that leaves {7, 14} worth 1; {8, 16} worth 1; {9, 18} worth 1; 11, 13, 15, 17, 19 alone, worth 1 \
each. Equal parts of what they are worth cancel in pairs, and nothing is left over: whatever your opponent takes, you \
make everything cancel again, and so move last.

factor-frenzy:2-20:11,5,17,8,19,14,13
1 of 5 moves wins. There is a single group, {3, 6, 9, 12, 18}. Leave something of it that is worth 0, or nothing.
Compare 3 and 6: one of them wins.
Take 3. 3 wins: there is no number left to take.

factor-frenzy:2-50:2
21 of 24 moves win. Think about a number that has no factor and no multiple left.
Compare 3 and 17: one of them wins.
Take 17. 17 wins: that leaves {3, 5, 7, 9, 11, 13, 15, 21, 25, 27, 33, 35, 39, 45, 49} worth 0; 19, 23, 29, 31, 37, \
41, 43, 47 alone, worth 1 each. Equal parts of what they are worth cancel in pairs, and nothing is left over: whatever \
your opponent takes, you make everything cancel again, and so move last.

factor-duel:2-20:7
5 of 18 moves win. All together: one move for whoever comes first. Think about the group of 14 numbers \
that 2 is in.
Compare 2 and 5: one of them wins.
Take 5. 5 wins: that leaves {2, 3, 4, 6, 8, 9, 12, 16, 18 for both; 14 for you; 10, 15, 20 for your opponent}: even; \
11, 13, 17, 19 alone: one move each for whoever comes first. All together: even. It is your opponent's move, so they \
run out first.

factor-duel:2-20:2,10
5 of 9 moves win. All together: you are 1 move ahead, and there is one move for whoever comes first. Think about a \
number that both of you may take, and that rules out no other.
Compare 3 and 7: one of them wins.
Take 7. 7 wins: that leaves {3, 9 for both; 5, 15 for you}: you are 1 move ahead; 11, 13, 17, 19 alone: one move each \
for whoever comes first. All together: you are 1 move ahead. It is your opponent's move, so they run out first.

factor-challenge:2-20:6
2 of 18 moves win. Think about the moves that leave your opponent 11 replies.
Compare 2 and 3: one of them wins.
Take 3. 3 wins: whatever your opponent plays loses. For example: 9, 15, 12, 5, 10, 20, 2, 4, 8, 14, 16, 18, and then \
your opponent has no move. That nothing else helps was found by trying everything.

factor-challenge:2-20:7
13 of 18 moves win. Think about a move that leaves your opponent no reply.
Compare 5 and 14: one of them wins.
Take 14. 14 wins: your opponent has no move left.

factor-challenge:2-10:
5 of 9 moves win. Every move leaves your opponent 8 replies, so look further ahead.
Compare 2 and 3: one of them wins.
Take 2. 2 wins: whatever your opponent plays loses. For example: 4, 6, 8, 10, and then your opponent has no move. \
That nothing else helps was found by trying everything.

factor-challenge:2-20:10,20,18,2,14,16,6,12,15
Every move loses against best play. Look for the one that leaves your opponent the fewest winning replies.
Compare 3 and 9: no other move leaves your opponent fewer winning replies.
Take 3. Every move loses against best play; 3 leaves your opponent 1 winning reply of 2. \
Your opponent then wins with 9.

factor-challenge:3-22:12,18,16,21,10,6,14,20,8,15,22
2 of 3 moves win. You cannot get into each other's way any more: look for your longest walk.
Compare 3 and 5: one of them wins.
Take 3. 3 wins: no number can be reached by both of you any more, so only the longest walks count: your opponent's has \
1 number (4), yours 1 number (9). Your opponent is to move, and so runs out first.
"""
"""Positions, and below each the three steps."""

SPLIT = [story.splitlines() for story in TOLD.strip().split("\n\n")]


@pytest.mark.parametrize("story", SPLIT, ids=lambda story: story[0])
def test_a_hint_has_three_steps(story: list[str]) -> None:
    notation, *steps = story
    line = parse(notation)
    assert steps_for(line.rules, line.position) == steps
    check_hints(Facts(line.rules), line.position, steps)


def test_every_game_is_looked_at() -> None:
    assert set(SETUPS) == {game.name for game in OWN_GAMES[:5]}
    assert all(sum(counts.values()) >= 1000 for counts in SETUPS.values())
    assert all(game_named(name).default_setup in counts for name, counts in SETUPS.items())


@pytest.mark.unfollowed
@pytest.mark.parametrize(
    ("game", "setup", "count"),
    [(game, setup, count // 10) for game, counts in SETUPS.items() for setup, count in counts.items()],
)
def test_no_sentence_is_false(game: str, setup: str, count: int) -> None:
    """A tenth of the positions that ``verify_hints`` looks at."""
    assert_no_sentence_is_false(game, setup, count)


@pytest.mark.parametrize(
    "notation",
    [
        "factor-challenge:2-14:",
        "factor-challenge:2-10:",
        "factor-challenge:2-12:",
        "factor-clash:2-20:",
        "factor-duel:2-12:4,12,3",
        "factor-duel:2-20:7",
        "factor-frenzy:2-20:12,10",
        "factor-frenzy:2-30:",
    ],
)
def test_no_budget_makes_a_hint_false(notation: str) -> None:
    """With more and more nodes a hint says more, and every step knows what the others know."""
    line = parse(notation)
    facts, whole = Facts(line.rules), steps_for(line.rules, line.position)
    for nodes in (*range(60), *range(60, 1500, 40)):
        steps = []
        for step in range(1, LAST_STEP + 1):
            forget()
            steps.append(hint(line.rules, line.position, step, Budget(nodes=nodes).control()).text)
        if nodes == 0:
            assert set(steps) == {"Whether you can win was not found out within the budget."}
        check_hints(facts, line.position, steps)
    assert steps == whole


def texts_by_nodes(notation: str, step: int, most_nodes: int) -> list[str]:
    """What a step says with no nodes at all, and what it says instead as there are more of them."""
    line, texts = parse(notation), []
    for nodes in range(most_nodes):
        forget()
        texts.append(hint(line.rules, line.position, step, Budget(nodes=nodes).control()).text)
    return list(dict.fromkeys(texts))


def test_a_hint_says_what_it_knows_within_the_budget() -> None:
    unknown, lost = "Whether you can win was not found out within the budget.", "Every move loses against best play"
    somehow = "You can win, but which move wins was not found out within the budget."
    assert texts_by_nodes("factor-duel:2-20:7", 2, 40) == [
        unknown,
        somehow,
        f"{somehow} These moves lose: 2.",
        f"{somehow} These moves lose: 2, 3.",
        f"{somehow} These moves lose: 2, 3, 4.",
        "Compare 2 and 5: one of them wins.",
    ]
    assert texts_by_nodes("factor-duel:2-20:7", 3, 20)[-1] == (
        "Take 5. 5 wins. The reason was not found within the budget."
    )
    assert "Compare 5 and 7: at least one of them wins." in texts_by_nodes("factor-duel:2-12:4,12,3", 2, 20)
    assert texts_by_nodes("factor-frenzy:2-20:12,10", 2, 50) == [
        unknown,
        f"{lost}. Which leaves your opponent the fewest winning replies was not found out within the budget.",
        "Compare 7 and 8: no other move was looked at.",
        "Compare 7 and 8: of the first 3 moves no other leaves your opponent fewer winning replies.",
    ]


def test_in_a_lost_position_only_the_first_moves_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    line = parse("factor-clash:2-400:6")
    steps = steps_for(line.rules, line.position)
    assert steps[1:] == [
        "Compare 274 and 278: of the first 200 moves no other leaves your opponent fewer winning replies.",
        (
            "Take 274. Every move loses against best play; 274 leaves your opponent 1 winning reply of 199. "
            "Your opponent then wins with 137."
        ),
    ]
    facts = Facts(line.rules)
    check_hints(facts, line.position, steps)
    monkeypatch.setattr(resistance, "_MOST_REPLIES_TRIED", 100)
    steps = steps_for(line.rules, line.position)
    assert steps[1:] == [
        "Compare 2 and 3: no other move was looked at.",
        (
            "Take 3. Every move loses against best play; 3 leaves your opponent 131 winning replies of 131. "
            "Your opponent then wins with 9."
        ),
    ]
    check_hints(facts, line.position, steps)


def test_a_large_position_gets_its_hint_within_the_budget() -> None:
    line = parse("factor-challenge:2-2000:")
    assert hint(line.rules, line.position, 3, Budget(seconds=0.2).control()).text == (
        "Whether you can win was not found out within the budget."
    )


def test_a_clue_does_not_name_a_number_that_is_a_group_by_itself() -> None:
    line = parse("factor-duel:2-20:7")
    proof = LeadProof(wins=True, move="5", shares=(Share((5,), (), "1"),), shares_after=(), replies=None)
    assert proof.clue(line.rules, line.position) == (
        "All together: you are 1 move ahead. Think about a number that only you may take, and that rules out no other."
    )


@pytest.mark.parametrize(
    ("notation", "true", "false"),
    [
        ("factor-clash:2-20:", "18 of 19", "17 of 19"),
        ("factor-clash:2-20:", "Compare 11 and 14: one", "Compare 11 and 13: one"),
        ("factor-clash:2-20:", "Compare 11 and 14", "Compare 13 and 14"),
        ("factor-clash:2-20:", "Take 11. 11 wins", "Take 2. 2 wins"),
        ("factor-clash:2-20:", "Take 11. 11 wins", "Take 14. 14 wins"),
        ("factor-clash:2-30:26", "with 26", "with 13"),
        ("factor-clash:2-30:26", "Think", "Do not think"),
        ("factor-clash:2-12:8", "Compare 2 and 10", "Compare 2 and 4"),
        ("factor-clash:2-12:8", "1 winning reply of 5", "1 winning reply of 6"),
        ("factor-clash:2-12:8", "Every move loses against best play.", "Every move wins."),
        ("factor-clash:2-15:7", "one move: 14", "one move: 7"),
        ("divisor-duel:60+48+30:", "Change the 48", "Change the 60"),
        ("divisor-duel:60+48+30:", "3 = 2+1; equal", "3 = 2; equal"),
        ("divisor-duel:60+48+30:", "4+1 is left over", "4 is left over"),
        ("factor-frenzy:2-20:12", "down to 1: make", "down to 0: make"),
        ("factor-frenzy:2-20:12", "the group {5, 10, 15, 20}", "the group {7, 14}"),
        ("factor-duel:2-20:7", "All together: one move for whoever comes first.", "All together: even."),
        ("factor-duel:2-20:7", "group of 14 numbers", "group of 13 numbers"),
        ("factor-duel:2-20:7", "that 2 is in", "that 11 is in"),
        ("factor-duel:2-20:2,10", "both of you may", "only you may"),
        ("factor-challenge:2-20:6", "11 replies", "12 replies"),
        ("factor-challenge:2-10:", "opponent 8 replies", "opponent 7 replies"),
        ("factor-challenge:2-10:", "Every move leaves your opponent 8 replies, so", "Every move wins. So"),
    ],
)
def test_the_checker_of_sentences_refuses_a_false_hint(notation: str, true: str, false: str) -> None:
    line = parse(notation)
    steps = next(steps for told, *steps in SPLIT if told == notation)
    changed = [step.replace(true, false) for step in steps]
    assert changed != steps
    with pytest.raises(AssertionError):
        check_hints(Facts(line.rules), line.position, changed)


@pytest.mark.parametrize("game", SETUPS)
def test_the_checker_of_sentences_notices_other_numbers(game: str) -> None:
    """Nearly every number in a reason matters; another one in its place makes it false."""
    rules = game_named(game).from_setup(game_named(game).default_setup)
    random, facts, changes, accepted = Random(game), Facts(rules), 0, []
    while changes < 300:
        position = random_position(rules, random)
        move = random.choice(rules.legal_moves(position))
        text = reason_for(rules, position, move, DEFAULT_BUDGET.control()).text
        for number in re.finditer(r"\d+", text):
            other = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
            changes += 1
            try:
                check_reason(facts, position, move, other)
            except AssertionError:
                continue
            accepted.append(other)
    assert len(accepted) < changes / 50, accepted
