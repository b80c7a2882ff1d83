"""A match at prompts with everything typed in advance."""

from datetime import UTC, datetime
from io import StringIO

from commonfactor.arena.match import Match
from commonfactor.arena.terms import DEFAULT_NAMES, DEFAULT_TERMS, Names, Player, Terms
from commonfactor.rules.notation import parse
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.session import Session

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Table:
    """A session with its input typed in advance and its output kept."""

    def __init__(
        self,
        notation: str,
        *typed: str,
        terms: Terms = DEFAULT_TERMS,
        names: Names = DEFAULT_NAMES,
        starter: Player = 1,
    ) -> None:
        line = parse(notation)
        self.match = Match(line.rules, names, terms, starter=starter)
        self.match.play_all(line.moves, NOON)
        self._sink = StringIO()
        screen = Screen(plain=True, source=StringIO("".join(f"{word}\n" for word in typed)), sink=self._sink)
        self.session = Session(self.match, screen, lambda: NOON)

    def run(self) -> list[str]:
        """Play, and tell the lines that were printed."""
        self.session.run()
        return self._sink.getvalue().splitlines()

    def answers(self) -> list[str]:
        """What was printed between the last prompts: the answer to what was typed before quit."""
        lines = self.run()
        prompts = [number for number, line in enumerate(lines) if line.startswith("Select a number")]
        return lines[prompts[-2] + 1 : prompts[-1]]
