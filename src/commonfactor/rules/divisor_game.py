"""Divisor Game

Two players share one number N, 60 unless agreed otherwise. In your turn, choose a divisor of N
that is less than N, and subtract it: N becomes N - d. Whoever finds 1 has nothing to subtract
and loses, and the other wins.

With several numbers at once, a move subtracts from one of them, and you lose if all are 1. The
players may also agree that 1 must not be subtracted; then you lose if all are 1 or prime.

Example: 60 - 15 leaves 45; 45 - 5 leaves 40; 40 - 8 leaves 32.

What is known

The player to move wins exactly at even numbers: subtract 1, or any odd divisor, to leave an odd number,
whose divisors are all odd and lead back to an even one. Several numbers are Nim, where a number that
can be halved k times is a heap of k counters: n - d can be halved as often as d, unless d can be halved
as often as n, and then more often. If 1 must not be subtracted, odd numbers still lose, and so do
2, 8, 32 and the other odd powers of 2.
"""

from commonfactor.rules.mechanics.subtract import Subtract


class DivisorGame(Subtract):
    name = "divisor-game"
    short_name = "subtract"
    title = "Divisor Game"
    summary = "Subtract from the number one of its smaller divisors; whoever is left with 1 loses."
    accent = "#3d5a80"
    emblem = "M4 7h16M7 12h10M10 17h4"
    default_setup = "60"
    recommended_setup = "36+48+60"
    chances_per_first_move = 0.783
