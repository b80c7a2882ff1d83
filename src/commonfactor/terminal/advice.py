"""What the solver tells a player who asks at a prompt."""

from collections.abc import Iterator

from commonfactor.arena.match import Match
from commonfactor.players.base import THINKING
from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import InvalidMoveError, Move
from commonfactor.rules.notation import Line, objection_or_permission
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.english import verdict_sentence
from commonfactor.solver.facts import why_facts
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import MoveReason, reason_for
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import report
from commonfactor.terminal.streams import complain

# A sign and a word, so that nothing depends on colour.
_VERDICT_TITLES = {Verdict.WIN: "✓ wins", Verdict.LOSS: "✕ loses", Verdict.UNKNOWN: "? not found out"}


class Adviser:
    """Gives hints one step at a time; each is counted by the match, which may set a limit."""

    def __init__(self, match: Match) -> None:
        """Advise whoever is to move in a match."""
        self._match = match
        self._advised_at: tuple[int, Line] | None = None
        self._step = 0

    @property
    def objection(self) -> str:
        """Why nothing more is told in this game; empty if something is."""
        most = self._match.terms.most_hints
        if self._match.hints_left != 0:
            return ""
        return (
            "No hints were agreed for this game."
            if most == 0
            else f"The hints of this game are used up, {most} in all."
        )

    def hint(self) -> str:
        """The next step: where to look, then two candidates, then the move and its reason."""
        line = self._match.game.line
        turn = (len(self._match.games), line)
        self._step = self._step + 1 if turn == self._advised_at else 1
        self._advised_at = turn
        control = THINKING.control()
        told = watched(lambda: hint(line.rules, line.position, min(self._step, LAST_STEP), control), control)
        self._match.count_hint()
        return told.text

    def reason(self, move: Move) -> str:
        """Why a legal move wins or loses."""
        line = self._match.game.line
        self._match.count_hint()
        return _reason(line, move, THINKING).text

    def evaluation(self) -> Iterator[str]:
        """The verdict of every legal move."""
        line, control = self._match.game.line, THINKING.control()
        analysis = watched(lambda: analyse(line.rules, line.position, THINKING, control), control)
        self._match.count_hint()
        yield verdict_sentence(analysis, self._match.names[self._match.game.player_to_move - 1])
        for verdict, title in _VERDICT_TITLES.items():
            if moves := analysis.moves_with(verdict):
                yield f"{title}: {first_few(moves, MOST_LISTED)} ({len(moves):,} of {len(analysis.moves):,})"


def tell_why(line: Line, text: str, budget: Budget, *, as_json: bool) -> ExitCode:
    """Say why a move is not allowed, wins or loses."""
    try:
        move = line.rules.parse_move(text)
    except InvalidMoveError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    told, is_allowed = objection_or_permission(line, move)

    def tell() -> None:
        reason = _reason(line, move, budget) if is_allowed else None
        report([told, *([reason.text] if reason else [])], lambda: why_facts(line, move, told, reason), as_json=as_json)

    return exit_code_of(tell)


def _reason(line: Line, move: Move, budget: Budget) -> MoveReason:
    control = budget.control()
    return watched(lambda: reason_for(line.rules, line.position, move, control), control)
