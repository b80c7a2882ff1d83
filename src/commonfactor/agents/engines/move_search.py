"""One search of an engine, in a thread of its own: it has a legal move from the start, and better ones later."""

import logging
from collections.abc import Callable
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

from commonfactor.agents.entrants import UserPlayer
from commonfactor.agents.protocol import MOST_SECONDS, BadLineError, Go, Info, Word
from commonfactor.players.base import Forfeit, Player
from commonfactor.players.exact import Perfect, perfect_choice
from commonfactor.players.heuristic import DEEPEST, Lookahead, considered, sight_of
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse

_MOST_SECONDS_FOR_LOOKING = 1.0  # kept back from the solver, in case the player has to look ahead instead
_PATIENCE = 0.03  # seconds in which a cancelled search mostly ends, with a better move than a glance gives

_log = logging.getLogger(__name__)


def player_for(player: Player, limits: Go) -> Player:
    """The player that keeps to the depth of a search; ``BadLineError`` if this one cannot."""
    if limits.depth is None:
        return player
    if not isinstance(player, Lookahead):
        raise BadLineError(f"{player.name} does not search to a depth: give it seconds or nodes", Word.GO)
    if limits.depth > DEEPEST:
        raise BadLineError(f"{player.name} looks 1 to {DEEPEST} moves ahead, not {limits.depth}", Word.GO)
    return Lookahead(limits.depth)


class Search:
    def __init__(self, player: Player, line: Line, limits: Go, random: Random, memory: int) -> None:
        """Start the clock; ``memory`` limits the tables of the solver, in bytes."""
        self._player, self._line, self._random = player_for(player, limits), line, random
        # We never choose for a user-supplied player, and it may keep state, so it does one search at a time.
        self._may_glance = not isinstance(player, UserPlayer)
        self.started = monotonic()
        seconds = MOST_SECONDS if limits.seconds is None else limits.seconds
        self.deadline = self.started + max(0.0, seconds - _PATIENCE)
        self._budget = Budget(seconds - min(seconds / 2, _MOST_SECONDS_FOR_LOOKING), memory, limits.nodes)
        self._control = self._budget.control()
        # A generator of its own, so that a glance does not change the move that the player chooses.
        self._chances = Random(0)  # noqa: S311  # a game needs no cryptography
        self._best: Move = self._chances.choice(line.rules.legal_moves(line.position))
        self._verdict = Verdict.UNKNOWN
        self._note = ""
        self.refusal = ""
        """Why the player gives no move; empty if it does."""
        self._has_ended = Event()

    def start(self, tell: Callable[["Search"], None]) -> None:
        """Search in a new thread, and call ``tell`` at the end."""
        Thread(target=self._run, args=(tell,), daemon=True).start()

    def end(self) -> None:
        """Cancel the search, and wait a moment for its end."""
        self._control.cancel()
        if not self._has_ended.wait(_PATIENCE) and not self._may_glance:
            self.refusal = f"{self._player.name} did not choose in time"

    @property
    def is_stuck(self) -> bool:
        """Whether the player still thinks, so that it cannot be asked again."""
        return not self._may_glance and not self._has_ended.is_set()

    @property
    def progress(self) -> Info:
        return Info(nodes=self._control.nodes, seconds=monotonic() - self.started)

    @property
    def findings(self) -> Info:
        return self.progress._replace(verdict=self._verdict, line=(str(self._best),), text=self._note)

    def _run(self, tell: Callable[["Search"], None]) -> None:
        try:
            self._think()
        except Forfeit as forfeit:
            self.refusal = str(forfeit)
        except Exception:  # noqa: BLE001  # the move found so far stands, and the error is logged
            _log.exception("the player %s failed at %s", self._player.name, self._line)
        finally:
            self._has_ended.set()
            tell(self)

    def _think(self) -> None:
        rules, position = self._line.rules, self._line.position
        if self._may_glance:
            self._glance_at(rules.legal_moves(position))
        if isinstance(self._player, Perfect):
            analysis = analyse(rules, position, self._budget, self._control)
            if winning := analysis.moves_with(Verdict.WIN):
                self._best = winning[0]
            elif hopeful := analysis.moves_with(Verdict.UNKNOWN):
                self._glance_at(hopeful)
            self._verdict = analysis.verdict
            choice = perfect_choice(analysis, self._random, self._control)
        else:
            choice = self._player.choice(self._line, self._random, self._control)
        self._best, self._note = choice.move, choice.note

    def _glance_at(self, moves: tuple[Any, ...]) -> None:
        looked_at = considered(moves, self._chances)
        self._best = sight_of(self._line.rules, self._line.position, looked_at, 1, self._control).best[0]
