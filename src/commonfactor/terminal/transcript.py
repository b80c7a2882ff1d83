"""Telling a match in the words of its rule book, the same whether it is played or replayed."""

from collections.abc import Iterable

from commonfactor.arena.match import Ending, Match
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.rules.words import listed
from commonfactor.terminal.board import can_draw, draw_board
from commonfactor.terminal.screen import BLUE, BOLD, ORANGE, Screen

_PLAYER_COLOURS = (BLUE, ORANGE)


class Transcript:
    """Prints what happens in a match, event by event."""

    def __init__(self, match: Match, screen: Screen) -> None:
        """Tell ``match`` on ``screen``."""
        self._match = match
        self._screen = screen

    def begin_game(self, introductions: Iterable[str] = ()) -> None:
        """Tell that a game begins, whom it is against and what can be typed."""
        rules = self._match.rules
        if not self._screen.plain:
            self._screen.show([rules.title], BOLD)
            summary = [] if rules.variation_lines() else [rules.summary]
            self._screen.show([*summary, *introductions, ""])
        self._screen.show(rules.welcome_lines())
        self.show_board()

    def resume_game(self, introductions: Iterable[str] = ()) -> None:
        """Tell how things stand in a game that is taken up again."""
        self._screen.show([f"{self._match.rules.title}, {self._match.rules.setup}"], BOLD)
        if not self._screen.plain:
            self._screen.show(introductions)
        self._screen.show([f"Moves so far: {listed(self._match.game.line.moves)}"])
        self.show_board()

    def show_board(self) -> None:
        """Tell what stands between two turns, unless people's turns draw it."""
        line = self._match.game.line
        if not self._screen.plain and can_draw(line.rules) and self._match.terms.programs.has_person:
            return
        self._screen.show(line.rules.board_lines(line.position, line.moves, self._match.seating))

    def begin_turn(self, *, has_board: bool = True) -> None:
        """Tell whose turn it is and what is required."""
        if self._match.game.is_swap_open:
            self._offer_swap()
            return
        line, seating = self._match.game.line, self._match.seating
        name = seating.at(line.position.to_move)
        colour = _PLAYER_COLOURS[self._match.game.player_to_move - 1]
        for text in line.rules.turn_lines(line.position, line.moves, seating):
            self._screen.show([text], colour if text.startswith(name) else "")
        if has_board:
            self._draw_board()

    def prompt(self) -> str:
        """What asks for the next move, or for the decision about the swap."""
        if self._match.game.is_swap_open:
            return "Type swap or keep:"
        line = self._match.game.line
        return line.rules.prompt(line.position)

    def tell_move(self, before: Line, move: Move) -> None:
        """Tell a move that was made after the line ``before``, and who made it if that was a program."""
        player = self._match.game.player_of(len(before.moves) + 1)
        name, seating = self._match.names[player - 1], self._match.seating
        if self._match.terms.programs.of(player) is None:
            self._screen.show(before.rules.move_lines(before.position, move, seating))
            return
        lines = before.rules.move_lines(before.position, move, seating, name)
        if not any(name in line for line in lines):
            lines = [f"{name} plays {move}.", *lines]
        self._screen.show(lines)

    def _offer_swap(self) -> None:
        game, names = self._match.game, self._match.names
        second, first = names[game.player_to_move - 1], names[game.starter - 1]
        self._draw_board()
        self._screen.show(["", f"{second}, you may take over {first}'s seat, with {game.line.moves[0]} as your move."])

    def tell_swap(self) -> None:
        """Tell what came of the right to take over the first seat."""
        game, seating = self._match.game, self._match.seating
        if game.swap and game.swap.is_taken:
            self._screen.show([f"{seating.first} takes over the first seat; {seating.second} goes on as the second."])
        else:
            self._screen.show([f"{seating.second} keeps the second seat."])

    def end_game(self) -> None:
        """Tell how the game ended and, in a match, how it stands."""
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
        """Tell how the match stands, or who has won it."""
        names, (first, second) = self._match.names, self._match.score
        self._screen.show([f"Score: {names.first}: {first}, {names.second}: {second}"])
        if self._match.winner is not None:
            self._screen.show([f"{names[self._match.winner - 1]} wins the match!"])

    def _draw_board(self) -> None:
        if not self._screen.plain:
            draw_board(self._match.game.line, self._match.seating, self._screen)
