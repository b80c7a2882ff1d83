"""A player made of any function from text to text."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from commonfactor.agents.text.answers import Reason, Refusal
from commonfactor.agents.text.disguise import Disguise
from commonfactor.agents.text.game import TextGame, whole_number
from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control

# Listing the links of a disguised game takes longer than anything else here does.
_text_game = lru_cache(maxsize=16)(TextGame)

MOST_RETRIES = 100  # since every refused answer makes the next prompt longer


class Exchange(NamedTuple):
    """A prompt with its answer, which is empty if there was no text, and why that was refused, if it was."""

    prompt: str
    answer: str
    reason: Reason | None


class TextPlayer(Player):
    """Asks a function from text to text. It remembers nothing: every prompt says all there is to know.

    After a refused answer it asks again, with the reason. It forfeits the game when no retry is left, and at once if
    the game is too large for the disguise.
    """

    description = "answers texts"

    def __init__(  # noqa: PLR0913  # the parameters of an experiment, each with a default
        self,
        name: str,
        answer: Callable[[str], str],
        *,
        retries: int = 2,
        lists_legal_moves: bool = True,
        disguise: Disguise | str = Disguise.PLAIN,
        seed: int = 0,
        on_exchange: Callable[[Exchange], object] | None = None,
    ) -> None:
        self.name, self.retries = name, whole_number("the number of retries", retries)
        if not 0 <= self.retries <= MOST_RETRIES:
            raise ValueError(f"there are 0 to {MOST_RETRIES} retries, not {self.retries}")
        self.disguise = Disguise(disguise)
        self.lists_legal_moves, self.seed = lists_legal_moves, whole_number("a seed", seed)
        self._answer, self._on_exchange = answer, on_exchange

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        game, position = self._text_of(line.rules), line.position
        refusals: list[Refusal] = []
        while len(refusals) <= self.retries:
            prompt = game.prompt(position, refusals=refusals)
            answer = self._answer_to(prompt, len(refusals))
            try:
                move = game.move_in(answer, position)
            except Refusal as refusal:
                self._report(prompt, answer, refusal.reason)
                refusals.append(refusal)
            else:
                self._report(prompt, answer, None)
                return Choice(move, attempts=len(refusals))
        last = refusals[-1]
        raise Forfeit(last.reason.value, f"{self.name} has no answer left. {last.sentence}", len(refusals))

    def _text_of(self, rules: AnyRules) -> TextGame:
        # A player does not know its games in advance, and one that is too large must not end a whole tournament.
        try:
            return _text_game(rules, lists_legal_moves=self.lists_legal_moves, disguise=self.disguise, seed=self.seed)
        except SetupError as error:
            raise Forfeit("refused", f"{self.name} is not asked: {error}.") from error

    def _answer_to(self, prompt: str, attempts: int) -> str:
        try:
            answer = self._answer(prompt)
        except Exception as error:
            self._report(prompt, "", Reason.CRASHED)
            sentence = f"{self.name} gave no answer but raised {type(error).__name__}."
            raise Forfeit(Reason.CRASHED.value, sentence, attempts) from error
        if not isinstance(answer, str):
            self._report(prompt, "", Reason.UNREADABLE)
            sentence = f"{self.name} answered with no text but with {type(answer).__name__}."
            raise Forfeit(Reason.UNREADABLE.value, sentence, attempts + 1)
        return answer

    def _report(self, prompt: str, answer: str, reason: Reason | None) -> None:
        if self._on_exchange:
            self._on_exchange(Exchange(prompt, answer, reason))

    def __repr__(self) -> str:
        return f"TextPlayer({self.name!r})"
