"""Walk: pick a number related to your own last number, as in Undirected Partizan Geography with two tokens."""

from commonfactor.rules.pool import Limited, PoolRules


class Walk(PoolRules):
    mechanic = "walk"
    limited = Limited.MOVER
    free_words = "your first number"
    target_words = "your last number "
    story = (
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The first pick of "
        "each player may be any {noun}. From then on, the {noun} you pick must be linked with the last {noun} that you "
        "picked yourself. A {noun} that has been picked is gone for both. Whoever cannot pick a {noun} loses, and the "
        "other wins."
    )
