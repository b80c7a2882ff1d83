"""Games of picking numbers from a pool, each leaving it at most once.

A mechanic says by a few facts what a relation between numbers demands: whom a pick limits and for how long,
whether what follows must be related or unrelated, and whether relatives leave the pool too. All else follows.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache, partial, reduce
from operator import or_
from typing import Any, ClassVar, NamedTuple, Self

from commonfactor.arithmetic.number_sets import connected, interval, multiples, numbers_in, sharing_a_factor
from commonfactor.rules.base import (
    FIRST,
    SECOND,
    Because,
    Board,
    Ground,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Rules,
    Seat,
    Seating,
    SetupError,
)
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.rules.options import options_in
from commonfactor.rules.relations import COMMON_FACTOR, RELATIONS, Relation, relation_named
from commonfactor.rules.renaming import MOST_NUMBERS, canonical_form
from commonfactor.rules.words import MOST_LISTED, bracketed, first_few, listed, ranges, sentence

# The cache of move lists holds about this many numbers, and that of relatives this many bits, whatever the pool.
_CACHED_NUMBERS = 1 << 20
_CACHED_BITS = 1 << 27


class Opening(StrEnum):
    """Which numbers the first pick of the game may be."""

    ANY = "any"
    EVEN = "even"
    NO_LONE_PRIMES = "no-lone-primes"


_OPENING_SENTENCES = {
    Opening.ANY: "The first pick may be any number.",
    Opening.EVEN: "The first number must be even.",
    Opening.NO_LONE_PRIMES: "The first number must share a factor with another number.",
}
_OPENING_PERMISSIONS = {
    Opening.EVEN: "{} is even, as the first number must be",
    Opening.NO_LONE_PRIMES: "{} shares a factor with another number, as the first number must",
}
_OPENING_CONFLICTS = {
    Opening.EVEN: "{} is odd, and the first number must be even",
    Opening.NO_LONE_PRIMES: "{} shares no factor with any other number, and the first number must",
}

# A longer list than this is told in short.
_LONGEST_LIST = 200

# A game with fewer numbers is over too soon to be worth comparing.
_SMALLEST_POOL = 8


class Departure(NamedTuple):
    """How a number left the pool: at which move, and why, in words."""

    ply: int
    move: Move
    text: str


Limits = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers, ascending, that limit the next pick of the player to move, and those that limit the other's."""


class PoolPosition(NamedTuple):
    """The numbers still in the pool, as a set, the numbers that limit what may be picked, and the seat to move."""

    available: int
    limits: Limits
    to_move: Seat

    @property
    def targets(self) -> tuple[int, ...]:
        """The numbers that limit the next pick."""
        return self.limits[0]

    def limits_of(self, seat: Seat) -> tuple[int, ...]:
        """The numbers that limit the next pick of a seat."""
        return self.limits[seat != self.to_move]


# The constructor of a named tuple takes twice as long.
_position: Callable[[tuple[int, Limits, Seat]], PoolPosition] = partial(tuple.__new__, PoolPosition)


class Limited(StrEnum):
    """Who is limited by a pick."""

    NOBODY = "nobody"
    MOVER = "mover"
    OPPONENT = "opponent"


# What limits whom after a pick: from the limits before, with the player to move first, to those with the other first.
_LIMITS_AFTER: dict[tuple[Limited, bool], Callable[[Limits, int], Limits]] = {
    (Limited.NOBODY, False): lambda _limits, _number: ((), ()),
    (Limited.NOBODY, True): lambda _limits, _number: ((), ()),
    (Limited.OPPONENT, False): lambda _limits, number: ((number,), ()),
    (Limited.MOVER, False): lambda limits, number: (limits[1], (number,)),
    (Limited.OPPONENT, True): lambda limits, number: (tuple(sorted((*limits[1], number))), limits[0]),
    (Limited.MOVER, True): lambda limits, number: (limits[1], tuple(sorted((*limits[0], number)))),
}


class PoolRules(Rules[PoolPosition]):
    """A game on a pool of numbers."""

    facts: ClassVar[set[str]] = {"mechanic", "limited", "limits_for_good", "wants_related", "sweeps"}
    limited: ClassVar[Limited]
    """Whom a pick limits."""
    limits_for_good: ClassVar[bool] = False
    """Whether a pick limits all later picks, or only the next one."""
    wants_related: ClassVar[bool] = True
    """Whether a pick must be related to the numbers that limit it, or to none of them."""
    sweeps: ClassVar[bool] = False
    """Whether all relatives of a number leave the pool with it."""
    free_words: ClassVar[str] = "the first number"
    """What is free as long as nothing limits a pick."""
    target_words: ClassVar[str] = ""
    """What a number that limits a pick is to the player, before the number."""
    story: ClassVar[str]
    """The rules in words that give no relation away: related numbers are "linked", and a number is a ``{noun}``."""

    board: ClassVar[Board] = Board.POOL
    imperative: ClassVar[str] = "Take"
    default_relation: ClassVar[Relation] = COMMON_FACTOR
    default_opening: ClassVar[Opening] = Opening.ANY
    highest: ClassVar[int] = 2000
    setup_question: ClassVar[str] = "Which numbers, from-to?"

    related_to: Callable[[int], int]
    """All numbers of the pool that are related to a number, as a set."""
    followers: Callable[[int], int]
    """All numbers of the pool that whoever is limited by a number may pick, as a set."""
    swept_by: Callable[[int], int]
    """All numbers that leave the pool with a number, itself included, as a set."""

    def __init__(
        self,
        low: int | None = None,
        high: int | None = None,
        opening: str | None = None,
        relation: str | None = None,
        without: Iterable[int] = (),
    ) -> None:
        """Set up the pool ``low`` to ``high`` without some numbers; ``SetupError`` if the game cannot be played so."""
        if low is None or high is None:
            usual = self.default_bounds()
            low, high = usual[0] if low is None else low, usual[1] if high is None else high
        self.low, self.high = low, high
        self.relation = self.default_relation if relation is None else relation_named(relation, self.default_relation)
        self._check_bounds()
        self.opening = self.default_opening if opening is None else _opening_named(opening)
        self.without = tuple(sorted(set(without)))
        self.pool = self._computed_pool()
        self._openings = Opening if opening is None else (self.opening,)
        self.setup, self.largest = self.setup_to(self.high), self.high
        self._numbers_in = lru_cache(_CACHED_NUMBERS // self.high)(numbers_in)
        cached = lru_cache(_CACHED_BITS // self.high)
        self.related_to = cached(lambda number: self.relation.relatives(number, self.low, self.high) & self.pool)
        # A cache takes longer to make than most rules take to set up, so there is one only where it saves more.
        self.swept_by = lambda number: 1 << number
        if self.sweeps:
            self.swept_by = cached(lambda number: 1 << number | self.related_to(number))
        self.followers = self.related_to
        if self.limited is Limited.NOBODY:
            self.followers = lambda _number: self.pool
        elif not self.wants_related:
            self.followers = cached(lambda number: self.pool & ~self.related_to(number))
        self._limits_after = _LIMITS_AFTER[self.limited, self.limits_for_good]
        self._first_picks = self._computed_first_picks()
        self.initial_position = PoolPosition(self.pool, ((), ()), FIRST)

    def _check_bounds(self) -> None:
        low, high, least = self.low, self.high, self.relation.least
        highest = min(self.highest, self.relation.highest)
        if low < least:
            raise SetupError(f"a pool starts at {least} or above, not at {low}")
        if high > highest:
            raise SetupError(f"{self.title} is played with numbers up to {highest}, not {high}")
        if low > high:
            raise SetupError(f"the pool {low}-{high} is empty: its first number is larger than its last")

    def _computed_pool(self) -> int:
        pool = interval(self.low, self.high)
        for number in self.without:
            if not self.low <= number <= self.high:
                raise SetupError(f"{number} cannot be left out, since it is not in {self.low}-{self.high}")
            pool &= ~(1 << number)
        if not pool:
            raise SetupError(f"nothing of {self.low}-{self.high} is left in the pool")
        return pool

    def setup_to(self, last: int, opening: Opening | None = None) -> str:
        parts, without = [f"{self.low}-{last}"], [str(number) for number in self.without if number <= last]
        if (opening or self.opening) is not self.default_opening:
            parts.append(f"opening={opening or self.opening}")
        if self.relation is not self.default_relation:
            parts.append(f"relation={self.relation.name}")
        if without:
            parts.append(f"without={'+'.join(without)}")
        return ",".join(parts)

    @classmethod
    def options(cls) -> dict[str, tuple[str, ...]]:
        return {
            "opening": tuple(sorted(Opening, key=cls.default_opening.__ne__)),
            "relation": tuple(dict.fromkeys((cls.default_relation.name, *RELATIONS))),
            "without": (),
        }

    def candidate_setups(self, highest: int) -> list[str]:
        """The pools from the first number to n, with every opening unless the setup names one."""
        lasts = range(self.low + _SMALLEST_POOL - 2, highest + 1)
        setups = [self.setup_to(last, opening) for last in lasts for opening in self._openings]
        return list(filter(self.has_setup, setups))

    @property
    def longest_game(self) -> int:
        return self.pool.bit_count()

    def possible_moves(self, most: int) -> tuple[int, ...] | None:
        return None if self.pool.bit_count() > most else numbers_in(self.pool)

    def _computed_first_picks(self) -> int:
        first_picks = self.pool
        if self.opening is Opening.EVEN:
            first_picks &= multiples(2, self.low, self.high)
        elif self.opening is Opening.NO_LONE_PRIMES:
            first_picks &= sharing_a_factor(self.low, self.high, self.without)
        if not first_picks:
            raise SetupError(
                f"no number of the pool {self.low}-{self.high} may be picked first with opening={self.opening}"
            )
        return first_picks

    @classmethod
    def default_bounds(cls) -> tuple[int, int]:
        """The first and the last number of the usual pool."""
        low, _, high = cls.default_setup.partition(",")[0].partition("-")
        return int(low), int(high)

    @classmethod
    def from_setup(cls, setup: str) -> Self:
        pool, *options = setup.split(",")
        bounds = pool.split("-")
        if len(bounds) != 2:
            raise SetupError(f"a pool is written LO-HI, such as {cls.default_setup}, not {quoted(pool)}")
        try:
            low, high = map(number_in, bounds)
        except ValueError as error:
            raise SetupError(f"in the pool {quoted(pool)}: {error}") from None
        chosen = options_in(options, cls.options()) if options else {}
        try:
            without = [number_in(number) for number in chosen.pop("without", "").split("+") if number]
        except ValueError as error:
            raise SetupError(f"numbers are left out as in without=7+11: {error}") from None
        return cls(low, high, **chosen, without=without)

    def takeable_by(self, position: PoolPosition, seat: Seat) -> int:
        """The numbers, as a set, that a seat could pick if it were its turn, openings apart."""
        takeable = position.available
        for number in position.limits_of(seat):
            takeable &= self.followers(number)
        return takeable

    def in_sight(self, position: PoolPosition) -> int:
        """The numbers, as a set, that the next picks depend on: what is left, and what they must be related to."""
        if not self.wants_related:
            return position.available
        return position.available | sum(1 << number for numbers in position.limits for number in numbers)

    def parse_move(self, text: str) -> int:
        try:
            return self._number_of_pool(number_in(text))
        except ValueError as error:
            raise InvalidMoveError(str(error)) from None

    def legal_moves(self, position: PoolPosition) -> tuple[int, ...]:
        return self._numbers_in(self.allowed(position))

    def can_move(self, position: PoolPosition) -> bool:
        return self.allowed(position) != 0

    def mobility(self, position: PoolPosition) -> int:
        return self.allowed(position).bit_count()

    def play(self, position: PoolPosition, move: Move) -> PoolPosition:
        # The bounds come before the shift, which would make an integer of ``move`` bits.
        if not (isinstance(move, int) and self.low <= move <= self.high and self.allowed(position) >> move & 1):
            raise IllegalMoveError(self.objection(position, move))
        available, limits, mover = position
        left = available & ~self.swept_by(move) if self.sweeps else available ^ 1 << move
        return _position((left, self._limits_after(limits, move), SECOND if mover is FIRST else FIRST))

    def essence(self, position: PoolPosition) -> tuple[int, ...]:
        now = self.allowed(position)
        if self.limited is Limited.NOBODY:
            return now, position.available
        others = self.takeable_by(position, position.to_move.other)
        if now.bit_count() == 1:  # after the only move there is, nobody else can take that number
            others &= ~now
        if self.limits_for_good:
            # But for the first pick of all, what may be taken now is all that the player may ever take.
            return now, self.takeable_by(position, position.to_move), others
        if self.limited is Limited.OPPONENT:
            return now, self._within_reach(now, position.available)
        return now, others, self._within_reach(now | others, position.available) if others else 0

    def form(self, position: PoolPosition) -> tuple[Any, ...]:
        sets = self.essence(position)
        numbers = numbers_in(reduce(or_, sets))
        if len(numbers) > MOST_NUMBERS:
            return self.relation.name, *sets
        return canonical_form({one: tuple(found >> one & 1 for found in sets) for one in numbers}, self.related_to)

    def _within_reach(self, start: int, available: int) -> int:
        """What of the numbers that are left can be picked some time after some at the start."""
        return start | connected(start, available, self.related_to) if self.wants_related else available

    def removals(self, position: PoolPosition, move: Move) -> tuple[int, ...]:
        number = self._number_of_pool(move)
        return self._numbers_in(position.available & self.swept_by(number)) if self.sweeps else (number,)

    def objection(self, position: PoolPosition, move: Move, moves: Sequence[Move] = ()) -> str | None:
        number = self._number_of_pool(move)
        if self.allowed(position) >> number & 1:
            return None
        if not position.available >> number & 1:
            departure = self.departures(moves).get(number)
            return departure.text if departure else f"{number} is gone"
        if position.available == self.pool:
            return _OPENING_CONFLICTS[self.opening].format(number)
        return self._arithmetic(position, number)

    def requirement(self, position: PoolPosition, whose: str = "your") -> str:
        kind, targets = self._required(position, whose), listed(position.targets)
        if not self.can_move(position):
            if position.available and not self.wants_related:
                return f"Every number left {self.relation.phrase} one of {self._whose_numbers(whose)}, {targets}."
            return f"No number {kind} is left." if kind and self.wants_related else "No number is left."
        sentences = [f"Pick {f'a number {kind}' if kind else 'any number'}."]
        if opening := self.opening_lines(position):
            sentences = ["Pick a number.", *opening]
        if self.sweeps:
            sentences.append(sentence(f"{self.relation.all_relatives()} go with it"))
        return " ".join(sentences)

    def _required(self, position: PoolPosition, whose: str) -> str:
        """What a number must be like to be taken, openings apart; empty if any number may be.

        Of numbers that the player to move has picked before, ``whose`` says whose they are.
        """
        targets = position.targets
        if not targets:
            return ""
        if not self.wants_related:
            return f"that {self.relation.negation} any of {self._whose_numbers(whose)}, {listed(targets)}"
        last = f"{whose} last number " if self.limited is Limited.MOVER else ""
        return f"that {self.relation.phrase} {last}{listed(targets)}"

    def heading(self, position: PoolPosition, whose: str = "your") -> str:
        """What to write above the pool, before the numbers that limit the next pick, or where there are none."""
        if not self.can_move(position):
            return "No move is left"
        if not position.targets:
            return "Pick any number" if self.allowed(position) == position.available else "Pick a number"
        if not self.wants_related:
            return self._whose_numbers(whose).capitalize()
        return f"Match {whose}" if self.limited is Limited.MOVER else "Match"

    def _whose_numbers(self, whose: str) -> str:
        """The numbers that limit a pick."""
        return f"{whose} numbers" if self.limited is Limited.MOVER else f"{whose} opponent's numbers"

    def _arithmetic(self, position: PoolPosition, number: int) -> str:
        """What decides for or against a number of the pool, openings apart."""
        targets = position.targets
        if self.sweeps:
            return f"{number} takes {listed(self.removals(position, number))} away"
        if not targets:
            return f"{self.free_words} is free"
        relative = self._relative(position, number)
        if self.wants_related or relative:
            return self.relation.comparison(number, relative or targets[0], self.target_words)
        return f"{number} {self.relation.negation} any of {self._whose_numbers('your')} {bracketed(targets)}"

    def _relative(self, position: PoolPosition, number: int) -> int | None:
        """The first of the numbers that limit the next pick which is related to a number."""
        return next((target for target in position.targets if self.related_to(target) >> number & 1), None)

    def ground(self, position: PoolPosition, move: Move) -> Ground:
        number = self._number_of_pool(move)
        allows = bool(self.allowed(position) >> number & 1)
        if not position.available >> number & 1:
            return Ground(allows, Because.GONE)
        if position.available == self.pool and self.opening is not Opening.ANY:
            return Ground(allows, Because.OPENING)
        relative, is_free = self._relative(position, number), self.sweeps or not position.targets
        if allows is not (is_free or self.wants_related is (relative is not None)):
            return Ground(allows, Because.OTHER)
        if is_free:
            return Ground(allows, Because.FREE)
        if relative is None:
            return Ground(allows, Because.UNRELATED, position.targets)
        return Ground(allows, Because.RELATED, (relative,))

    def permission(self, position: PoolPosition, move: Move) -> str:
        number = self._number_of_pool(move)
        if position.available == self.pool and self.opening is not Opening.ANY:
            return _OPENING_PERMISSIONS[self.opening].format(number)
        return self._arithmetic(position, number)

    def allowed(self, position: PoolPosition) -> int:
        """The legal moves as a set."""
        takeable, (targets, _), _ = position
        if takeable == self.pool:
            return self._first_picks
        for number in targets:
            takeable &= self.followers(number)
        return takeable

    def available_numbers(self, position: PoolPosition) -> tuple[int, ...]:
        """The numbers still in the pool, ascending."""
        return self._numbers_in(position.available)

    def pool_words(self, position: PoolPosition, separator: str = ", ") -> str:
        """The pool in a row, or as ranges if that would be too long to read."""
        if position.available.bit_count() > _LONGEST_LIST:
            return ranges(position.available)
        return listed(self.available_numbers(position), separator)

    def choice_words(self, position: PoolPosition, separator: str = ", ") -> str:
        """The legal moves in a row, or the first of them if that would be too long to read."""
        moves = self.legal_moves(position)
        return first_few(moves, len(moves) if len(moves) <= _LONGEST_LIST else MOST_LISTED, separator)

    def opening_lines(self, position: PoolPosition) -> list[str]:
        """What a setup with a restricted first pick says before that pick."""
        if position.available != self.pool or self.opening is Opening.ANY:
            return []
        return [_OPENING_SENTENCES[self.opening]]

    def _number_of_pool(self, move: Move) -> int:
        if not isinstance(move, int):
            raise InvalidMoveError(f"a move of {self.title} is a single number, not {move}")
        if not self.low <= move <= self.high:
            raise InvalidMoveError(f"{move} is not among {self.low} to {self.high}")
        if move in self.without:
            raise InvalidMoveError(f"{move} was left out")
        return move

    def deed(self, position: PoolPosition, move: Move) -> str:
        others = [number for number in self.removals(position, move) if number != move]
        return f"took {move}{f', and {listed(others)} went with it' if others else ''}"

    def demand(self) -> str:
        """What every pick must be like, or what it does."""
        relation = self.relation
        if self.sweeps:
            return f"Pick a number; {relation.all_relatives()} go with it."
        if self.wants_related:
            last = "your own last number" if self.limited is Limited.MOVER else "the number just picked"
            return f"Pick a number that {relation.phrase} {last}."
        return f"Pick a number that {relation.negation} any of {self._whose_numbers('your')}."

    def variation_lines(self) -> list[str]:
        return [] if self.relation is self.default_relation else [self.demand()]

    def rules_text(self) -> list[str]:
        text, usual = self.how_to_play(), self.default_opening
        if self.relation is not self.default_relation:
            text = [self.title, *self.variation_lines(), self.story.format(noun="number"), self.relation.definition]
            usual = Opening.ANY
        opening = _OPENING_SENTENCES[self.opening]
        told = [paragraph.replace(_OPENING_SENTENCES[usual], opening) for paragraph in text]
        return told if told != text or self.opening is usual else [*text, f"There is one more rule. {opening}"]

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = [f"Numbers left: {ranges(position.available)}"]
        if self.limits_for_good or self.limited is Limited.MOVER:
            lines += [f"{seating.at(seat)}'s numbers: {listed(picks(moves, seat))}" for seat in seating.listed]
        return lines

    def prompt(self, position: PoolPosition) -> str:
        return "Your number:"

    def departures(self, moves: Sequence[Move]) -> dict[int, Departure]:
        """How and when every number left the pool that did, after the moves from the start of a game."""
        departures = {}
        position = self.initial_position
        for ply, move in enumerate(moves, start=1):
            picked = self._number_of_pool(move)
            for number in self.removals(position, move):
                why = f"removed at move {ply}, {self.relation.kinship(number, picked)}"
                how = f"already taken at move {ply}" if number == picked else why
                departures[number] = Departure(ply, move, f"{number} was {how}")
            position = self.play(position, move)
        return departures


def picks(moves: Sequence[Move], seat: Seat) -> Sequence[Move]:
    """The numbers that a seat has picked, in the order of picking."""
    return moves[seat - 1 :: 2]


def _opening_named(name: str) -> Opening:
    try:
        return Opening(name)
    except ValueError:
        raise SetupError(f"there is no opening {quoted(name)}; possible are {', '.join(Opening)}") from None
