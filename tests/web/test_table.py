"""Tables: what may happen at them, to whom, and when."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from commonfactor.arena.terms import Player
from commonfactor.web.events import (
    AnyHappening,
    Created,
    Declined,
    Event,
    Hinted,
    Joined,
    Moved,
    NextBegun,
    Offered,
    Opponent,
    Rematched,
    Resigned,
    Swapped,
    TakenBack,
)
from commonfactor.web.game_limits import LONGEST_GAME
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.table import EVENTS_FOR_MOVES, MOST_EVENTS, MOST_OFFERS, REMATCH, TAKEBACK, Table

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Story:
    """A table that remembers its events, so that it can be told again."""

    def __init__(self, opponent: Opponent, **agreed: Any) -> None:
        """Begin a game, of Factor Clash unless agreed otherwise."""
        clash = {"game": "factor-clash", "setup": "2-20"}
        terms: dict[str, Any] = {**clash, "programs": (None, None), "names": ("Ann", "Ben"), "seed": 7} | agreed
        created = Created(player=1, opponent=opponent, **terms)
        self.events = [Event(1, NOON, created)]
        self.table = Table.created(self.events[0])

    def __call__(self, *happenings: AnyHappening) -> "Story":
        """Let things happen."""
        for what in happenings:
            event = Event(self.table.number + 1, NOON, what)
            self.table = self.table.after(event)
            self.events.append(event)
        return self

    @property
    def moves(self) -> tuple[object, ...]:
        """The moves of the current game."""
        return self.table.game.line.moves


def refused(act: Callable[[], object]) -> Code:
    with pytest.raises(RefusalError) as refusal:
        act()
    assert str(refusal.value).endswith(".")
    return refusal.value.code


def friends(*happenings: AnyHappening, **agreed: Any) -> Story:
    return Story(Opponent.FRIEND, **agreed)(Joined(2, "Bob"), *happenings)


def test_a_friend_gives_the_second_player_a_name() -> None:
    story = Story(Opponent.FRIEND)
    assert story.table.is_waiting
    assert story.table.player_to_move is None
    story(Joined(2, "Bob"))
    assert story.table.match.names == ("Ann", "Bob")
    assert story.table.player_to_move == 1


def test_the_start_from_a_position_is_still_there_when_a_friend_joins() -> None:
    assert friends(moves=("15", "5")).moves == (15, 5)


def test_nothing_happens_before_the_friend_is_there() -> None:
    story = Story(Opponent.FRIEND)
    for what in (
        Moved(1, 1, 14),
        Resigned(1),
        TakenBack(1),
        Offered(1, TAKEBACK),
        Swapped(1, is_taken=True),
        NextBegun(1),
    ):
        assert refused(partial(story, what)) is Code.WAITING


def test_a_seat_is_claimed_once() -> None:
    assert refused(lambda: friends()(Joined(2, "Eve"))) is Code.SEAT_TAKEN


def test_a_friend_cannot_take_the_name_that_is_taken() -> None:
    assert refused(lambda: Story(Opponent.FRIEND)(Joined(2, "Ann"))) is Code.BAD_SETUP


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (Moved(2, 2, 9), Code.ILLEGAL_MOVE),
        (Moved(2, 2, 14), Code.ILLEGAL_MOVE),
        (Moved(2, 2, 21), Code.BAD_MOVE),
        (Moved(2, 2, "14/7"), Code.BAD_MOVE),
        (Moved(2, 1, 7), Code.WRONG_PLY),
        (Moved(2, 3, 7), Code.WRONG_PLY),
        (Moved(1, 2, 7), Code.NOT_YOUR_TURN),
        (Resigned(1), Code.NOT_YOUR_TURN),
        (Hinted(1, 1, "Look."), Code.NOT_YOUR_TURN),
        (Swapped(2, is_taken=True), Code.NO_SWAP_OPEN),
        (NextBegun(1), Code.GAME_RUNNING),
        (Rematched(1, 8), Code.GAME_RUNNING),
        (Offered(1, REMATCH), Code.GAME_RUNNING),
        (Offered(2, TAKEBACK), Code.NOTHING_TO_TAKE_BACK),
        (TakenBack(2), Code.NOTHING_TO_TAKE_BACK),
        (Declined(2), Code.NO_OFFER),
    ],
)
def test_what_cannot_happen_is_refused_and_changes_nothing(what: AnyHappening, code: Code) -> None:
    story = friends(Moved(1, 1, 14))
    before = story.table
    assert refused(lambda: story(what)) is code
    assert story.table is before
    assert story.moves == (14,)


def test_after_the_end_nothing_more_is_played() -> None:
    story = friends(Moved(1, 1, 11))
    assert story.table.player_to_move is None
    for what in (Moved(2, 2, 7), Resigned(2), TakenBack(1), Offered(1, TAKEBACK), Hinted(2, 1, "Look.")):
        assert refused(partial(story, what)) is Code.GAME_OVER


def test_a_friend_takes_back_their_own_last_move_and_the_answer_to_it() -> None:
    assert friends(Moved(1, 1, 14), Moved(2, 2, 12), TakenBack(1)).moves == ()
    assert friends(Moved(1, 1, 14), Moved(2, 2, 12), TakenBack(2)).moves == (14,)
    assert friends(Moved(1, 1, 14), TakenBack(1)).moves == ()


def test_on_one_device_the_last_move_is_taken_back() -> None:
    story = Story(Opponent.ONE_DEVICE)(Moved(1, 1, 14), Moved(2, 2, 12), TakenBack(1))
    assert story.moves == (14,)
    assert story(TakenBack(1)).moves == ()
    assert refused(lambda: story(TakenBack(1))) is Code.NOTHING_TO_TAKE_BACK


def test_against_the_computer_its_answer_goes_back_too() -> None:
    story = Story(Opponent.COMPUTER, programs=(None, "random"))(Moved(1, 1, 14), Moved(2, 2, 12), TakenBack(1))
    assert story.moves == ()
    assert not story.table.can_take_back(1)


def test_alone_a_finished_game_can_be_taken_up_again() -> None:
    story = Story(Opponent.ONE_DEVICE)(Moved(1, 1, 14), Moved(2, 2, 7))
    assert story.table.player_to_move is None
    assert story(TakenBack(1)).moves == (14,)
    assert story(Resigned(2), TakenBack(2)).table.player_to_move == 2


def test_an_offer_lapses_with_the_next_move_but_not_with_a_hint() -> None:
    story = friends(Moved(1, 1, 14), Offered(1, TAKEBACK))
    assert story.table.offer == story.events[-1]
    assert story(Moved(2, 2, 7)).table.offer is None


def test_the_same_is_not_asked_for_again_and_again() -> None:
    story = friends(Moved(1, 1, 14), Offered(1, TAKEBACK))
    assert refused(lambda: story(Offered(1, TAKEBACK))) is Code.OFFER_REPEATED
    story(Declined(2))
    for _ in range(MOST_OFFERS - 1):
        story(Offered(1, TAKEBACK), Declined(2))
    assert refused(lambda: story(Offered(1, TAKEBACK))) is Code.OFFER_REPEATED
    story(Moved(2, 2, 12), Offered(1, TAKEBACK))


def test_an_offer_can_be_declined() -> None:
    assert friends(Moved(1, 1, 14), Offered(1, TAKEBACK), Declined(2)).table.offer is None


def test_the_second_player_may_take_over_the_first_seat_once() -> None:
    story = friends(Moved(1, 1, 14), has_swap=True)
    assert refused(lambda: story(Moved(2, 2, 7))) is Code.SWAP_OPEN
    assert refused(lambda: story(Swapped(1, is_taken=True))) is Code.NOT_YOUR_TURN
    story(Swapped(2, is_taken=True))
    assert story.table.player_to_move == 1
    assert refused(lambda: story(Swapped(1, is_taken=True))) is Code.NO_SWAP_OPEN


def test_a_match_goes_on_until_it_is_decided_and_the_starter_alternates() -> None:
    story = friends(Moved(1, 1, 11), target=2)
    assert refused(lambda: story(Rematched(1, 8))) is Code.MATCH_RUNNING
    story(NextBegun(2))
    assert story.table.player_to_move == 2
    story(Moved(2, 1, 4), Resigned(1))
    assert story.table.score == (1, 1)
    story(NextBegun(1), Moved(1, 1, 13))
    assert refused(lambda: story(NextBegun(1))) is Code.MATCH_OVER
    story(Rematched(2, 8))
    assert (story.table.score, story.table.player_to_move, len(story.table.games)) == ((0, 0), 2, 4)


def test_single_games_are_counted_together() -> None:
    story = friends(Moved(1, 1, 11), Rematched(2, 8), Moved(2, 1, 13), Rematched(1, 9))
    assert story.table.score == (1, 1)
    assert story.table.player_to_move == 1


def test_hints_are_counted_and_forgotten_with_the_next_move() -> None:
    story = Story(Opponent.COMPUTER, programs=(None, "random"))(Hinted(1, 1, "Look."), Hinted(1, 2, "Compare."))
    assert story.table.game.hints == (2, 0)
    assert story.table.hint == Hinted(1, 2, "Compare.")
    assert story(Moved(1, 1, 14)).table.hint is None
    assert story.table.program_to_move == "random"


def test_the_steps_of_a_hint_count_as_one_but_in_older_events_each() -> None:
    story = Story(Opponent.COMPUTER, programs=(None, "random"))
    older = story(Hinted(1, 1, "Look."), Hinted(1, 2, "Compare."), Hinted(1, 3, "Take 11."))
    assert older.table.game.hints == (3, 0)
    story = Story(Opponent.COMPUTER, programs=(None, "random"))
    steps = [Hinted(1, step, "Look.", is_counted=step == 1) for step in (1, 2, 3)]
    assert story(*steps).table.game.hints == (1, 0)
    stored = b'{"kind":"hint","player":1,"step":2,"text":"Compare."}'
    assert msgspec.json.decode(stored, type=Hinted).is_counted


def test_a_table_does_not_grow_without_end() -> None:
    table = friends().table
    assert refused(lambda: table.after(Event(MOST_EVENTS + 1, NOON, Moved(1, 1, 14)))) is Code.GAME_FULL


def test_the_slowest_game_that_the_server_takes_can_be_finished() -> None:
    story = Story(Opponent.FRIEND, game="divisor-game", setup=str(LONGEST_GAME + 1), has_swap=True)
    story(Joined(2, "Bob"), Moved(1, 1, 1), Swapped(2, is_taken=False))
    for ply in range(2, LONGEST_GAME + 1):
        story(Moved(1 if ply % 2 else 2, ply, 1))
    assert story.table.game.result
    assert story.table.number + EVENTS_FOR_MOVES <= MOST_EVENTS


def test_the_last_events_are_for_moves() -> None:
    table = Story(Opponent.ONE_DEVICE)(Moved(1, 1, 14)).table
    last = MOST_EVENTS - EVENTS_FOR_MOVES + 1
    assert refused(lambda: table.after(Event(last, NOON, TakenBack(2)))) is Code.GAME_FULL
    assert table.after(Event(last, NOON, Moved(2, 2, 12))).game.line.moves == (14, 12)


def test_a_game_that_cannot_be_is_refused() -> None:
    assert refused(lambda: Story(Opponent.ONE_DEVICE, names=("Ann", "ann"))) is Code.BAD_SETUP
    assert refused(lambda: Story(Opponent.ONE_DEVICE, setup="2-2,opening=no-lone-primes")) is Code.BAD_SETUP


def random_stories(count: int) -> Iterator[Story]:
    for seed in range(count):
        random = Random(seed)
        story = friends(has_swap=random.random() < 0.5, target=random.choice([None, 2]), setup="2-9")
        for _ in range(60):
            player: Player = random.choice((1, 2))
            move = random.randint(2, 9)
            possible: list[AnyHappening] = [
                *[Moved(player, len(story.moves) + 1, move)] * 3,
                Swapped(player, is_taken=random.random() < 0.5),
                TakenBack(player),
                Offered(player, random.choice((TAKEBACK, REMATCH))),
                Declined(player),
                NextBegun(player),
                Rematched(player, seed),
            ]
            try:
                story(random.choice(possible))
            except RefusalError:
                continue
        yield story


def test_told_again_from_its_events_a_table_is_where_it_was() -> None:
    for story in random_stories(100):
        again = Table.from_events(story.events)
        assert [event.number for event in story.events] == list(range(1, len(story.events) + 1))
        assert (again.number, again.score, again.player_to_move) == (
            story.table.number,
            story.table.score,
            story.table.player_to_move,
        )
        assert [game.line.moves for game in again.games] == [game.line.moves for game in story.table.games]
        assert (again.offer, again.hint, again.has_joined) == (
            story.table.offer,
            story.table.hint,
            story.table.has_joined,
        )
