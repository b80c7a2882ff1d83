"""One search of an engine, in a thread of its own: it has a legal move at any time, and better ones later."""

import logging
from collections.abc import Callable
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any

from commonfactor.agents.entrants import Guest
from commonfactor.agents.protocol import MOST_SECONDS, BadLineError, Go, Info, Word
from commonfactor.players.base import Forfeit, Player
from commonfactor.players.exact import Perfect, perfect_choice
from commonfactor.players.heuristic import DEEPEST, Lookahead, considered, sight_of
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse

# Where the solver does not reach, a player looks ahead instead, which takes time as well.
_MOST_SECONDS_FOR_LOOKING = 1.0

# Within this time a search that was cancelled mostly ends by itself, with a better move than a glance gives.
_PATIENCE = 0.03

_log = logging.getLogger(__name__)


def player_for(player: Player, limits: Go) -> Player:
    """The player that keeps the depth of a search; ``BadLineError`` if there is no such thing for this one."""
    if limits.depth is None:
        return player
    if not isinstance(player, Lookahead):
        raise BadLineError(f"{player.name} does not search to a depth: give it seconds or nodes", Word.GO)
    if limits.depth > DEEPEST:
        raise BadLineError(f"{player.name} looks 1 to {DEEPEST} moves ahead, not {limits.depth}", Word.GO)
    return Lookahead(limits.depth)


class Search:
    """A player at work on a move."""

    def __init__(self, player: Player, line: Line, limits: Go, random: Random, memory: int) -> None:
        """Begin to count the time; ``memory`` is what the tables of the solver may take, in bytes."""
        self._player, self._line, self._random = player_for(player, limits), line, random
        # In the name of a stranger only that one chooses; and it may remember things, so it does one at a time.
        self._may_glance = not isinstance(player, Guest)
        self.started = monotonic()
        seconds = MOST_SECONDS if limits.seconds is None else limits.seconds
        self.deadline = self.started + max(0.0, seconds - _PATIENCE)
        self._budget = Budget(seconds - min(seconds / 2, _MOST_SECONDS_FOR_LOOKING), memory, limits.nodes)
        self._control = self._budget.control()
        # Chances of its own, so that a glance changes nothing about the move that the player would choose.
        self._chances = Random(0)  # noqa: S311  # a game needs no cryptography
        self._best: Move = self._chances.choice(line.rules.legal_moves(line.position))
        self._verdict = Verdict.UNKNOWN
        self._note = ""
        self.refusal = ""
        """Why the player gives no move, if it does not."""
        self._has_ended = Event()

    def start(self, tell: Callable[["Search"], None]) -> None:
        """Search, and tell the end of it."""
        Thread(target=self._run, args=(tell,), daemon=True).start()

    def end(self) -> None:
        """Let it end soon, and wait a moment for that."""
        self._control.cancel()
        if not self._has_ended.wait(_PATIENCE) and not self._may_glance:
            self.refusal = f"{self._player.name} did not choose in time"

    @property
    def is_stuck(self) -> bool:
        """Whether the player still thinks, and cannot be asked again meanwhile."""
        return not self._may_glance and not self._has_ended.is_set()

    @property
    def progress(self) -> Info:
        """What was spent so far."""
        return Info(nodes=self._control.nodes, seconds=monotonic() - self.started)

    @property
    def findings(self) -> Info:
        """What was found out about the best move, and what was spent on that."""
        return self.progress._replace(verdict=self._verdict, line=(str(self._best),), text=self._note)

    def _run(self, tell: Callable[["Search"], None]) -> None:
        try:
            self._think()
        except Forfeit as forfeit:
            self.refusal = str(forfeit)
        except Exception:  # noqa: BLE001  # the move found so far stands, and the mistake is logged
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
            self._take(analysis)
            choice = perfect_choice(analysis, self._random, self._control)
        else:
            choice = self._player.choice(self._line, self._random, self._control)
        self._best, self._note = choice.move, choice.note

    def _take(self, analysis: Analysis) -> None:
        if winning := analysis.moves_with(Verdict.WIN):
            self._best = winning[0]
        elif hopeful := analysis.moves_with(Verdict.UNKNOWN):
            self._glance_at(hopeful)
        self._verdict = analysis.verdict

    def _glance_at(self, moves: tuple[Any, ...]) -> None:
        looked_at = considered(moves, self._chances)
        self._best = sight_of(self._line.rules, self._line.position, looked_at, 1, self._control).best[0]
