"""A function from text to text as a player."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path
from random import Random

import numpy as np
import pytest

from commonfactor.agents.entrants import entrant
from commonfactor.agents.text import Disguise, Exchange, Reason, TextPlayer
from commonfactor.agents.text.player import MOST_RETRIES
from commonfactor.arena.referee import refereed
from commonfactor.players.base import THINKING, Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games

LINE = parse("factor-clash:2-20:15")


def first_listed(prompt: str) -> str:
    """Reads nothing but the list of legal moves, and plays the first."""
    found = re.search(r"^Legal moves: ([^,\n]+)", prompt, re.MULTILINE)
    assert found
    return f"MOVE: {found[1]}"


def saying(*answers: str) -> Callable[[str], str]:
    """Gives one answer after the other, and the last one for ever."""
    coming: Iterator[str] = chain(answers, repeat(answers[-1]))
    return lambda _: next(coming)


def choice_of(player: Player, line: Line = LINE) -> Choice:
    return player.choice(line, Random(1), THINKING.control())


def forfeit_of(player: Player) -> Forfeit:
    with pytest.raises(Forfeit) as forfeit:
        choice_of(player)
    return forfeit.value


@pytest.mark.parametrize("disguise", Disguise)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_function_plays_whole_games(game: type[AnyRules], disguise: Disguise) -> None:
    start = Line.start(game.from_setup(game.default_setup))
    ended = refereed(start, TextPlayer("list", first_listed, disguise=disguise), player_called("random"), seed=4)
    assert ended.forfeit is None
    assert ended.attempts == (0, 0)
    assert not ended.line.rules.can_move(ended.line.position)


def test_a_refused_answer_is_asked_for_again() -> None:
    prompts: list[str] = []
    answers = iter(["I am not sure.", "MOVE: 7", "MOVE: 12"])

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    assert choice_of(TextPlayer("unsure", answer)) == Choice(12, attempts=2)
    assert "- " not in prompts[0]
    refusals = [
        "- The last line of the answer is not of the form MOVE: N.",
        "- 7 is not allowed here: 7 and 15 = 3·5 share no factor.",
    ]
    assert prompts[1].splitlines()[-4:-3] == refusals[:1]
    assert prompts[2].splitlines()[-5:-3] == refusals


def test_whoever_has_no_retry_left_forfeits() -> None:
    for retries in range(4):
        forfeit = forfeit_of(TextPlayer("stubborn", saying("MOVE: 7"), retries=retries))
        assert (forfeit.reason, forfeit.attempts) == ("illegal-move", retries + 1)
        assert str(forfeit) == ("stubborn has no answer left. 7 is not allowed here: 7 and 15 = 3·5 share no factor.")


def test_the_reason_of_a_forfeit_is_that_of_the_last_answer() -> None:
    assert forfeit_of(TextPlayer("silent", saying("MOVE: 7", "MOVE: x", ""))).reason == "empty"


def test_a_crash_is_a_forfeit_at_once() -> None:
    def answer(prompt: str) -> str:
        if "not accepted" in prompt:
            raise ConnectionError("the line is dead")
        return ""

    forfeit = forfeit_of(TextPlayer("far", answer))
    assert (forfeit.reason, forfeit.attempts) == ("crashed", 1)
    assert str(forfeit) == "far gave no answer but raised ConnectionError."
    assert isinstance(forfeit.__cause__, ConnectionError)


def test_who_stops_the_program_is_not_held_up() -> None:
    def answer(_: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choice_of(TextPlayer("stopped", answer))


@pytest.mark.parametrize(("answer", "kind"), [(None, "NoneType"), (12, "int"), (b"MOVE: 12", "bytes")])
def test_what_is_no_text_is_a_forfeit_at_once(answer: object, kind: str) -> None:
    forfeit = forfeit_of(TextPlayer("odd", lambda _: answer))  # type: ignore[arg-type, return-value]
    assert (forfeit.reason, forfeit.attempts) == ("unreadable", 1)
    assert str(forfeit) == f"odd answered with no text but with {kind}."


def test_every_exchange_can_be_kept() -> None:
    kept: list[Exchange] = []
    player = TextPlayer("unsure", saying("", "MOVE: 7", "MOVE: 12"), on_exchange=kept.append)
    choice_of(player)
    assert [(exchange.answer, exchange.reason) for exchange in kept] == [
        ("", Reason.EMPTY),
        ("MOVE: 7", Reason.ILLEGAL_MOVE),
        ("MOVE: 12", None),
    ]
    assert len({exchange.prompt for exchange in kept}) == 3


def test_what_ends_a_game_is_kept_too() -> None:
    kept: list[Exchange] = []
    forfeit_of(TextPlayer("odd", lambda _: None, on_exchange=kept.append))  # type: ignore[arg-type, return-value]
    forfeit_of(TextPlayer("broken", lambda _: str(1 // 0), on_exchange=kept.append))
    assert [(exchange.answer, exchange.reason) for exchange in kept] == [("", "unreadable"), ("", "crashed")]


def test_a_player_sees_what_it_is_meant_to_see() -> None:
    seen: list[Exchange] = []
    choice_of(TextPlayer("strict", saying("MOVE: 12"), lists_legal_moves=False, on_exchange=seen.append))
    assert "Legal moves" not in seen[0].prompt
    choice_of(TextPlayer("masked", first_listed, disguise="tokens", seed=5, on_exchange=seen.append))
    choice_of(TextPlayer("masked", first_listed, disguise="tokens", seed=6, on_exchange=seen.append))
    assert seen[1].prompt != seen[2].prompt


def test_a_move_depends_on_its_prompt_alone() -> None:
    prompts: list[str] = []
    player = TextPlayer("list", first_listed, on_exchange=lambda exchange: prompts.append(exchange.prompt))
    choice_of(player)
    choice_of(player, parse("factor-duel:2-12:6,5"))
    choice_of(player)
    assert prompts[0] == prompts[2] != prompts[1]


def test_a_forfeit_ends_the_game_for_the_referee() -> None:
    ended = refereed(LINE, player_called("perfect"), TextPlayer("stubborn", saying("MOVE: 7")), seed=1)
    assert ended.winner == 1
    assert ended.forfeit is not None
    assert ended.forfeit.reason == "illegal-move"
    assert ended.attempts == (0, 3)


def test_a_game_too_large_for_the_disguise_is_a_forfeit() -> None:
    start, player = Line.start(FactorClash(2, 2000)), TextPlayer("masked", first_listed, disguise="tokens")
    ended = refereed(start, player, player_called("random"), seed=1)
    assert ended.winner == 2
    assert ended.forfeit is not None
    assert ended.forfeit.reason == "refused"
    assert ended.forfeit.sentence == (
        "masked is not asked: words are coined for at most 1,000 numbers, and Factor Clash on 2-2000 has 1,999 or more."
    )
    assert ended.attempts == (0, 0)


def test_a_file_can_hold_a_text_player(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from commonfactor.agents.text import TextPlayer\n"
        "def answer(prompt):\n"
        "    return 'MOVE: 7' if 'not accepted' not in prompt else 'MOVE: 12'\n"
        "Mine = TextPlayer('mine', answer)\n"
    )
    player = entrant("mine.py:Mine", str(tmp_path))
    assert player.name == "mine.py:Mine"
    assert choice_of(player) == Choice(12, attempts=1)


def test_bad_choices_are_refused_when_the_player_is_made() -> None:
    for retries in (-1, MOST_RETRIES + 1, 10**9):
        with pytest.raises(ValueError, match=f"there are 0 to 100 retries, not {retries}"):
            TextPlayer("x", first_listed, retries=retries)
    for bad in (1.5, "2", None):
        with pytest.raises(TypeError, match=f"the number of retries is a whole number, not {bad!r}"):
            TextPlayer("x", first_listed, retries=bad)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=f"a seed is a whole number, not {bad!r}"):
            TextPlayer("x", first_listed, seed=bad)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="there is no disguise 'hat'"):
        TextPlayer("x", first_listed, disguise="hat")


def test_whole_numbers_of_arrays_are_whole_numbers() -> None:
    player = TextPlayer("x", first_listed, retries=np.int64(0), seed=np.uint8(5))  # type: ignore[arg-type]
    assert (type(player.retries), type(player.seed)) == (int, int)
    assert TextPlayer("x", first_listed, retries=MOST_RETRIES).retries == MOST_RETRIES


def test_a_player_is_known_by_its_name() -> None:
    assert repr(TextPlayer("mine", first_listed)) == "TextPlayer('mine')"
    assert TextPlayer("mine", first_listed) == TextPlayer("mine", saying("x"))
