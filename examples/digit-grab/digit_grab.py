"""Digit Grab

Two players take turns to pick a number from a shared pool, 10 to 40 unless agreed otherwise.
The digits of a number that you pick belong to you from then on: your opponent may not pick
any number with one of them. A number that has been picked is gone for both. Whoever cannot
pick a number loses, and the other wins.

Example: if you pick 25, your opponent may pick 13 or 40, but no number with a 2 or a 5.
"""

from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.relations import relation_named


class DigitGrab(KeepAway):
    """Keep away from your opponent's digits."""

    name = "digit-grab"
    short_name = "grab"
    title = "Digit Grab"
    summary = "Pick a number that has none of your opponent's digits."

    default_relation = relation_named("shares-a-digit")
    default_setup = "10-40"
    recommended_setup = "10-40,opening=even"
