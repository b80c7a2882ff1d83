"""How claims become a text: who is spoken to, in which form, and what joins the sentences."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules
from commonfactor.rules.words import MOST_LISTED, first_few, listed, sentence
from commonfactor.solver import claims
from commonfactor.solver.proofs.checking import Claim

MOST_SHOWN = 12
"""Of a larger group only so many numbers are named where one is to take it in at a glance."""


class Person(str):
    """A player in a sentence: ``{mover:take}`` says what that player does, ``{mover:'s}`` whose something is."""

    __slots__ = ()

    def __format__(self, verb: str) -> str:
        name = str(self)
        if verb == "'s":
            return "your" if name == "you" else f"{name}'s"
        if name != "you" and verb:
            verb = {"are": "is", "have": "has"}.get(verb, f"{verb}s")
        return f"{name} {verb}".rstrip()


class People(NamedTuple):
    """The names of the player to move and the other one."""

    mover: str = "you"
    other: str = "your opponent"


READER = People()


class Scene(NamedTuple):
    """The position that a claim is about, and what the players are called there."""

    rules: Any
    position: Any
    mover: Person
    other: Person

    @property
    def verb(self) -> str:
        """The verb for making a move, such as ``take``."""
        imperative: str = self.rules.imperative
        return imperative.lower()


Forms = str | tuple[str, ...]
"""A clause; or its short and full form, and before them one that lists no numbers. No capital, no full stop."""

_FIRST, _SHORT, _FULL = 0, -2, -1

CLAUSES: dict[type[Claim], Callable[[Any, Scene], Forms]] = {}
"""For every kind of claim the function that puts one into words."""


def told(
    said: Iterable[Claim], rules: AnyRules, position: Any, people: People = READER, *, is_full: bool = True
) -> str:
    """Claims about a position as a text."""
    return _text(said, rules, position, people, _FULL if is_full else _SHORT)


def told_first(said: Iterable[Claim], rules: AnyRules, position: Any, people: People = READER) -> str:
    """The first sentence of a reason: the verdict and one cause, for a child."""
    said = list(said)
    if any(isinstance(claim, claims.Lost) for claim in said):
        said = [claim for claim in said if not isinstance(claim, claims.Refutation | claims.Resistance)]
    return _text(_begun(said), rules, position, people, _FIRST)


def _begun(said: list[Claim]) -> list[Claim]:
    """The claims up to a verdict, one cause of it, and any advice."""
    verdicts = claims.Wins | claims.Lost | claims.Refutation
    place = next((place for place, claim in enumerate(said) if isinstance(claim, verdicts)), None)
    if place is None:
        return said
    verdict, advice = said[place], [claim for claim in said[place:] if isinstance(claim, claims.Advice)]
    more = [claim for claim in said[place + 1 :] if claim not in advice]
    if isinstance(verdict, claims.Refutation) and not verdict.ends:
        more = []
    known = _known_after(verdict)
    # What holds after a winning move tells more than what held before it.
    cause = next((claim for claim in more if tuple(claim.after) == known), None)
    return [*said[: place + 1], *([cause] if cause else more[:1]), *advice]


def _text(said: Iterable[Claim], rules: AnyRules, position: Any, people: People, form: int) -> str:
    clauses: list[str] = []
    known: Sequence[object] = ()
    is_open = False
    for claim in said:
        clause = _clause(claim, rules, position, people, form)
        if claim.after and tuple(claim.after) != known:
            clause = f"after {listed(claim.after, ' and ')}, {clause}"
        begun = clause.partition(", since ")[0]
        if is_open and not isinstance(claim, claims.Advice | claims.Hardest | claims.NotFound):
            clauses[-1] += f": {clause}"
        elif isinstance(claim, claims.NothingLeft) and clauses and clauses[-1].endswith(begun):
            clauses[-1] = clauses[-1].removesuffix(begun) + clause
        else:
            clauses.append(clause)
        is_open = isinstance(claim, claims.Wins | claims.Lost)
        known = _known_after(claim)
    return " ".join(map(sentence, clauses))


def _clause(claim: Claim, rules: AnyRules, position: Any, people: People, form: int) -> str:
    for move in claim.after:
        position = rules.play(position, rules.parse_move(str(move)))
    scene = Scene(rules, position, *map(Person, people[:: -1 if len(claim.after) % 2 else 1]))
    forms = CLAUSES[type(claim)](claim, scene)
    return forms if isinstance(forms, str) else forms[form]


def _known_after(claim: Claim) -> tuple[object, ...]:
    """The moves that a reader has in mind after a claim."""
    match claim:
        case claims.Wins(move=move):
            return *claim.after, move
        case claims.Refutation(move=move, reply=reply):
            return *claim.after, move, reply
    return tuple(claim.after)


def named(moves: Sequence[object]) -> str:
    """Two moves, or a list of more."""
    return first_few(moves, MOST_LISTED) if len(moves) > 2 else listed(moves, " and ")


def glance(numbers: Sequence[object]) -> str:
    """A group, or the beginning of a large one."""
    shown = listed(numbers[:MOST_SHOWN])
    return shown if len(numbers) <= MOST_SHOWN else f"{shown} and those that belong to them"
