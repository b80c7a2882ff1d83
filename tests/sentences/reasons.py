"""The sentences that tell why a move wins or loses; those of four games are in files of their own."""

import re
from itertools import pairwise
from typing import Any

import sentences.groups_and_leads
import sentences.pairs_and_heaps  # noqa: F401  # these add their sentences to the register
from commonfactor.rules.base import Move
from sentences.facts import Facts, last_number, longest_walk, reachable, share_a_factor
from sentences.talk import MOVE, NUMBERS, Talk, says

WALK = rf"no number|\d+ numbers? \({NUMBERS}\)"


def check_reason(facts: Facts, position: Any, move: Move, text: str) -> None:
    """Object unless a text about a move is true."""
    assert re.match(rf"(?:Whether )?{re.escape(str(move))} (?:wins|loses)", text)
    Talk(facts, position).hear(text)


# Verdicts


@says(rf"(?P<move>{MOVE}) (?P<verb>wins|loses)(?P<clause>\.|: .+)")
def _verdict(talk: Talk, move: str, verb: str, clause: str) -> None:
    assert talk.wins(move) is (verb == "wins")
    talk.play(talk.legal(move))
    if clause != ".":
        talk.hear_sentence(f"{clause[2].upper()}{clause[3:]}")


@says(r"The reason was not found within the budget\.")
def _no_reason(talk: Talk) -> None:
    pass


@says(rf"Whether (?P<move>{MOVE}) wins was not found out within the budget\.")
def _unknown_move(talk: Talk, move: str) -> None:
    talk.legal(move)


# Factor Challenge, and any game that is searched


@says(r"Your opponent has no move left\.")
def _no_move_left(talk: Talk) -> None:
    talk.opponent_cannot_move()


@says(
    r"No number can be reached by both of you any more, so only the longest walks count: "
    rf"your opponent's has (?P<theirs>{WALK}), yours (?P<own>{WALK})(?P<less>, which is less)?\."
)
def _walks(talk: Talk, theirs: str, own: str, less: str | None) -> None:
    are_apart(talk)
    lengths = [walk_length(talk, walk, seat) for walk, seat in ((theirs, talk.listener.other), (own, talk.listener))]
    assert bool(less) is (lengths[0] > lengths[1])


def are_apart(talk: Talk) -> None:
    assert all(talk.position.limits)
    first, second = (reachable(last, talk.numbers) for (last,) in talk.position.limits)
    assert not first & second


def walk_length(talk: Talk, walk: str, seat: Any) -> int:
    """The length of a walk, if it is possible and none is longer."""
    start, numbers = last_number(talk.position, seat), [int(number) for number in re.findall(r"\d+", walk)]
    count, steps = (numbers[0], numbers[1:]) if numbers else (0, [])
    assert count == len(steps) == len(set(steps))
    assert set(steps) <= talk.numbers
    assert all(share_a_factor(a, b) for a, b in pairwise((start, *steps)))
    assert count == longest_walk(start, talk.numbers)
    return count


@says(r"Your opponent is to move, and so runs out first\.")
def _opponent_runs_out_of_walk(talk: Talk) -> None:
    talk.opponent_is_lost()


@says(rf"Your opponent (?:plays|takes) (?P<move>{MOVE})\.")
def _opponent_plays(talk: Talk, move: str) -> None:
    talk.opponent_wins_with(move)
    talk.planned = talk.legal(move)


@says(rf"Your opponent plays (?P<move>{MOVE}), and then you have no move\.")
def _opponent_ends(talk: Talk, move: str) -> None:
    talk.opponent_wins_with(move)
    talk.play(talk.legal(move))
    assert not talk.moves


@says(r"Whatever your opponent plays loses\.")
def _all_lose(talk: Talk) -> None:
    talk.opponent_is_lost()


@says(
    rf"For example: (?P<line>{MOVE}(?:, {MOVE})*), "
    r"(?:and so on|and then (?P<loser>you have|your opponent has) no move)\."
)
def _example(talk: Talk, line: str, loser: str | None) -> None:
    moves = line.split(", ")
    assert talk.planned in {None, talk.legal(moves[0])}
    winner = talk.position.to_move if talk.facts.is_won(talk.position) else talk.position.to_move.other
    assert (talk.planned is None) is (winner is talk.listener)
    for move in moves:
        talk.play(talk.legal(move))
        assert talk.facts.is_won(talk.position) is (talk.position.to_move is winner)
    assert bool(talk.moves) is (loser is None)
    assert loser in {None, "you have" if talk.position.to_move is talk.listener else "your opponent has"}


@says(r"That nothing else helps was found by trying everything\.")
def _nothing_helps(talk: Talk) -> None:
    """The verdict itself, which was checked when it was told."""
