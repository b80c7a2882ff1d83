"""The commands of a game's prompt."""

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from commonfactor.arena.record import RecordError
from commonfactor.players.base import THINKING
from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, Move
from commonfactor.rules.notation import Line, objection_or_permission
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import MOST_LISTED, first_few, listed, sentence
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.english import verdict_sentence
from commonfactor.solver.oracle import analyse
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import VERMILLION
from commonfactor.terminal.verdicts import lines_by_verdict, watched_reason

if TYPE_CHECKING:
    from commonfactor.terminal.session import Session

_SUGGESTED_MOVES = 12

_TAKING_ARGUMENTS = ("moves", "why", "save")

# A sign and a word, so that nothing depends on colour.
_VERDICT_TITLES = {Verdict.WIN: "✓ wins", Verdict.LOSS: "✕ loses", Verdict.UNKNOWN: "? not found out"}

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
    def __init__(self, session: "Session") -> None:
        self._session, self._screen, self._match = session, session.screen, session.match
        self._hinted_turn: tuple[int, Line] | None = None
        self._hint_step = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "hint": lambda _: self._advise(self._hint),
            "why": self._explain,
            "eval": lambda _: self._advise(self._evaluation),
            "undo": self._undo,
            "swap": lambda _: self._decide_swap(is_taken=True),
            "keep": lambda _: self._decide_swap(is_taken=False),
            "rules": self._tell_rules,
            "save": self._save,
            "resign": self._resign,
            "help": self._help,
            **dict.fromkeys(("quit", "exit", "q"), self._quit),
        }

    def follow(self, answer: str) -> None:
        """Carry out an answer to the prompt, or say what is wrong with it."""
        word, rest = (*answer.split(maxsplit=1), "", "")[:2]
        command = self._commands.get(word.lower())
        if command and rest and word.lower() not in _TAKING_ARGUMENTS:
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

    def _possible(self, most_moves: int) -> str:
        moves = self._match.rules.legal_moves(self._match.game.line.position)
        return f"Possible: {'swap, keep' if self._match.game.is_swap_open else first_few(moves, most_moves)}."

    def _complain(self, complaint: str) -> None:
        self._screen.show([complaint], VERMILLION)

    def _list_moves(self, rest: str) -> None:
        self._screen.show([self._possible(sys.maxsize if rest == "all" else MOST_LISTED)])

    def _advise(self, advice: Callable[[], Iterable[str]]) -> None:
        """Give advice if that is allowed; all of it counts as a hint."""
        if objection := self._objection_to_advice():
            self._complain(objection)
            return
        lines = list(advice())
        self._match.count_hint()
        self._screen.show(lines)
        self._session.keep_record()

    def _objection_to_advice(self) -> str:
        match = self._match
        if match.game.is_swap_open:
            return "Advice is about moves; first it must be clear who takes the first seat: swap or keep."
        if match.terms.has_swap and not match.game.line.moves:
            return "There is no advice about the first move, since your opponent may take it over."
        if match.terms.most_hints == 0:
            return "No hints were agreed for this game."
        return f"The hints of this game are used up, {match.terms.most_hints} in all." if match.hints_left == 0 else ""

    def _hint(self) -> list[str]:
        """The next step: where to look, then two candidates, then the move and its reason."""
        line = self._match.game.line
        turn = (len(self._match.games), line)
        self._hint_step = min(self._hint_step + 1, LAST_STEP) if turn == self._hinted_turn else 1
        self._hinted_turn = turn
        return [watched(THINKING, lambda control: hint(line.rules, line.position, self._hint_step, control)).text]

    def _evaluation(self) -> list[str]:
        line = self._match.game.line
        analysis = watched(THINKING, lambda control: analyse(line.rules, line.position, THINKING, control))
        verdict = verdict_sentence(analysis, self._match.names[self._match.game.player_to_move - 1])
        return [verdict, *lines_by_verdict(_VERDICT_TITLES, analysis.moves_with, len(analysis.moves))]

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
            self._advise(lambda: [watched_reason(self._match.game.line, move, THINKING).text])

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
        try:
            self._session.save_to(rest)
        except RecordError as error:
            self._complain(f"Not saved: {error}.")

    def _resign(self, _rest: str) -> None:
        self._match.resign()
        self._session.keep_record()

    def _help(self, _rest: str) -> None:
        swap = _HELP_WITH_SWAP.splitlines() if self._match.terms.has_swap else []
        self._screen.show([*_HELP.splitlines(), *swap])

    def _quit(self, _rest: str) -> None:
        self._session.has_quit = True
