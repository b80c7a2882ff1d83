"""A match played at prompts."""

from collections.abc import Callable, Iterator
from datetime import datetime

from commonfactor.arena.match import Match, other_player
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.players.base import THINKING, Choice, generator
from commonfactor.players.base import Player as Program
from commonfactor.players.exact import wants_seat
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.rules.base import FIRST, Move
from commonfactor.rules.notation import Line
from commonfactor.solver.oracle import forget
from commonfactor.terminal.commands import Commands
from commonfactor.terminal.progress import watched
from commonfactor.terminal.reviews import QUICK_REVIEW, explained_review, lesson_lines, summary_lines
from commonfactor.terminal.saved_games import command_about, command_for, command_with
from commonfactor.terminal.screen import BOLD, VERMILLION, Screen
from commonfactor.terminal.transcript import Transcript


class Session:
    """People at one keyboard, programs, or both, until the match is decided or somebody quits."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        clock: Callable[[], datetime],
        record: RecordFile | None = None,
        commentator: Program | None = None,
    ) -> None:
        """Play ``match`` on ``screen``, keeping ``record`` up to date with every move.

        A commentator says something about every move that a person makes.
        """
        self.match = match
        self.screen = screen
        self.record = record
        self.saved: RecordFile | None = None
        self.has_lost_record = False
        self.has_quit = False
        self.transcript = Transcript(match, screen)
        self._clock = clock
        self._computer = Computer(match, commentator)
        self._commands = Commands(self)

    def run(self) -> None:
        """Play to the end of the match or until somebody quits."""
        forget()  # what was found out before must not change what programs see within their budget
        self._begin()
        while self._play_game():
            self.match.begin_next_game()
            self.keep_record()
            self.screen.show([""])
            self.transcript.begin_game(self._introductions())
        self.screen.finish()

    def record_to(self, path: str) -> None:
        """Keep a record in a new file from now on; ``RecordError`` if it cannot be written."""
        record = RecordFile(path)
        record.create(self.match)
        self.record = record

    def how_to_go_on(self) -> str:
        """How to take an unfinished match up again, the command last."""
        if file := self._up_to_date_file():
            return f"to go on with this game: {command_with('resume', file)}"
        loss = "the score is lost, which save or --record would keep; " if self.match.terms.scoring else ""
        return f"{loss}to go on with this game: {command_for(self.match)}"

    def make_move(self, move: Move) -> None:
        """Make a move for whoever is to move, tell it and record it; the errors of ``Match.play``."""
        before = self.match.game.line
        self.match.play(move, self._clock())
        self.keep_record()
        self.transcript.tell_move(before, move)
        self.transcript.show_board()
        self.screen.show(self._computer.remarks(before, move))

    def decide_swap(self, *, is_taken: bool) -> None:
        """Let the second player take over the first seat, or not."""
        self.match.decide_swap(is_taken=is_taken, at=self._clock())
        self.keep_record()
        self.transcript.tell_swap()

    def keep_record(self) -> None:
        """Write the record anew, if there is one; the game goes on if that fails."""
        if not self.record:
            return
        try:
            self.record.update(self.match)
            self.has_lost_record = False
        except RecordError as error:
            self.has_lost_record = True
            self.screen.show([f"The game goes on, but is not recorded: {error}."], VERMILLION)

    def _begin(self) -> None:
        """Tell how things stand, at the start or where a match is taken up again."""
        if len(self.match.games) > 1:
            self.transcript.tell_score()
            self.screen.show([""])
        if self.match.game.line.moves:
            self.transcript.resume_game(self._computer.introductions())
        else:
            self.transcript.begin_game(self._introductions())

    def _introductions(self) -> list[str]:
        words = "rules or help" if self.match.terms.most_hints == 0 else "rules, hint or help"
        advice = [f"Type {words} whenever you are asked for a number."] if self.match.terms.programs.has_person else []
        return [*self._computer.introductions(), *advice]

    def _play_game(self) -> bool:
        """Play the current game; whether another one follows."""
        while self.match.game.result is None:
            if self._computer.is_to_move:
                self._let_program_act()
            else:
                self._let_person_act()
            if self.has_quit:
                return False
        self.transcript.end_game()
        self._review()
        return not self.match.is_over

    def _let_person_act(self) -> None:
        """Ask until something changes that makes it a new turn."""
        self.transcript.begin_turn()
        turn = self._turn()
        while self._turn() == turn and not self.has_quit:
            self._commands.follow(self.screen.ask(self.transcript.prompt()))

    def _turn(self) -> object:
        game = self.match.game
        return game.line.moves, game.swap, game.result

    def _let_program_act(self) -> None:
        self.transcript.begin_turn(has_board=False)
        if self.match.game.is_swap_open:
            self.decide_swap(is_taken=self._computer.wants_seat())
            return
        choice = self._computer.choice()
        self.make_move(choice.move)
        if choice.note:
            self.screen.show([choice.note])

    def _review(self) -> None:
        """Tell in short how the game went, where a person sees it and there was something to choose."""
        game = self.match.game
        if self.screen.plain or not game.line.moves:
            return
        reviewed = explained_review(game, QUICK_REVIEW)
        self.screen.show([""])
        self.screen.show(["Review"], BOLD)
        self.screen.show(summary_lines(reviewed, self.match.names, self.screen.width))
        if mistake := reviewed.decisive_mistake:
            self.screen.show([f"Move {mistake.ply}:", *(f"  {told}" for told in lesson_lines(reviewed, mistake))])
        self._tell_commands(has_mistake=reviewed.last_win_given_away(*self.match.terms.programs.people) is not None)

    def _tell_commands(self, *, has_mistake: bool) -> None:
        """Tell what else can be done with the game that is over, in lines that can be copied whole."""
        file = self._up_to_date_file()
        if file is None and not (self.match.game.starter == self.match.game.player_at(FIRST) == 1):
            return  # a line alone does not say who had which seat
        for purpose, command in {"Move by move": "review", "Try again": "retry"}.items():
            if command == "review" or has_mistake:
                words = command_with(command, file) if file else command_about(command, self.match)
                self.screen.show([f"{purpose}:"])
                self.screen.show_command(words)

    def _up_to_date_file(self) -> RecordFile | None:
        """The file that holds the match as it now stands, if there is one."""
        if self.record and not self.has_lost_record:
            return self.record
        return self.saved if self.saved and self.saved.holds(self.match) else None


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
        return watched(THINKING, lambda control: program.choice(line, random, control))

    def wants_seat(self) -> bool:
        """Whether the program that may take over the first seat does."""
        line = self._match.game.line
        return watched(THINKING, lambda control: wants_seat(line.rules, line.position, control))

    def remarks(self, before: Line, move: Move) -> Iterator[str]:
        """What is said of a move that a person has made after a line, by the opponent or by whoever looks on."""
        if self._match.terms.has_swap and not before.moves:
            return  # whether the move is good depends on who will have made it
        player = self._match.game.player_of(len(before.moves) + 1)
        speaker = self._commentator or self._programs.get(other_player(player))
        if speaker and player not in self._programs:
            remark = watched(THINKING, lambda control: speaker.remark(before, move, control))
            if remark:
                yield remark
