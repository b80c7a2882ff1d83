"""The players of a match that are programs, while somebody looks on."""

from collections.abc import Iterator

from commonfactor.arena.match import Match
from commonfactor.arena.terms import Player
from commonfactor.players.base import THINKING, Choice, generator
from commonfactor.players.base import Player as Program
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.players.swap import wants_seat
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.terminal.progress import watched


class Computer:
    """Chooses and decides for the players who are programs."""

    def __init__(self, match: Match) -> None:
        """Seat the programs of a match; ``NotationError`` if there is one that nobody knows."""
        self._match = match
        seated: tuple[Player, ...] = (1, 2)
        self._programs: dict[Player, Program] = {
            player: player_called(name) for player in seated if (name := match.terms.programs.of(player))
        }

    @property
    def is_to_move(self) -> bool:
        """Whether a program is to move, or to decide about the swap."""
        return self._match.game.player_to_move in self._programs

    def introductions(self) -> Iterator[str]:
        """Who plays for whom."""
        for player, program in self._programs.items():
            level = next((f"level {level.number}, {level.name}, " for level in LEVELS if level.player == program), "")
            yield f"{self._match.names[player - 1]} is the computer: {level}{program.description}."

    def choice(self) -> Choice:
        """The move of the program that is to move; whoever waits sees that it thinks."""
        match, line = self._match, self._match.game.line
        program = self._programs[match.game.player_to_move]
        random = generator(match.terms.seed, len(match.games), len(line.moves) + 1)
        control = THINKING.control()
        return watched(lambda: program.choice(line.rules, line.position, random, control), control)

    def wants_seat(self) -> bool:
        """Whether the program that may take over the first seat does."""
        line, control = self._match.game.line, THINKING.control()
        return watched(lambda: wants_seat(line.rules, line.position, control), control)

    def remarks(self, before: Line, move: Move) -> Iterator[str]:
        """What a program says about the move that its opponent has made after a line."""
        player = self._match.game.player_of(len(before.moves) + 1)
        for opponent, program in self._programs.items():
            if opponent != player and player not in self._programs:
                control = THINKING.control()
                remark = watched(lambda: program.remark(before.rules, before.position, move, control), control)  # noqa: B023 (called at once)
                if remark:
                    yield remark
