"""Follow: pick a number related to the number just picked, as in Undirected Vertex Geography."""

from commonfactor.rules.pool import Limited, PoolRules


class Follow(PoolRules):
    mechanic = "follow"
    limited = Limited.OPPONENT
    story = (
        "Two players take turns to pick a {noun} from a shared pool. The first pick may be any {noun}. From then on, "
        "the {noun} you pick must be linked with the {noun} picked just before it, by your opponent. A {noun} that has "
        "been picked is gone for both. Whoever cannot pick a {noun} loses, and the other wins."
    )
