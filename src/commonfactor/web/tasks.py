"""Tasks for workers, and the leash that keeps each within its budget.

A task is a value that crosses to a worker and is answered there, with anything JSON can hold. It
may raise the rules' exceptions about notation and moves, which become a ``RefusalError``.
"""

import logging
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock, Timer
from typing import Any

import msgspec

from commonfactor.arena.judging import JudgedGame
from commonfactor.arena.match import Match, other_player
from commonfactor.arena.record import match_in
from commonfactor.arena.review import decided_by, explained, review, review_facts
from commonfactor.arena.terms import PLAYERS
from commonfactor.players.base import THINKING, generator
from commonfactor.players.hints import hint
from commonfactor.players.registry import level_of, player_called
from commonfactor.players.solver_players import wants_seat
from commonfactor.rules.notation import move_as_json, parse
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.solver.english import told_first
from commonfactor.solver.facts import analysis_facts
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import reason_in_claims
from commonfactor.web.analyses import Decision, GameTold, Record, SwapTold, drawing_of
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.remarks import remark_facts
from commonfactor.web.short_reasons import hint_facts, short_reasons

TABLE_BYTES = 48 << 20
"""The most memory for the tables of a task, so that all workers together stay small."""

QUICK_LEVELS = (1, 2, 3)
"""The levels whose moves are cheap, and never wait behind those of the others."""

_FOR_A_MOVE = THINKING._replace(seconds=1.0, bytes=TABLE_BYTES)
_FOR_A_QUICK_MOVE = THINKING._replace(seconds=0.5, bytes=TABLE_BYTES)
_FOR_A_REVIEW = Budget(seconds=3.0, bytes=TABLE_BYTES)
_FOR_THE_REASONS = Budget(seconds=2.0, bytes=TABLE_BYTES)

MOST_REPLIES = 200
"""Longer tables of replies are cut: too long to read in a browser."""

LEAST_SECONDS = 0.1
"""The least time for a move, however many others wait."""

# Lookahead is counted, not timed, and comes after the solver has used up its seconds.
_SOLVER_TO_WHOLE = 2

_log = logging.getLogger(__name__)


class CancelledTaskError(Exception):
    """The task was cancelled."""


class Leash:
    """Hands out the meters of one task, and cancels all of them from another thread."""

    def __init__(self, share: float = 1.0) -> None:
        """``share``, from 0 to 1, is the fraction of its seconds that a move may take."""
        self._share = share
        self._lock = RLock()
        self._meters: list[Control] = []
        self._is_cancelled = False

    def control(self, budget: Budget) -> Control:
        """A meter that runs from now on; ``CancelledTaskError`` if the task was cancelled."""
        meter = budget.control()
        with self._lock:
            self.check()
            self._meters.append(meter)
        return meter

    @contextmanager
    def thinking(self, budget: Budget) -> Iterator[Control]:
        """A meter for a move or a hint, with its share of the seconds.

        After twice these seconds it is cancelled, so that a player also stops looking ahead and
        makes the best move that it has found.
        """
        seconds = max(LEAST_SECONDS, budget.seconds * self._share)
        meter = self.control(budget._replace(seconds=seconds))
        alarm = Timer(_SOLVER_TO_WHOLE * seconds, meter.cancel)
        alarm.daemon = True
        alarm.start()
        try:
            yield meter
        finally:
            alarm.cancel()

    def cancel(self) -> None:
        """Stop the task soon."""
        with self._lock:
            self._is_cancelled = True
            for meter in self._meters:
                meter.cancel()

    def check(self) -> None:
        """Raise ``CancelledTaskError`` if the task was cancelled."""
        with self._lock:
            if self._is_cancelled:
                raise CancelledTaskError


class Task(msgspec.Struct, frozen=True, tag_field="task"):
    """A computation with its input."""

    @property
    def budget(self) -> Budget:
        """The limits of the computation."""
        return _FOR_A_MOVE

    @property
    def is_quick(self) -> bool:
        """Whether it is a decision of a program of a quick level."""
        return False

    @abstractmethod
    def answer(self, leash: Leash) -> Any:
        """The result, within the budget."""


class _ProgramTask(Task, frozen=True):
    """A decision of a program in its game."""

    notation: str
    player: str

    @property
    def budget(self) -> Budget:
        return _FOR_A_QUICK_MOVE if self.is_quick else _FOR_A_MOVE

    @property
    def is_quick(self) -> bool:
        return level_of(self.player) in QUICK_LEVELS


class Analyse(Task, frozen=True):
    """The ``Analysis`` of a position, with ``is_settled``: whether more seconds would not improve it."""

    notation: str
    seconds: float

    @property
    def budget(self) -> Budget:
        return Budget(seconds=self.seconds, bytes=TABLE_BYTES)

    def answer(self, leash: Leash) -> dict[str, Any]:
        line = parse(self.notation)
        analysis = analyse(line.rules, line.position, self.budget, leash.control(self.budget))
        control = leash.control(analysis.budget_of_proof)
        proof = analysis.prove(control)
        claims = reason_in_claims(analysis, proof, control)
        facts = analysis_facts(line, analysis, proof, claims)
        return facts | {
            "short": told_first(claims, line.rules, line.position) or None,
            **_shortened(facts["proof"]),
            "drawing": drawing_of(line.rules, line.position, proof),
            "is_settled": analysis.findings.is_complete and proof is not None,
        }


def _shortened(proof: Mapping[str, Any] | None) -> dict[str, Any]:
    """A proof with its first ``MOST_REPLIES`` replies, and whether there were more."""
    replies = proof and proof.get("replies")
    if not proof or not replies or len(replies) <= MOST_REPLIES:
        return {"proof": proof, "proof_is_cut": False}
    return {"proof": {**proof, "replies": replies[:MOST_REPLIES]}, "proof_is_cut": True}


class Choose(_ProgramTask, frozen=True):
    """The move of a program, and its note on how it was found."""

    seed: int
    game_number: int
    remarks: bool = False
    """Whether it may also say something about the move before."""

    def answer(self, leash: Leash) -> dict[str, Any]:
        line, player = parse(self.notation), player_called(self.player)
        random = generator(self.seed, self.game_number, len(line.moves) + 1)
        with leash.thinking(self.budget) as control:
            choice = player.choice(line, random, control)
        told = {"move": move_as_json(choice.move), "note": choice.note}
        if not self.remarks:
            return told
        try:
            with leash.thinking(self.budget) as control:
                return told | remark_facts(player, line, choice, control)
        except CancelledTaskError:
            raise
        except Exception:  # noqa: BLE001  # a move must not fail because of what is said with it
            _log.exception("a comment on a move failed")
            return told


class WantsSeat(_ProgramTask, frozen=True):
    """Whether a program that may take over the first seat does."""

    def answer(self, leash: Leash) -> bool:
        line = parse(self.notation)
        with leash.thinking(self.budget) as control:
            return wants_seat(line.rules, line.position, control)


class Hint(Task, frozen=True):
    """A step of help for the player to move."""

    notation: str
    step: int

    def answer(self, leash: Leash) -> dict[str, Any]:
        line = parse(self.notation)
        with leash.thinking(self.budget) as control:
            return hint_facts(line, hint(line.rules, line.position, self.step, control), self.step)


class Retell(Task, frozen=True):
    """The games of a record."""

    record: str

    def answer(self, leash: Leash) -> Record:
        match = match_in(self.record.encode())
        return Record(match.names, [GameTold(str(game.line), game.winner, game.starter) for game in match.games])


class Review(Task, frozen=True):
    """The ``Review`` of a game of a record, counted from 1."""

    record: str
    game_number: int

    @property
    def budget(self) -> Budget:
        return _FOR_A_REVIEW

    def answer(self, leash: Leash) -> dict[str, Any]:
        match = match_in(self.record.encode())
        if not 1 <= self.game_number <= len(match.games):
            raise RefusalError(
                Code.NOT_FOUND, f"The games of this match go from 1 to {len(match.games)}, not {self.game_number}."
            )
        reviewed = review(match.games[self.game_number - 1], leash.control(self.budget))
        return _told(explained(reviewed, leash.control(_FOR_THE_REASONS)), match)


def _told(reviewed: JudgedGame, match: Match) -> dict[str, Any]:
    facts, mistake, game = review_facts(reviewed), reviewed.decisive_mistake, reviewed.game
    is_taken = game.swap.is_taken if game.swap else None
    return facts | {
        "moves": [
            {**told, "verdict": move.verdict, "short": short}
            for told, move, short in zip(facts["moves"], reviewed.moves, short_reasons(reviewed), strict=True)
        ],
        "leaders": reviewed.leaders,
        "decisive": mistake.ply if mistake else None,
        "decision": Decision(*decided_by(reviewed, game.result)) if game.result else None,
        "kept": [reviewed.kept_of_mattered(player) for player in PLAYERS],
        "names": match.names,
        "levels": [level_of(match.terms.programs.of(player)) for player in PLAYERS],
        "programs": match.terms.programs,
        "swap": SwapTold(other_player(game.starter), is_taken) if game.has_swap else None,
    }


AnyTask = Analyse | Choose | WantsSeat | Hint | Retell | Review
