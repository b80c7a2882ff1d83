"""A player that asks an engine. An engine that breaks the protocol or the rules loses the game by that."""

import shlex
from collections.abc import Sequence
from functools import partial
from random import Random
from threading import RLock, Timer
from typing import Any, Self
from weakref import ref

from commonfactor.agents.engine_client import GRACE, PATIENCE, STARTING, EngineClient
from commonfactor.agents.engine_errors import EngineError, IllegalEngineMoveError
from commonfactor.agents.protocol import Go, Kind
from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.rules.words import sentence
from commonfactor.solver._core import Control

_SEED = "seed"
_SECONDS_OF_REST = 60.0


class EnginePlayer(Player):
    """An engine that is started when first asked, and again after a failure or a minute of rest.

    Its time is ``seconds`` a move, whatever the control of a choice says. An engine with the option ``seed`` gets a
    new one for every move, so that the seed of the game decides its chances.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        *,
        grace: float = GRACE,
        patience: float = PATIENCE,
        starting: float = STARTING,
    ) -> None:
        self._command, self._seconds = tuple(command), seconds
        self._grace, self._patience, self._starting = grace, patience, starting
        self._client: EngineClient | None = None
        self._in_use = RLock()
        self._rest_timer: Timer | None = None
        self.name = f"engine:{shlex.join(self._command)}"
        self.description = f"is asked by the engine protocol, with {seconds:g} s for a move"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        with self._in_use:
            self._cancel_rest()
            try:
                return Choice(self._best_move(line, random))
            except EngineError as error:
                self.close()
                refused_moves = int(isinstance(error, IllegalEngineMoveError))
                raise Forfeit(error.reason, sentence(str(error)), refused_moves) from error
            except BaseException:
                # An interrupt leaves the engine in the middle of an answer.
                self.close()
                raise
            finally:
                self._rest()

    def _best_move(self, line: Line, random: Random) -> Move:
        if self._client is None:
            self._client = EngineClient.start(self._command, starting=self._starting, patience=self._patience)
        seed = self._client.options.get(_SEED)
        if seed is not None and seed.kind is Kind.NUMBER:
            self._client.set_option(_SEED, str(random.randint(seed.low, max(seed.low, seed.high))))
        return self._client.best_move(line, Go(seconds=self._seconds), grace=self._grace).move

    def _cancel_rest(self) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()

    def _rest(self) -> None:
        """End the engine later unless it is asked again: a player may live for hours in a cluster's worker."""
        if self._client is not None:
            self._rest_timer = Timer(_SECONDS_OF_REST, _close, (ref(self),))
            self._rest_timer.daemon = True
            self._rest_timer.start()

    def close(self) -> None:
        """End the engine; another choice starts it again."""
        with self._in_use:
            self._cancel_rest()
            if self._client is not None:
                self._client.close()
                self._client = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle everything but the running engine, which another process starts when it needs it."""
        waits = {"grace": self._grace, "patience": self._patience, "starting": self._starting}
        return partial(type(self), self._command, self._seconds, **waits), (), {"name": self.name}


def _close(player: "ref[EnginePlayer]") -> None:
    # A player that was garbage-collected has taken its engine with it.
    if found := player():
        found.close()
