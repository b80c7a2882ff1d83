"""Exact integers: primes, factorisations, divisors, and sets of numbers as bits."""
