"""Players by name, and levels."""

from itertools import pairwise

import pytest
from player_checks import ALL_PLAYERS

from commonfactor.players.registry import LEVELS, PLAYERS, level_of, player_called
from commonfactor.players.solver_players import Perfect
from commonfactor.rules.base import NotationError


@pytest.mark.parametrize("name", [*ALL_PLAYERS, "lookahead:9", "slips:0", "slips:1", "slips:0.001", "slips:0.999"])
def test_names_come_back(name: str) -> None:
    player = player_called(name)
    assert player.name == name
    assert player_called(player.name) == player
    assert player_called(f"  {name.upper()} ") == player


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("slips:0.20", "slips:0.2"),
        ("slips:0.200", "slips:0.2"),
        ("slips:1.0", "slips:1"),
        ("slips:0.000", "slips:0"),
        ("Perfect", "perfect"),
    ],
)
def test_what_can_be_written_in_several_ways_has_one_name(written: str, name: str) -> None:
    assert player_called(written).name == name


def test_a_program_is_known_by_its_level_if_it_has_one() -> None:
    assert [level_of(level.player.name) for level in LEVELS] == [1, 2, 3, 4, 5]
    assert level_of("lookahead:3") is None
    assert level_of(None) is None


def test_levels_go_up_from_one_and_are_called_by_number_and_name() -> None:
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5]
    assert [level.name for level in LEVELS] == ["newcomer", "casual", "club", "expert", "perfect"]
    for level in LEVELS:
        for words in (str(level.number), f"level {level.number}", f"Level  {level.number}", level.name.title()):
            assert player_called(words) == level.player
        assert level.description == level.player.description
        assert player_called(level.player.name) == level.player


@pytest.mark.parametrize("name", ["random", "lookahead:1", "lookahead:3", "slips:0.167", "perfect"])
def test_what_records_call_the_levels_of_former_times_still_plays(name: str) -> None:
    assert player_called(name).name == name


def test_no_two_levels_have_the_same_player() -> None:
    assert all(lower.player != higher.player for lower, higher in pairwise(LEVELS))
    assert LEVELS[-1].player == Perfect()


def test_every_kind_can_be_made() -> None:
    assert [kind.notation for kind in PLAYERS] == ["random", "greedy", "lookahead:D", "slips:P", "perfect", "tutor"]
    for kind in PLAYERS:
        name = kind.notation.replace("D", "2").replace("P", "0.5")
        assert player_called(name).name == name
        assert kind.description


@pytest.mark.parametrize(
    "bad",
    [
        *("", " ", "0", "6", "01", "-1", "1 2", "٣", "level", "level 0", "level 6", "level3", "novice", "x" * 500),
        *("lookahead", "slips", "random:1", "perfect:", "tutor:2"),
    ],
)
def test_other_names_are_answered_with_all_there_are(bad: str) -> None:
    with pytest.raises(
        NotationError, match=r"^there is no player '.*'; there are the levels 1 to 5 \(newcomer, .*tutor$"
    ):
        player_called(bad)


@pytest.mark.parametrize("depth", ["", "0", "10", "-1", "+3", "3.0", "٣", "³", " 3", "0x3", "9" * 5000])
def test_a_depth_is_one_digit(depth: str) -> None:
    with pytest.raises(NotationError, match=r"^lookahead:D looks 1 to 9 moves ahead, such as lookahead:3, not '.*'$"):
        player_called(f"lookahead:{depth}")


@pytest.mark.parametrize(
    "probability",
    ["", ".2", "0.", "-0.1", "+0.1", "1.1", "2", "0.1234", "1e-1", "nan", "inf", "0,2", "0_0.2", "0.٢", "00.2"],
)
def test_a_probability_is_a_plain_decimal(probability: str) -> None:
    with pytest.raises(
        NotationError, match=r"^slips:P has a probability from 0 to 1 with at most three decimals, .*'$"
    ):
        player_called(f"slips:{probability}")
