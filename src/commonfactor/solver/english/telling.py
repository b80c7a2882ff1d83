"""How claims become a text: who is spoken to, in which form, and what joins the sentences."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from commonfactor.rules.base import AnyRules
from commonfactor.rules.words import MOST_LISTED, first_few, listed, sentence
from commonfactor.solver import claims
from commonfactor.solver.proofs.base import Claim

MOST_SHOWN = 12
"""Of a larger group only so many numbers are named where one is to take it in at a glance."""

_OF_OTHERS = {"are": "is", "have": "has"}


class People(NamedTuple):
    """What the player to move is called, and the other one."""

    mover: str = "you"
    other: str = "your opponent"


READER = People()


class Scene(NamedTuple):
    """The position that a claim is about, and what the players are called there."""

    rules: Any
    position: Any
    mover: str
    other: str


Forms = str | tuple[str, str]
"""A clause, or two: the short one and the full one. Neither begins with a capital nor ends with a full stop."""

ClaimT = TypeVar("ClaimT", bound=Claim)
_MAKERS: dict[type[Claim], Callable[[Any, Scene], Forms]] = {}


def told(
    said: Iterable[Claim], rules: AnyRules, position: Any, people: People = READER, *, is_full: bool = True
) -> str:
    """Claims about a position as a text."""
    clauses: list[str] = []
    known: Sequence[object] = ()
    opened = False
    for claim in said:
        clause = _clause(claim, rules, position, people, is_full=is_full)
        if claim.after and tuple(claim.after) != known:
            clause = f"after {listed(claim.after, ' and ')}, {clause}"
        begun = clause.partition(", since ")[0]
        if opened and not isinstance(claim, claims.Advice | claims.Hardest | claims.NotFound):
            clauses[-1] += f": {clause}"
        elif isinstance(claim, claims.NothingLeft) and clauses and clauses[-1].endswith(begun):
            clauses[-1] = clauses[-1].removesuffix(begun) + clause
        else:
            clauses.append(clause)
        opened = isinstance(claim, claims.Wins | claims.Lost)
        known = _known_after(claim)
    return " ".join(map(sentence, clauses))


def _clause(claim: Claim, rules: AnyRules, position: Any, people: People, *, is_full: bool) -> str:
    for move in claim.after:
        position = rules.play(position, rules.parse_move(str(move)))
    mover, other = people if len(claim.after) % 2 == 0 else people[::-1]
    made = _MAKERS[type(claim)](claim, Scene(rules, position, mover, other))
    return made if isinstance(made, str) else made[is_full]


def _known_after(claim: Claim) -> tuple[object, ...]:
    """The moves that a reader has in mind after a claim."""
    match claim:
        case claims.Wins(move=move) | claims.Kept(move=move):
            return *claim.after, move
        case claims.Refutation(move=move, reply=reply):
            return *claim.after, move, reply
    return tuple(claim.after)


def says(kind: type[ClaimT]) -> Callable[[Callable[[ClaimT, Scene], Forms]], Callable[[ClaimT, Scene], Forms]]:
    """Register what puts a kind of claim into words."""

    def register(make: Callable[[ClaimT, Scene], Forms]) -> Callable[[ClaimT, Scene], Forms]:
        _MAKERS[kind] = make
        return make

    return register


def does(who: str, verb: str) -> str:
    """What somebody does; ``you`` do it, and all others does it."""
    return f"{who} {verb if who == 'you' else _OF_OTHERS.get(verb, f'{verb}s')}"


def whose(who: str) -> str:
    """What goes before something that somebody has."""
    return "your" if who == "you" else f"{who}'s"


def takes(scene: Scene, who: str) -> str:
    """What somebody does who makes the move that follows."""
    return does(who, scene.rules.imperative.lower())


def many(number: int, noun: str) -> str:
    """So many of something."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def named(moves: Sequence[object]) -> str:
    """Two moves, or a list of more."""
    return first_few(moves, MOST_LISTED) if len(moves) > 2 else listed(moves, " and ")


def glance(numbers: Sequence[object]) -> str:
    """A group, or the beginning of a large one."""
    if len(numbers) <= MOST_SHOWN:
        return listed(numbers)
    return f"{listed(numbers[:MOST_SHOWN])} and those that belong to them"
