"""Keep away: pick a number unrelated to all your opponent's numbers, as in Snort: neighbours are of one colour."""

from typing import ClassVar

from commonfactor.rules.pool import Limited, PoolRules


class KeepAway(PoolRules):
    mechanic: ClassVar[str] = "keep-away"
    limited: ClassVar[Limited] = Limited.OPPONENT
    limits_for_good: ClassVar[bool] = True
    wants_related: ClassVar[bool] = False
    target_words: ClassVar[str] = "your opponent's "
    story: ClassVar[str] = (
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The {noun} you "
        "pick may be linked with none of the {noun}s that your opponent has picked before. A {noun} that has been "
        "picked is gone for both. Whoever cannot pick a {noun} loses, and the other wins."
    )
