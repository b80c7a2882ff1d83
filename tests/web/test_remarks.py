"""What the tutor says in a game on the server: true, kind, and only about moves that somebody chose."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from web.playing import Place, Scene

from commonfactor.players.base import THINKING
from commonfactor.players.registry import player_called
from commonfactor.rules.notation import parse
from commonfactor.web import tasks
from commonfactor.web.remarks import remark_facts


def remarked(notation: str, player: str = "tutor") -> tuple[str, list[str]]:
    """What a player says of the last move of a line, and the kinds of its claims."""
    line, program, control = parse(notation), player_called(player), THINKING.control()
    facts = remark_facts(program, line, program.choice(line, Random(1), control), control)
    return facts["remark"], [claim["kind"] for claim in facts["claims"]]


@pytest.mark.parametrize(
    ("notation", "words", "kinds"),
    [
        ("factor-clash:2-20:6", "You kept the win.", ["kept"]),
        (
            "factor-frenzy:2-14:5",
            "5 loses, because now the tutor takes 2. But the tutor lets that go. You can win.",
            ["refutation", "gave-away"],
        ),
        (
            "factor-clash:2-20:14",
            "14 loses, because now the tutor takes 7, and then you have no move. You gave the win away.",
            ["refutation", "nothing-left", "gave-away"],
        ),
    ],
)
def test_the_tutor_says_what_a_move_did(notation: str, words: str, kinds: list[str]) -> None:
    assert remarked(notation) == (words, kinds)


def test_nobody_else_says_anything() -> None:
    assert remarked("factor-clash:2-20:2", "perfect") == ("", [])


class TestGames:
    """Games against the tutor."""

    def test_it_speaks_with_its_move_and_until_the_next(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> Any:
            seat = await place.new_game(level="tutor")
            begun = await seat.looks()
            await seat.moves(6)
            answered = await seat.waits()
            assert (begun["remark"], answered["remark"]["text"]) == (None, "You kept the win.")
            assert begun["players"][1] == answered["players"][1]
            hint = (await seat.asked("hint")).json["game"]
            assert hint["remark"] == answered["remark"]
            assert (await seat.does("takeback"))["remark"] is None
            return begun, (await seat.events())[2]

        with Scene(tmp_path) as scene:
            game, event = scene.play(scenario)
        tutor = game["players"][1]
        assert (tutor["name"], tutor["program"], tutor["level"]) == ("Tutor", "tutor", None)
        assert event["remark"] == "You kept the win."

    def test_a_first_move_that_may_be_taken_over_is_not_judged(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> Any:
            seat = await place.new_game(level="tutor", swap=True)
            await seat.moves(6)
            return await seat.waits()

        with Scene(tmp_path) as scene:
            assert scene.play(scenario)["remark"] is None

    def test_a_review_names_the_program(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> Any:
            seat = await place.new_game(level="tutor")
            await seat.does("resign")
            return (await place.got(f"{seat.address}/review")).json

        with Scene(tmp_path) as scene:
            review = scene.play(scenario)
        assert (review["levels"], review["programs"]) == ([None, None], [None, "tutor"])


def test_a_comment_that_fails_does_not_cost_the_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: object) -> dict[str, Any]:
        raise ValueError("no words")

    monkeypatch.setattr(tasks, "remark_facts", failing)
    answer = tasks.Choose("factor-clash:2-20:14", "tutor", 1, 1, remarks=True).answer(tasks.Leash())
    assert set(answer) == {"move", "note"}
    assert "a comment on a move failed" in caplog.text
