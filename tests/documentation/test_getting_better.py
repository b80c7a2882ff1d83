"""The page that teaches the games teaches nothing false: every answer and every general claim is checked."""

import re
from collections.abc import Callable, Iterator
from functools import cache, reduce
from math import gcd, isqrt
from operator import xor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from plain_facts import last_number

from commonfactor.arithmetic.factorisation import is_prime, prime_factors, proper_divisors
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.pool import PoolRules, picks
from commonfactor.rules.registry import all_games
from commonfactor.rules.words import listed
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reference import Reference
from commonfactor.solver.setup_sweep import solve

PAGE = (Path(__file__).parents[2] / "docs" / "getting-better.md").read_text(encoding="utf-8")
PROSE = " ".join(PAGE.split())
FEWEST_POSITIONS = 3
AMPLE = Budget(seconds=60.0, nodes=1_000_000)

Touches = Callable[[int, int], bool]


class Exercise(NamedTuple):
    """A position of the page with its answer."""

    line: Line
    seen: str
    winning: str
    reason: str

    def __str__(self) -> str:
        return str(self.line)


def rows_under(heading: str) -> Iterator[list[str]]:
    """The cells of every row of the table under a heading, without the titles."""
    _, _, below = PAGE.partition(f"\n{heading}\n")
    table = re.split(r"^#", below, maxsplit=1, flags=re.MULTILINE)[0]
    for row in re.findall(r"^\| (?!Game )(\w.*) \|$", table, re.MULTILINE):
        yield row.split(" | ")


def exercises_of(game: type[AnyRules]) -> list[Exercise]:
    positions = list(rows_under(f"### Positions of {game.title}"))
    answers = list(rows_under(f"### Answers for {game.title}"))
    assert [row[0] for row in positions] == [row[0] for row in answers] == [str(n + 1) for n in range(len(answers))]
    return [
        Exercise(parse(notation.strip("`")), seen, winning, reason)
        for (_, notation, seen, _), (_, winning, reason) in zip(positions, answers, strict=True)
    ]


TAUGHT: list[type[AnyRules]] = [FactorClash, DivisorDuel, FactorChallenge, FactorDuel, FactorFrenzy]
EXERCISES = [exercise for game in TAUGHT for exercise in exercises_of(game)]


def exercises_with(word: str) -> list[Exercise]:
    return [exercise for exercise in EXERCISES if word in exercise.reason]


def claim(sentence: str) -> None:
    """What is about to be checked stands on the page."""
    assert sentence in PROSE


def verdict_of(rules: AnyRules, position: Any) -> Verdict:
    return analyse(rules, position, AMPLE).verdict


def winning_moves(line: Line) -> tuple[Move, ...]:
    return analyse(line.rules, line.position, AMPLE).moves_with(Verdict.WIN)


def random_lines(game: type[PoolRules], highs: range, count: int) -> Iterator[Line]:
    """Lines of random moves and random length on small pools."""
    random = Random(1)
    for _ in range(count):
        line = Line.start(game(2, random.choice(highs)))
        for _ in range(random.randint(0, 8)):
            if moves := line.rules.legal_moves(line.position):
                line = line.play(random.choice(moves))
        yield line


# Positions and answers


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_every_game_has_positions_to_try(game: type[AnyRules]) -> None:
    exercises = exercises_of(game)
    assert len(exercises) >= FEWEST_POSITIONS
    assert all(type(exercise.line.rules) is game for exercise in exercises)
    assert len(re.findall(rf"`{game.name}:[^`]+`", PAGE)) == len(exercises)


@pytest.mark.parametrize("exercise", EXERCISES, ids=str)
def test_an_answer_names_exactly_the_winning_moves(exercise: Exercise) -> None:
    assert exercise.winning == (", ".join(f"`{move}`" for move in winning_moves(exercise.line)) or "none")


@pytest.mark.parametrize("exercise", EXERCISES, ids=str)
def test_plain_search_agrees(exercise: Exercise) -> None:
    line = exercise.line
    moves = Reference(line.rules).investigate(line.position, AMPLE.control()).moves
    assert Verdict.UNKNOWN not in moves.values()
    assert tuple(move for move, verdict in moves.items() if verdict is Verdict.WIN) == winning_moves(line)


@pytest.mark.parametrize("exercise", EXERCISES, ids=str)
def test_what_you_see_is_the_position(exercise: Exercise) -> None:
    line = exercise.line
    position, mover = line.position, line.position.to_move
    if not isinstance(line.rules, PoolRules):
        assert exercise.seen == listed(position.numbers)
        return
    whole = f"{line.rules.low} to {line.rules.high}"
    seen = [f"left: {listed(line.rules.available_numbers(position)) if line.moves else whole}"]
    if isinstance(line.rules, FactorClash):
        last = last_number(position)
        seen.append(f"last number: {last}" if last else "the first number is free")
    if isinstance(line.rules, FactorChallenge):
        seen.append(
            f"your last number: {last_number(position)}" if last_number(position) else "your first number is free"
        )
        seen.append(f"their last number: {last_number(position, mover.other)}")
    if isinstance(line.rules, FactorDuel):
        own, others = (listed(picks(line.moves, seat)) for seat in (mover, mover.other))
        seen += [f"you hold: {own}".replace("None", "nothing"), f"they hold: {others}".replace("None", "nothing")]
    assert exercise.seen == "; ".join(seen)


# What the answers say of the positions


def share(a: int, b: int) -> bool:
    return gcd(a, b) > 1


def divide(a: int, b: int) -> bool:
    return a % b == 0 or b % a == 0


def reached(starts: set[int], numbers: set[int], touches: Touches) -> set[int]:
    """All numbers that can be come to from some of them by steps that touch."""
    found, waiting = set(starts), list(starts)
    while waiting:
        here = waiting.pop()
        new = {number for number in numbers - found if touches(here, number)}
        found |= new
        waiting += new
    return found


def reachable_from(last: int, numbers: set[int]) -> set[int]:
    """All numbers that a walk may come to that goes on from one number."""
    return reached({number for number in numbers if share(last, number)}, numbers, share)


@pytest.mark.parametrize("exercise", exercises_with("Pairs: "), ids=str)
def test_pairs_share_a_factor_and_leave_nothing_out(exercise: Exercise) -> None:
    line = exercise.line
    for first in winning_moves(line)[:1]:
        line = line.play(first)
    (words,) = re.findall(r"Pairs: ([^.]+)\.", exercise.reason)
    pairs = [tuple(map(int, pair.split(" and "))) for pair in words.split(", ")]
    assert all(share(a, b) for a, b in pairs)
    paired = [number for pair in pairs for number in pair]
    assert sorted(paired) == sorted(
        reachable_from(last_number(line.position), set(numbers_in(line.position.available)))
    )


@pytest.mark.parametrize("exercise", exercises_with("Steps: "), ids=str)
def test_steps_are_counted_right(exercise: Exercise) -> None:
    (words,) = re.findall(r"Steps: ([^.]+)\.", exercise.reason)
    assert words == listed(map(steps, exercise.line.position.numbers))


@cache
def longest_walk(last: int, numbers: frozenset[int]) -> int:
    return max((1 + longest_walk(to, numbers - {to}) for to in numbers if share(last, to)), default=0)


@pytest.mark.parametrize("exercise", exercises_with("Longest walks: "), ids=str)
def test_walks_are_walks_and_none_is_longer(exercise: Exercise) -> None:
    position = exercise.line.position
    left = frozenset(numbers_in(position.available))
    ((own, other),) = re.findall(r"Longest walks: ([\d, ]+) for you; ([\d, ]+) for them\.", exercise.reason)
    lasts = last_number(position), last_number(position, position.to_move.other)
    for last, words in zip(lasts, (own, other), strict=True):
        walk = [int(word) for word in words.split(", ")]
        assert set(walk) <= left
        assert all(share(a, b) for a, b in zip([last, *walk], walk, strict=False))
        assert len(walk) == len(set(walk)) == longest_walk(last, left)
    assert not reachable_from(lasts[0], set(left)) & reachable_from(lasts[1], set(left))


def groups_of(numbers: set[int]) -> list[set[int]]:
    left, groups = set(numbers), []
    while left:
        group = reached({min(left)}, left, divide)
        groups.append(group)
        left -= group
    return groups


@pytest.mark.parametrize("exercise", exercises_with("Groups: "), ids=str)
def test_groups_are_listed_right(exercise: Exercise) -> None:
    (words,) = re.findall(r"Groups: ([^.]+)\.", exercise.reason)
    groups = groups_of(set(numbers_in(exercise.line.position.available)))
    assert [{int(word) for word in re.findall(r"\d+", group)} for group in words.split(";")] == groups


# General claims


def test_a_prime_above_half_wins_factor_clash_at_once() -> None:
    claim("On 2 to n, a prime above n/2 wins at once if it is the first number.")
    for high in range(2, 60):
        start = Line.start(FactorClash(2, high))
        for prime in filter(is_prime, range(high // 2 + 1, high + 1)):
            assert not start.rules.can_move(start.play(prime).position)


def can_be_paired(numbers: frozenset[int]) -> bool:
    if not numbers:
        return True
    first = min(numbers)
    return any(share(first, other) and can_be_paired(numbers - {first, other}) for other in numbers - {first})


def test_whoever_is_to_move_loses_where_all_is_paired() -> None:
    claim("If every number that can still be reached has a partner, whoever is to move loses")
    paired = 0
    for line in random_lines(FactorClash, range(8, 17), 400):
        if not last_number(line.position):
            continue
        reachable = frozenset(reachable_from(last_number(line.position), set(numbers_in(line.position.available))))
        if can_be_paired(reachable):
            paired += 1
            assert verdict_of(line.rules, line.position) is Verdict.LOSS
    assert paired > 50


def steps(number: int) -> int:
    return len(prime_factors(number)) - 1


def test_a_single_number_is_won_by_leaving_a_prime() -> None:
    claim("Whoever is to move at a single number that is not prime wins like this.")
    for number in range(2, 300):
        start = Line.start(DivisorDuel(number))
        leaving_a_prime = {divisor for divisor in proper_divisors(number) if is_prime(number // divisor)}
        assert set(winning_moves(start)) == leaving_a_prime
        assert bool(leaving_a_prime) == (not is_prime(number))


def test_a_move_takes_away_any_number_of_steps() -> None:
    claim("A move takes away as many steps as you like, but at least one.")
    for number in range(2, 300):
        line = Line.start(DivisorDuel(number))
        left = {steps(line.play(move).position.numbers[0]) for move in line.rules.legal_moves(line.position)}
        assert left == set(range(steps(number)))


def test_equal_and_balanced_numbers_are_lost() -> None:
    claim("With equally many steps on both sides, whoever is to move loses")
    claim("Whoever is to move at balanced numbers loses")
    for numbers in ((a, b, c) for a in range(2, 33, 2) for b in range(a, 33, 2) for c in range(b, 33)):
        rules = DivisorDuel(*numbers)
        is_lost = reduce(xor, map(steps, numbers)) == 0
        assert (verdict_of(rules, rules.initial_position) is Verdict.LOSS) == is_lost
    for first, second in ((a, b) for a in range(2, 65) for b in range(2, 65)):
        rules = DivisorDuel(first, second)
        assert (verdict_of(rules, rules.initial_position) is Verdict.LOSS) == (steps(first) == steps(second))


def test_a_lone_prime_loses_factor_challenge() -> None:
    claim("A lone prime as the very first number of the game loses")
    for high in range(3, 26):
        start = Line.start(FactorChallenge(2, high))
        lone = filter(is_prime, range(high // 2 + 1, high + 1))
        assert all(verdict_of(start.rules, start.play(prime).position) is Verdict.WIN for prime in lone)


def test_the_longer_walk_wins_when_the_players_are_apart() -> None:
    claim("Whoever is to move wins if their own longest walk is longer, and loses if it is as long or shorter.")
    apart = 0
    for line in random_lines(FactorChallenge, range(8, 15), 1_000):
        position, left = line.position, frozenset(numbers_in(line.position.available))
        own, other = last_number(position), last_number(position, position.to_move.other)
        if not (own and other) or reachable_from(own, set(left)) & reachable_from(other, set(left)):
            continue
        apart += 1
        wins = longest_walk(own, left) > longest_walk(other, left)
        assert (verdict_of(line.rules, position) is Verdict.WIN) == wins
    assert apart > 50


def test_primes_above_the_root_decide_factor_duel() -> None:
    claim(
        "count the primes above the square root of n. If that count is odd, whoever begins wins, by taking one of them"
    )
    claim("and by nothing else. If it is even, whoever begins loses.")
    claim("On 2 to 20 there are six of them: 5, 7, 11, 13, 17 and 19.")
    for high in range(2, 61):
        primes = tuple(filter(is_prime, range(isqrt(high) + 1, high + 1)))
        assert winning_moves(Line.start(FactorDuel(2, high))) == (primes if len(primes) % 2 else ())


def is_one_move(group: set[int]) -> bool:
    return all(divide(a, b) for a in group for b in group)


def is_three_in_a_row(group: set[int]) -> bool:
    return len(group) == 3 and not is_one_move(group)


def test_groups_of_one_move_are_counted_and_three_in_a_row_win() -> None:
    claim("If there is nothing else, count the groups. If their number is even, whoever is to move loses.")
    claim("With one such group and else groups of one move each, whoever is to move wins.")
    counted = rows = 0
    for line in random_lines(FactorFrenzy, range(8, 25), 1_500):
        groups = groups_of(set(numbers_in(line.position.available)))
        others = [group for group in groups if not is_one_move(group)]
        wins = verdict_of(line.rules, line.position) is Verdict.WIN
        if not others:
            counted += 1
            assert wins == (len(groups) % 2 == 1)
        elif len(others) == 1 and is_three_in_a_row(others[0]):
            rows += 1
            assert wins
    assert min(counted, rows) > 50


def test_the_worths_that_are_named() -> None:
    claim("A lone number is worth 1, three in a row are worth 2.")
    claim("On 2 to 50 it takes a lot of counting: only 50 wins.")
    lone, row = parse("factor-frenzy:2-2:"), parse("factor-frenzy:3-9:8,7,5")
    assert set(numbers_in(row.position.available)) == {3, 6, 9}
    assert [analyse(line.rules, line.position).nimber for line in (lone, row)] == [1, 2]
    assert winning_moves(parse("factor-frenzy:2-50:")) == (50,)


def test_the_setups_that_are_recommended() -> None:
    for game, (title, setup, openings, best) in zip(all_games(), rows_under("## How to go on"), strict=True):
        row = solve(game.name, AMPLE, setup.strip("`"))
        assert (title, row.setup) == (game.title, game.recommended_setup)
        assert openings == f"{row.winning} of {row.openings}"
        assert best == f"the {row.verdict.winner} player wins"


def test_the_answer_to_an_even_opening_of_the_recommended_factor_clash() -> None:
    claim("after an even one there is an answer that leaves only one good move of fourteen.")
    start = parse(f"factor-clash:{FactorClash.recommended_setup}:")
    winning = winning_moves(start)
    assert len(winning) > len(start.rules.legal_moves(start.position)) / 2
    for opening in winning:
        if isinstance(opening, int) and opening % 2 == 0:
            line = start.play(opening)
            answers = [line.play(answer) for answer in line.rules.legal_moves(line.position)]
            left = [(len(winning_moves(after)), after.rules.mobility(after.position)) for after in answers]
            assert (1, 14) in left
