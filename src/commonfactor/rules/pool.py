"""Games of picking numbers from a pool, each leaving it at most once.

All rules follow from the facts of the mechanic: whom a pick limits and for how long, whether what follows must be
related or unrelated, and whether relatives leave the pool too.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any, ClassVar, NamedTuple

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import (
    FIRST,
    SECOND,
    Because,
    Ground,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Seat,
    Seating,
)
from commonfactor.rules.numerals import number_in
from commonfactor.rules.pool_setup import (
    OPENING_CONFLICTS,
    OPENING_PERMISSIONS,
    OPENING_SENTENCES,
    Limited,
    Limits,
    Opening,
    PoolPosition,
    PoolSetup,
)
from commonfactor.rules.renaming import MOST_NUMBERS, canonical_form
from commonfactor.rules.words import MOST_LISTED, bracketed, first_few, listed, ranges, sentence

__all__ = ["Departure", "Limited", "Opening", "PoolPosition", "PoolRules", "picks"]

# A longer list than this is told in short.
_LONGEST_LIST = 200


class Departure(NamedTuple):
    """How a number left the pool: at which move, and why, in words."""

    ply: int
    move: Move
    text: str


# The constructor of a named tuple takes twice as long.
_position: Callable[[tuple[int, Limits, Seat]], PoolPosition] = partial(tuple.__new__, PoolPosition)


class PoolRules(PoolSetup):
    """A game on a pool of numbers."""

    facts: ClassVar[set[str]] = {"mechanic", "limited", "limits_for_good", "wants_related", "sweeps"}
    free_words: ClassVar[str] = "the first number"
    """The pick that is free as long as nothing limits it."""
    target_words: ClassVar[str] = ""
    """The words before a number that limits a pick."""
    story: ClassVar[str]
    """The rules in words that give no relation away: related numbers are "linked", and a number is a ``{noun}``."""

    def takeable_by(self, position: PoolPosition, seat: Seat) -> int:
        """The numbers, as a set, that a seat could pick if it were its turn, openings apart."""
        takeable = position.available
        for number in position.limits_of(seat):
            takeable &= self.followers(number)
        return takeable

    def in_sight(self, position: PoolPosition) -> int:
        """The numbers, as a set, that the next picks depend on: those left, and those they must be related to."""
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
        """The numbers left that may be picked some time after those at the start."""
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
            return OPENING_CONFLICTS[self.opening].format(number)
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
        """The condition for a number to be taken, openings apart; empty if any number may be."""
        targets = position.targets
        if not targets:
            return ""
        if not self.wants_related:
            return f"that {self.relation.negation} any of {self._whose_numbers(whose)}, {listed(targets)}"
        last = f"{whose} last number " if self.limited is Limited.MOVER else ""
        return f"that {self.relation.phrase} {last}{listed(targets)}"

    def heading(self, position: PoolPosition, whose: str = "your") -> str:
        """The words above the pool, before the numbers that limit the next pick if there are any."""
        if not self.can_move(position):
            return "No move is left"
        if not position.targets:
            return "Pick any number" if self.allowed(position) == position.available else "Pick a number"
        if not self.wants_related:
            return self._whose_numbers(whose).capitalize()
        return f"Match {whose}" if self.limited is Limited.MOVER else "Match"

    def _whose_numbers(self, whose: str) -> str:
        return f"{whose} numbers" if self.limited is Limited.MOVER else f"{whose} opponent's numbers"

    def _arithmetic(self, position: PoolPosition, number: int) -> str:
        """The arithmetic for or against a number of the pool, openings apart."""
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
        if self.restricts(position):
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
        if self.restricts(position):
            return OPENING_PERMISSIONS[self.opening].format(number)
        return self._arithmetic(position, number)

    def allowed(self, position: PoolPosition) -> int:
        """The legal moves as a set."""
        takeable, (targets, _), _ = position
        if takeable == self.pool:
            return self.first_picks
        for number in targets:
            takeable &= self.followers(number)
        return takeable

    def available_numbers(self, position: PoolPosition) -> tuple[int, ...]:
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
        """The sentence about a restricted first pick, before that pick."""
        return [OPENING_SENTENCES[self.opening]] if self.restricts(position) else []

    def restricts(self, position: PoolPosition) -> bool:
        """Whether the setup says which numbers the pick may be, which is the first of the game."""
        return self.opening is not Opening.ANY and position.available == self.pool

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
        """The rule for every pick, as a sentence."""
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
        opening = OPENING_SENTENCES[self.opening]
        told = [paragraph.replace(OPENING_SENTENCES[usual], opening) for paragraph in text]
        return told if told != text or self.opening is usual else [*text, f"There is one more rule. {opening}"]

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = [f"Numbers left: {ranges(position.available)}"]
        if self.limits_for_good or self.limited is Limited.MOVER:
            lines += [f"{seating.at(seat)}'s numbers: {listed(picks(moves, seat))}" for seat in seating.listed]
        return lines

    def prompt(self, position: PoolPosition) -> str:
        return "Your number:"

    def departures(self, moves: Sequence[Move]) -> dict[int, Departure]:
        """How and when numbers left the pool, after the moves from the start of a game."""
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
    return moves[seat - 1 :: 2]
