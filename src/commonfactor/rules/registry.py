"""The games there are, in the order in which menus list them."""

from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.numerals import quoted

GAMES: tuple[type[AnyRules], ...] = (FactorClash, DivisorDuel, FactorChallenge, FactorDuel, FactorFrenzy)


def game_named(name: str) -> type[AnyRules]:
    """The game with a long or short name; ``NotationError`` lists the names if there is none."""
    for game in GAMES:
        if name in (game.name, game.short_name):
            return game
    raise NotationError(f"there is no game {quoted(name)}; the games are {', '.join(game.name for game in GAMES)}")


def game_called(words: str) -> type[AnyRules]:
    """The game that a person means: a name in any case, with spaces or hyphens."""
    return game_named("-".join(words.lower().split()))
