"""Keep away: pick a number unrelated to all your opponent's numbers, as in Snort: neighbours are of one colour."""

from commonfactor.rules.pool import Limited, PoolRules


class KeepAway(PoolRules):
    mechanic = "keep-away"
    limited = Limited.OPPONENT
    limits_for_good = True
    wants_related = False
    target_words = "your opponent's "
    story = (
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The {noun} you "
        "pick may be linked with none of the {noun}s that your opponent has picked before. A {noun} that has been "
        "picked is gone for both. Whoever cannot pick a {noun} loses, and the other wins."
    )
