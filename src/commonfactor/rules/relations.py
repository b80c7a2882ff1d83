"""Relations between two numbers, which decide what may be picked: symmetric, and no number is related to itself."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd, isqrt
from typing import ClassVar

from commonfactor.arithmetic.factorisation import distinct_primes, is_prime, proper_divisors
from commonfactor.arithmetic.number_sets import interval, multiples, numbers_in
from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import factorised, listed


class Relation(ABC):
    """A relation between two different numbers. Its phrase stands between them: "9 shares a factor with 6"."""

    name: ClassVar[str]
    phrase: ClassVar[str]
    """Said of a related number, before the other."""
    negation: ClassVar[str]
    """Said of an unrelated number, before the other."""
    plural_phrase: ClassVar[str]
    """Said of several numbers related to the one that follows."""
    plural_negation: ClassVar[str]
    """Said of several numbers not related to the one that follows."""
    plural: ClassVar[str]
    """Said of two related numbers."""
    unrelated: ClassVar[str]
    """Said after "groups" if no number of one is related to one of another."""
    definition: ClassVar[str]
    """When two numbers are "linked", for a reader who must not recognise the relation by its usual words."""
    least: ClassVar[int] = 1
    """The first number that a pool may have."""
    highest: ClassVar[int] = 2_000
    """The last number that a pool may have."""
    has_interchangeable_primes: ClassVar[bool] = False
    """Whether two large primes with equally many multiples in a pool can be swapped, together with their multiples."""

    @abstractmethod
    def relatives(self, number: int, low: int, high: int) -> int:
        """The numbers from ``low`` to ``high`` that are related to ``number``, as a set."""

    @abstractmethod
    def holds(self, number: int, other: int) -> bool:
        """Whether two different numbers are related."""

    @abstractmethod
    def comparison(self, number: int, other: int, whose: str = "") -> str:
        """Whether two numbers are related, with the arithmetic; ``whose`` goes before the other number."""

    def tie(self, number: int, other: int) -> str:
        """The label of a line that joins two related numbers."""
        return ""

    def shared_primes(self, number: int, other: int) -> tuple[int, ...]:
        """The primes by which two numbers are related, if primes are what relates them."""
        return ()

    def cliques(self, low: int, high: int, origin: int = 0) -> list[Sequence[int]]:
        """Groups of numbers, counted from ``origin``, all related to one another; together they have every pair."""
        return [
            (number - origin, other - origin)
            for number in range(low, high)
            for other in numbers_in(self.relatives(number, number + 1, high))
        ]

    def bonds(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Related pairs of some numbers that join what is related step by step; checkers use them, theories do not."""
        present = sum(1 << number for number in numbers)
        for number in numbers:
            for other in numbers_in(self.relatives(number, number + 1, present.bit_length()) & present):
                yield number, other

    def condition(self) -> str:
        """Said after "if" of two related numbers."""
        return f"they {self.plural}"

    def pairs(self) -> str:
        """Said after "numbers" that are related."""
        return f"that {self.plural}"

    def lonely(self) -> str:
        """Said of a number that has no relatives left."""
        return f"{self.negation} any that is left"

    def kinship(self, number: int, other: int) -> str:
        """Why a number leaves the pool together with another."""
        return f"as it {self.phrase} {other}"

    def all_relatives(self) -> str:
        """All that is related to a number that was mentioned just before."""
        return f"all numbers that {self.plural_phrase} it"


class _Shares(Relation):
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.plural, cls.unrelated = f"share a {cls.kind}", f"that share no {cls.kind}"
        cls.phrase, cls.negation = f"shares a {cls.kind} with", f"shares no {cls.kind} with"
        cls.plural_phrase, cls.plural_negation = f"{cls.plural} with", f"share no {cls.kind} with"


class CommonFactor(_Shares):
    name = "common-factor"
    kind = "factor"
    definition = (
        "Two different numbers are linked if some whole number greater than 1 goes into both of them without "
        "remainder: 12 and 15 are linked, since 3 does; 8 and 9 are not linked."
    )
    least = 2
    highest = 1_000_000
    has_interchangeable_primes = True

    def relatives(self, number: int, low: int, high: int) -> int:
        sharing = 0
        for prime in distinct_primes(number):
            sharing |= multiples(prime, low, high)
        return sharing & ~(1 << number)

    def holds(self, number: int, other: int) -> bool:
        return gcd(number, other) > 1

    def comparison(self, number: int, other: int, whose: str = "") -> str:
        shared = gcd(number, other)
        verdict = f"share the factor {shared}" if shared > 1 else "share no factor"
        return f"{factorised(number)} and {whose}{factorised(other)} {verdict}"

    def tie(self, number: int, other: int) -> str:
        return str(gcd(number, other))

    def shared_primes(self, number: int, other: int) -> tuple[int, ...]:
        return distinct_primes(gcd(number, other))

    def bonds(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        first_with: dict[int, int] = {}
        for number in numbers:
            for prime in distinct_primes(number):
                if (first := first_with.setdefault(prime, number)) != number:
                    yield first, number

    def cliques(self, low: int, high: int, origin: int = 0) -> list[Sequence[int]]:
        end = high + 1 - origin
        found = (range(-(-low // prime) * prime - origin, end, prime) for prime in primes_up_to(high))
        return [clique for clique in found if len(clique) > 1]


class Divides(Relation):
    name = "divides"
    phrase = "divides or is a multiple of"
    negation = "neither divides nor is a multiple of"
    plural_phrase = "divide or are multiples of"
    plural_negation = "neither divide nor are multiples of"
    plural = "one divides the other"
    unrelated = "between which no number divides another"
    definition = (
        "Two different numbers are linked if the smaller one goes into the larger one without remainder: "
        "4 and 12 are linked; 8 and 12 are not linked."
    )
    highest = 10_000
    has_interchangeable_primes = True

    def relatives(self, number: int, low: int, high: int) -> int:
        kin = multiples(number, low, high)
        for factor in (1, *proper_divisors(number)):
            kin |= 1 << factor
        return kin & interval(low, high) & ~(1 << number)

    def holds(self, number: int, other: int) -> bool:
        return not max(number, other) % min(number, other)

    def comparison(self, number: int, other: int, whose: str = "") -> str:
        if not other % number:
            return f"{number} divides {whose}{other}"
        return f"{number} {'is a multiple of' if not number % other else self.negation} {whose}{other}"

    def tie(self, number: int, other: int) -> str:
        return f"\N{MULTIPLICATION SIGN}{max(number, other) // min(number, other)}"

    def shared_primes(self, number: int, other: int) -> tuple[int, ...]:
        return distinct_primes(min(number, other)) if self.holds(number, other) else ()

    def cliques(self, low: int, high: int, origin: int = 0) -> list[Sequence[int]]:
        end = high + 1 - origin
        return [
            (number - origin, other)
            for number in range(low, high // 2 + 1)
            for other in range(2 * number - origin, end, number)
        ]

    def condition(self) -> str:
        return self.plural

    def pairs(self) -> str:
        return f"of which {self.plural}"

    def lonely(self) -> str:
        return "has no factor and no multiple left"

    def all_relatives(self) -> str:
        return "all its factors and multiples"

    def kinship(self, number: int, other: int) -> str:
        return f"as {'a multiple' if number > other else 'a factor'} of {other}"


class _SumIs(Relation):
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.plural = f"add up to a {cls.kind}"
        cls.unrelated = f"between which no two numbers {cls.plural}"
        cls.phrase, cls.negation = f"adds up to a {cls.kind} with", f"does not {cls.plural} with"
        cls.plural_phrase, cls.plural_negation = f"{cls.plural} with", f"do not {cls.plural} with"

    @abstractmethod
    def _is_of_kind(self, total: int) -> bool: ...

    @abstractmethod
    def _of_kind_up_to(self, highest: int) -> int:
        """All numbers of the kind up to ``highest``, as a set."""

    def tie(self, number: int, other: int) -> str:
        return str(number + other)

    def relatives(self, number: int, low: int, high: int) -> int:
        return self._of_kind_up_to(number + high) >> number & interval(low, high) & ~(1 << number)

    def holds(self, number: int, other: int) -> bool:
        return self._is_of_kind(number + other)

    def comparison(self, number: int, other: int, whose: str = "") -> str:
        total = number + other
        verdict = f"is a {self.kind}" if self._is_of_kind(total) else f"is no {self.kind}"
        return f"{number} and {whose}{other} add up to {factorised(total)}, which {verdict}"


class SumIsPrime(_SumIs):
    name = "sum-is-prime"
    kind = "prime"
    definition = (
        "Two different numbers are linked if no whole number but 1 and itself goes into their sum without remainder: "
        "4 and 7 are linked, since nothing else goes into 11; 4 and 5 are not linked, since 3 goes into 9."
    )

    def _is_of_kind(self, total: int) -> bool:
        return is_prime(total)

    def _of_kind_up_to(self, highest: int) -> int:
        return _primes(1 << highest.bit_length()) & interval(0, highest)


class SumIsSquare(_SumIs):
    name = "sum-is-square"
    kind = "square"
    definition = (
        "Two different numbers are linked if their sum is a whole number times itself: "
        "7 and 9 are linked, since 16 is 4 times 4; 7 and 8 are not linked."
    )

    def _is_of_kind(self, total: int) -> bool:
        return isqrt(total) ** 2 == total

    def _of_kind_up_to(self, highest: int) -> int:
        return sum(1 << root * root for root in range(isqrt(highest) + 1))


class SharesADigit(_Shares):
    """Some digit stands in both, written in tens."""

    name = "shares-a-digit"
    kind = "digit"
    definition = (
        "Two different numbers are linked if some digit is in both of them: "
        "12 and 25 are linked, since both have a 2; 13 and 25 are not linked."
    )

    def relatives(self, number: int, low: int, high: int) -> int:
        kin = 0
        for digit in set(str(number)):
            kin |= _with_digit(digit, 1 << high.bit_length())
        return kin & interval(low, high) & ~(1 << number)

    def cliques(self, low: int, high: int, origin: int = 0) -> list[Sequence[int]]:
        pool = interval(low, high)
        found = (numbers_in((_with_digit(digit, 1 << high.bit_length()) & pool) >> origin) for digit in "0123456789")
        return [clique for clique in found if len(clique) > 1]

    def holds(self, number: int, other: int) -> bool:
        return bool(set(str(number)) & set(str(other)))

    def tie(self, number: int, other: int) -> str:
        return listed(sorted(set(str(number)) & set(str(other))))

    def comparison(self, number: int, other: int, whose: str = "") -> str:
        shared = sorted(set(str(number)) & set(str(other)))
        digits = f"the digit {shared[0]}" if len(shared) == 1 else f"the digits {listed(shared)}"
        return f"{number} and {whose}{other} share {digits if shared else 'no digit'}"


@lru_cache(maxsize=4)
def _primes(highest: int) -> int:
    """All primes up to a number, as a set."""
    return sum(1 << prime for prime in primes_up_to(highest))


@lru_cache(maxsize=40)
def _with_digit(digit: str, highest: int) -> int:
    """All numbers up to one that are written with a digit, as a set."""
    return sum(1 << number for number in range(highest + 1) if digit in str(number))


COMMON_FACTOR, DIVIDES = CommonFactor(), Divides()

RELATIONS: dict[str, Relation] = {
    relation.name: relation for relation in (COMMON_FACTOR, DIVIDES, SumIsPrime(), SumIsSquare(), SharesADigit())
}


def relation_named(name: str, *others: Relation) -> Relation:
    """The relation of a name, that of a game itself included; ``SetupError`` lists the names if there is none."""
    known = RELATIONS | {relation.name: relation for relation in others}
    if name in known:
        return known[name]
    raise SetupError(f"there is no relation {quoted(name)}; possible are {', '.join(known)}")
