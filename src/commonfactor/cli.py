"""The command line: what can be asked, and which layer answers it.

Only parsing happens here. What a command needs is imported inside it, so that asking for the
version or for help waits for nothing else.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, NoReturn

from commonfactor import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from _typeshed import SupportsWrite

    from commonfactor.arena.match import Scoring
    from commonfactor.rules.notation import Line
    from commonfactor.solver.analysis import Budget
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.session import Session

_EXAMPLES = """\
examples:
  commonfactor                                  choose a game from a menu
  commonfactor play factor-clash                two people, one keyboard
  commonfactor play frenzy --pool 2-30 --names Ann Ben --first coin
  commonfactor play divisor-duel --number 60+48+30
  commonfactor play clash --first-to 3 --record match.jsonl
  commonfactor resume match.jsonl
  commonfactor show factor-clash:2-20:15,5,10 --json
  commonfactor analyse factor-clash:2-20:15,5,10

exit codes:
  0 finished or quit, 1 input ended before the game did, 2 bad input or file,
  130 interrupted, 141 broken pipe, 143 terminated
"""

_PLAY_EXAMPLES = """\
examples:
  commonfactor play factor-clash
  commonfactor play duel --pool 2-30 --names Ann Ben --first coin
  commonfactor play clash --opening no-lone-primes --first-to 3 --record match.jsonl
  commonfactor play divisor-duel --number 60+48+30
  commonfactor play factor-clash:2-20:15,5     go on from a position

At every prompt help lists what can be typed besides a number.
"""


_ANALYSE_EXAMPLES = """\
examples:
  commonfactor analyse factor-clash:2-20:15,5,10
  commonfactor analyse factor-frenzy:2-60: --seconds 10 --json
"""

_SOLVE_EXAMPLES = """\
examples:
  commonfactor solve factor-frenzy --to 60
  commonfactor solve duel --from 20 --to 100 --jobs 2 --out duel.jsonl

Interrupted with Ctrl-C, the same command with the same --out goes on where it was.
"""

_GRAPH_EXAMPLES = """\
examples:
  commonfactor graph kayles petersen.txt
  commonfactor graph geography grid.txt --start 5
  commonfactor graph trails grid.txt --tokens 1 9 --json
"""


class _Parser(ArgumentParser):
    """Complains in one line; --help has the rest."""

    def error(self, message: str) -> NoReturn:
        from commonfactor.terminal.exits import ExitCode
        from commonfactor.terminal.streams import complain

        complain(f"{message} ({self.prog} --help tells what is possible)")
        sys.exit(ExitCode.BAD_INPUT)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help and let errors through; the original would pass over a full disk in silence."""
        print(self.format_help(), end="", file=file)


def run(arguments: Sequence[str]) -> int:
    """Run one command and answer with its exit code."""
    from commonfactor.rules.base import NotationError
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.streams import complain, prepare_streams

    prepare_streams()
    try:
        options = _parser().parse_args(arguments)
        command: Callable[[Namespace], ExitCode] = options.command
        return command(options)
    except NotationError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    except SystemExit as answered:  # argparse has told the help, the version or a mistake
        return int(answered.code or 0)


def _parser() -> ArgumentParser:
    parser = _Parser(
        prog="commonfactor",
        description="Five two-player number games in which the last player able to move wins.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"commonfactor {__version__}")
    parser.set_defaults(command=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    def add(name: str, command: Callable[[Namespace], ExitCode], purpose: str, epilog: str = "") -> ArgumentParser:
        added = commands.add_parser(
            name, help=purpose, epilog=epilog, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
        )
        added.set_defaults(command=command)
        return added

    _add_play_options(add("play", _play, "play a game, two people at one keyboard", _PLAY_EXAMPLES))
    _add_record_options(add("resume", _resume, "go on with a recorded game or match, and keep recording it"))
    _add_record_options(add("replay", _replay, "check a recorded game or match, and tell it again"))
    show = add("show", _show, "tell what a position is and which moves it has")
    show.add_argument("notation", metavar="NOTATION", help="GAME:SETUP:MOVES, such as factor-clash:2-20:15,5,10")
    show.add_argument("--json", action="store_true", help="print one JSON object")
    analyse = add("analyse", _analyse, "tell who wins a position, which moves win, and why", _ANALYSE_EXAMPLES)
    analyse.add_argument("notation", metavar="NOTATION", help="GAME:SETUP:MOVES, such as factor-clash:2-20:15,5,10")
    _add_solver_options(analyse)
    _add_solve_options(add("solve", _solve, "tell who wins from the start, for many setups", _SOLVE_EXAMPLES))
    _add_graph_options(add("graph", _graph, "tell who wins on a graph of your own", _GRAPH_EXAMPLES))
    rules = add("rules", _rules, "tell how a game is played")
    rules.add_argument("game", metavar="GAME", help="the name of a game, such as factor-clash or clash")
    add("games", _games, "list the games")
    return parser


def _add_play_options(play: ArgumentParser) -> None:
    play.add_argument("game", metavar="GAME", help="the name of a game, or a position GAME:SETUP:MOVES to go on from")
    setup = play.add_mutually_exclusive_group()
    setup.add_argument("--pool", metavar="LO-HI", help="the numbers to play with (all games but Divisor Duel)")
    setup.add_argument("--number", metavar="N", help="the number to divide, or several: 60+48+30 (Divisor Duel)")
    play.add_argument("--opening", metavar="RULE", help="what the first pick may be: any, even or no-lone-primes")
    play.add_argument("--names", nargs=2, metavar=("ANN", "BEN"), help="the players' names")
    play.add_argument("--first", default="1", metavar="1|2|coin", help="the player who starts (default: 1)")
    play.add_argument("--first-to", metavar="K", help="play a match, won by the first to win K games")
    play.add_argument("--points-per-win", metavar="P", help="what a won game counts in a match (default: 1)")
    play.add_argument("--target", metavar="T", help="play a match, won by the first to have T points")
    play.add_argument("--record", metavar="FILE", help="keep a record in a new file, to resume or replay")
    _add_plain(play)


def _add_solver_options(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--seconds", metavar="S", help="how long to think about a position (default: 60)")
    command.add_argument("--nodes", metavar="N", help="how many nodes to search for a position (default: no limit)")
    command.add_argument("--memory", metavar="MB", help="how many megabytes of tables to use (default: 2147)")


def _add_solve_options(solve: ArgumentParser) -> None:
    solve.add_argument("game", metavar="GAME", help="the name of a game, such as factor-frenzy or frenzy")
    solve.add_argument("--to", required=True, metavar="N", help="solve pools up to 2-N, or numbers up to N")
    solve.add_argument("--from", dest="lowest", default="2", metavar="M", help="begin with 2-M, or with M (default: 2)")
    solve.add_argument("--jobs", default="1", metavar="J", help="how many processes work (default: 1)")
    solve.add_argument("--out", metavar="FILE", help="keep the rows in a file, and go on from what is in it")
    _add_solver_options(solve)


def _add_graph_options(graph: ArgumentParser) -> None:
    graph.add_argument("game", metavar="GAME", help="kayles, col, geography or trails")
    graph.add_argument("file", metavar="FILE", help="one edge a b per line; a lone a is a vertex; # starts a comment")
    graph.add_argument("--start", metavar="V", help="where the token stands (geography; default: to be placed)")
    graph.add_argument(
        "--tokens", nargs=2, metavar=("A", "B"), help="where the mover's token and the other stand (trails)"
    )
    _add_solver_options(graph)


def _add_record_options(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="what save or --record has written")
    _add_plain(command)


def _add_plain(command: ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="no colour, no fitting to the width: the bare lines")


def _menu(_options: Namespace) -> ExitCode:
    from random import SystemRandom

    from commonfactor.terminal.exits import exit_code_of
    from commonfactor.terminal.menu import Menu
    from commonfactor.terminal.screen import Screen, is_terminal

    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return _play(_parser().parse_args(["play", "factor-clash"]))
    menu = Menu(Screen(plain=False), _now, SystemRandom())
    code = exit_code_of(menu.run)
    return _parted(menu.session, code) if menu.session else code


def _play(options: Namespace) -> ExitCode:
    from random import SystemRandom

    from commonfactor.arena.match import DEFAULT_NAMES, Match, Names
    from commonfactor.terminal.menu import chosen_starter
    from commonfactor.terminal.screen import Screen
    from commonfactor.terminal.session import Session

    line = _line_to_play(options)
    names = Names(*options.names) if options.names else DEFAULT_NAMES
    match = Match(line.rules, names, scoring=_scoring(options), starter=chosen_starter(options.first, SystemRandom()))
    for move in line.moves:
        match.play(move, _now())
    screen = Screen(plain=options.plain)
    session = Session(match, screen, _now)
    if options.first.lower() == "coin" and not screen.plain:
        screen.show([f"The coin says: {match.names[match.game.starter - 1]} starts.", ""])
    if options.record is not None:
        session.record_to(options.record)
    return _run_session(session)


def _line_to_play(options: Namespace) -> Line:
    from commonfactor.rules.base import SetupError
    from commonfactor.rules.notation import Line, parse
    from commonfactor.rules.pool import PoolRules
    from commonfactor.rules.registry import game_called

    if ":" in options.game:
        if any(option is not None for option in (options.pool, options.number, options.opening)):
            raise SetupError("a position has its setup in it: leave --pool, --number and --opening out")
        return parse(options.game)
    game = game_called(options.game)
    has_pool = issubclass(game, PoolRules)
    if has_pool and options.number is not None:
        raise SetupError(f"{game.title} is played with --pool LO-HI, not with --number")
    if not has_pool and not (options.pool is None and options.opening is None):
        raise SetupError(f"{game.title} is played with --number N, not with --pool or --opening")
    setup = next((given for given in (options.pool, options.number) if given is not None), game.default_setup)
    opening = "" if options.opening is None else f",opening={options.opening}"
    return Line.start(game.from_setup(setup + opening))


def _scoring(options: Namespace) -> Scoring | None:
    from commonfactor.arena.match import Scoring
    from commonfactor.rules.base import SetupError

    games, points, target = options.first_to, options.points_per_win, options.target
    if games is not None and not (points is None and target is None):
        raise SetupError("a match has --first-to K or --points-per-win P with --target T, not both")
    if games is not None:
        return Scoring(1, _number("--first-to", games))
    if target is not None:
        return Scoring(_number("--points-per-win", "1" if points is None else points), _number("--target", target))
    if points is not None:
        raise SetupError("--points-per-win needs --target T, the points that win the match")
    return None


def _number(option: str, text: str) -> int:
    from commonfactor.rules.base import SetupError
    from commonfactor.rules.numerals import number_in

    try:
        return number_in(text)
    except ValueError as error:
        raise SetupError(f"{option}: {error}") from None


def _resume(options: Namespace) -> ExitCode:
    from commonfactor.arena.record import RecordFile
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.screen import Screen
    from commonfactor.terminal.session import Session

    record = RecordFile(options.file)
    match, screen = record.load(), Screen(plain=options.plain)
    if match.winner:
        screen.show([f"This is over: {match.names[match.winner - 1]} has won. Use replay to see it again."])
        return ExitCode.FINISHED
    return _run_session(Session(match, screen, _now, record))


def _run_session(session: Session) -> ExitCode:
    from commonfactor.terminal.exits import exit_code_of

    return _parted(session, exit_code_of(session.run))


def _parted(session: Session, code: ExitCode) -> ExitCode:
    """Say how an unfinished match can be gone on with, and pass the exit code on."""
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.streams import complain

    if not session.match.is_over:
        complain(session.how_to_go_on())
    return ExitCode.BAD_INPUT if session.has_lost_record else code


def _replay(options: Namespace) -> ExitCode:
    from commonfactor.arena.record import RecordFile
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.replay import replay
    from commonfactor.terminal.screen import Screen
    from commonfactor.terminal.streams import complain

    match = RecordFile(options.file).load()
    replay(match, Screen(plain=options.plain))
    if not match.is_over:
        complain("this is as far as the record goes; resume takes it up from here")
    return ExitCode.FINISHED


def _show(options: Namespace) -> ExitCode:
    from commonfactor.rules.notation import parse
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.reports import line_as_json, line_lines
    from commonfactor.terminal.screen import Screen

    line = parse(options.notation)
    if options.json:
        print(line_as_json(line))
    else:
        Screen(plain=False).show(line_lines(line))
    return ExitCode.FINISHED


def _analyse(options: Namespace) -> ExitCode:
    from commonfactor.rules.notation import parse
    from commonfactor.terminal.oracle import tell_analysis

    return tell_analysis(parse(options.notation), _budget(options), as_json=options.json)


def _solve(options: Namespace) -> ExitCode:
    from commonfactor.rules.registry import game_called
    from commonfactor.solver.sweep import Sweep
    from commonfactor.terminal.oracle import tell_sweep

    game, jobs = game_called(options.game), _number("--jobs", options.jobs)
    sweep = Sweep(game, _number("--from", options.lowest), _number("--to", options.to), _budget(options), jobs)
    return tell_sweep(sweep, options.out, as_json=options.json)


def _graph(options: Namespace) -> ExitCode:
    from commonfactor.terminal.oracle import graph_search, tell_graph

    search = graph_search(options.game, options.start, options.tokens)
    return tell_graph(options.game, search, options.file, _budget(options), as_json=options.json)


def _budget(options: Namespace) -> Budget:
    from commonfactor.terminal.oracle import budget_of

    return budget_of(options.seconds, options.nodes, options.memory)


def _rules(options: Namespace) -> ExitCode:
    from commonfactor.rules.registry import game_called
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.screen import Screen

    Screen(plain=False).tell(game_called(options.game).how_to_play())
    return ExitCode.FINISHED


def _games(_options: Namespace) -> ExitCode:
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.reports import games_lines
    from commonfactor.terminal.screen import Screen

    Screen(plain=False).show(games_lines())
    return ExitCode.FINISHED


def _now() -> datetime:
    from datetime import UTC, datetime

    return datetime.now(UTC)
