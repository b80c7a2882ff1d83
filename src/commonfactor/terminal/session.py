"""A match played at prompts, and the shell commands that go on with it."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import which

from commonfactor.arena.match import Match, other_player
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.arena.terms import DEFAULT_NAMES, DEFAULT_TERMS, PLAYERS, Names, Player
from commonfactor.players.base import THINKING, generator
from commonfactor.players.base import Player as Program
from commonfactor.players.exact import wants_seat
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.rules.base import FIRST, Move
from commonfactor.rules.notation import Line
from commonfactor.solver.oracle import forget
from commonfactor.terminal.commands import Commands
from commonfactor.terminal.progress import watched
from commonfactor.terminal.reviews import QUICK_REVIEW, explained_review, lesson_lines, summary_lines
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
        """Keep ``record`` up to date with every move; a commentator remarks on every move of a person."""
        self.match = match
        self.screen = screen
        self.record = record
        self._saved: RecordFile | None = None
        self.has_lost_record = False
        self.has_quit = False
        self.transcript = Transcript(match, screen)
        self._clock = clock
        self._commentator = commentator
        self._programs: dict[Player, Program] = {
            player: player_called(name) for player in PLAYERS if (name := match.terms.programs.of(player))
        }
        self._commands = Commands(self)

    def run(self) -> None:
        forget()  # cached results would let programs see further within their budget
        if len(self.match.games) > 1:
            self.transcript.tell_score()
            self.screen.show([""])
        if self.match.game.line.moves:
            self.transcript.resume_game(self._programs_introduced())
        else:
            self.transcript.begin_game(self._introductions())
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

    def save_to(self, path: str) -> None:
        """Write the match, as it stands now, to a new file; ``RecordError`` if it cannot be written."""
        file = RecordFile(os.path.expanduser(path))  # noqa: PTH111 (Path raises for an unknown user)
        file.create(self.match)
        self._saved = file
        self.screen.show([f"Saved. To go on later: {_command_with('resume', file)}"])

    def how_to_go_on(self) -> str:
        """How to take up an unfinished match again; ends with the command."""
        if file := self._up_to_date_file():
            return f"to go on with this game: {_command_with('resume', file)}"
        loss = "the score is lost, which save or --record would keep; " if self.match.terms.scoring else ""
        return f"{loss}to go on with this game: {_command_for(self.match)}"

    def make_move(self, move: Move) -> None:
        """Make a move, record it and tell it; raises what ``Match.play`` raises."""
        before = self.match.game.line
        self.match.play(move, self._clock())
        self.keep_record()
        self.transcript.tell_move(before, move)
        self._remark_on(before, move)

    def decide_swap(self, *, is_taken: bool) -> None:
        self.match.decide_swap(is_taken=is_taken, at=self._clock())
        self.keep_record()
        self.transcript.tell_swap()

    def keep_record(self) -> None:
        """Rewrite the record, if there is one; the game goes on if that fails."""
        if not self.record:
            return
        try:
            self.record.update(self.match)
            self.has_lost_record = False
        except RecordError as error:
            self.has_lost_record = True
            self.screen.show([f"The game goes on, but is not recorded: {error}."], VERMILLION)

    def _introductions(self) -> list[str]:
        words = "rules or help" if self.match.terms.most_hints == 0 else "rules, hint or help"
        advice = [f"Type {words} whenever you are asked for a number."] if self.match.terms.programs.has_person else []
        return [*self._programs_introduced(), *advice]

    def _programs_introduced(self) -> Iterator[str]:
        names, people = self.match.names, self.match.terms.programs.people
        for player, program in self._programs.items():
            level = next((f": level {level.number}, {level.name}" for level in LEVELS if level.player == program), "")
            who = f"You are {names[people[0] - 1]}, against" if people else f"{names[player - 1]} is"
            yield f"{who} the computer{level}, which {program.description}."

    def _play_game(self) -> bool:
        """Play the current game; True if another one follows."""
        while self.match.game.result is None:
            if self.match.game.player_to_move in self._programs:
                self._let_program_act()
            else:
                self._let_person_act()
            if self.has_quit:
                return False
        self.transcript.end_game()
        self._review()
        return not self.match.is_over

    def _let_person_act(self) -> None:
        self.transcript.begin_turn()
        turn = self._turn()
        while self._turn() == turn and not self.has_quit:
            self._commands.follow(self.screen.ask(self.transcript.prompt()))

    def _turn(self) -> object:
        game = self.match.game
        return game.line.moves, game.swap, game.result

    def _let_program_act(self) -> None:
        self.transcript.begin_turn()
        game, line = self.match.game, self.match.game.line
        if game.is_swap_open:
            self.decide_swap(is_taken=watched(THINKING, partial(wants_seat, line.rules, line.position)))
            return
        program = self._programs[game.player_to_move]
        random = generator(self.match.terms.seed, len(self.match.games), len(line.moves) + 1)
        choice = watched(THINKING, partial(program.choice, line, random))
        self.make_move(choice.move)
        if choice.note:
            self.screen.show([choice.note])

    def _remark_on(self, before: Line, move: Move) -> None:
        """Tell a person what the commentator, or else the opponent, says of a move made after a line."""
        if self.match.terms.has_swap and not before.moves:
            return  # whether the move is good depends on who gets the first seat
        player = self.match.game.player_of(len(before.moves) + 1)
        speaker = self._commentator or self._programs.get(other_player(player))
        if speaker and player not in self._programs:
            remark = watched(THINKING, partial(speaker.remark, before, move))
            self.screen.show([remark] if remark else [])

    def _review(self) -> None:
        """Print a short review at a terminal, unless no move was made."""
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
        """Print the commands for this game, each in lines of their own, so that they can be copied whole."""
        file = self._up_to_date_file()
        if file is None and not (self.match.game.starter == self.match.game.player_at(FIRST) == 1):
            return  # a line of play does not say who had which seat
        commands = {"Move by move": "review"} | ({"Try again": "retry"} if has_mistake else {})
        for purpose, command in commands.items():
            self.screen.show([f"{purpose}:"])
            self.screen.show_command(_command_with(command, file) if file else _command_about(command, self.match))

    def _up_to_date_file(self) -> RecordFile | None:
        """The file that holds the match as it stands now, if there is one."""
        if self.record and not self.has_lost_record:
            return self.record
        return self._saved if self._saved and self._saved.holds(self.match) else None


def _command_about(command: str, match: Match) -> str:
    """A command that takes the line of the current game."""
    return shlex.join([*_program_words(), command, str(match.game.line)])


def _command_for(match: Match) -> str:
    """The command that plays on from where a match stands."""
    game, terms = match.game, match.terms
    words = [*_program_words(), "play", str(game.line)]
    if terms.programs.has_person and any(terms.programs):
        person = terms.programs.people[0]
        names = Names(match.names[person - 1], match.names[2 - person])
        seat = "first" if game.player_at(FIRST) == person else "second"
        words += ["--vs", next(filter(None, terms.programs)), "--seat", seat]
    else:
        names = match.names
        words += ["--players", *filter(None, terms.programs)] if any(terms.programs) else []
        words += ["--first", "2"] if game.player_at(FIRST) == 2 else []
    if match.names != DEFAULT_NAMES:
        words += ["--names", *names]
    if any(terms.programs):
        words += ["--seed", str(terms.seed)]
    if terms.most_hints != DEFAULT_TERMS.most_hints:
        words += ["--hints", str(terms.most_hints)]
    # After the decision about the swap, the order of the players says it all.
    if terms.has_swap and not game.swap:
        words.append("--swap")
    if terms.scoring:
        words += ["--points-per-win", str(terms.scoring.points_per_win), "--target", str(terms.scoring.target)]
    return shlex.join(words)


def _command_with(command: str, file: RecordFile) -> str:
    """A command that takes the record in a file."""
    # A name with a dash in front would be taken for an option.
    path = f"./{file.path}" if str(file.path).startswith("-") else str(file.path)
    return shlex.join([*_program_words(), command, path])


def _program_words() -> list[str]:
    """The words that start this program in the shell it was started from."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return ["python", "-m", "commonfactor"]
    if started.name == "commonfactor" and which("commonfactor") is None:
        return [str(started)]
    return ["commonfactor"]
