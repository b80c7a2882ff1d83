"""Claims in English; another language is another package with the same functions.

``people`` names the player to move and the other one; whoever is called ``you`` is spoken to. The short form of a
claim is for a child; the full form also says how it can be seen. ``told_first`` gives the first sentence of a reason.
Only claims that were checked make sense in words.
"""

from commonfactor.solver.english.moves import verdict_sentence
from commonfactor.solver.english.sentences import READER, People, told, told_first
from commonfactor.solver.english.theories import lead

__all__ = ["READER", "People", "lead", "told", "told_first", "verdict_sentence"]
