"""What the checks of engines are made with: an engine that runs, positions to ask it about, and what must hold."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from commonfactor.agents.engine_client import EngineClient
from commonfactor.agents.engine_errors import EngineRefusedError
from commonfactor.agents.protocol import UNKNOWN
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import all_games

LONG_SEARCHES = ("factor-frenzy:2-300:", "factor-challenge:2-90:", "factor-duel:2-120:")
"""Positions in which most engines find something to think about."""

SECONDS_TO_END = 2.0


class NotHeldError(Exception):
    """An engine does not do what a check asks; the message is a sentence that says what."""


class Bench:
    """An engine that is being checked: running, and started again where a check needs that."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """Check what a command runs, with so many seconds for a move."""
        self.command, self.seconds = command, seconds
        self.was_greeted = False
        self._client: EngineClient | None = None

    @property
    def client(self) -> EngineClient:
        """The engine, which goes on from where the last check left it."""
        if self._client is None:
            self._client = self.fresh()
        return self._client

    def fresh(self) -> EngineClient:
        """The engine just started; whoever asks for it closes it."""
        client = EngineClient.start(self.command)
        self.was_greeted = True
        return client

    def give_up(self) -> None:
        """End the engine, so that the next check begins with a new one."""
        if self._client is not None:
            self._client.close()
            self._client = None


class Check(NamedTuple):
    """A clause that an engine is held to, and what finds out whether it keeps it."""

    name: str
    clause: str
    run: Callable[[Bench], None]


CHECKS: list[Check] = []
"""All checks, once ``engine_check`` is imported."""


def clause(text: str) -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """What makes a function the check of a clause."""

    def add(run: Callable[[Bench], None]) -> Callable[[Bench], None]:
        CHECKS.append(Check(run.__name__.replace("_", "-"), text, run))
        return run

    return add


def require(condition: object, sentence: str) -> None:
    """Fail the check that runs, unless a condition holds."""
    if not condition:
        raise NotHeldError(sentence)


def require_refusal(client: EngineClient, line: bytes, word: str = UNKNOWN) -> None:
    """Fail the check that runs, unless a line is refused, in a line that names the right command."""
    client.send(line)
    try:
        client.answer_to(word)
    except EngineRefusedError:
        return
    text = line.decode(errors="replace")
    raise NotHeldError(f"{text if len(text) <= 60 else text[:59] + '…'!r} was not refused")


@cache
def starts() -> tuple[Line, ...]:
    """Starts of every game: the usual one, and small ones that differ in how they open or in how many numbers."""
    usual = [game.from_setup(game.default_setup) for game in all_games()]
    others = [(rules, setup) for rules in usual for setup in rules.candidate_setups(16)[-2:]]
    return tuple(map(Line.start, (*usual, *(rules.from_setup(setup) for rules, setup in others))))


def sample_lines() -> list[Line]:
    """Lines of play of every game, at several setups: from the start to the end."""
    random = Random(1)  # noqa: S311  # a game needs no cryptography
    lines = []
    for start in starts():
        line = start
        lines.append(line)
        while moves := line.rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
            if random.random() < 0.4:
                lines.append(line)
        lines.append(line)
    return lines
