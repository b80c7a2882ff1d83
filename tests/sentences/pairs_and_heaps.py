"""The sentences that tell why a move wins or loses in Factor Clash and Divisor Duel."""

import re
from functools import reduce
from math import gcd
from operator import xor

from commonfactor.arithmetic.factorisation import is_prime, prime_factors
from sentences.facts import components, last_number, most_pairs, reachable, share_a_factor
from sentences.talk import COUNT, MOVE, NUMBERS, PARTS, Talk, counted, left_over, numbers_in_words, says

PAIRS = r"\d+-\d+(?:, \d+-\d+)*"


# Factor Clash


@says(r"No number that is left shares a factor with it, so there is no reply\.")
def _no_reply(talk: Talk) -> None:
    talk.opponent_cannot_move()
    assert all(gcd(number, last_number(talk.position)) == 1 for number in talk.numbers)


@says(r"Your opponent takes (?P<move>\d+): it shares no factor with any number that is left, so there is no reply\.")
def _opponent_leaves_no_reply(talk: Talk, move: str) -> None:
    talk.opponent_wins_with(move)
    talk.play(int(move))
    assert all(gcd(number, int(move)) == 1 for number in talk.numbers)


@says(rf"Your opponent takes (?P<move>\d+), then answers every number with its partner: (?P<pairs>{PAIRS})\.")
def _opponent_answers(talk: Talk, move: str, pairs: str) -> None:
    talk.opponent_wins_with(move)
    talk.play(int(move))
    _hear_pairs(talk, pairs)


@says(rf"Whatever your opponent takes has a partner, and you answer with that: (?P<pairs>{PAIRS})\.")
def _listener_answers(talk: Talk, pairs: str) -> None:
    talk.opponent_is_lost()
    _hear_pairs(talk, pairs)


def _hear_pairs(talk: Talk, pairs: str) -> None:
    """Pairs of different numbers that are left and share a factor, one for every reply."""
    talk.pairs = [(int(a), int(b)) for a, b in re.findall(r"(\d+)-(\d+)", pairs)]
    assert all(share_a_factor(a, b) for a, b in talk.pairs)
    assert len(_paired(talk)) == 2 * len(talk.pairs)
    assert set(talk.moves) <= _paired(talk) <= talk.numbers


def _paired(talk: Talk) -> set[int]:
    return {number for pair in talk.pairs for number in pair}


@says(r"Every number that can be reached from (?P<start>here|\d+), step by step, has a partner\.")
def _all_have_partners(talk: Talk, start: str) -> None:
    assert start in {"here", str(last_number(talk.position))}
    assert reachable(last_number(talk.position), talk.numbers) <= _paired(talk)


@says(
    r"A number without a partner can never be reached: that would make room for one more pair, "
    r"and no pairing has more\."
)
def _no_more_pairs(talk: Talk) -> None:
    # The last number stands for the place that is played from.
    assert most_pairs(talk.numbers | {last_number(talk.position)}) == len(talk.pairs)


@says(
    rf"To see that, set (?P<aside>{NUMBERS}) aside: the rest(?:, with the place that your opponent plays from,)? falls "
    r"into (?P<count>\d+) groups of odd size that share no factor, and perhaps others of even size\."
)
def _set_aside(talk: Talk, aside: str, count: str) -> None:
    talk.aside, talk.odd_groups = numbers_in_words(aside), int(count)
    assert talk.aside <= talk.numbers
    groups = components((talk.numbers | {last_number(talk.position)}) - talk.aside, share_a_factor)
    assert sum(len(group) % 2 for group in groups) == talk.odd_groups


@says(
    r"Each odd group leaves one over unless its partner was set aside, so at least (?P<count>\d+) stay alone, however "
    r"you pair; here there are no more\."
)
def _stay_alone(talk: Talk, count: str) -> None:
    assert int(count) == talk.odd_groups - len(talk.aside)
    assert int(count) == len(talk.numbers) + 1 - 2 * len(talk.pairs)


# Divisor Duel


@says(r"That leaves the prime (?P<prime>\d+), which has no proper divisor, so your opponent cannot move\.")
def _prime_left(talk: Talk, prime: str) -> None:
    talk.opponent_cannot_move()
    assert talk.position.numbers == (int(prime),)
    assert is_prime(int(prime))


@says(r"Your opponent divides by (?P<move>\d+): that leaves the prime (?P<prime>\d+), which has no proper divisor\.")
def _opponent_leaves_prime(talk: Talk, move: str, prime: str) -> None:
    talk.opponent_wins_with(move)
    assert is_prime(int(prime))
    assert talk.position.numbers == (int(move) * int(prime),)


@says(r"That leaves only primes, so your opponent cannot move\.")
def _only_primes(talk: Talk) -> None:
    talk.opponent_cannot_move()
    assert all(map(is_prime, talk.position.numbers))


@says(rf"Your opponent plays (?P<move>{MOVE}), which leaves only primes\.")
def _opponent_leaves_only_primes(talk: Talk, move: str) -> None:
    talk.opponent_wins_with(move)
    talk.play(talk.legal(move))
    assert all(map(is_prime, talk.position.numbers))


@says(
    rf"Counting prime factors, (?P<counts>\d+ can lose {COUNT}(?:, \d+ can lose {COUNT})*); "
    rf"equal parts cancel in pairs, and (?P<rest>nothing|{PARTS}) is left over"
    r"(?P<ending>|, so whoever moves next loses"
    r"|: whatever your opponent plays, you make everything cancel again, and so move last)\."
)
def _prime_counts(talk: Talk, counts: str, rest: str, ending: str) -> None:
    if "next" in ending:
        assert talk.planned is not None
        talk.play(talk.planned)
    said = re.findall(rf"(\d+) can lose ({COUNT})", counts)
    told = sorted((int(number), counted(count)) for number, count in said)
    assert told == sorted((number, len(prime_factors(number)) - 1) for number in talk.position.numbers)
    left = left_over(rest)
    assert left == reduce(xor, (count for _, count in told))
    assert not ending or left == 0
    assert (left > 0) is talk.facts.is_won(talk.position)
    if "whatever" in ending:
        talk.opponent_is_lost()
