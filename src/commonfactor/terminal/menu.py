"""The menu: which game, who plays, which setup. Enter takes what is offered."""

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import TypeVar

from commonfactor.arena.match import DEFAULT_NAMES, Match, Names, Player, check_name, check_names, other_player
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import GAMES, game_named
from commonfactor.terminal.screen import BOLD, VERMILLION, EndOfInput, Screen
from commonfactor.terminal.session import Session

_Answer = TypeVar("_Answer")


class _LeftMenuError(Exception):
    """Somebody typed quit at a question."""


class Menu:
    """Asks for a match, plays it, and offers another."""

    def __init__(self, screen: Screen, clock: Callable[[], datetime], rng: Random) -> None:
        """Ask on ``screen``; the generator tosses the coin."""
        self.session: Session | None = None
        self._screen = screen
        self._clock = clock
        self._rng = rng

    def run(self) -> None:
        """Ask and play until nobody wants another game."""
        try:
            match = self._chosen_match()
            while self._played_to_the_end(match) and self._wants_another():
                match = Match(match.rules, match.names, starter=other_player(match.game.starter))
                self._screen.show([""])
        except _LeftMenuError:
            self._screen.show(["Goodbye."])

    def _wants_another(self) -> bool:
        try:
            return self._ask("Play again? (yes or no)", "no", _yes_or_no)
        except EndOfInput:
            return False

    def _played_to_the_end(self, match: Match) -> bool:
        self.session = Session(match, self._screen, self._clock)
        self.session.run()
        if match.is_over:
            self._screen.show([""])
        return match.is_over

    def _chosen_match(self) -> Match:
        self._screen.show(["Common Factor"], BOLD)
        self._screen.show(["Five number games for two. The last one able to move wins.", ""])
        for number, game in enumerate(GAMES, start=1):
            self._screen.show([f"{number}  {game.title}"], BOLD)
            self._screen.show([f"   {game.summary}"])
        self._screen.show(["", "Press Enter to take what stands in [ ]. Type quit to leave."])
        game = self._ask("Which game?", "1", _game_chosen)
        rules = self._ask(_setup_question(game), game.default_setup, game.from_setup)
        first = self._ask("Name of Player 1?", DEFAULT_NAMES.first, _checked_name)
        names = self._ask("Name of Player 2?", DEFAULT_NAMES.second, lambda name: _checked_names(first, name))
        starter = self._ask(f"Who starts: 1 for {names.first}, 2 for {names.second}, or coin?", "1", self._starter)
        self._screen.show([""])
        return Match(rules, names, starter=starter)

    def _starter(self, answer: str) -> Player:
        return chosen_starter(answer, self._rng)

    def _ask(self, question: str, offer: str, read: Callable[[str], _Answer]) -> _Answer:
        while True:
            answer = self._screen.ask(f"{question} [{offer}]") or offer
            if answer.lower() in ("quit", "exit", "q"):
                raise _LeftMenuError
            try:
                return read(answer)
            except NotationError as error:
                reason = str(error)
                self._screen.show([f"{reason[:1].upper()}{reason[1:]}."], VERMILLION)


def chosen_starter(answer: str, rng: Random) -> Player:
    """The player who starts: ``1``, ``2``, or whom the ``coin`` shows."""
    starters: dict[str, tuple[Player, ...]] = {"1": (1,), "2": (2,), "coin": (1, 2)}
    if answer not in starters:
        raise NotationError(f"the one who starts is 1, 2 or coin, not {quoted(answer)}")
    return rng.choice(starters[answer])


def _game_chosen(answer: str) -> type[AnyRules]:
    numbers = [str(number) for number in range(1, len(GAMES) + 1)]
    if answer in numbers:
        return GAMES[numbers.index(answer)]
    titles = {game.title.lower(): game for game in GAMES}
    return titles.get(answer.lower()) or game_named(answer.lower())


def _setup_question(game: type[AnyRules]) -> str:
    return "Which numbers, from-to?" if "-" in game.default_setup else "Which number?"


def _checked_name(name: str) -> str:
    check_name(name)
    return name


def _checked_names(first: str, second: str) -> Names:
    names = Names(first, second)
    check_names(names)
    return names


def _yes_or_no(answer: str) -> bool:
    answers = {"yes": True, "y": True, "no": False, "n": False}
    if answer.lower() not in answers:
        raise NotationError(f"the answer is yes or no, not {quoted(answer)}")
    return answers[answer.lower()]
