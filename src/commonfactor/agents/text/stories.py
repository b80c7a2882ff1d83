"""The pool games in other words: what their arithmetic decides is a link between two things of the pool."""

from collections.abc import Callable
from typing import Any, NamedTuple

from commonfactor.agents.text.disguise import Names
from commonfactor.rules.base import AnyRules
from commonfactor.rules.factor_challenge import ChallengePosition, FactorChallenge
from commonfactor.rules.factor_clash import ClashPosition, FactorClash
from commonfactor.rules.factor_duel import DuelPosition, FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy, FrenzyPosition
from commonfactor.rules.shared_factors import SharedFactorRules


class Story(NamedTuple):
    """How one game is told. In the texts, ``{noun}`` is a number or a word."""

    rules: str
    link: str
    """What a link is, for a reader who sees numbers."""
    linked_with: Callable[[Any, int], int]
    """The numbers of the pool that are linked with one, as a set."""
    required: Callable[[Any, Names], str]
    """What may be picked once the game has begun."""


_SHARING = (
    "Two different numbers are linked if some whole number greater than 1 goes into both of them without remainder: "
    "12 and 15 are linked, since 3 does; 8 and 9 are not linked."
)
_CONTAINING = (
    "Two different numbers are linked if the smaller one goes into the larger one without remainder: "
    "4 and 12 are linked; 8 and 12 are not linked."
)


def _sharing(rules: SharedFactorRules[Any], number: int) -> int:
    return rules.sharing_with(number)


def _swept(rules: FactorFrenzy, number: int) -> int:
    return rules.swept_by(number) & ~(1 << number)


def _required_in_clash(position: ClashPosition, names: Names) -> str:
    return f"Pick a {names.noun} that is linked with {names.of(position.last)}."


def _required_in_challenge(position: ChallengePosition, names: Names) -> str:
    if not position.last:
        return f"Pick any {names.noun} of the pool."
    return f"Pick a {names.noun} that is linked with your last {names.noun}, {names.of(position.last)}."


def _required_in_duel(position: DuelPosition, names: Names) -> str:
    own = position.held[position.to_move - 1]
    if not own:
        return f"Pick any {names.noun} of the pool."
    return f"Pick a {names.noun} that is linked with none of your {names.noun}s, {names.set_listed(own)}."


def _required_in_frenzy(_: FrenzyPosition, names: Names) -> str:
    return f"Pick any {names.noun} of the pool. All {names.noun}s that are linked with it go with it."


STORIES: dict[type[AnyRules], Story] = {
    FactorClash: Story(
        "Two players take turns to pick a {noun} from a shared pool. The first pick may be any {noun}. From then on, "
        "the {noun} you pick must be linked with the {noun} picked just before it, by your opponent. A {noun} that has "
        "been picked is gone for both. Whoever cannot pick a {noun} loses, and the other wins.",
        _SHARING,
        _sharing,
        _required_in_clash,
    ),
    FactorChallenge: Story(
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The first pick of "
        "each player may be any {noun}. From then on, the {noun} you pick must be linked with the last {noun} that you "
        "picked yourself. A {noun} that has been picked is gone for both. Whoever cannot pick a {noun} loses, and the "
        "other wins.",
        _SHARING,
        _sharing,
        _required_in_challenge,
    ),
    FactorDuel: Story(
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The {noun} you "
        "pick may be linked with none of the {noun}s you have picked before. What your opponent holds does not matter "
        "to you, except that those {noun}s are gone. Whoever cannot pick a {noun} loses, and the other wins.",
        _SHARING,
        _sharing,
        _required_in_duel,
    ),
    FactorFrenzy: Story(
        "Two players take turns to pick a {noun} from a shared pool. Any {noun} that is left may be picked. It leaves "
        "the pool, and with it go all {noun}s that are linked with it. Whoever finds the pool empty loses, and the "
        "other wins.",
        _CONTAINING,
        _swept,
        _required_in_frenzy,
    ),
}
