"""Juniper Green

Two players take turns to pick a number from a shared pool, 1 to 100 unless agreed otherwise.
The first number must be even. From then on, the number you pick must divide the number picked
just before it, or be a multiple of it. A number that has been picked is gone for both. Whoever
cannot pick a number loses, and the other wins.

Example: after 20 you may pick 1, 2, 4, 5, 10, 40, 60, 80 or 100.

What is known

The game was invented by Richard Porteous, a teacher at Juniper Green primary school near Edinburgh, and
made known by Ian Stewart (Scientific American, March 1997). It is Undirected Vertex Geography on the graph
that joins a number with its multiples, so a largest pairing decides it as in Factor Clash. With a free
first pick on 1 to n, a prime p above n/2 forces the answer 1, and another such prime q then wins; on 2 to n
such a prime wins at once. Hence the first number has to be even.
"""

from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.pool import Opening
from commonfactor.rules.relations import DIVIDES


class JuniperGreen(Follow):
    name = "juniper-green"
    short_name = "juniper"
    title = "Juniper Green"
    summary = "Pick a factor or a multiple of the number just picked."
    accent = "#6b4423"
    emblem = "M12 3l5 7h-3l4 6H6l4-6H7zM12 16v5"
    default_setup = "1-100"
    recommended_setup = "1-58"
    default_relation = DIVIDES
    default_opening = Opening.EVEN
    highest = 10_000
    chances_per_first_move = 0.226
