"""The games there are: our own, in the order in which menus list them, then those of other packages.

A package adds games by naming their classes in the entry-point group ``commonfactor.games``.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from commonfactor.rules.base import AnyRules, NotationError, Rules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.juniper_green import JuniperGreen
from commonfactor.rules.numerals import quoted
from commonfactor.rules.relations import COMMON_FACTOR, Relation

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "commonfactor.games"

OWN_GAMES: tuple[type[AnyRules], ...] = (
    FactorClash,
    DivisorDuel,
    FactorChallenge,
    FactorDuel,
    FactorFrenzy,
    JuniperGreen,
    DivisorGame,
)


# What every game says of itself; a base class has none of it.
_WORDS = ("name", "short_name", "title", "summary", "default_setup", "recommended_setup")

# Names stand in addresses and in the notation, and are typed.
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Found(NamedTuple):
    """Games of other packages, and a sentence about each that could not be loaded."""

    games: tuple[type[AnyRules], ...]
    failures: tuple[str, ...]


def all_games() -> tuple[type[AnyRules], ...]:
    return tuple(_games())


def _games() -> Iterator[type[AnyRules]]:
    yield from OWN_GAMES
    yield from games_of_others().games  # last, since most commands name a game of ours, and to look for others is slow


@lru_cache(maxsize=1)
def games_of_others() -> Found:
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow, and most commands name a game of ours

    return found_in(entry_points(group=GROUP))


def found_in(offers: "Iterable[EntryPoint]") -> Found:
    found: list[type[AnyRules]] = []
    failures = []
    for offer in sorted(offers, key=lambda offer: offer.name):
        try:
            found.append(_game_in(offer, (*OWN_GAMES, *found)))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever it is, all other games can be played
            problem = f"{type(error).__name__}: {error}".partition("\n")[0]
            failures.append(f"the game {quoted(offer.name)} ({offer.value}) cannot be loaded: {problem}")
    return Found(tuple(found), tuple(failures))


def _game_in(offer: "EntryPoint", others: Iterable[type[AnyRules]]) -> type[AnyRules]:
    game = offer.load()
    if not (isinstance(game, type) and issubclass(game, Rules)):
        raise TypeError("it is not a class of rules")
    relation = getattr(game, "default_relation", COMMON_FACTOR)
    lacking = {
        game.__name__: [*sorted(game.__abstractmethods__), *(word for word in _WORDS if not hasattr(game, word))],
        type(relation).__name__: [word for word in Relation.__annotations__ if not hasattr(relation, word)],
    }
    for whole, words in lacking.items():
        if words:
            raise TypeError(f"{whole} lacks {', '.join(words)}")
    for name in (game.name, game.short_name, relation.name):
        if not _NAME.fullmatch(name):
            raise ValueError(f"a name has small letters, digits and hyphens only, unlike {quoted(name)}")
    title, *rules = game.how_to_play()
    if sys.flags.optimize < 2 and not (sys.modules[game.__module__].__doc__ and title == game.title and any(rules)):
        raise ValueError(
            f"{game.__module__} must begin with a docstring of {quoted(game.title)}, an empty line and the rules"
        )
    taken = {name for other in others for name in (other.name, other.short_name)}
    if clash := taken & {game.name, game.short_name}:
        raise ValueError(f"there is another game named {quoted(min(clash))}")
    for setup in (game.default_setup, game.recommended_setup):
        game.from_setup(setup)
    return game


def game_named(name: str) -> type[AnyRules]:
    """The game with a long or short name; ``NotationError`` lists the names if there is none."""
    for game in _games():
        if name in (game.name, game.short_name):
            return game
    raise NotationError(
        f"there is no game {quoted(name)}; the games are {', '.join(game.name for game in all_games())}"
    )


def game_called(words: str) -> type[AnyRules]:
    """The game that a person means: a name in any case, with spaces or hyphens."""
    return game_named("-".join(words.lower().split()))
