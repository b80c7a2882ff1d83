"""The players of a match that are programs, while somebody looks on."""

from collections.abc import Iterator

from commonfactor.arena.match import Match, other_player
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.players.base import THINKING, Choice, generator
from commonfactor.players.base import Player as Program
from commonfactor.players.exact import wants_seat
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.terminal.progress import watched


class Computer:
    """Chooses and decides for the players who are programs."""

    def __init__(self, match: Match, commentator: Program | None = None) -> None:
        """Seat the programs of a match, and perhaps one beside it; ``NotationError`` if nobody knows one of them."""
        self._match = match
        self._commentator = commentator
        self._programs: dict[Player, Program] = {
            player: player_called(name) for player in PLAYERS if (name := match.terms.programs.of(player))
        }

    @property
    def is_to_move(self) -> bool:
        """Whether a program is to move, or to decide about the swap."""
        return self._match.game.player_to_move in self._programs

    def introductions(self) -> Iterator[str]:
        """Who plays against whom."""
        names, people = self._match.names, self._match.terms.programs.people
        for player, program in self._programs.items():
            level = next((f": level {level.number}, {level.name}" for level in LEVELS if level.player == program), "")
            who = f"You are {names[people[0] - 1]}, against" if people else f"{names[player - 1]} is"
            yield f"{who} the computer{level}, which {program.description}."

    def choice(self) -> Choice:
        """The move of the program that is to move; whoever waits sees that it thinks."""
        match, line = self._match, self._match.game.line
        program = self._programs[match.game.player_to_move]
        random = generator(match.terms.seed, len(match.games), len(line.moves) + 1)
        control = THINKING.control()
        return watched(lambda: program.choice(line, random, control), control)

    def wants_seat(self) -> bool:
        """Whether the program that may take over the first seat does."""
        line, control = self._match.game.line, THINKING.control()
        return watched(lambda: wants_seat(line.rules, line.position, control), control)

    def remarks(self, before: Line, move: Move) -> Iterator[str]:
        """What is said of a move that a person has made after a line, by the opponent or by whoever looks on."""
        if self._match.terms.has_swap and not before.moves:
            return  # whether the move is good depends on who will have made it
        player = self._match.game.player_of(len(before.moves) + 1)
        speaker = self._commentator or self._programs.get(other_player(player))
        if speaker and player not in self._programs:
            control = THINKING.control()
            remark = watched(lambda: speaker.remark(before, move, control), control)
            if remark:
                yield remark
