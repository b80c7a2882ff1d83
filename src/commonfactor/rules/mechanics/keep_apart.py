"""Keep apart: pick a number unrelated to all your own numbers, as in Col: no two neighbours of one colour."""

from typing import ClassVar

from commonfactor.rules.pool import Limited, PoolRules


class KeepApart(PoolRules):
    mechanic: ClassVar[str] = "keep-apart"
    limited: ClassVar[Limited] = Limited.MOVER
    limits_for_good: ClassVar[bool] = True
    wants_related: ClassVar[bool] = False
    free_words: ClassVar[str] = "your first number"
    target_words: ClassVar[str] = "your "
    story: ClassVar[str] = (
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The {noun} you "
        "pick may be linked with none of the {noun}s you have picked before. What your opponent holds does not matter "
        "to you, except that those {noun}s are gone. Whoever cannot pick a {noun} loses, and the other wins."
    )
