"""Hints help in three steps, and each step is a list of claims."""

from typing import Any

import pytest
from claim_checks import check_help
from random_positions import SETUPS

from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import OWN_GAMES, game_named
from commonfactor.solver import reasons
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.oracle import forget

TOLD = """
factor-clash:2-20:
18 of 19 moves win. Look for a move that leaves your opponent no answer.
Compare 11 and 14: one of them wins.
Take 11. 11 wins: your opponent has no move.

factor-clash:2-30:26
14 of 15 moves win. Look for a move that leaves your opponent no answer.
Compare 13 and 22: one of them wins.
Take 13. 13 wins: your opponent has no move.

factor-clash:2-12:8
Every move loses. Look for the move that leaves your opponent the fewest winning answers.
Every move loses. Compare 2 and 10: no other move leaves your opponent fewer winning answers.
10 loses, because now your opponent takes 5, and then you have no move. 1 of your opponent's 5 answers to 10 wins. \
Every move loses. Take 10.

factor-clash:2-30:6,2
11 of 13 moves win. Pair up numbers that share a factor, as many as possible: there can be 11 pairs. Take a number \
that is not needed.
Compare 4 and 22: one of them wins.
Take 4. 4 wins: you can answer every number with its partner: 3 and 9, 5 and 10, 7 and 14, 8 and 16, 11 and 22, 12 \
and 18, 13 and 26, 15 and 20, 21 and 28, 24 and 27, 25 and 30. No other pairing has more pairs.

factor-clash:2-10:10,4
Every move wins.
Compare 2 and 6: both of them win.
Take 2. 2 wins: you can answer every number with its partner: 3 and 9, 6 and 8. No other pairing has more pairs.

factor-clash:2-15:7
There is only one move.
There is only one move: 14.
Take 14. 14 wins: you can answer every number with its partner: 2 and 4, 3 and 6, 5 and 15, 8 and 10, 9 and 12. No \
other pairing has more pairs.

factor-clash:2-9:7
You have no move.
You have no move.
You have no move.

divisor-duel:60:
3 of 10 moves win. Leave a number that cannot be divided.
Compare 2 and 12: one of them wins.
Play 12. 12 wins: your opponent has no move.

divisor-duel:60+48+30:
2 of 24 moves win. The numbers do not cancel yet: 4+1 is left over. Change the 48 to a number that can be divided \
once: then everything cancels.
Compare 30/2 and 48/8: one of them wins.
Play 48/8. 48/8 wins: the numbers cancel in pairs: whatever your opponent plays, you can make everything cancel \
again.

divisor-duel:60+48+30:48/8
Every move loses. Look for the move that leaves your opponent the fewest winning answers.
Every move loses. Compare 60/2 and 60/3: no other move leaves your opponent fewer winning answers.
60/2 loses, because now your opponent plays 6/2. 2 of your opponent's 8 answers to 60/2 win. Every move loses. Play \
60/2.

factor-frenzy:2-20:12
3 of 14 moves win. Look at the group 5, 10, 15, 20.
Compare 5 and 10: one of them wins.
Take 10. 10 wins: the groups cancel in pairs: whatever your opponent takes, you can make everything cancel again.

factor-frenzy:2-20:11,5,17,8,19,14,13
1 of 5 moves wins. Look at the group 3, 6, 9, 12, 18.
Compare 3 and 6: one of them wins.
Take 3. 3 wins: your opponent has no move.

factor-frenzy:2-50:2
21 of 24 moves win. Look for a number that has no factor and no multiple left.
Compare 3 and 17: one of them wins.
Take 17. 17 wins: the groups cancel in pairs: whatever your opponent takes, you can make everything cancel again.

factor-duel:2-20:7
5 of 18 moves win. In all, one move for whoever comes first. Look at 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 15, 16 and \
those that belong to them: at least one of them wins.
Compare 2 and 5: one of them wins.
Take 5. 5 wins: in all, nobody is ahead. It is your opponent's move, so your opponent runs out first.

factor-duel:2-20:2,10
5 of 9 moves win. In all, you are 1 move ahead, and there is one move for whoever comes first. Look for a move that \
leaves your opponent 6 answers.
Compare 3 and 7: one of them wins.
Take 7. 7 wins: in all, you are 1 move ahead. It is your opponent's move, so your opponent runs out first.

factor-challenge:2-20:6
2 of 18 moves win. Look for a move that leaves your opponent 11 answers.
Compare 2 and 3: one of them wins.
Take 3. 3 wins: play can go 9, 15, 12, 5, 10, 20, 2, 4, 8, 14, 16, 18, and then your opponent has no move.

factor-challenge:2-20:7
13 of 18 moves win. Look for a move that leaves your opponent no answer.
Compare 5 and 14: one of them wins.
Take 14. 14 wins: your opponent has no move.

factor-challenge:2-10:
5 of 9 moves win. Every move leaves your opponent 8 answers, so look further ahead.
Compare 2 and 3: one of them wins.
Take 2. 2 wins: play can go 4, 6, 8, 10, and then your opponent has no move.

factor-challenge:2-20:10,20,18,2,14,16,6,12,15
Every move loses. Look for the move that leaves your opponent the fewest winning answers.
Every move loses. Compare 3 and 9: no other move leaves your opponent fewer winning answers.
3 loses, because now your opponent takes 9, and then you have no move. 1 of your opponent's 2 answers to 3 wins. \
Every move loses. Take 3.

factor-challenge:3-22:12,18,16,21,10,6,14,20,8,15,22
2 of 3 moves win. You and your opponent cannot meet any more: look for your longest walk.
Compare 3 and 5: one of them wins.
Take 3. 3 wins: your opponent's longest walk is 4, your longest walk is 9. Your opponent is to move, and so your \
opponent runs out first.
"""
"""Positions, and below each the three steps."""

SPLIT = [story.splitlines() for story in TOLD.strip().split("\n\n")]


@pytest.mark.parametrize("story", SPLIT, ids=lambda story: story[0])
def test_a_hint_has_three_steps(story: list[str]) -> None:
    notation, *steps = story
    line = parse(notation)
    assert steps_for(line.rules, line.position) == steps


def steps_for(rules: AnyRules, position: Any) -> list[str]:
    return [hint(rules, position, step, DEFAULT_BUDGET.control()).text for step in range(1, LAST_STEP + 1)]


def test_every_game_is_looked_at() -> None:
    assert set(SETUPS) == {game.name for game in OWN_GAMES[:5]}
    assert all(sum(counts.values()) >= 1000 for counts in SETUPS.values())
    assert all(game_named(name).default_setup in counts for name, counts in SETUPS.items())


@pytest.mark.unfollowed
@pytest.mark.parametrize(
    ("game", "setup", "count"),
    [(game, setup, count // 20) for game, counts in SETUPS.items() for setup, count in counts.items()],
)
def test_no_help_is_false(game: str, setup: str, count: int) -> None:
    """A twentieth of the positions that ``verify_hints`` looks at."""
    check_help(game, setup, count)


def texts_by_nodes(notation: str, step: int, most_nodes: int) -> list[str]:
    """What a step says with no nodes at all, and what it says instead as there are more of them."""
    line, texts = parse(notation), []
    for nodes in range(most_nodes):
        forget()
        texts.append(hint(line.rules, line.position, step, Budget(nodes=nodes).control()).text)
    return list(dict.fromkeys(texts))


def test_a_hint_says_what_it_knows_within_the_budget() -> None:
    beyond = "was not found out within the budget."
    unknown, somehow = f"Whether you can win {beyond}", f"You can win. Which move wins {beyond}"
    assert texts_by_nodes("factor-duel:2-20:7", 2, 40) == [
        unknown,
        somehow,
        f"{somehow} 2 loses.",
        f"{somehow} These moves lose: 2, 3.",
        f"{somehow} These moves lose: 2, 3, 4.",
        "Compare 2 and 5: one of them wins.",
    ]
    assert texts_by_nodes("factor-duel:2-20:7", 3, 20)[-1] == f"Take 5. 5 wins. The reason {beyond}"
    assert "Compare 5 and 7: at least one of them wins." in texts_by_nodes("factor-duel:2-12:4,12,3", 2, 20)
    assert texts_by_nodes("factor-frenzy:2-20:12,10", 2, 50) == [
        unknown,
        f"Every move loses. Which move leaves your opponent the fewest winning answers {beyond}",
        "Every move loses. Compare 7 and 8: no other move was looked at.",
        "Every move loses. Compare 7 and 8: of the first 3 moves no other leaves your opponent fewer winning answers.",
    ]


def test_in_a_lost_position_only_the_first_moves_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    line = parse("factor-clash:2-400:6")
    compared = "no other leaves your opponent fewer winning answers."
    assert steps_for(line.rules, line.position)[1:] == [
        f"Every move loses. Compare 274 and 278: of the first 200 moves {compared}",
        (
            "274 loses, because now your opponent takes 137, and then you have no move. "
            "1 of your opponent's 199 answers to 274 wins. Every move loses. Take 274."
        ),
    ]
    monkeypatch.setattr(reasons, "_MOST_REPLIES_TRIED", 100)
    assert steps_for(line.rules, line.position)[1:] == [
        "Every move loses. Compare 2 and 3: no other move was looked at.",
        (
            "3 loses, because now your opponent takes 9. Each of your opponent's 131 answers to 3 wins. "
            "Every move loses. Take 3."
        ),
    ]


def test_a_large_position_gets_its_hint_within_the_budget() -> None:
    line = parse("factor-challenge:2-2000:")
    assert hint(line.rules, line.position, 3, Budget(seconds=0.2).control()).text == (
        "Whether you can win was not found out within the budget."
    )
