"""The sentences that tell why a move wins or loses in Factor Frenzy and Factor Duel."""

import re
from fractions import Fraction
from functools import reduce
from operator import xor

from commonfactor.solver.values import Value, total
from sentences.facts import Numbers, duel_groups, frenzy_groups, takeable, without_kin
from sentences.talk import COUNT, NUMBERS, PARTS, Talk, counted, left_over, numbers_in_words, says

FIRST = "one move for whoever comes first"
LEAD = rf"even|{FIRST}|(?:you are|your opponent is) \d+(?:/\d+)? moves? ahead(?:, and there is {FIRST})?"
SHARE = rf"\{{[^}}]+\}}: (?:{LEAD})"
LONE_SHARES = rf"{NUMBERS} alone: one move(?: each)? for whoever comes first"
SHARES = rf"(?:{SHARE})(?:; {SHARE})*(?:; {LONE_SHARES})?|{LONE_SHARES}"
GROUP = rf"\{{{NUMBERS}\}} worth {COUNT}"
LONE_GROUPS = rf"{NUMBERS} alone, worth 1(?: each)?"
GROUPS = rf"{GROUP}(?:; {GROUP})*(?:; {LONE_GROUPS})?|{LONE_GROUPS}"


# Factor Frenzy


@says(r"There is no number left to take\.")
def _nothing_left(talk: Talk) -> None:
    talk.opponent_cannot_move()


@says(rf"That leaves (?P<groups>{GROUPS})\.")
def _groups_left(talk: Talk, groups: str) -> None:
    hear_groups(talk, groups, talk.numbers)


def hear_groups(talk: Talk, groups: str, numbers: Numbers) -> None:
    """The real groups of some numbers with their real nimbers."""
    talk.listed = [
        (numbers_in_words(group), counted(worth))
        for group, worth in re.findall(rf"\{{([^}}]+)\}} worth ({COUNT})", groups)
    ]
    if lone := re.search(rf"({NUMBERS}) alone, worth 1( each)?", groups):
        alone = numbers_in_words(lone[1])
        assert (len(alone) > 1) is bool(lone[2])
        talk.listed += [(frozenset({number}), 1) for number in alone]
    assert len(talk.listed) == len(frenzy_groups(numbers))
    assert {group for group, _ in talk.listed} == frenzy_groups(numbers)
    assert all(talk.facts.nimber(group) == worth for group, worth in talk.listed)


def nim_sum(talk: Talk, numbers: Numbers) -> int:
    return reduce(xor, map(talk.facts.nimber, frenzy_groups(numbers)), 0)


@says(
    rf"Equal parts of what they are worth cancel in pairs, and (?P<rest>nothing|{PARTS}) is left over"
    r"(?P<ending>|: whatever your opponent takes, you make everything cancel again, and so move last)\."
)
def _cancelled(talk: Talk, rest: str, ending: str) -> None:
    assert left_over(rest) == reduce(xor, (worth for _, worth in talk.listed), 0)
    if ending:
        talk.opponent_is_lost()
        assert rest == "nothing"


@says(rf"Your opponent takes (?P<move>\d+): of its group that leaves (?P<groups>nothing|{GROUPS})\.")
def _opponent_changes(talk: Talk, move: str, groups: str) -> None:
    talk.opponent_wins_with(move)
    home = next(group for group, _ in talk.listed if int(move) in group)
    hear_groups(talk, groups, without_kin(home, int(move)))
    talk.play(int(move))


@says(r"Now everything cancels\.")
def everything_cancels(talk: Talk) -> None:
    assert nim_sum(talk, talk.numbers) == 0


# Factor Duel


@says(r"There is no number left that your opponent could take\.")
def _nothing_for_opponent(talk: Talk) -> None:
    talk.opponent_cannot_move()


@says(rf"That leaves (?P<shares>{SHARES})\.")
def hear_shares(talk: Talk, shares: str) -> None:
    told = [_share(talk, *share) for share in re.findall(rf"\{{([^}}]+)\}}: ({LEAD})", shares)]
    if lone := re.search(rf"({NUMBERS}) alone: one move( each)?", shares):
        alone = [frozenset({number}) for number in numbers_in_words(lone[1])]
        assert (len(alone) > 1) is bool(lone[2])
        told += alone
        both = takeable(talk.position, talk.listener) & takeable(talk.position, talk.listener.other)
        assert all(group <= both for group in alone)
    assert len(told) == len(duel_groups(talk.position))
    assert set(told) == duel_groups(talk.position)


def _share(talk: Talk, described: str, lead: str) -> Numbers:
    """A group, if what is said of it is so."""
    group = duel_group(talk, described)
    assert talk.facts.value(talk.position, talk.listener, group) == _value(lead)
    return group


def duel_group(talk: Talk, described: str) -> Numbers:
    """The numbers of a group, if they are for whom they are said to be."""
    own, theirs = takeable(talk.position, talk.listener), takeable(talk.position, talk.listener.other)
    whose = {"both": own & theirs, "you": own - theirs, "your opponent": theirs - own}
    parts = [re.fullmatch(rf"({NUMBERS}) for (both|you|your opponent)", part) for part in described.split("; ")]
    group: Numbers = frozenset()
    for part in parts:
        assert part
        assert numbers_in_words(part[1]) <= whose[part[2]]
        group |= numbers_in_words(part[1])
    return group


def _value(lead: str) -> Value:
    star = lead.endswith(FIRST)
    ahead = re.match(r"(you are|your opponent is) (\d+(?:/\d+)?) (moves?) ahead", lead)
    if not ahead:
        return Value(Fraction(0), star)
    assert (Fraction(ahead[2]) > 1) is (ahead[3] == "moves")
    return Value(Fraction(ahead[2]) * (1 if ahead[1] == "you are" else -1), star)


@says(rf"All together: (?P<lead>{LEAD})\.")
def hear_total(talk: Talk, lead: str) -> None:
    values = [talk.facts.value(talk.position, talk.listener, group) for group in duel_groups(talk.position)]
    assert total(values) == _value(lead)


@says(r"It is your opponent's move, so they run out first\.")
def _opponent_runs_out(talk: Talk) -> None:
    talk.opponent_is_lost()


@says(rf"Your opponent takes (?P<move>\d+), and it is your move with the rest: (?P<lead>{LEAD})\.")
def _opponent_takes_of_share(talk: Talk, move: str, lead: str) -> None:
    talk.opponent_wins_with(move)
    talk.play(int(move))
    hear_total(talk, lead)
