"""No changed proof is accepted unless its statements are true or named as trusted: a third of a million of them.

``test_proof_mutants`` is a sample of it.
"""

from random import Random

import pytest
from proof_truth import hurry, try_mutants

from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games
from commonfactor.solver.proofs.checking import Status

_POSITIONS = 100


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_changed_proofs_are_refused_or_true(game: type[AnyRules], seed: int) -> None:
    said = try_mutants(game, Random(seed), _POSITIONS, most_numbers=18)
    assert all(said[status] > 100 for status in (None, Status.FALSE, Status.COMPLETE))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_hurried_checkers_name_what_they_trust(
    game: type[AnyRules], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    said = try_mutants(game, Random(f"hurried {seed}"), _POSITIONS, most_numbers=14)
    assert bool(said[Status.PARTIAL]) is (game.mechanic not in {"divide", "follow", "subtract"})
