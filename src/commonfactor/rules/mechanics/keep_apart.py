"""Keep apart: pick a number unrelated to all your own numbers, as in Col: no two neighbours of one colour."""

from commonfactor.rules.pool import Limited, PoolRules


class KeepApart(PoolRules):
    mechanic = "keep-apart"
    limited = Limited.MOVER
    limits_for_good = True
    wants_related = False
    free_words = "your first number"
    target_words = "your "
    story = (
        "Two players take turns to pick a {noun} from a shared pool, and each keeps what they pick. The {noun} you "
        "pick may be linked with none of the {noun}s you have picked before. What your opponent holds does not matter "
        "to you, except that those {noun}s are gone. Whoever cannot pick a {noun} loses, and the other wins."
    )
