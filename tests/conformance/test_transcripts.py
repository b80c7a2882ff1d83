"""The rule books' command-line samples as golden transcripts.

For each game there is a folder in ``tests/data/transcripts``: ``sample.txt`` is the sample of
the rule book, if there is one, with ``(...)`` where it leaves something out, ``differences.json`` lists every
line in which the rules make another one of it and why, ``input.txt`` is the game typed in, and
``transcript.txt`` is what the program prints.
"""

import json
from pathlib import Path

import pytest
from processes import run

from commonfactor.rules.notation import parse
from commonfactor.rules.registry import game_named

FOLDERS = sorted((Path(__file__).parents[1] / "data" / "transcripts").iterdir())
SETUPS = {"factor-frenzy": "2-20"}

for_every_sample = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def expected_blocks(folder: Path) -> list[str]:
    """The sample with its differences made good, cut where it leaves something out."""
    sample = (folder / "sample.txt").read_text()
    for difference in json.loads((folder / "differences.json").read_text()):
        assert difference["because"]
        assert sample.count(f"{difference['sample']}\n") == 1, difference
        sample = sample.replace(f"{difference['sample']}\n", f"{difference['here']}\n")
    return sample.split("(...)\n")


@for_every_sample
def test_a_piped_game_prints_the_transcript_line_by_line(folder: Path) -> None:
    setup = SETUPS.get(folder.name)
    arguments = ["play", folder.name, *(["--pool", setup] if setup else [])]
    finished = run(*arguments, typed=(folder / "input.txt").read_text())
    assert finished.out.splitlines() == (folder / "transcript.txt").read_text().splitlines()
    assert (finished.code, finished.err) == (0, "")


@for_every_sample
def test_the_transcript_is_the_sample_but_for_the_listed_differences(folder: Path) -> None:
    transcript = (folder / "transcript.txt").read_text()
    first, *others = expected_blocks(folder)
    assert transcript.startswith(first)
    place = len(first)
    for block in others:
        found = transcript.find(block, place)
        assert found >= 0, block
        place = found + len(block)


@pytest.mark.parametrize(
    ("name", "winner"),
    [
        ("factor-clash", 1),
        ("divisor-duel", 2),
        ("factor-challenge", 2),
        ("factor-duel", 1),
        ("factor-frenzy", 1),
        ("juniper-green", 2),
        ("divisor-game", 1),
    ],
)
def test_the_samples_end_with_their_winner(name: str, winner: int) -> None:
    moves = (Path(__file__).parents[1] / "data" / "transcripts" / name / "input.txt").read_text().split()
    line = parse(f"{name}:{SETUPS.get(name, game_named(name).default_setup)}:{','.join(moves)}")
    outcome = line.rules.outcome(line.position)
    assert outcome is not None
    assert outcome.winner == winner
