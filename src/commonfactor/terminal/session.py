"""A match played at prompts."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from shutil import which

from commonfactor.arena.match import DEFAULT_NAMES, Match
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, Move
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import MOST_LISTED, first_few, sentence
from commonfactor.terminal.screen import VERMILLION, Screen
from commonfactor.terminal.transcript import Transcript

_SUGGESTED_MOVES = 12

_COMMANDS_WITH_MORE = ("moves", "why", "save")

_HELP = """\
a move       make it: a number, or 48/2 where there are several
moves        list the moves you can make (moves all: every one)
why N        why N is or is not allowed
undo         take the last move back
rules        how the game is played
save FILE    write the game to a file, to go on later
resign       give this game up
help         this list
quit         leave"""


class Session:
    """Two people at one keyboard, until the match is decided or one of them quits."""

    def __init__(
        self, match: Match, screen: Screen, clock: Callable[[], datetime], record: RecordFile | None = None
    ) -> None:
        """Play ``match`` on ``screen``, keeping ``record`` up to date with every move."""
        self.match = match
        self.record = record
        self.has_lost_record = False
        self._saved: RecordFile | None = None
        self._screen = screen
        self._clock = clock
        self._transcript = Transcript(match, screen)
        self._has_quit = False
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "why": self._explain,
            "undo": self._undo,
            "rules": self._tell_rules,
            "save": self._save,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def run(self) -> None:
        """Play to the end of the match or until somebody quits."""
        self._begin()
        while self._play_game():
            self.match.begin_next_game()
            self._keep_record()
            self._screen.show([""])
            self._transcript.begin_game()
        self._screen.finish()

    def record_to(self, path: str) -> None:
        """Keep a record in a new file from now on; ``RecordError`` if it cannot be written."""
        record = RecordFile(path)
        record.create(self.match)
        self.record = record

    def how_to_go_on(self) -> str:
        """How to take an unfinished match up again, the command last."""
        if self.record and not self.has_lost_record:
            return f"to go on with this game: {_resume_command(self.record)}"
        if self._saved and self._saved.holds(self.match):
            return f"to go on with this game: {_resume_command(self._saved)}"
        command = [_program(), "play", str(self.match.game.line)]
        if self.match.game.starter == 2:
            command += ["--first", "2"]
        if self.match.names != DEFAULT_NAMES:
            command += ["--names", *map(shlex.quote, self.match.names)]
        if self.match.scoring is None:
            return f"to go on with this game: {' '.join(command)}"
        points, target = self.match.scoring
        command += ["--points-per-win", str(points), "--target", str(target)]
        return f"the score is lost, which save or --record would keep; to go on with this game: {' '.join(command)}"

    def _begin(self) -> None:
        """Tell how things stand, at the start or where a match is taken up again."""
        if len(self.match.games) > 1:
            self._transcript.tell_score()
            self._screen.show([""])
        if self.match.game.line.moves:
            self._transcript.resume_game()
        else:
            self._transcript.begin_game()

    def _play_game(self) -> bool:
        """Play the current game; whether another one follows."""
        while self.match.game.result is None:
            self._transcript.begin_turn()
            ply = len(self.match.game.line.moves)
            while self.match.game.result is None and len(self.match.game.line.moves) == ply:
                self._answer(self._screen.ask(self._transcript.prompt()))
                if self._has_quit:
                    return False
        self._transcript.end_game()
        return not self.match.is_over

    def _answer(self, answer: str) -> None:
        word, rest = (*answer.split(maxsplit=1), "", "")[:2]
        command = self._commands.get(word.lower())
        if command and rest and word.lower() not in _COMMANDS_WITH_MORE:
            self._complain(f"{word} stands alone, without {quoted(rest)}.")
        elif command:
            command(rest)
        elif answer and not any(map(str.isdigit, answer)):
            self._refuse(f"{quoted(answer)} is not a command; help lists them")
        else:
            self._move(answer)

    def _move(self, answer: str) -> None:
        before = self.match.game.line
        try:
            move = self._move_in(answer)
            self.match.play(move, self._clock())
        except (InvalidMoveError, IllegalMoveError) as error:
            self._refuse(str(error))
            return
        self._keep_record()
        self._transcript.tell_move(before, move)
        self._transcript.show_board()

    def _move_in(self, words: str) -> Move:
        return self.match.rules.parse_move(re.sub(r"\s*/\s*", "/", words))

    def _refuse(self, reason: str) -> None:
        possible = first_few(self.match.rules.legal_moves(self.match.game.line.position), _SUGGESTED_MOVES)
        self._complain(f"{sentence(reason)} Possible: {possible}.")

    def _complain(self, complaint: str) -> None:
        self._screen.show([complaint], VERMILLION)

    def _list_moves(self, rest: str) -> None:
        moves = self.match.rules.legal_moves(self.match.game.line.position)
        self._screen.show([f"Possible: {first_few(moves, len(moves) if rest == 'all' else MOST_LISTED)}."])

    def _explain(self, rest: str) -> None:
        line = self.match.game.line
        try:
            move = self._move_in(rest.removeprefix("not ").rstrip("? "))
        except InvalidMoveError as error:
            self._complain(sentence(str(error)))
            return
        objection = line.rules.objection(line.position, move, line.moves)
        if objection:
            self._screen.show([f"{move} is not allowed: {objection}."])
        else:
            self._screen.show([f"{move} is allowed: {line.rules.permission(line.position, move)}."])

    def _undo(self, _rest: str) -> None:
        moves = self.match.game.line.moves
        if not moves:
            self._complain("There is no move to take back in this game.")
            return
        self.match.undo()
        self._keep_record()
        self._screen.show([f"{moves[-1]} is taken back."])
        self._transcript.show_board()

    def _tell_rules(self, _rest: str) -> None:
        self._screen.tell([*self.match.rules.how_to_play(), f"The setup of this game: {self.match.rules.setup}"])

    def _save(self, rest: str) -> None:
        if not rest:
            self._complain("Say where to save, such as: save game.jsonl")
            return
        file = RecordFile(os.path.expanduser(rest))  # noqa: PTH111 (Path raises for an unknown user)
        try:
            file.create(self.match)
        except RecordError as error:
            self._complain(f"Not saved: {error}.")
        else:
            self._saved = file
            self._screen.show([f"Saved. To go on later: {_resume_command(file)}"])

    def _resign(self, _rest: str) -> None:
        self.match.resign()
        self._keep_record()

    def _help(self, _rest: str) -> None:
        self._screen.show(_HELP.splitlines())

    def _quit(self, _rest: str) -> None:
        self._has_quit = True

    def _keep_record(self) -> None:
        if not self.record:
            return
        try:
            self.record.update(self.match)
            self.has_lost_record = False
        except RecordError as error:
            self.has_lost_record = True
            self._complain(f"The game goes on, but is not recorded: {error}.")


def _resume_command(file: RecordFile) -> str:
    # A name that begins with a dash would be taken for an option.
    path = f"./{file.path}" if str(file.path).startswith("-") else str(file.path)
    return f"{_program()} resume {shlex.quote(path)}"


def _program() -> str:
    """How the program can be started again by whoever started it."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return "python -m commonfactor"
    if started.name == "commonfactor" and which("commonfactor") is None:
        return shlex.quote(str(started))
    return "commonfactor"
