"""Single games in the compiled core, the fastest way through a game from Python. Actions are as in ``encoding.py``."""

import copyreg
from collections.abc import Iterable
from typing import Any, NoReturn

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import AnyRules, Move


def playout(rules: AnyRules, moves: Iterable[Move] = (), position: Any = None, *, observes: bool = False) -> Playout:
    """A game after some moves or from a position; ``copy`` makes further ones faster. Observing costs time."""
    return Encoding(rules).playout(moves, position, observes=observes)


def _refuse_pickling(_: Playout) -> NoReturn:
    raise TypeError("a playout cannot be pickled: its copy() is a game of its own, and playout(rules) makes a new one")


# The compiled class cannot define this itself. The module ``copy`` uses it too.
copyreg.pickle(Playout, _refuse_pickling)
