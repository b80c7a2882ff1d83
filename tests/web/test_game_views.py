"""Games as clients see them: facts, and no sentence that has to be taken apart."""

from datetime import UTC, datetime

import msgspec
import pytest

from commonfactor.web.events import AnyHappening, Created, Event, Moved, Opponent, Resigned, Swapped
from commonfactor.web.game_views import Game, LastDeed, game_told
from commonfactor.web.table import Table

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN, BEN = "Ann of the names", "Ben of the names"


def told(game: str, setup: str, *happenings: AnyHappening, has_swap: bool = False) -> Game:
    """A game of two people on one device, after what has happened in it."""
    created = Created(
        player=1,
        game=game,
        setup=setup,
        opponent=Opponent.ONE_DEVICE,
        names=(ANN, BEN),
        programs=(None, None),
        seed=7,
        has_swap=has_swap,
    )
    events = [Event(number, NOON, what) for number, what in enumerate((created, *happenings), start=1)]
    return game_told("k3", Table.from_events(events), (False, False))


def test_before_the_first_move_there_is_no_last_one() -> None:
    assert told("factor-clash", "2-20").last is None


@pytest.mark.parametrize(
    ("game", "setup", "move", "deed"),
    [("factor-clash", "2-20", 14, "took 14"), ("divisor-duel", "2000000", 2, "divided 2000000 by 2")],
)
def test_the_last_move_is_told_with_its_player(game: str, setup: str, move: int, deed: str) -> None:
    assert told(game, setup, Moved(1, 1, move)).last == LastDeed(1, deed)


def test_a_swap_is_the_last_thing_that_happened_until_the_next_move() -> None:
    first, swapped = Moved(1, 1, 6), Swapped(2, is_taken=True)
    assert told("factor-duel", "2-20", first, swapped, has_swap=True).last == LastDeed(2, None)
    assert told("factor-duel", "2-20", first, Swapped(2, is_taken=False), has_swap=True).last == LastDeed(1, "took 6")
    assert told("factor-duel", "2-20", first, swapped, Moved(1, 2, 4), has_swap=True).last == LastDeed(1, "took 4")


def test_what_is_required_is_told_to_the_mover_and_to_others() -> None:
    game = told("factor-challenge", "2-20", Moved(1, 1, 6), Moved(2, 2, 5))
    to_mover = msgspec.json.decode(game.position)["requirement"]
    assert to_mover == "Pick a number that shares a factor with your last number 6."
    assert game.their_requirement == "Pick a number that shares a factor with their last number 6."


@pytest.mark.parametrize("end", [(), (Moved(1, 1, 19),), (Resigned(1),), (Moved(1, 1, 14), Swapped(2, is_taken=True))])
def test_players_are_named_once_and_in_no_sentence(end: tuple[AnyHappening, ...]) -> None:
    encoded = msgspec.json.encode(told("factor-clash", "2-20", *end, has_swap=len(end) > 1)).decode()
    assert (encoded.count(ANN), encoded.count(BEN)) == (1, 1)
