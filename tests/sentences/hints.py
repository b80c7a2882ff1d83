"""The sentences that hints have besides reasons."""

import re
from collections.abc import Sequence
from functools import reduce
from math import gcd
from operator import xor
from typing import Any

from commonfactor.arithmetic.factorisation import is_prime, prime_factors
from commonfactor.rules.base import Change, Move
from commonfactor.rules.pool import PoolRules
from sentences.facts import (
    Facts,
    Numbers,
    duel_groups,
    frenzy_groups,
    last_number,
    longest_walk,
    most_pairs,
    takeable,
    without_kin,
)
from sentences.groups_and_leads import duel_group, nim_sum
from sentences.reasons import are_apart
from sentences.talk import COUNT, MOVE, NUMBERS, Talk, counted, numbers_in_words, says

PAIR = rf"(?P<first>{MOVE}) and (?P<second>{MOVE})"


def check_hints(facts: Facts, position: Any, steps: Sequence[str]) -> None:
    """Object unless the three steps of a hint are true, and are about the same move."""
    advice = re.match(rf"(?:Take|Play) ({MOVE})\.", steps[2])
    for step in steps:
        Talk(facts, position, advice[1] if advice else None).hear(step)


def _pair(talk: Talk, first: str, second: str) -> list[Move]:
    """Two different moves in the order of the rules, one of them the advised one."""
    pair = [talk.legal(move) for move in (first, second)]
    places = [talk.moves.index(move) for move in pair]
    assert places[0] < places[1]
    assert talk.advised in pair
    return pair


# Won positions


@says(r"There is no move left\.")
def _game_over(talk: Talk) -> None:
    assert not talk.moves


@says(rf"There is only one move(?:: (?P<move>{MOVE}))?\.")
def _only_move(talk: Talk, move: str | None) -> None:
    assert len(talk.moves) == 1
    assert move in {None, str(talk.moves[0])}


@says(rf"Every move wins(?:, {PAIR} among them)?\.")
def _every_move_wins(talk: Talk, first: str | None, second: str | None) -> None:
    assert all(talk.facts.verdicts(talk.position).values())
    if first and second:
        _pair(talk, first, second)


@says(r"(?P<winning>\d+) of (?P<all>\d+) moves wins?\.")
def _count_of_winning(talk: Talk, winning: str, all: str) -> None:  # noqa: A002  # what the sentence tells
    verdicts = talk.facts.verdicts(talk.position)
    assert (int(winning), int(all)) == (sum(verdicts.values()), len(verdicts))


@says(rf"Compare {PAIR}: (?P<least>at least )?one of them wins\.")
def _one_of_two_wins(talk: Talk, first: str, second: str, least: str | None) -> None:
    talk.advised_move()
    count = sum(talk.wins(str(move)) for move in _pair(talk, first, second))
    assert count == 1 or least


@says(rf"(?P<verb>Take|Play) (?P<move>{MOVE})\.")
def _advice(talk: Talk, verb: str, move: str) -> None:
    assert (verb == "Take") is isinstance(talk.rules, PoolRules)
    talk.legal(move)


# Lost positions


@says(r"Every move loses against best play\.")
def _every_move_loses(talk: Talk) -> None:
    assert not talk.facts.is_won(talk.position)


@says(r"Look for the one that leaves your opponent the fewest winning replies\.")
def _look_for_fewest(talk: Talk) -> None:
    assert not talk.facts.is_won(talk.position)


@says(
    rf"Compare {PAIR}: (?:no other move|of the first (?P<count>\d+) moves no other) leaves your opponent fewer winning "
    r"replies\."
)
def _fewest_winning_replies(talk: Talk, first: str, second: str, count: str | None) -> None:
    tried = talk.moves[: int(count) if count else None]
    assert not count or int(count) == len(tried) < len(talk.moves)
    counts = {move: talk.facts.winning_replies(talk.position, move) for move in tried}
    pair = _pair(talk, first, second)
    assert set(pair) <= set(tried)
    most = max(counts[move] for move in pair)
    assert all(replies >= most for move, replies in counts.items() if move not in pair)
    assert talk.advised in counts
    assert talk.advised == next(move for move in tried if counts[move] == min(counts.values()))


@says(rf"Compare {PAIR}: there is no other move\.")
def _two_of_two(talk: Talk, first: str, second: str) -> None:
    assert _pair(talk, first, second) == list(talk.moves)
    assert not talk.facts.is_won(talk.position)


@says(rf"Compare {PAIR}: no other move was looked at\.")
def _two_of_many(talk: Talk, first: str, second: str) -> None:
    assert _pair(talk, first, second) == list(talk.moves[:2])


@says(
    rf"Every move loses against best play; (?P<move>{MOVE}) leaves your opponent "
    r"(?P<winning>\d+) winning repl(?P<one>y|ies) of (?P<all>\d+)\."
)
def _winning_replies(talk: Talk, move: str, winning: str, one: str, all: str) -> None:  # noqa: A002  # as above
    _every_move_loses(talk)
    assert talk.legal(move) == talk.advised
    assert (int(winning) == 1) is (one == "y")
    replies = talk.facts.verdicts(talk.rules.play(talk.position, talk.legal(move)))
    assert (int(winning), int(all)) == (sum(replies.values()), len(replies))


@says(rf"Your opponent then wins with (?P<reply>{MOVE})\.")
def _winning_reply(talk: Talk, reply: str) -> None:
    assert talk.advised is not None
    talk.play(talk.advised)
    talk.opponent_wins_with(reply)


# Positions that are beyond the budget


@says(
    r"(?:Whether you can win|Which leaves your opponent the fewest winning replies) "
    r"was not found out within the budget\."
)
def _not_found_out(talk: Talk) -> None:
    pass


@says(r"You can win, but which move wins was not found out within the budget\.")
def _won_somehow(talk: Talk) -> None:
    assert talk.facts.is_won(talk.position)


@says(rf"These moves lose: (?P<moves>{MOVE}(?:, {MOVE})*)\.")
def _known_to_lose(talk: Talk, moves: str) -> None:
    assert not any(talk.wins(move) for move in moves.split(", "))


# Clues: Factor Clash


@says(r"Pair up numbers that share a factor, as many pairs as you can\.")
def _pair_up(talk: Talk) -> None:
    assert most_pairs(talk.numbers) > 0


@says(r"Take a number that such a pairing can do without\.")
def _do_without(talk: Talk) -> None:
    assert most_pairs(talk.numbers) == most_pairs(talk.numbers - {talk.advised_move()})


@says(r"Think about what shares a factor with (?P<last>\d+) and with nothing else that is left\.")
def _shares_with_last_only(talk: Talk, last: str) -> None:
    assert int(last) == last_number(talk.position)
    assert gcd(talk.advised_move(), int(last)) > 1
    assert _is_coprime_to_others(talk)


@says(r"Think about which number shares a factor with no other\.")
def _shares_with_none(talk: Talk) -> None:
    assert last_number(talk.position) == 0
    assert _is_coprime_to_others(talk)


def _is_coprime_to_others(talk: Talk) -> bool:
    move = talk.advised_move()
    return all(gcd(move, number) == 1 for number in talk.numbers - {move})


# Clues: Divisor Duel


@says(r"Think about which prime you could leave\.")
def _leave_prime(talk: Talk) -> None:
    (number,) = talk.position.numbers
    assert is_prime(number // talk.advised_move())


@says(r"Change the (?P<number>\d+) so that nothing is left over\.")
def _change_number(talk: Talk, number: str) -> None:
    move = talk.advised_move()
    assert isinstance(move, Change)
    assert move.number == int(number)
    after = talk.rules.play(talk.position, move).numbers
    assert reduce(xor, (len(prime_factors(left)) - 1 for left in after)) == 0


# Clues: Factor Frenzy and Factor Duel


@says(rf"Think about the group \{{(?P<group>{NUMBERS})\}}\.")
def _think_about_group(talk: Talk, group: str) -> None:
    assert numbers_in_words(group) == _home(talk)


@says(r"Think about the group of (?P<size>\d+) numbers that (?P<member>\d+) is in\.")
def _think_about_large_group(talk: Talk, size: str, member: str) -> None:
    groups = frenzy_groups(talk.numbers) if talk.rules.name == "factor-frenzy" else duel_groups(talk.position)
    (group,) = [group for group in groups if talk.advised_move() in group]
    assert int(member) in group
    assert int(size) == len(group)


def _home(talk: Talk) -> Numbers:
    """The group of Factor Frenzy that the advised move is in."""
    return next(group for group in frenzy_groups(talk.numbers) if talk.advised_move() in group)


@says(rf"What all others are worth cancels in pairs down to (?P<rest>{COUNT}): make this group worth the same\.")
def _balance_group(talk: Talk, rest: str) -> None:
    home = _home(talk)
    assert home != talk.numbers
    assert counted(rest) == nim_sum(talk, talk.numbers - home) == nim_sum(talk, without_kin(home, talk.advised_move()))


@says(rf"There is a single group, \{{(?P<group>{NUMBERS})\}}\.")
def _single_group(talk: Talk, group: str) -> None:
    assert numbers_in_words(group) == _home(talk) == talk.numbers


@says(r"Leave something of it that is worth 0, or nothing\.")
def _leave_nothing(talk: Talk) -> None:
    assert nim_sum(talk, without_kin(talk.numbers, talk.advised_move())) == 0


@says(r"Think about a number that has no factor and no multiple left\.")
def _think_about_lone(talk: Talk) -> None:
    assert _home(talk) == {talk.advised_move()}


@says(r"Think about the group \{(?P<described>[^}]+ for [^}]+)\}\.")
def _think_about_share(talk: Talk, described: str) -> None:
    group = duel_group(talk, described)
    assert group in duel_groups(talk.position)
    assert talk.advised_move() in group


@says(r"Think about a number that (?P<whose>both of you|only you) may take, and that rules out no other\.")
def _think_about_lone_share(talk: Talk, whose: str) -> None:
    move = talk.advised_move()
    assert {move} in duel_groups(talk.position)
    assert (whose == "both of you") is (move in takeable(talk.position, talk.listener.other))


# Clues: Factor Challenge


@says(r"You cannot get into each other's way any more: look for your longest walk\.")
def _look_for_walk(talk: Talk) -> None:
    are_apart(talk)
    move = talk.advised_move()
    assert longest_walk(last_number(talk.position), talk.numbers) == 1 + longest_walk(move, talk.numbers - {move})


@says(r"Think about a move that leaves your opponent no reply\.")
def _no_replies(talk: Talk) -> None:
    assert _replies(talk, talk.advised_move()) == 0


@says(r"Every move leaves your opponent (?P<count>\d+) repl(?:y|ies), so look further ahead\.")
def _same_replies(talk: Talk, count: str) -> None:
    assert {_replies(talk, move) for move in talk.moves} == {int(count)}


@says(r"Think about the moves that leave your opponent (?P<count>\d+) repl(?:y|ies)\.")
def _few_replies(talk: Talk, count: str) -> None:
    assert _replies(talk, talk.advised_move()) == int(count)


def _replies(talk: Talk, move: Move) -> int:
    return len(talk.rules.legal_moves(talk.rules.play(talk.position, move)))
