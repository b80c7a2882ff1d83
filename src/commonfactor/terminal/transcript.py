"""The transcript of a match in the words of its rule book, the same whether it is played or replayed."""

from collections.abc import Iterable
from typing import Any

from commonfactor.arena.match import Ending, Match
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Board, Move, Seating
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules, picks
from commonfactor.rules.words import listed
from commonfactor.terminal.screen import BLUE, BOLD, DIM, ORANGE, Screen

PLAYER_MARKS = ("●", "◆")
"""For Player 1 and Player 2, whoever of them moves first."""
_PLAYER_COLOURS = (BLUE, ORANGE)
_FREE, _BARRED = " ", "x"
_LARGEST_DRAWN = 200
_MOST_COLUMNS = 10


class Transcript:
    def __init__(self, match: Match, screen: Screen) -> None:
        self._match = match
        self._screen = screen

    def begin_game(self, introductions: Iterable[str] = ()) -> None:
        rules = self._match.rules
        if not self._screen.plain:
            self._screen.show([rules.title], BOLD)
            summary = [] if rules.variation_lines() else [rules.summary]
            self._screen.show([*summary, *introductions, ""])
        self._screen.show(rules.welcome_lines())
        self.show_board()

    def resume_game(self, introductions: Iterable[str] = ()) -> None:
        self._screen.show([f"{self._match.rules.title}, {self._match.rules.setup}"], BOLD)
        if not self._screen.plain:
            self._screen.show(introductions)
        self._screen.show([f"Moves so far: {listed(self._match.game.line.moves)}"])
        self.show_board()

    def show_board(self) -> None:
        """Print the rule book's board, unless people see a drawn one at each of their turns."""
        line = self._match.game.line
        if not self._screen.plain and _can_draw(line.rules) and self._match.terms.programs.has_person:
            return
        self._screen.show(line.rules.board_lines(line.position, line.moves, self._match.seating))

    def begin_turn(self) -> None:
        game, line, seating, names = self._match.game, self._match.game.line, self._match.seating, self._match.names
        if game.is_swap_open:
            second, first = names[game.player_to_move - 1], names[game.starter - 1]
            self._draw_board()
            self._screen.show(["", f"{second}, you may take over {first}'s seat, with {line.moves[0]} as your move."])
            return
        name = seating.at(line.position.to_move)
        colour = _PLAYER_COLOURS[game.player_to_move - 1]
        for text in line.rules.turn_lines(line.position, line.moves, seating):
            self._screen.show([text], colour if text.startswith(name) else "")
        if self._match.terms.programs.of(game.player_to_move) is None:
            self._draw_board()

    def prompt(self) -> str:
        if self._match.game.is_swap_open:
            return "Type swap or keep:"
        line = self._match.game.line
        return line.rules.prompt(line.position)

    def tell_move(self, before: Line, move: Move) -> None:
        """Tell a move made after the line ``before``, and who made it if that was a program; then show the board."""
        player = self._match.game.player_of(len(before.moves) + 1)
        name, seating = self._match.names[player - 1], self._match.seating
        if self._match.terms.programs.of(player) is None:
            lines = before.rules.move_lines(before.position, move, seating)
        else:
            lines = before.rules.move_lines(before.position, move, seating, name)
            if not any(name in line for line in lines):
                lines = [f"{name} plays {move}.", *lines]
        self._screen.show(lines)
        self.show_board()

    def tell_swap(self) -> None:
        game, seating = self._match.game, self._match.seating
        if game.swap and game.swap.is_taken:
            self._screen.show([f"{seating.first} takes over the first seat; {seating.second} goes on as the second."])
        else:
            self._screen.show([f"{seating.second} keeps the second seat."])

    def end_game(self) -> None:
        line, result, names = self._match.game.line, self._match.game.result, self._match.names
        if result is None:
            return
        self._draw_board()
        if result.ending is Ending.RULES:
            self._screen.show(line.rules.closing_lines(line.position, line.moves, self._match.seating), BOLD)
        else:
            winner, loser = names[result.winner - 1], names[2 - result.winner]
            self._screen.show(["", f"{loser} resigns. {winner} wins!"], BOLD)
        if self._match.terms.scoring:
            self._screen.show([""])
            self.tell_score()

    def tell_score(self) -> None:
        names, (first, second) = self._match.names, self._match.score
        self._screen.show([f"Score: {names.first}: {first}, {names.second}: {second}"])
        if self._match.winner is not None:
            self._screen.show([f"{names[self._match.winner - 1]} wins the match!"])

    def _draw_board(self) -> None:
        if not self._screen.plain:
            draw_board(self._match.game.line, self._match.seating, self._screen)


def _can_draw(rules: Any) -> bool:
    return rules.board is Board.POOL and rules.high - rules.low < _LARGEST_DRAWN


def draw_board(line: Line, seating: Seating, screen: Screen) -> None:
    """Draw a pool that is not too large: each number in its place, with a mark for what became of it."""
    rules: Any = line.rules
    if not _can_draw(rules):
        return
    marks = _marks(rules, line, seating)
    digits = len(str(rules.high))
    columns = max(1, min(_MOST_COLUMNS, (screen.width + 1) // (digits + 2)))
    cells = {
        number: screen.styled(f"{number:>{digits}}{mark}", BOLD if mark == _FREE else DIM)
        for number, mark in marks.items()
    }
    # With ten columns the tens line up, whatever the pool begins with.
    start = (rules.low - 1) // columns * columns + 1
    screen.show([""])
    for first in range(start, rules.high + 1, columns):
        screen.draw(
            " ".join(cells.get(number, " " * (digits + 1)) for number in range(first, first + columns)).rstrip()
        )
    screen.show(_legend_lines(set(marks.values()), seating))


def _marks(rules: PoolRules, line: Line, seating: Seating) -> dict[int, str]:
    marks = dict.fromkeys(numbers_in(rules.pool), _BARRED)
    marks |= dict.fromkeys(rules.legal_moves(line.position), _FREE)
    for seat, mark in zip(seating.listed, PLAYER_MARKS, strict=True):
        marks |= {number: mark for number in picks(line.moves, seat) if isinstance(number, int)}
    return marks


def _legend_lines(marks: set[str], seating: Seating) -> list[str]:
    players = map(seating.at, seating.listed)
    meanings = dict(zip(PLAYER_MARKS, players, strict=True)) | {_BARRED: "cannot be picked now"}
    shown = [f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in marks]
    return ["", ", ".join(shown)] if shown else []


def replay(match: Match, screen: Screen) -> None:
    """Print the transcript of a match, answers included, as it was when it was played."""
    first = match.games[0]
    again = Match(match.rules, match.names, match.terms, starter=first.starter)
    transcript = Transcript(again, screen)

    def ask(answer: str) -> None:
        player = again.game.player_to_move
        transcript.begin_turn()
        if again.terms.programs.of(player) is None:
            screen.show([f"{transcript.prompt()} {answer}"])

    for number, game in enumerate(match.games):
        if number:
            again.begin_next_game()
            screen.show([""])
        transcript.begin_game()
        for move, at in zip(game.line.moves, game.times, strict=True):
            ask(str(move))
            before = again.game.line
            again.play(move, at)
            transcript.tell_move(before, move)
            if game.swap and again.game.is_swap_open:
                ask("swap" if game.swap.is_taken else "keep")
                again.decide_swap(is_taken=game.swap.is_taken, at=game.swap.at)
                transcript.tell_swap()
        if game.result and not again.game.result:
            ask("resign")
            again.resign()
        transcript.end_game()
