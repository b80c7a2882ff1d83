"""Matches and records to make tests of."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

from commonfactor.arena.match import Match
from commonfactor.arena.terms import Names, Programs, Scoring, Terms
from commonfactor.rules.base import AnyRules, Board

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def random_match(game: type[AnyRules], seed: int) -> Match:
    """A match played at random, that may have resignations and end in the middle."""
    rng = Random(seed)
    setup = rng.choice([game.default_setup, "36+20+7" if game.board is Board.NUMBERS else "5-15"])
    scoring = rng.choice([None, Scoring(1, 3), Scoring(3, 7)])
    programs = Programs(rng.choice([None, "lookahead:3"]), rng.choice([None, "perfect"]))
    terms = Terms(scoring, rng.random() < 0.5, rng.choice([None, 3]), programs, rng.randrange(10**18))
    match = Match(game.from_setup(setup), Names("Ann", "Zoë"), terms, starter=rng.choice([1, 2]))
    for second in range(rng.randrange(60)):
        at = NOON + timedelta(seconds=second)
        if match.is_over:
            break
        if match.game.result:
            match.begin_next_game()
        elif rng.random() < 0.03:
            match.resign()
        elif match.game.is_swap_open:
            match.decide_swap(is_taken=rng.random() < 0.5, at=at)
        elif rng.random() < 0.1 and match.hints_left != 0 and not programs.of(match.game.player_to_move):
            match.count_hint()
        else:
            match.play(rng.choice(match.rules.legal_moves(match.game.line.position)), at)
    return match


def same(match: Match, other: Match) -> bool:
    return (match.rules, match.names, match.terms, match.games) == (
        other.rules,
        other.names,
        other.terms,
        other.games,
    )


# As version 1 had it, which is still read.
HEADER = {
    "format": "commonfactor record",
    "version": 1,
    "game": "factor-clash",
    "setup": "2-20",
    "names": ["Ann", "Ben"],
    "scoring": None,
}
FIRST_TO_TWO = {"points_per_win": 1, "target": 2}
AT = "2026-01-01T12:00:00Z"
GAME = {"starter": 1, "moves": [{"move": 14, "at": AT}, {"move": 7, "at": AT}], "result": {"winner": 2, "by": "rules"}}

NEW_HEADER = {**HEADER, "version": 2, "swap": False, "hints": None, "programs": [None, None], "seed": 0}
NEW_GAME = {**GAME, "swap": None, "hints": [0, 0]}


def text(*lines: object) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)
