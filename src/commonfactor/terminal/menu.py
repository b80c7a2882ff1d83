"""The menu: which game, who plays, which setup. Enter takes the offer in brackets."""

from collections.abc import Callable, Iterator
from datetime import datetime
from random import Random
from typing import TypeVar

from commonfactor.arena.match import Match
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Player, Programs, Terms, check_name, check_names
from commonfactor.players.base import Player as Program
from commonfactor.players.registry import LEVELS, PLAYERS, player_called
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import all_games, game_called
from commonfactor.rules.words import sentence
from commonfactor.terminal.reviews import second_chance
from commonfactor.terminal.screen import BOLD, VERMILLION, EndOfInput, Screen
from commonfactor.terminal.session import Session

_HOW_TO_ANSWER = "Press Enter to take what stands in [ ]. Type quit to leave."

_RULE_BOOK = "book"
_FAIR = "fair"
_TUTOR = "tutor"
_FRIEND = "friend"
_COMPUTER = "Computer"
_RETRY_AGAINST = "perfect"
_SEEDS = 10**6

_Answer = TypeVar("_Answer")


class _LeftMenuError(Exception):
    """Quit was typed at a question."""


class Menu:
    def __init__(self, screen: Screen, clock: Callable[[], datetime], rng: Random) -> None:
        self.session: Session | None = None
        self._screen = screen
        self._clock = clock
        self._rng = rng

    def run(self) -> None:
        self._screen.show(["Common Factor"], BOLD)
        self._screen.show(["Number games, with a friend or against the computer. The last one able to move wins.", ""])
        try:
            match: Match | None = self._chosen_match()
            while match and self._played_to_the_end(match):
                match = self._next_match(match)
        except _LeftMenuError:
            self._screen.show(["Goodbye."])

    def _next_match(self, match: Match) -> Match | None:
        """The next match, perhaps after another try at this one; None if the input has ended."""
        try:
            while (answer := self._ask("Play again? (yes, no, retry or another game)", "yes", _again)) == "retry":
                again = second_chance(match, _RETRY_AGAINST, self._seed(), self._screen)
                if again and not self._played_to_the_end(again, player_called(_TUTOR)):
                    return None
        except EndOfInput:
            return None
        self._screen.show([""])
        if answer == "another":
            return self._chosen_match()
        rematch = match.rematch(self._seed())
        self._screen.show([f"{rematch.names[rematch.game.starter - 1]} starts.", ""])
        return rematch

    def _played_to_the_end(self, match: Match, commentator: Program | None = None) -> bool:
        self.session = Session(match, self._screen, self._clock, commentator=commentator)
        self.session.run()
        if match.is_over:
            self._screen.show([""])
        return match.is_over

    def _chosen_match(self) -> Match:
        for number, game in enumerate(all_games(), start=1):
            self._screen.show([f"{number}  {game.title}"], BOLD)
            self._screen.show([f"   {game.summary}"])
        self._screen.show(["", _HOW_TO_ANSWER])
        game = self._ask("Which game?", "1", _game_chosen)
        self._screen.show(["", *levels_lines(), f"{_TUTOR}: {player_called(_TUTOR).description}"])
        question = f"Against a {_FRIEND}, or the computer at level 1 to {len(LEVELS)}, or the {_TUTOR}?"
        program = self._ask(question, _FRIEND, _opponent)
        rules = self._chosen_setup(game, is_fair=program is not None)
        names = self._chosen_names(program)
        question = f"Who starts: 1 for {names.first}, 2 for {names.second}, or coin?"
        starter = self._ask(question, "1", lambda answer: chosen_starter(answer, self._rng))
        self._screen.show([f"{names[starter - 1]} starts.", ""])
        return Match(rules, names, Terms(programs=Programs(None, program), seed=self._seed()), starter=starter)

    def _chosen_setup(self, game: type[AnyRules], *, is_fair: bool) -> AnyRules:
        """Ask for a setup. Against a program a fair one is offered, since it knows how to win the rule book's."""
        self._screen.show(["", f"{_RULE_BOOK}: {game.default_setup}, as in the rule book"])
        self._screen.show([f"{_FAIR}: {game.recommended_setup}, recommended, since the win is hard to find in it"])
        question = f"{game.setup_question} ({_RULE_BOOK}, {_FAIR} or your own)"
        return self._ask(question, _FAIR if is_fair else _RULE_BOOK, lambda text: _set_up(game, text))

    def _chosen_names(self, program: str | None) -> Names:
        if program:
            return self._ask("Your name?", DEFAULT_NAMES.first, lambda name: _checked_names(name, _COMPUTER))
        first = self._ask("Name of Player 1?", DEFAULT_NAMES.first, _checked_name)
        return self._ask("Name of Player 2?", DEFAULT_NAMES.second, lambda name: _checked_names(first, name))

    def _seed(self) -> int:
        return self._rng.randrange(_SEEDS)

    def _ask(self, question: str, offer: str, read: Callable[[str], _Answer]) -> _Answer:
        while True:
            answer = self._screen.ask(f"{question} [{offer}]") or offer
            if answer.lower() in ("quit", "exit", "q"):
                raise _LeftMenuError
            if answer.lower() in ("help", "?"):
                self._screen.show([_HOW_TO_ANSWER])
                continue
            try:
                return read(answer)
            except NotationError as error:
                self._screen.show([sentence(str(error))], VERMILLION)


def chosen_starter(answer: str, rng: Random) -> Player:
    """The player who starts; ``coin`` tosses for it."""
    starters: dict[str, tuple[Player, ...]] = {"1": (1,), "2": (2,), "coin": (1, 2)}
    if answer.lower() not in starters:
        raise NotationError(f"the one who starts is 1, 2 or coin, not {quoted(answer)}")
    return rng.choice(starters[answer.lower()])


def _game_chosen(answer: str) -> type[AnyRules]:
    games = {str(number): game for number, game in enumerate(all_games(), start=1)}
    try:
        return games.get(answer) or game_called(answer)
    except NotationError:
        raise NotationError(f"the game is a number from 1 to {len(games)} or a name, not {quoted(answer)}") from None


def _set_up(game: type[AnyRules], answer: str) -> AnyRules:
    known = {_RULE_BOOK: game.default_setup, _FAIR: game.recommended_setup}
    return game.from_setup(known.get(answer.lower(), answer.replace(" ", "")))


def _opponent(answer: str) -> str | None:
    """The program to play against, or None for a person."""
    return None if answer.lower() in (_FRIEND, "person") else player_called(answer).name


def _checked_name(name: str) -> str:
    check_name(name)
    return name


def _checked_names(first: str, second: str) -> Names:
    names = Names(first, second)
    check_names(names)
    return names


def _again(answer: str) -> str:
    word = answer.lower()
    if word in ("no", "n"):
        raise _LeftMenuError
    if word not in ("yes", "y", "retry", "another", "another game"):
        raise NotationError(f"the answer is yes, no, retry or another, not {quoted(answer)}")
    return word.split()[0]


def levels_lines() -> Iterator[str]:
    for level in LEVELS:
        yield f"{level.number}  {level.name:<9} {level.description}"


def players_lines() -> Iterator[str]:
    yield "Levels, by number or name:"
    yield from levels_lines()
    yield ""
    yield "Programs:"
    for kind in PLAYERS:
        yield f"{kind.notation:<12} {kind.description}"
