"""The words of a game in its texts: those of its own rules, or a coined title and words that do not give it away.

While numbers stay numbers, a disguise defines their arithmetic in other words. Where words stand for the numbers,
nothing can be computed from them, so the rules list it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from commonfactor.agents.text.disguise import Disguise, Names, Tokens, coined_words
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Board, InvalidMoveError, Move, SetupError
from commonfactor.rules.numbers import NumberRules, NumbersPosition
from commonfactor.rules.numerals import quoted
from commonfactor.rules.pool import Limited, Opening, PoolPosition, PoolRules
from commonfactor.rules.words import listed, sentence

# How many numbers get coined words at most, and how many links between them are listed.
MOST_NAMES = 1_000
MOST_LINKS = 20_000

_FIRST_NUMBERS = {
    Opening.EVEN: "The first number of the game must be even.",
    Opening.NO_LONE_PRIMES: "The first number of the game must be such that some whole number greater than 1 goes "
    "without remainder both into it and into another number of the pool.",
}


class Wording:
    """The words for one game with its setup: here, those of its rules."""

    _rules: Any
    move_form: str
    """The placeholder for a move in the form of an answer, such as ``N``."""
    move_meaning: str

    def __init__(self, rules: Any, names: Names) -> None:
        self._rules, self.names = rules, names
        self.title: str = rules.title
        if rules.board is Board.POOL:
            self.move_form = names.placeholder
            self.move_meaning = f"{names.placeholder} is the {names.noun} that you pick"
        elif rules.has_one_number:
            self.move_form, self.move_meaning = "D", "D is the divisor"
        else:
            self.move_form, self.move_meaning = "N/D", f"N is the number to {rules.verb} and D the divisor"

    def rules_paragraphs(self) -> list[str]:
        """The rules and the setup, for a reader who has never heard of the game."""
        rules = self._rules
        if rules.board is Board.POOL:
            setup = f"In this game the pool holds {_bounds(rules)}."
        else:
            setup = f"In this game the players start from {self.names.listed(rules.initial_position.numbers)}."
        _title, *paragraphs = rules.rules_text()
        return [*paragraphs, setup]

    def requirement(self, position: Any) -> str:
        """The task of the player to move, or why there is no move."""
        return str(self._rules.requirement(position))

    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        """A sentence that says why a move is not allowed in a position."""
        return f"{move} is not allowed here: {self._rules.objection(position, move, moves)}."

    def misreading(self, text: str, error: InvalidMoveError) -> str:
        """A sentence that says why a text is no move of this game."""
        return sentence(str(error))


class Disguised(Wording, ABC):
    """A game under a coined title, and with words for its numbers if those are hidden."""

    def __init__(self, rules: AnyRules, disguise: Disguise, seed: int) -> None:
        self._rules, self._hides_numbers = rules, disguise is Disguise.TOKENS
        numbers = self._listable_numbers() if self._hides_numbers else ()
        title, *words = coined_words(rules, seed, 1 + len(numbers))
        super().__init__(rules, Tokens(numbers, words) if self._hides_numbers else Names())
        self.title = title.capitalize()

    def _listable_numbers(self) -> Sequence[int]:
        """All numbers that a text can mention; ``SetupError`` if there are too many."""
        rules, numbers = self._rules, self._numbers()
        if len(numbers) > MOST_NAMES:
            raise SetupError(
                f"words are coined for at most {MOST_NAMES:,} numbers, and {rules.title} on {rules.setup} "
                f"has {len(numbers):,} or more"
            )
        if (links := sum(map(self._link_count, numbers))) > MOST_LINKS:
            raise SetupError(
                f"with words for numbers the rules list at most {MOST_LINKS:,} links, and {rules.title} on "
                f"{rules.setup} has {links:,}"
            )
        return numbers

    @abstractmethod
    def _numbers(self) -> Sequence[int]:
        """All numbers of the game, or, if they are too many, some range that is too long."""

    @abstractmethod
    def _link_count(self, number: int) -> int: ...

    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        return f"{self.names.of_move(move)} is not allowed here. {self.requirement(position)}"

    def misreading(self, text: str, error: InvalidMoveError) -> str:
        return f"{quoted(text)} is not a move of this game."


class DisguisedPool(Disguised):
    """A game of picking from a pool in which some numbers or words are linked."""

    _rules: PoolRules

    def rules_paragraphs(self) -> list[str]:
        rules, story = self._rules, self._rules.story.format(noun=self.names.noun)
        held = f"these words: {self.names.set_listed(rules.pool)}" if self._hides_numbers else _bounds(rules)
        openings = [f"There is one more rule. {opening}" for opening in self._openings()]
        pool = " ".join([f"In this game the pool holds {held}.", *openings])
        return [story, pool, self._links_listed()] if self._hides_numbers else [story, rules.relation.definition, pool]

    def _openings(self) -> list[str]:
        rules = self._rules
        if rules.opening is Opening.ANY:
            return []
        if self._hides_numbers:
            first_picks = self.names.set_listed(rules.allowed(rules.initial_position))
            return [f"The first word of the game must be one of these: {first_picks}."]
        return [_FIRST_NUMBERS[rules.opening]]

    def _links_listed(self) -> str:
        lines = [
            f"{self.names.of(number)}: {self.names.set_listed(self._rules.related_to(number))}"
            for number in self.names.arranged(self._numbers())
        ]
        return "\n".join(["Each word, and the words that it is linked with:", *lines])

    def requirement(self, position: PoolPosition) -> str:
        if not self._rules.can_move(position):
            return f"There is no {self.names.noun} that may be picked."
        if position.available == self._rules.pool:
            return " ".join([f"Pick a {self.names.noun} of the pool.", *self._openings()])
        return self._required(position)

    def _required(self, position: PoolPosition) -> str:
        noun, targets = self.names.noun, position.targets
        if self._rules.sweeps:
            return f"Pick any {noun} of the pool. All {noun}s that are linked with it go with it."
        if not targets:
            return f"Pick any {noun} of the pool."
        is_own = self._rules.limited is Limited.MOVER
        if not self._rules.wants_related:
            limiting = self.names.set_listed(sum(1 << number for number in targets))
            whose = "your" if is_own else "your opponent's"
            return f"Pick a {noun} that is linked with none of {whose} {noun}s, {limiting}."
        last = f"your last {noun}, " if is_own else ""
        return f"Pick a {noun} that is linked with {last}{self.names.of(targets[0])}."

    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        if isinstance(move, int) and not position.available >> move & 1:
            return f"{self.names.of(move)} is no longer in the pool."
        return super().objection(position, move, moves)

    def _numbers(self) -> Sequence[int]:
        count = self._rules.longest_game
        return numbers_in(self._rules.pool) if count <= MOST_NAMES else range(count)

    def _link_count(self, number: int) -> int:
        return self._rules.related_to(number).bit_count()


class DisguisedNumbers(Disguised):
    """A game of changing numbers; where words stand for them, steps lead from word to word."""

    _rules: NumberRules

    def __init__(self, rules: NumberRules, disguise: Disguise, seed: int) -> None:
        super().__init__(rules, disguise, seed)
        if self._hides_numbers:
            self.move_form, self.move_meaning = "STEP", "STEP is the step that you take"
        else:
            self.move_form, self.move_meaning = "D", "D is the whole number that you choose"
        if not rules.has_one_number:
            number = self.names.placeholder
            self.move_form = f"{number}/{self.move_form}"
            self.move_meaning = f"{number} is the {self.names.noun} that changes and {self.move_meaning}"

    def rules_paragraphs(self) -> list[str]:
        start = self.names.listed(self.names.arranged(self._rules.numbers))
        setup = f"In this game the players start from {start}."
        if self._hides_numbers:
            return [self._story_of_steps(), setup, self._steps_listed()]
        return [self._story_of_numbers(), setup]

    def _story_of_numbers(self) -> str:
        rules = self._rules
        if rules.has_one_number:
            return (
                f"Two players share one number. In your turn, choose {self._choice('the shared number')}. "
                f"{rules.result_words} is the new shared number. Whoever finds no whole number to choose loses, and "
                "the other wins."
            )
        return (
            f"Two players share several numbers. In your turn, take one of them, and choose {self._choice('it')}. "
            f"{rules.result_words} takes its place among the shared numbers, and the others stay. Whoever finds no "
            "whole number to choose for any of them loses, and the other wins."
        )

    def _choice(self, number: str) -> str:
        bound = "greater than 1 and less" if self._rules.least_divisor > 1 else "less"
        return f"a whole number {bound} than {number} that goes into it without remainder"

    def _story_of_steps(self) -> str:
        if self._rules.has_one_number:
            return (
                "Two players share one word. In your turn, take one of the steps that are listed for it. The word that "
                "the step leads to is the new shared word. Whoever finds a word without steps loses, and the other "
                "wins."
            )
        return (
            "Two players share several words, and a word may be there more than once. In your turn, choose one of them "
            "and take one of the steps that are listed for it. The word that the step leads to takes its place among "
            "the shared words, and the others stay. Whoever finds only words without steps loses, and the other wins."
        )

    def _steps_listed(self) -> str:
        lines = [f"{self.names.of(number)}: {self._steps(number)}" for number in self.names.arranged(self._numbers())]
        return "\n".join(["Each word, and its steps with the words that they lead to:", *lines])

    def _steps(self, number: int) -> str:
        rules, name = self._rules, self.names.of
        steps = self.names.arranged(rules.divisors(number))
        return ", ".join(f"{name(step)} to {name(rules.changed(number, step))}" for step in steps) or "none"

    def requirement(self, position: NumbersPosition) -> str:
        if not self._rules.can_move(position):
            return "There is no step to take." if self._hides_numbers else "There is no whole number to choose."
        name = self.names.of(position.numbers[0])
        if self._hides_numbers:
            return f"Take a step from {name}." if self._rules.has_one_number else "Take a step from one of the words."
        which = name if self._rules.has_one_number else "one of the shared numbers"
        return f"Choose {self._choice(which)}."

    def _numbers(self) -> Sequence[int]:
        fewest = max(map(self._rules.divisor_count, self._rules.numbers)) + 1
        if fewest > MOST_NAMES:
            return range(fewest)
        values = self._rules.values(MOST_LINKS)
        return range(MOST_LINKS) if values is None else [value for value in values if value >= self._rules.least_left]

    def _link_count(self, number: int) -> int:
        return self._rules.divisor_count(number)


def disguised(rules: AnyRules, disguise: Disguise, seed: int) -> Disguised:
    """Words that do not give a game away; ``SetupError`` if there are too many numbers to list."""
    kind: type[Disguised] = DisguisedPool if rules.board is Board.POOL else DisguisedNumbers
    return kind(rules, disguise, seed)


def _bounds(rules: PoolRules) -> str:
    missing = f", without {listed(rules.without)}" if rules.without else ""
    return f"the numbers from {rules.low} to {rules.high}, both included{missing}"
