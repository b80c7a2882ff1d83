"""Positions to ask players about, and what they ought to do there."""

from collections.abc import Iterator
from random import Random
from typing import Any

from commonfactor.arena.referee import continued
from commonfactor.players.base import THINKING, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import FIRST, AnyRules, Move, Seat
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.juniper_green import JuniperGreen
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reference import Reference

ALL_PLAYERS = (
    *("random", "greedy", "lookahead:1", "lookahead:2", "lookahead:3", "slips:0.2", "perfect", "tutor"),
    *("newcomer", "casual", "club", "expert"),
)
OTHER_PLAYERS = tuple(name for name in ALL_PLAYERS if name != "perfect")
SMALL_SETUPS: dict[type[AnyRules], str] = {
    FactorClash: "2-16,opening=no-lone-primes",
    DivisorDuel: "60+48+12",
    FactorChallenge: "2-13",
    FactorDuel: "2-16",
    FactorFrenzy: "2-24",
    JuniperGreen: "1-24",
    DivisorGame: "24+18+7",
}
_HIGHEST: dict[type[PoolRules], int] = {
    FactorClash: 100,
    FactorChallenge: 27,
    FactorDuel: 60,
    FactorFrenzy: 60,
    JuniperGreen: 80,
}
_HIGHEST_TO_CHANGE: dict[type[AnyRules], int] = {DivisorDuel: 1000, DivisorGame: 60}
_UNLIMITED = Budget(seconds=3600)


def lines_of(rules: AnyRules, count: int, seed: int = 1) -> Iterator[Line]:
    """Lines with a move still to make, out of random games."""
    random = Random(seed)
    for _ in range(count):
        yield random_line(rules, random)


def random_line(rules: AnyRules, random: Random) -> Line:
    """A random game as far as some move of it; at least the last move is still to be made."""
    lines = [Line.start(rules)]
    while moves := rules.legal_moves(lines[-1].position):
        lines.append(lines[-1].play(random.choice(moves)))
    return random.choice(lines[:-1])


def early_line(rules: AnyRules, random: Random) -> Line:
    """The earlier of two points of random games, so that there is much still to come."""
    return min((random_line(rules, random) for _ in range(2)), key=lambda line: len(line.moves))


def random_rules(game: type[AnyRules], random: Random) -> AnyRules:
    """A game with a setup that is solved in no time, and has a move."""
    if issubclass(game, PoolRules):
        low = game.default_bounds()[0] + random.randint(0, 3)
        return game(low, random.randint(12, _HIGHEST[game]), random.choice(list(Opening)))
    while True:
        numbers = [random.randint(4, _HIGHEST_TO_CHANGE[game]) for _ in range(random.randint(1, 4))]
        rules = game.from_setup("+".join(map(str, numbers)))
        if rules.can_move(rules.initial_position):
            return rules


def winning_replies_of(reference: Reference, rules: AnyRules, position: Any, move: Move) -> int:
    """How many replies win, by plain search."""
    reached, control = rules.play(position, move), _UNLIMITED.control()
    return sum(not reference.is_won(rules.play(reached, reply), control) for reply in rules.legal_moves(reached))


def is_won(reference: Reference, position: Any) -> bool:
    """Whether the player to move wins, by plain search."""
    return reference.is_won(position, _UNLIMITED.control())


def winner_with_perfect_play(line: Line) -> Seat:
    """The seat that the solver says wins."""
    mover: Seat = line.position.to_move
    verdict = analyse(line.rules, line.position, THINKING).verdict
    assert verdict is not Verdict.UNKNOWN
    return mover if verdict is Verdict.WIN else mover.other


def assert_perfect_wins_games(game: type[AnyRules], seed: int, count: int) -> None:
    """Have the perfect player win games with one setup from won positions, against all others in turn."""
    random = Random(seed)
    rules = random_rules(game, random)
    for number in range(count):
        opponent = player_called(OTHER_PLAYERS[number % len(OTHER_PLAYERS)])
        assert_perfect_wins(early_line(rules, random), opponent, seed=number)


def assert_perfect_wins(line: Line, opponent: Player, seed: int) -> None:
    """Have the perfect player take the winning seat, and see it win."""
    perfect, seat = player_called("perfect"), winner_with_perfect_play(line)
    players = (perfect, opponent) if seat is FIRST else (opponent, perfect)
    ended = continued(line, *players, seed)
    outcome = ended.rules.outcome(ended.position)
    assert outcome is not None
    assert outcome.winner is seat, f"{opponent.name} has won {ended} from {line} with seed {seed}"
