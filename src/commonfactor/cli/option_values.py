"""The values of options: numbers, budgets, setups and terms."""

from argparse import Namespace
from random import SystemRandom
from re import ASCII, fullmatch

from commonfactor.arena.terms import DEFAULT_NAMES, TWO_PEOPLE, Names, Player, Programs, Scoring, Terms
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, Board, SetupError
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.rules.registry import game_called
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.terminal.menu import chosen_starter

_SETUP_OPTIONS = ("pool", "number", "opening", "relation", "without")

MOST_JOBS = 64


def number_in_option(option: str, text: str) -> int:
    """The number given for an option; ``SetupError`` names the option if it is none."""
    try:
        return number_in(text)
    except ValueError as error:
        raise SetupError(f"{option}: {error}") from None


def number_from_to(option: str, text: str, least: int, most: int) -> int:
    """The number given for an option; ``SetupError`` names the option and the bounds."""
    number = number_in_option(option, text)
    if not least <= number <= most:
        raise SetupError(f"{option} is a number from {least} to {most:,}, not {number:,}")
    return number


def jobs_in(options: Namespace) -> int:
    return number_from_to("--jobs", options.jobs, 1, MOST_JOBS)


def budget_in(options: Namespace, unless_told: Budget = DEFAULT_BUDGET) -> Budget:
    """The budget given by options; without a limit of time or nodes that of ``unless_told``."""
    is_told = options.seconds is not None or options.nodes is not None
    budget = DEFAULT_BUDGET if is_told else unless_told._replace(bytes=DEFAULT_BUDGET.bytes)
    if options.seconds is not None:
        budget = budget._replace(seconds=seconds_in(options))
    if options.nodes is not None:
        budget = budget._replace(nodes=_number_up_to("--nodes", options.nodes, 10**19))
    if options.memory is not None:
        budget = budget._replace(bytes=_number_up_to("--memory", options.memory, 10**6) * 10**6)
    return budget


def seconds_in(options: Namespace) -> float:
    # float() alone would take nan, inf and 1e999.
    if not fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", options.seconds, ASCII):
        raise SetupError(f"--seconds is a number such as 2 or 0.5, not {quoted(options.seconds)}")
    return float(options.seconds)


def _number_up_to(option: str, text: str, most: int) -> int:
    number = number_in_option(option, text)
    if number > most:
        raise SetupError(f"{option} is a number up to {most:,}, not {number:,}")
    return number


def rules_in(options: Namespace) -> AnyRules:
    """The rules of GAME or GAME:SETUP; options override what the setup says."""
    name, _, setup = options.game.partition(":")
    game, settings = game_called(name), _settings_in(options)
    start, *usual = (setup or game.default_setup).split(",")
    start = settings.pop("pool", settings.pop("number", start))
    kept = [option for option in usual if option.partition("=")[0] not in settings]
    return game.from_setup(",".join([start, *kept, *map("=".join, settings.items())]))


def _settings_in(options: Namespace) -> dict[str, str]:
    return {name: value for name in _SETUP_OPTIONS if (value := getattr(options, name, None)) is not None}


def line_in(options: Namespace) -> Line:
    """The given position, or the start of a game with the given setup."""
    settings = _settings_in(options)
    if ":" in options.game:
        if settings or options.fair:
            raise SetupError(
                "a position has its setup in it: "
                "leave --pool, --number, --opening, --relation, --without and --fair out"
            )
        return parse(options.game)
    game = game_called(options.game)
    if options.fair:
        if settings:
            raise SetupError(
                "--fair chooses the setup: leave --pool, --number, --opening, --relation and --without out"
            )
        return Line.start(game.from_setup(game.recommended_setup))
    has_pool = game.board is Board.POOL
    if has_pool and "number" in settings:
        raise SetupError(f"{game.title} is played with --pool LO-HI, not with --number")
    if not has_pool and settings.keys() - {"number"}:
        raise SetupError(f"{game.title} is played with --number N, not with --{min(settings.keys() - {'number'})}")
    return Line.start(rules_in(options))


def terms_in(options: Namespace) -> Terms:
    hints = None if options.hints is None else number_in_option("--hints", options.hints)
    programs = _programs_in(options)
    if options.seed is not None and not any(programs):
        raise SetupError("--seed decides the chances that programs take, so it needs --vs or --players")
    seed = seed_in(options) if any(programs) else 0
    return Terms(_scoring_in(options), options.swap, hints, programs, seed)


def names_in(options: Namespace) -> Names:
    """The players' names; against a program the person's name is given first."""
    if options.names is None:
        return DEFAULT_NAMES
    names = Names(*options.names)
    return Names(names.second, names.first) if options.seat == "second" else names


def seed_in(options: Namespace) -> int:
    """The given seed, or a new one that is short enough to be typed."""
    return SystemRandom().randrange(10**6) if options.seed is None else number_in_option("--seed", options.seed)


def starter_in(options: Namespace) -> Player:
    """The player who starts; against a program Player 1, which either side may be."""
    if options.vs is not None and options.first is not None:
        raise SetupError("against a program --seat first or --seat second says who starts: leave --first out")
    return chosen_starter("1" if options.first is None else options.first, SystemRandom())


def _programs_in(options: Namespace) -> Programs:
    """The programs among the players, by their names in the registry."""
    if options.players is not None:
        if options.vs is not None:
            raise SetupError("--players is program against program, and --vs is you against one: choose one of them")
        if options.seat is not None:
            raise SetupError("--seat is your seat against a program: with --players, --first says who starts")
        return Programs(*(player_called(text).name for text in options.players))
    if options.vs is None:
        if options.seat is not None:
            raise SetupError("--seat is your seat against a program, so it needs --vs LEVEL")
        return TWO_PEOPLE
    program, seat = player_called(options.vs).name, options.seat or "first"
    if seat not in ("first", "second"):
        raise SetupError(f"the seat is first or second, not {quoted(seat)}")
    return Programs(None, program) if seat == "first" else Programs(program, None)


def _scoring_in(options: Namespace) -> Scoring | None:
    games, points, target = options.first_to, options.points_per_win, options.target
    if games is not None and not (points is None and target is None):
        raise SetupError("a match has --first-to K or --points-per-win P with --target T, not both")
    if games is not None:
        return Scoring(1, number_in_option("--first-to", games))
    if target is not None:
        points = number_in_option("--points-per-win", "1" if points is None else points)
        return Scoring(points, number_in_option("--target", target))
    if points is not None:
        raise SetupError("--points-per-win needs --target T, the points that win the match")
    return None
