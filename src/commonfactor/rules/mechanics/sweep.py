"""Sweep: pick any number; all its relatives leave the pool with it, as in Node Kayles."""

from commonfactor.rules.pool import Limited, PoolRules


class Sweep(PoolRules):
    mechanic = "sweep"
    limited = Limited.NOBODY
    wants_related = False
    sweeps = True
    story = (
        "Two players take turns to pick a {noun} from a shared pool. Any {noun} that is left may be picked. It leaves "
        "the pool, and with it go all {noun}s that are linked with it. Whoever finds the pool empty loses, and the "
        "other wins."
    )
