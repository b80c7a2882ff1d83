"""The sentences of ``Proof.text()``, which is spoken to the player to move."""

import re
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from commonfactor.arithmetic.factorisation import is_prime, prime_factors
from sentences.facts import Facts, Numbers, components, share_a_factor, without_kin
from sentences.groups_and_leads import GROUPS, LEAD, SHARES, everything_cancels, hear_groups, hear_shares, hear_total
from sentences.pairs_and_heaps import PAIRS
from sentences.reasons import WALK, are_apart, walk_length
from sentences.talk import COUNT, MOVE, NUMBERS, PARTS, Forms, Talk, counted, left_over, numbers_in_words, says

_FORMS: Forms = []


class OwnTalk(Talk):
    """A reason for the verdict of a position, told to the player to move there."""

    forms: ClassVar[Forms] = _FORMS

    def take(self, move: str) -> None:
        """Make a move that the text advises, which must win."""
        assert self.position.to_move is self.listener
        assert self.wins(move)
        self.planned = self.legal(move)
        self.play(self.planned)

    def listener_is_lost(self) -> None:
        assert self.position.to_move is self.listener
        assert not self.facts.is_won(self.position)

    def nothing_is_left(self) -> None:
        self.listener_is_lost()
        assert not self.moves


def check_text(facts: Facts, position: Any, text: str) -> None:
    """Object unless the text of a proof is true."""
    OwnTalk(facts, position).hear(text)


# Factor Frenzy


@says(r"There is no (?:number left to take|number left that either of you could take|move left)\.", _FORMS)
def _nothing_left(talk: OwnTalk) -> None:
    talk.nothing_is_left()


@says(rf"Groups: (?P<groups>{GROUPS})\.", _FORMS)
def _groups(talk: OwnTalk, groups: str) -> None:
    hear_groups(talk, groups, talk.numbers)


@says(
    rf"Equal parts of what they are worth cancel in pairs, and (?P<rest>nothing|{PARTS}) is left over"
    r"(?P<ending>|: whatever you take, your opponent makes everything cancel again, and so moves last)\.",
    _FORMS,
)
def _cancelled(talk: OwnTalk, rest: str, ending: str) -> None:
    assert left_over(rest) == reduce(xor, (worth for _, worth in talk.listed), 0)
    assert (rest == "nothing") is bool(ending)
    if ending:
        talk.listener_is_lost()


@says(rf"Take (?P<move>\d+): of its group that leaves (?P<groups>nothing|{GROUPS})\.", _FORMS)
def _change(talk: OwnTalk, move: str, groups: str) -> None:
    home = next(group for group, _ in talk.listed if int(move) in group)
    talk.take(move)
    hear_groups(talk, groups, without_kin(home, int(move)))


says(r"Now everything cancels\.", _FORMS)(everything_cancels)


# Factor Duel

says(rf"(?P<shares>{SHARES})\.", _FORMS)(hear_shares)
says(rf"All together: (?P<lead>{LEAD})\.", _FORMS)(hear_total)


@says(r"(?:It is your move, so you|You are to move, and so) run out first\.", _FORMS)
def _run_out(talk: OwnTalk) -> None:
    talk.listener_is_lost()


@says(rf"Take (?P<move>\d+), and it is your opponent's move with the rest: (?P<lead>{LEAD})\.", _FORMS)
def _take_of_share(talk: OwnTalk, move: str, lead: str) -> None:
    talk.take(move)
    hear_total(talk, lead)


# Factor Challenge, and any game that is searched


@says(
    r"No number can be reached by both of you any more, so only the longest walks count: "
    rf"yours has (?P<own>{WALK}), your opponent's (?P<theirs>{WALK})(?P<less>, which is less)?\.",
    _FORMS,
)
def _walks(talk: OwnTalk, own: str, theirs: str, less: str | None) -> None:
    are_apart(talk)
    lengths = [walk_length(talk, walk, seat) for walk, seat in ((own, talk.listener), (theirs, talk.listener.other))]
    assert bool(less) is (lengths[0] > lengths[1])


@says(rf"(?:Take|Play) (?P<move>{MOVE})\.", _FORMS)
def _advice(talk: OwnTalk, move: str) -> None:
    assert talk.wins(move)
    talk.planned = talk.legal(move)


@says(rf"Play (?P<move>{MOVE}), and your opponent has no move\.", _FORMS)
def _last_move(talk: OwnTalk, move: str) -> None:
    talk.take(move)
    assert not talk.moves


@says(r"Whatever you play loses\.", _FORMS)
def _all_lose(talk: OwnTalk) -> None:
    talk.listener_is_lost()


@says(rf"For example: (?P<line>{MOVE}(?:, {MOVE})*)\.", _FORMS)
def _example(talk: OwnTalk, line: str) -> None:
    winner = talk.listener if talk.planned else talk.listener.other
    moves = line.split(", ")
    assert talk.planned in {None, talk.legal(moves[0])}
    for move in moves:
        assert talk.position.to_move is not winner or talk.wins(move)
        talk.play(talk.legal(move))


@says(
    r"(?:That nothing else helps was found by trying everything"
    r"|The proof lists an answer to everything else, \d+ in all)\.",
    _FORMS,
)
def _nothing_helps(talk: OwnTalk) -> None:
    """The verdict itself, which was checked when it was told; a table is not part of the text."""


# Factor Clash


@says(r"Take (?P<move>\d+): it shares no factor with any number that is left, so there is no reply\.", _FORMS)
def _leave_no_reply(talk: OwnTalk, move: str) -> None:
    talk.take(move)
    assert not any(share_a_factor(int(move), number) for number in talk.numbers)


@says(rf"Take (?P<move>\d+), then answer every number with its partner: (?P<pairs>{PAIRS})\.", _FORMS)
def _answer(talk: OwnTalk, move: str, pairs: str) -> None:
    talk.take(move)
    _hear_pairs(talk, pairs)


@says(rf"Whatever you take has a partner, and your opponent answers with that: (?P<pairs>{PAIRS}|None)\.", _FORMS)
def _be_answered(talk: OwnTalk, pairs: str) -> None:
    talk.listener_is_lost()
    _hear_pairs(talk, pairs)


def _hear_pairs(talk: OwnTalk, pairs: str) -> None:
    """Pairs of different numbers that are left and share a factor, with everything that may be taken next."""
    talk.pairs = [(int(a), int(b)) for a, b in re.findall(r"(\d+)-(\d+)", pairs)]
    paired = _paired(talk)
    assert all(share_a_factor(a, b) for a, b in talk.pairs)
    assert len(paired) == 2 * len(talk.pairs)
    assert set(talk.moves) <= paired <= talk.numbers


def _paired(talk: OwnTalk) -> set[int]:
    return {number for pair in talk.pairs for number in pair}


def _place_and_numbers(talk: OwnTalk, aside: Numbers = frozenset()) -> set[Numbers]:
    """The groups of what is left and of the place that is played from, which is joined to every legal move."""
    groups = components(talk.numbers - aside, share_a_factor)
    joined = {group for group in groups if group & set(talk.moves)}
    return (groups - joined) | {frozenset({0}).union(*joined)}


@says(r"Every number that can be reached from (?P<start>here|\d+), step by step, has a partner\.", _FORMS)
def _all_have_partners(talk: OwnTalk, start: str) -> None:
    assert start == ("here" if talk.planned is None else str(talk.planned))
    (reachable,) = [group - {0} for group in _place_and_numbers(talk) if 0 in group]
    assert reachable <= _paired(talk)


@says(
    r"A number without a partner can never be reached: that would make room for one more pair, "
    r"and no pairing has more\.",
    _FORMS,
)
def _no_more_pairs(talk: OwnTalk) -> None:
    """The sentences that follow prove it, and are checked."""


@says(
    rf"To see that, set (?P<aside>{NUMBERS}) aside: the rest(?P<place>, with the place that you play from,)? falls "
    r"into (?P<count>\d+) groups of odd size that share no factor, and perhaps others of even size\.",
    _FORMS,
)
def _set_aside(talk: OwnTalk, aside: str, place: str | None, count: str) -> None:
    assert bool(place) is (talk.planned is None)
    talk.aside, talk.odd_groups = numbers_in_words(aside), int(count)
    assert talk.aside <= talk.numbers
    # After a move the place that is played from is the move itself.
    assert sum(len(group) % 2 for group in _place_and_numbers(talk, talk.aside)) == talk.odd_groups


@says(
    r"Each odd group leaves one over unless its partner was set aside, so at least (?P<count>\d+) stay alone, however "
    r"you pair; here there are no more\.",
    _FORMS,
)
def _stay_alone(talk: OwnTalk, count: str) -> None:
    assert int(count) == talk.odd_groups - len(talk.aside) == len(talk.numbers) + 1 - 2 * len(talk.pairs)


# Divisor Duel


@says(rf"Divide by (?P<move>{MOVE}): that leaves the prime (?P<prime>\d+), which has no proper divisor\.", _FORMS)
def _leave_prime(talk: OwnTalk, move: str, prime: str) -> None:
    assert move.isdecimal()
    talk.take(move)
    assert talk.position.numbers == (int(prime),)
    assert is_prime(int(prime))


@says(r"(?P<prime>\d+) is prime and has no proper divisor, so you cannot move\.", _FORMS)
def _prime(talk: OwnTalk, prime: str) -> None:
    talk.nothing_is_left()
    assert talk.position.numbers == (int(prime),)


@says(
    rf"Counting prime factors, (?P<counts>\d+ can lose {COUNT}(?:, \d+ can lose {COUNT})*); "
    rf"equal parts cancel in pairs, and (?P<rest>nothing|{PARTS}) is left over"
    r"(?P<ending>|, so whoever moves next loses"
    r"|: whatever you play, your opponent makes everything cancel again, and so moves last)\.",
    _FORMS,
)
def _prime_counts(talk: OwnTalk, counts: str, rest: str, ending: str) -> None:
    if "next" in ending:
        assert talk.planned is not None
        talk.play(talk.planned)
    said = re.findall(rf"(\d+) can lose ({COUNT})", counts)
    told = sorted((int(number), counted(count)) for number, count in said)
    assert told == sorted((number, len(prime_factors(number)) - 1) for number in talk.position.numbers)
    assert left_over(rest) == reduce(xor, (count for _, count in told))
    assert (rest == "nothing") is bool(ending) is not talk.facts.is_won(talk.position)
