"""Claims in English, and the only place where they are put into words.

Another language is another package with the same functions. A claim is told to somebody: ``people`` names the player to
move in the position in question, and the other one. Whoever is called ``you`` is spoken to. Its short form is a
sentence for a child; the full form also says how it can be seen. What a child hears first of a reason is one sentence.
Only claims that were checked make sense in words.
"""

from commonfactor.solver.english.moves import verdict_sentence
from commonfactor.solver.english.telling import READER, People, told, told_first
from commonfactor.solver.english.theories import lead

__all__ = ["READER", "People", "lead", "told", "told_first", "verdict_sentence"]
