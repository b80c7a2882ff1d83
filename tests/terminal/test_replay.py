"""A match told again reads as it did when it was played."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from conformance.test_transcripts import SETUPS
from tables import Table

from commonfactor.arena.match import Match
from commonfactor.arena.terms import DEFAULT_NAMES, Programs, Scoring, Terms
from commonfactor.rules.base import AnyRules, Board
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.registry import all_games, game_named
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.transcript import replay

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FOLDERS = sorted((Path(__file__).parents[1] / "data" / "transcripts").iterdir())


def retold(match: Match) -> str:
    sink = StringIO()
    replay(match, Screen(plain=True, source=StringIO(), sink=sink))
    return sink.getvalue()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_is_told_again_as_its_golden_transcript(folder: Path) -> None:
    game = game_named(folder.name)
    match = Match(game.from_setup(SETUPS.get(game.name, game.default_setup)), DEFAULT_NAMES)
    for word in (folder / "input.txt").read_text().split():
        match.play(match.rules.parse_move(word), NOON)
    assert retold(match) == (folder / "transcript.txt").read_text()


def test_games_resignations_and_scores_are_told_again() -> None:
    match = Match(DivisorDuel(4), DEFAULT_NAMES, Terms(Scoring(1, 2)), starter=2)
    match.play(2, NOON)
    match.begin_next_game()
    match.resign()
    told = retold(match).splitlines()
    assert told[-4:] == [
        "Player 1 resigns. Player 2 wins!",
        "",
        "Score: Player 1: 0, Player 2: 2",
        "Player 2 wins the match!",
    ]
    assert told.count("Game Start! Initial N is 4.") == 2


def test_an_unfinished_game_is_told_as_far_as_it_goes() -> None:
    match = Match(DivisorDuel(60), DEFAULT_NAMES)
    match.play(6, NOON)
    assert retold(match).endswith("You divided 60 by 6. New N is 10.\n")


@pytest.mark.parametrize("programs", [Programs(None, "perfect"), Programs("random", "greedy")])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_match_with_programs_and_a_swap_reads_as_it_was_played(game: type[AnyRules], programs: Programs) -> None:
    setup, move = ("48+12", "48/2") if game.board is Board.NUMBERS else ("2-20", "16")
    table = Table(f"{game.name}:{setup}:", move, "resign", terms=Terms(has_swap=True, programs=programs, seed=1))
    printed = table.run()
    assert table.match.is_over
    assert retold(table.match).splitlines() == printed
