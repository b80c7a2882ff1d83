"""Audits of many games: intervals hold the rates as often as they promise; ``make verify`` runs this."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from audit_checks import tally_of
from processes import PROGRAM, environment

from commonfactor.rules.registry import all_games

SETUPS = [f"{game.name}:{setup}" for game in all_games() for setup in (game.default_setup, game.recommended_setup)]
PATIENCE = 1200.0


def told_by(*arguments: str) -> dict[str, Any]:
    finished = subprocess.run(
        [PROGRAM, *arguments, "--json"], env=environment(), capture_output=True, timeout=PATIENCE, check=True
    )
    told: dict[str, Any] = json.loads(finished.stdout)
    return told


@pytest.mark.parametrize(
    ("player", "rate", "opponent"),
    [("slips:0.2", 0.2, "random"), ("slips:0.2", 0.2, "slips:0.5"), ("slips:0.05", 0.05, "greedy")],
)
def test_the_interval_of_the_slip_rate_holds_it_in_95_of_100_audits(player: str, rate: float, opponent: str) -> None:
    found = [tally_of(player, opponent, SETUPS, seed, rounds=1).slip_rate for seed in range(100)]
    held = sum(one is not None and one.low <= rate <= one.high for one in found)
    # If each holds it with a probability of 95 %, at least 89 of 100 do with one of 99 %.
    assert held >= 89


def test_a_tournament_and_its_audit_agree_and_measure_the_players(tmp_path: Path) -> None:
    games = str(tmp_path / "games.jsonl")
    players = {"perfect": 0.0, "slips:0.05": 0.05, "slips:0.2": 0.2, "random": None}
    standings = told_by("tournament", "--players", *players, "--rounds", "10", "--jobs", "2", "--out", games)
    audit = told_by("audit", games, "--jobs", "2")
    rows = {(row["player"], row["game"]): row for row in audit["players"]}
    assert {row["unknown"] for row in rows.values()} == {0}
    for standing in standings["players"]:
        row, keys = rows[standing["player"], None], ("games", "wins", "worth", "above", "attempts", "forfeits")
        assert {key: row[key] for key in keys} == {key: standing[key] for key in keys}
    for player, rate in players.items():
        found = rows[player, None]["slip_rate"]
        assert rate is None or found["low"] <= rate <= found["high"]
    assert rows["perfect", None]["slip_rate"]["value"] == 0
    chance = rows["random", None]
    assert chance["kept_share"]["low"] <= chance["chance"] <= chance["kept_share"]["high"]
