"""Single games played forward by the compiled core: the fastest way through a game from Python.

Actions are those of ``encoding.py``.
"""

import copyreg
from collections.abc import Iterable
from typing import Any, NoReturn

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import AnyRules, Move


def playout(rules: AnyRules, moves: Iterable[Move] = (), position: Any = None, *, observes: bool = False) -> Playout:
    """A game after its first moves, or from a position; ``copy`` it for each further one.

    The errors of ``Encoding`` and ``Encoding.beginning``. If it is to observe, it keeps up to date what each seat
    sees, which takes time at every move.
    """
    return Encoding(rules).playout(moves, position, observes=observes)


def _refuse_pickling(_: Playout) -> NoReturn:
    raise TypeError("a playout cannot be pickled: its copy() is a game of its own, and playout(rules) makes a new one")


# The class is compiled and has no such method of its own; the module ``copy`` asks here as well.
copyreg.pickle(Playout, _refuse_pickling)
