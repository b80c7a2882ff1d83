"""What a worker can be asked. Each task is a value that crosses to the worker and is answered there.

An answer is what JSON can hold. A task may raise what the rules raise about notation and moves;
``RefusalError`` is what becomes of that.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import msgspec

from commonfactor.arena.facts import decided_by, review_facts
from commonfactor.arena.judging import JudgedGame
from commonfactor.arena.match import Match, other_player
from commonfactor.arena.record import match_in
from commonfactor.arena.review import explained, review
from commonfactor.arena.terms import PLAYERS
from commonfactor.players.base import THINKING, generator
from commonfactor.players.exact import wants_seat
from commonfactor.players.hints import hint
from commonfactor.players.registry import level_of, player_called
from commonfactor.rules.notation import move_as_json, parse
from commonfactor.solver.analysis import Budget
from commonfactor.solver.english import told_first
from commonfactor.solver.facts import analysis_facts
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import reason_in_claims
from commonfactor.web.answers import Decision, GameTold, Record, SwapTold
from commonfactor.web.drawings import drawing_of
from commonfactor.web.leash import Leash
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.remarks import remark_facts
from commonfactor.web.short_reasons import hint_facts, short_reasons

TABLE_BYTES = 48 << 20
"""The most that the tables of a task may take, so that all workers together stay small."""

QUICK_LEVELS = (1, 2, 3)
"""The levels whose moves take little time, and never wait behind those of the others."""

_FOR_A_MOVE = THINKING._replace(seconds=1.0, bytes=TABLE_BYTES)
_FOR_A_QUICK_MOVE = THINKING._replace(seconds=0.5, bytes=TABLE_BYTES)
_FOR_A_REVIEW = Budget(seconds=3.0, bytes=TABLE_BYTES)
_FOR_THE_REASONS = Budget(seconds=2.0, bytes=TABLE_BYTES)

MOST_REPLIES = 200
"""A longer table of replies is cut, since nobody reads it in a browser."""


class Task(msgspec.Struct, frozen=True, tag_field="task"):
    """Something to compute, with all that is needed for it."""

    @property
    def budget(self) -> Budget:
        """What the answer may cost."""
        return _FOR_A_MOVE

    @property
    def is_quick(self) -> bool:
        """Whether it is for a program of one of the quick levels."""
        return False

    @abstractmethod
    def answer(self, leash: Leash) -> Any:
        """What was asked for, within the budget."""


class _ProgramTask(Task, frozen=True):
    """Something that a program has to decide in its game."""

    notation: str
    player: str

    @property
    def budget(self) -> Budget:
        return _FOR_A_QUICK_MOVE if self.is_quick else _FOR_A_MOVE

    @property
    def is_quick(self) -> bool:
        return level_of(self.player) in QUICK_LEVELS


class Analyse(Task, frozen=True):
    """What a position is worth and why: the Analysis of docs/http-api.md.

    ``is_settled`` comes with it: whether more seconds would not tell more.
    """

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
    """A proof with at most so many replies, and whether there were more."""
    replies = proof and proof.get("replies")
    if not proof or not replies or len(replies) <= MOST_REPLIES:
        return {"proof": proof, "proof_is_cut": False}
    return {"proof": {**proof, "replies": replies[:MOST_REPLIES]}, "proof_is_cut": True}


class Choose(_ProgramTask, frozen=True):
    """The move of a program, and what it says about how it was found."""

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
        with leash.thinking(self.budget) as control:
            return told | remark_facts(player, line, choice, control)


class WantsSeat(_ProgramTask, frozen=True):
    """Whether a program that may take over the first seat does."""

    def answer(self, leash: Leash) -> bool:
        line = parse(self.notation)
        with leash.thinking(self.budget) as control:
            return wants_seat(line.rules, line.position, control)


class Hint(Task, frozen=True):
    """Help for the player to move, step by step."""

    notation: str
    step: int

    def answer(self, leash: Leash) -> dict[str, Any]:
        line = parse(self.notation)
        with leash.thinking(self.budget) as control:
            return hint_facts(line, hint(line.rules, line.position, self.step, control), self.step)


class Retell(Task, frozen=True):
    """The games that a record tells."""

    record: str

    def answer(self, leash: Leash) -> Record:
        match = match_in(self.record.encode())
        return Record(match.names, [GameTold(str(game.line), game.winner, game.starter) for game in match.games])


class Review(Task, frozen=True):
    """The Review of docs/http-api.md, of a game of a record, counted from 1."""

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
