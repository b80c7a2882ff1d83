"""Games of other packages have environments of their own, whatever their titles and classes are called."""

import subprocess
import sys

import gymnasium
import pyspiel
import pytest

import commonfactor.agents.gymnasium_env
import commonfactor.agents.openspiel_game  # noqa: F401  # importing registers

_FOREIGN = """\
from commonfactor.rules import registry
from commonfactor.rules.mechanics.follow import Follow

GAMES = [
    ("Game", "euclid", "Euclid's Game!"),
    ("FactorClash", "clash-too", "Factor Clash"),
    ("State", "game", "Game"),
    ("First", "steps-2", "Steps"),
    ("Second", "steps2", "Steps"),
]
kinds = [
    type(kind, (Follow,), {
        "__module__": __name__, "name": name, "short_name": name, "title": title, "summary": "",
        "default_setup": "2-9", "recommended_setup": "2-9",
    })
    for kind, name, title in GAMES
]
registry.games_of_others = lambda: registry.Found(tuple(kinds), ())
"""
_GYMNASIUM = """\
import gymnasium
import commonfactor.agents.gymnasium_env

for name in ("Euclid", "ClashToo", "Game", "Steps-2", "Steps2", "FactorClash"):
    rules = gymnasium.make(f"commonfactor/{name}-v1").unwrapped.rules
    print(f"{rules.name}:{rules.setup}")
"""
_OPENSPIEL = """\
import pickle
import pyspiel
import commonfactor.agents.openspiel_game

for name in ("euclid", "clash_too", "game", "steps_2", "steps2", "factor_clash"):
    game = pyspiel.load_game(f"python_{name}")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    game.new_initial_state().apply_action(0)
    print(f"{game.rules.name}:{game.rules.setup}")
"""


@pytest.mark.parametrize("host", [_GYMNASIUM, _OPENSPIEL], ids=["gymnasium", "openspiel"])
def test_every_game_has_an_environment_by_its_name(host: str) -> None:
    ended = subprocess.run([sys.executable, "-c", _FOREIGN + host], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == [
        "euclid:2-9",
        "clash-too:2-9",
        "game:2-9",
        "steps-2:2-9",
        "steps2:2-9",
        "factor-clash:2-20",
    ]


def test_the_names_of_our_own_environments_stay_what_they_are() -> None:
    titles = (
        "FactorClash",
        "DivisorDuel",
        "FactorChallenge",
        "FactorDuel",
        "FactorFrenzy",
        "JuniperGreen",
        "DivisorGame",
    )
    assert {f"commonfactor/{title}-v1" for title in titles} <= gymnasium.registry.keys()
    names = (
        "factor_clash",
        "divisor_duel",
        "factor_challenge",
        "factor_duel",
        "factor_frenzy",
        "juniper_green",
        "divisor_game",
    )
    assert {f"python_{name}" for name in names} <= set(pyspiel.registered_names())
