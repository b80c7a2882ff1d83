"""What workers are asked: every answer is what the layers below say, and every task can be stopped."""

import json
from datetime import UTC, datetime
from time import process_time
from typing import Any, ClassVar

import msgspec
import pytest

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordError, record_of
from commonfactor.arena.review import review, review_facts
from commonfactor.arena.terms import Names, Terms
from commonfactor.players.base import THINKING, generator
from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.rules.base import Board, NotationError
from commonfactor.rules.notation import line_facts, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.english import told, told_first
from commonfactor.solver.oracle import analyse, forget, kept_bytes
from commonfactor.web import tasks
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import (
    LEAST_SECONDS,
    MOST_REPLIES,
    TABLE_BYTES,
    Analyse,
    AnyTask,
    CancelledTaskError,
    Choose,
    Hint,
    Leash,
    Retell,
    Review,
    WantsSeat,
)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = Names("Ann", "Ben")


def answered(task: AnyTask) -> Any:
    """The answer as it comes out of the pipe."""
    return json.loads(msgspec.json.encode(task.answer(Leash())))


def record(*lines: str, has_swap: bool = False, is_resigned: bool = False) -> str:
    first = parse(lines[0])
    match = Match(first.rules, NAMES, Terms(has_swap=has_swap))
    match.play_all(first.moves, NOON)
    if is_resigned:
        match.resign()
    return record_of(match).decode()


class TestAnalyse:
    """A position, with verdicts, reason and drawing."""

    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_it_tells_the_line_and_all_verdicts(self, game: Any) -> None:
        line = parse(f"{game.name}:{game.recommended_setup}:")
        answer = answered(Analyse(str(line), 2))
        analysis = analyse(line.rules, line.position)
        assert answer.items() >= json.loads(json.dumps(line_facts(line))).items()
        assert answer["verdict"] == analysis.verdict
        assert len(answer["winning"] + answer["losing"]) == len(answer["legal"])
        assert answer["unknown"] == []
        assert (answer["drawing"] is None) == (game.board is Board.NUMBERS)
        assert answer["is_settled"]
        assert answer["reason"]

    def test_a_long_table_of_replies_is_cut(self) -> None:
        line = parse("challenge:2-20:12,14")
        proof = analyse(line.rules, line.position).proof
        assert proof is not None
        replies = proof.as_json()["replies"]
        answer = answered(Analyse(str(line), 2))
        assert len(replies) > MOST_REPLIES
        assert answer["proof"]["replies"] == json.loads(msgspec.json.encode(replies[:MOST_REPLIES]))
        assert answer["proof_is_cut"]

    def test_a_short_table_of_replies_is_whole(self) -> None:
        answer = answered(Analyse("challenge:2-9:2,3", 2))
        assert answer["proof"]["replies"]
        assert not answer["proof_is_cut"]

    def test_what_the_seconds_do_not_reach_is_unknown_and_not_settled(self) -> None:
        forget()
        answer = answered(Analyse("frenzy:2-200:", 0.1))
        assert (answer["verdict"], answer["is_settled"], answer["proof"]) == ("unknown", False, None)
        assert answer["drawing"] is None

    def test_a_game_that_is_over_has_a_reason(self) -> None:
        answer = answered(Analyse("divisor:60:12", 1))
        assert (answer["verdict"], answer["reason"], answer["over"]) == (
            "loss",
            "You have no move, since 5 is prime.",
            True,
        )


class TestChoose:
    """The moves of programs."""

    @pytest.mark.parametrize("player", ["random", "greedy", "lookahead:3", "slips:0.2", "perfect", "tutor"])
    def test_it_is_the_move_of_the_player_for_this_seed_game_and_ply(self, player: str) -> None:
        line = parse("frenzy:2-30:4")
        for seed, number in ((1, 1), (1, 2), (7, 1)):
            random = generator(seed, number, 2)
            choice = player_called(player).choice(line, random, THINKING.control())
            assert answered(Choose(str(line), player, seed, number)) == {"move": choice.move, "note": choice.note}

    def test_a_division_is_text(self) -> None:
        assert "/" in answered(Choose("divisor:36+48+60:", "perfect", 1, 1))["move"]

    def test_a_player_that_nobody_knows_is_told(self) -> None:
        with pytest.raises(NotationError, match="there is no player"):
            answered(Choose("divisor:60:", "kasparov", 1, 1))

    def test_moves_of_the_lower_levels_are_quick(self) -> None:
        quick = [level.number for level in LEVELS if Choose("clash:2-20:", level.player.name, 1, 1).is_quick]
        assert quick == [1, 2, 3]
        assert WantsSeat("clash:2-20:17", "1").is_quick
        assert not WantsSeat("clash:2-20:17", "5").is_quick
        assert not Hint("clash:2-20:", 1).is_quick


class TestWords:
    """Hints, seats and records."""

    def test_hints_are_those_of_the_players(self) -> None:
        line = parse("clash:2-20:15,5")
        for step in (1, 2, 3):
            expected = hint(line.rules, line.position, step, DEFAULT_BUDGET.control())
            claims = [claim.as_json() for claim in expected.claims]
            short, full = (english(expected.claims, line.rules, line.position) for english in (told_first, told))
            text = full if step == LAST_STEP else expected.text
            facts = {"text": text, "moves": list(expected.moves), "claims": claims, "short": short}
            assert answered(Hint(str(line), step)) == json.loads(json.dumps(facts))

    def test_a_hint_names_no_move_then_two_and_then_one(self) -> None:
        moves = [answered(Hint("divisor:36+48+60:", step))["moves"] for step in (1, 2, 3)]
        assert list(map(len, moves)) == [0, 2, 1]
        assert moves[2][0] in moves[1]

    def test_the_better_seat_is_wanted(self) -> None:
        assert answered(WantsSeat("clash:2-20:17", "perfect")) is True
        assert answered(WantsSeat("clash:2-20:14", "perfect")) is False

    def test_a_record_is_told_game_by_game(self) -> None:
        assert answered(Retell(record("divisor:210:2,5,3"))) == {
            "names": ["Ann", "Ben"],
            "games": [{"notation": "divisor-duel:210:2,5,3", "winner": 1, "starter": 1}],
        }


class TestReview:
    """A game of a record."""

    def test_it_is_the_review_with_what_a_page_needs(self) -> None:
        answer = answered(Review(record("divisor:210:2,5,3"), 1))
        facts = review_facts(review(match_game("divisor:210:2,5,3"), DEFAULT_BUDGET.control()))
        assert [move["label"] for move in answer["moves"]] == [move["label"] for move in facts["moves"]]
        assert [move["verdict"] for move in answer["moves"]] == ["win", "win", "win"]
        assert answer["moves"][0]["reason"].startswith(f"{answer['moves'][0]['better']} wins: ")
        assert (answer["leaders"], answer["decisive"], answer["kept"]) == ([1, 2, 1, 1], 2, [[0, 1], [0, 1]])
        assert answer["decision"] == {"kind": "last chance", "player": 2}
        assert (answer["names"], answer["winner"]) == (["Ann", "Ben"], 1)

    def test_a_game_that_is_not_over_has_no_decision(self) -> None:
        answer = answered(Review(record("divisor:60:6"), 1))
        assert (answer["winner"], answer["decisive"]) == (None, None)
        assert answer["decision"] is None

    def test_a_resigned_game_is_told_as_such(self) -> None:
        answer = answered(Review(record("divisor:60:", is_resigned=True), 1))
        assert answer["decision"] == {"kind": "given up", "player": 1}

    @pytest.mark.parametrize("number", [0, 2, -1])
    def test_there_is_no_other_game(self, number: int) -> None:
        with pytest.raises(RefusalError, match=f"from 1 to 1, not {number}") as refused:
            answered(Review(record("divisor:60:6"), number))
        assert refused.value.code is Code.NOT_FOUND

    def test_what_is_no_record_is_told(self) -> None:
        with pytest.raises(RecordError, match="is not a record"):
            answered(Review("{}", 1))


def match_game(notation: str) -> Any:
    match = Match(parse(notation).rules, NAMES)
    match.play_all(parse(notation).moves, NOON)
    return match.game


class TestBudgets:
    """What a task may cost."""

    def test_a_long_game_with_many_numbers_is_reviewed_in_seconds_whatever_was_asked_before(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for budget in ("_FOR_A_REVIEW", "_FOR_THE_REASONS"):
            monkeypatch.setattr(tasks, budget, Budget(seconds=0.3, bytes=TABLE_BYTES))
        answered(Choose("challenge:2-26:", "perfect", 1, 1))
        line = parse("challenge:2-1000:")
        random = generator(1, 1, 1)
        while moves := line.rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
        started = process_time()
        answered(Review(record(str(line)), 1))
        assert process_time() - started < 5
        forget()

    def test_tables_stay_within_their_bytes(self) -> None:
        forget()
        answered(Analyse("frenzy:2-150:", 2))
        assert 0 < kept_bytes() <= TABLE_BYTES
        forget()


class NotingBudget(Budget):
    """A budget that notes the seconds of every meter made from it."""

    noted: ClassVar[list[float]] = []

    def control(self) -> Control:
        self.noted.append(self.seconds)
        return super().control()


class TestLeash:
    """How a task is kept short, and stopped."""

    def test_a_move_has_its_share_of_the_seconds_but_some_at_least(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(NotingBudget, "noted", [])
        for share in (1.0, 0.5, 0.001):
            with Leash(share).thinking(NotingBudget(seconds=2.0)):
                pass
        assert NotingBudget.noted == [2.0, 1.0, LEAST_SECONDS]

    def test_looking_ahead_ends_with_the_time_for_a_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("commonfactor.players.heuristic._MOST_POSITIONS", 10**12)
        line = parse("challenge:2-500:")
        with Leash(0).thinking(THINKING) as control:
            choice = player_called("lookahead:8").choice(line, generator(1, 1, 1), control)
        assert choice.move in line.rules.legal_moves(line.position)
        assert choice.note.endswith("since looking further would have taken too long.")

    def test_what_is_not_a_move_has_all_its_seconds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(NotingBudget, "noted", [])
        Leash(0.1).control(NotingBudget(seconds=2.0))
        assert NotingBudget.noted == [2.0]

    def test_a_cancelled_task_gets_no_meter(self) -> None:
        leash = Leash()
        leash.check()
        leash.cancel()
        with pytest.raises(CancelledTaskError):
            leash.control(Budget())
        with pytest.raises(CancelledTaskError):
            leash.check()
        with pytest.raises(CancelledTaskError):
            Analyse("clash:2-20:", 1).answer(leash)

    def test_cancelling_stops_every_meter(self) -> None:
        leash = Leash()
        meters = [leash.control(Budget(seconds=60)) for _ in range(2)]
        leash.cancel()
        line = parse("frenzy:2-300:")
        for meter in meters:
            assert analyse(line.rules, line.position, DEFAULT_BUDGET, meter).verdict == "unknown"
            assert meter.is_cancelled

    def test_nodes_are_metered(self) -> None:
        forget()
        meter, line = Leash().control(Budget(nodes=50)), parse("frenzy:2-300:")
        assert analyse(line.rules, line.position, DEFAULT_BUDGET, meter).verdict == "unknown"
        assert meter.nodes <= 100
