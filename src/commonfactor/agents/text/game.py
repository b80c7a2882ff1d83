"""One game as text: its rules, a position, and the request for a move."""

from collections.abc import Sequence
from functools import cached_property
from itertools import cycle
from operator import index
from typing import Any

from commonfactor.agents.text.answers import Reason, Refusal, move_text
from commonfactor.agents.text.disguise import Disguise, Names
from commonfactor.agents.text.wording import Wording, disguised
from commonfactor.rules.base import AnyRules, Board, InvalidMoveError, Move, Seat
from commonfactor.rules.pool import Limited, PoolPosition, PoolRules, picks
from commonfactor.rules.words import first_few

MOST_MOVES_LISTED = 1_000

Holdings = tuple[dict[Seat, Sequence[Move]], dict[Seat, Sequence[Sequence[int]]]]
"""What is known of each seat's last pick, and of the numbers that its moves took out of play, move by move."""


class TextGame:
    """A game with its setup as text. The same game gives the same texts."""

    def __init__(
        self,
        rules: AnyRules,
        *,
        lists_legal_moves: bool = True,
        disguise: Disguise | str = Disguise.PLAIN,
        seed: int = 0,
    ) -> None:
        """The seed decides the words of a disguise; ``SetupError`` if the game is too large for it."""
        seed = whole_number("a seed", seed)
        self.rules, self.lists_legal_moves, self.disguise = rules, lists_legal_moves, Disguise(disguise)
        is_plain = self.disguise is Disguise.PLAIN
        self._wording = Wording(rules, Names()) if is_plain else disguised(rules, self.disguise, seed)
        self._names = self._wording.names

    @property
    def title(self) -> str:
        return self._wording.title

    @cached_property
    def rules_text(self) -> str:
        """The rules with the setup, for a reader who has never heard of the game."""
        opening = (
            f"This is {self.title}, a game for two players, who are called Player 1 and Player 2. "
            "Player 1 moves first, and they move in turn. There is no draw."
        )
        return "\n\n".join([opening, *self._wording.rules_paragraphs()])

    @property
    def request(self) -> str:
        return (
            "Choose your move. You may think in writing first. The last line of your answer must have exactly this "
            f"form, where {self._wording.move_meaning}:\nMOVE: {self._wording.move_form}"
        )

    def position_text(self, position: Any, moves: Sequence[Move] | None = None) -> str:
        """A position for the player to move; without the moves so far, only what the rest of the game depends on."""
        outcome = self.rules.outcome(position)
        if outcome:
            turn = f"The game is over. {_called(outcome.winner)} has won."
        else:
            turn = f"You are {_called(position.to_move)}, and it is your turn."
        lines = [turn]
        if moves is not None:
            seated = zip(moves, cycle(Seat), strict=False)
            history = ", ".join(f"{self.name_of(move)} ({_called(seat)})" for move, seat in seated)
            lines.append(f"Moves so far: {history or 'none'}")
        lines += [*self._board_lines(position, moves), self._wording.requirement(position)]
        if self.lists_legal_moves and not outcome:
            legal = self._names.of_moves(self.rules.legal_moves(position))
            lines.append(f"Legal moves: {first_few(legal, MOST_MOVES_LISTED)}")
        return "\n".join(lines)

    def prompt(self, position: Any, moves: Sequence[Move] | None = None, refusals: Sequence[Refusal] = ()) -> str:
        """Rules, position, what was wrong with earlier answers, and the request; ``ValueError`` if the game is over."""
        if not self.rules.can_move(position):
            raise ValueError("the game is over: there is no move to ask for")
        parts = [self.rules_text, self.position_text(position, moves)]
        if refusals:
            sentences = [f"- {refusal.sentence}" for refusal in refusals]
            parts.append("\n".join(["You have answered already, and the answer was not accepted:", *sentences]))
        return "\n\n".join([*parts, self.request])

    def move_in(self, answer: str, position: Any, *, moves: Sequence[Move] = ()) -> Move:
        """The legal move that an answer names; else ``Refusal``, which says more if it knows the moves so far."""
        text = move_text(answer, self._wording.move_form)
        try:
            move = self._names.move_in(self.rules, text)
        except InvalidMoveError as error:
            raise Refusal(Reason.NOT_A_MOVE, self._wording.misreading(text, error)) from None
        if self.rules.objection(position, move, moves) is not None:
            raise Refusal(Reason.ILLEGAL_MOVE, self._wording.objection(position, move, moves))
        return move

    def name_of(self, move: Move) -> str:
        return self._names.of_move(move)

    def _board_lines(self, position: Any, moves: Sequence[Move] | None) -> list[str]:
        names, noun = self._names, self._names.noun
        if self.rules.board is Board.NUMBERS:
            many = "" if len(position.numbers) == 1 else "s"
            return [f"The shared {noun}{many} now: {names.listed(names.arranged(position.numbers))}"]
        rules: Any = self.rules
        lasts, taken = _known_to(rules, position) if moves is None else _replayed(rules, moves)
        return [
            f"Left in the pool: {names.set_listed(position.available)}",
            *(f"Last {noun} of {_called(seat)}: {names.listed(last)}" for seat, last in lasts.items()),
            *(f"Taken by {_called(seat)}: {self._taken(sets)}" for seat, sets in taken.items()),
        ]

    def _taken(self, sets: Sequence[Sequence[int]]) -> str:
        return self._names.listed(number for numbers in sets for number in self._names.arranged(numbers))


def whole_number(meaning: str, value: int) -> int:
    """A choice as a plain number; ``TypeError`` says what it means if it is no whole number."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{meaning} is a whole number, not {value!r}") from None


def _called(seat: Seat) -> str:
    return f"Player {seat:d}"


def _replayed(rules: PoolRules, moves: Sequence[Move]) -> Holdings:
    removals, position = [], rules.initial_position
    for move in moves:
        removals.append(rules.removals(position, move))
        position = rules.play(position, move)
    return {seat: picks(moves, seat)[-1:] for seat in Seat}, {seat: removals[seat - 1 :: 2] for seat in Seat}


def _known_to(rules: PoolRules, position: PoolPosition) -> Holdings:
    if rules.limited is Limited.NOBODY:
        return {}, {}
    is_own = rules.limited is Limited.MOVER
    picked: dict[Seat, tuple[int, ...]] = {seat: position.limits_of(seat if is_own else seat.other) for seat in Seat}
    if rules.limits_for_good:
        return {}, {seat: [numbers] for seat, numbers in picked.items()}
    last = picked if is_own else {position.to_move.other: position.targets}
    return {**last}, {}
