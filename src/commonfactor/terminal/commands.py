"""What can be typed at the prompt of a game, and what comes of it."""

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, Move
from commonfactor.rules.notation import objection_or_permission
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import MOST_LISTED, first_few, listed, sentence
from commonfactor.terminal.advice import Adviser
from commonfactor.terminal.going_on import command_with
from commonfactor.terminal.screen import VERMILLION

if TYPE_CHECKING:
    from commonfactor.terminal.session import Session

_SUGGESTED_MOVES = 12

_WITH_MORE = ("moves", "why", "save")

_HELP = """\
a move       make it: a number, or 48/2 where there are several
moves        list the moves you can make (moves all: every one)
hint         where to look; again: two moves; again: the move and why
why N        why N wins, loses or is not allowed
eval         which moves win and which lose
undo         take your last move back
rules        how the game is played
save FILE    write the game to a file, to go on later
resign       give this game up
help         this list
quit         leave"""
_HELP_WITH_SWAP = """\
swap         take over the first seat, right after the first move
keep         keep your own seat when you could swap"""


class Commands:
    """Follows what people type."""

    def __init__(self, session: "Session") -> None:
        """Serve one session."""
        self._session, self._screen, self._match = session, session.screen, session.match
        self._adviser = Adviser(session.match)
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "hint": lambda _: self._advise(lambda: [self._adviser.hint()]),
            "why": self._explain,
            "eval": lambda _: self._advise(self._adviser.evaluation),
            "undo": self._undo,
            "swap": lambda _: self._decide_swap(is_taken=True),
            "keep": lambda _: self._decide_swap(is_taken=False),
            "rules": self._tell_rules,
            "save": self._save,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def follow(self, answer: str) -> None:
        """Do what was typed, or say what is wrong with it."""
        word, rest = (*answer.split(maxsplit=1), "", "")[:2]
        command = self._commands.get(word.lower())
        if command and rest and word.lower() not in _WITH_MORE:
            self._complain(f"{word} stands alone, without {quoted(rest)}.")
        elif command:
            command(rest)
        elif answer and not any(map(str.isdigit, answer)):
            self._refuse(f"{quoted(answer)} is not a command; help lists them")
        elif self._match.game.is_swap_open:
            self._refuse("first it must be clear who takes the first seat")
        else:
            self._move(answer)

    def _move(self, answer: str) -> None:
        try:
            self._session.make_move(self._move_in(answer))
        except (InvalidMoveError, IllegalMoveError) as error:
            self._refuse(str(error))

    def _move_in(self, words: str) -> Move:
        return self._match.rules.parse_move(re.sub(r"\s*/\s*", "/", words))

    def _refuse(self, reason: str) -> None:
        self._complain(f"{sentence(reason)} {self._possible(_SUGGESTED_MOVES)}")

    def _possible(self, most: int) -> str:
        """What can be done now: so many of the moves, or what comes before one."""
        moves = self._match.rules.legal_moves(self._match.game.line.position)
        return f"Possible: {'swap, keep' if self._match.game.is_swap_open else first_few(moves, most)}."

    def _complain(self, complaint: str) -> None:
        self._screen.show([complaint], VERMILLION)

    def _list_moves(self, rest: str) -> None:
        self._screen.show([self._possible(sys.maxsize if rest == "all" else MOST_LISTED)])

    def _advise(self, advice: Callable[[], Iterable[str]]) -> None:
        if self._can_advise():
            self._screen.show(advice())
            self._session.keep_record()

    def _explain(self, rest: str) -> None:
        words = rest.removeprefix("not ").rstrip("? ")
        if not words:
            moves = self._match.rules.legal_moves(self._match.game.line.position)
            self._complain(f"Say which move you mean{f', such as: why {moves[0]}' if moves else ''}")
            return
        try:
            move = self._move_in(words)
        except InvalidMoveError as error:
            self._complain(sentence(str(error)))
            return
        told, is_allowed = objection_or_permission(self._match.game.line, move)
        self._screen.show([told])
        if is_allowed:
            self._advise(lambda: [self._adviser.reason(move)])

    def _can_advise(self) -> bool:
        """Whether advice about moves may be given; says why if not."""
        if self._match.game.is_swap_open:
            self._complain("Advice is about moves; first it must be clear who takes the first seat: swap or keep.")
            return False
        if self._match.terms.has_swap and not self._match.game.line.moves:
            self._complain("There is no advice about the first move, since your opponent may take it over.")
            return False
        if objection := self._adviser.objection:
            self._complain(objection)
        return not objection

    def _undo(self, _rest: str) -> None:
        before = self._match.game.line.moves
        try:
            self._match.undo()
        except ValueError:
            self._complain("There is no move of yours to take back in this game.")
            return
        self._session.keep_record()
        gone = before[len(self._match.game.line.moves) :]
        verb = "is" if len(gone) < 2 else "are"
        taken_back = f"{listed(reversed(gone), ' and ') if gone else 'The decision about the seats'} {verb}"
        self._screen.show([f"{taken_back} taken back."])
        self._session.transcript.show_board()

    def _decide_swap(self, *, is_taken: bool) -> None:
        if self._match.game.is_swap_open:
            self._session.decide_swap(is_taken=is_taken)
        elif self._match.terms.has_swap:
            self._complain("Seats can be swapped by the second player right after the first move only.")
        else:
            self._complain("Swapping seats was not agreed for this game; --swap does that.")

    def _tell_rules(self, _rest: str) -> None:
        self._screen.tell([*self._match.rules.rules_text(), f"The setup of this game: {self._match.rules.setup}"])

    def _save(self, rest: str) -> None:
        if not rest:
            self._complain("Say where to save, such as: save game.jsonl")
            return
        file = RecordFile(os.path.expanduser(rest))  # noqa: PTH111 (Path raises for an unknown user)
        try:
            file.create(self._match)
        except RecordError as error:
            self._complain(f"Not saved: {error}.")
        else:
            self._session.saved = file
            self._screen.show([f"Saved. To go on later: {command_with('resume', file)}"])

    def _resign(self, _rest: str) -> None:
        self._match.resign()
        self._session.keep_record()

    def _help(self, _rest: str) -> None:
        swap = _HELP_WITH_SWAP.splitlines() if self._match.terms.has_swap else []
        self._screen.show([*_HELP.splitlines(), *swap])

    def _quit(self, _rest: str) -> None:
        self._session.has_quit = True
