"""The commands, their options and their help."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import Any, NoReturn

from commonfactor import __version__
from commonfactor.cli import program_commands

_EXAMPLES = """\
examples:
  commonfactor                                  choose a game from a menu
  commonfactor play factor-clash                two people, one keyboard
  commonfactor play frenzy --pool 2-30 --names Ann Ben --first coin
  commonfactor play divisor-duel --number 60+48+30
  commonfactor play duel --vs 3                 you against the computer, level 3
  commonfactor play clash --first-to 3 --record match.jsonl
  commonfactor resume match.jsonl
  commonfactor review match.jsonl
  commonfactor show factor-clash:2-20:15,5,10 --json
  commonfactor analyse factor-clash:2-20:15,5,10
  commonfactor serve                            play in the browser
  commonfactor tournament --players random greedy perfect
  commonfactor audit match.jsonl
  commonfactor engine lookahead:3               let a program play for other programs

exit codes:
  0 finished or quit, 1 input ended before the game did or a check failed,
  2 bad input or file, or not all that was asked for,
  130 interrupted, 141 broken pipe, 143 terminated
"""

_PLAY = """\
examples:
  commonfactor play factor-clash
  commonfactor play duel --pool 2-30 --names Ann Ben --first coin
  commonfactor play clash --opening no-lone-primes --first-to 3 --record match.jsonl
  commonfactor play divisor-duel --number 60+48+30
  commonfactor play frenzy --vs club --seat second --seed 7
  commonfactor play clash --fair --swap --players expert lookahead:3
  commonfactor play factor-clash:2-20:15,5     go on from a position

At every prompt help lists what can be typed besides a number.
"""

_ANALYSE = """\
examples:
  commonfactor analyse factor-clash:2-20:15,5,10
  commonfactor analyse factor-frenzy:2-60: --seconds 10 --json
"""

_REVIEW = """\
examples:
  commonfactor review match.jsonl
  commonfactor review divisor-duel:60:6,2 --json
"""

_RETRY = """\
examples:
  commonfactor retry match.jsonl
  commonfactor retry factor-clash:2-20:15,5,10,2 --vs club
"""

_WHY = """\
examples:
  commonfactor why factor-clash:2-20:15,5 10
  commonfactor why divisor-duel:60+48: 48/2
"""

_SETUPS = """\
examples:
  commonfactor setups factor-clash
  commonfactor setups duel --to 40 --fair
  commonfactor setups factor-clash --relation sum-is-prime --opening even
"""

_SOLVE = """\
examples:
  commonfactor solve factor-frenzy --to 60
  commonfactor solve factor-clash:1-20,relation=divides --to 60
  commonfactor solve duel --from 20 --to 100 --jobs 2 --out duel.jsonl

Interrupted with Ctrl-C, the same command with the same --out goes on where it was.
"""

_GRAPH = """\
examples:
  commonfactor graph kayles petersen.txt
  commonfactor graph geography grid.txt --start 5
  commonfactor graph trails grid.txt --tokens 1 9 --json
"""

_SERVE = """\
examples:
  commonfactor serve
  commonfactor serve --lan
  commonfactor serve --db postgresql://games@localhost/games --public-url https://games.example

It prints its address and runs until Ctrl-C or SIGTERM. Limits hold for each client address.
COMMONFACTOR_DB and COMMONFACTOR_DB_PASSWORD_FILE in the environment stand for the options --db and
--db-password-file. Other users can see the options of a program, so keep the password out of --db.
"""


class _Parser(ArgumentParser):
    """Complains in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        from commonfactor.terminal.exits import ExitCode, complain

        complain(f"{message} ({self.prog} --help tells what is possible)")
        sys.exit(ExitCode.BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        """Print the help, and unlike the original let errors through, such as a full disk."""
        print(self.format_help(), end="", file=file)


def parser() -> ArgumentParser:
    """The parser of the whole command line; ``command`` in its result is the MODULE:FUNCTION to call."""
    program = _Parser(
        prog="commonfactor",
        description="Two-player number games in which the last player able to move wins.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    program.add_argument("--version", action="version", version=f"commonfactor {__version__}")
    program.set_defaults(command="playing:menu")
    commands = program.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    def add(name: str, module: str, purpose: str, epilog: str = "") -> ArgumentParser:
        added = commands.add_parser(
            name, help=purpose, epilog=epilog, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
        )
        added.set_defaults(command=f"{module}:{name.replace('-', '_')}")
        return added

    _add_playing_commands(add)
    _add_position_commands(add)
    _add_setups_commands(add)
    _add_graph_and_lists(add)
    _add_serve_options(add("serve", "serving", "play in the browser, alone or with friends", _SERVE))
    program_commands.add_to(add)
    return program


def _add_playing_commands(add: Callable[..., ArgumentParser]) -> None:
    _add_play_options(add("play", "playing", "play with a friend at one keyboard or against the computer", _PLAY))
    _add_record_options(add("resume", "playing", "go on with a recorded game or match, and keep recording it"))
    _add_record_options(add("replay", "playing", "check a recorded game or match, and tell it again"))
    review = add("review", "asking", "tell who was winning at every move, and where it changed", _REVIEW)
    _add_game_played(review)
    review.add_argument("--game", metavar="K", help="which game of a match (default: the last one with a move)")
    _add_solver_options(review)
    retry = add("retry", "playing", "play on from where a win was last given away", _RETRY)
    _add_game_played(retry)
    retry.add_argument("--vs", default="perfect", metavar="LEVEL", help="who holds the other side (default: perfect)")
    retry.add_argument("--seed", metavar="S", help="what decides the chances that programs take (default: a new one)")
    _add_plain(retry)


def _add_play_options(play: ArgumentParser) -> None:
    option = play.add_argument
    option("game", metavar="GAME", help="the name of a game, or a position GAME:SETUP:MOVES to go on from")
    setup = play.add_mutually_exclusive_group()
    setup.add_argument("--pool", metavar="LO-HI", help="the numbers to play with, in games of picking numbers")
    setup.add_argument("--number", metavar="N", help="the number to change, or several: 60+48+30")
    option("--fair", action="store_true", help="a setup in which the win is hard to find; see setups")
    _add_setup_options(play)
    option("--names", nargs=2, metavar=("ANN", "BEN"), help="the players' names; against the computer yours first")
    option("--first", metavar="1|2|coin", help="the player who starts (default: 1)")
    option("--vs", metavar="LEVEL", help="play against the computer: level 1 to 5, or a program by its name")
    option("--seat", metavar="first|second", help="your seat against the computer (default: first)")
    option("--players", nargs=2, metavar=("A", "B"), help="let one program play another")
    option("--seed", metavar="S", help="what decides the chances that programs take (default: a new one)")
    option("--hints", metavar="N", help="how many hints each player may have in a game (default: any number)")
    option("--swap", action="store_true", help="the second player may take over the first seat after one move")
    option("--first-to", metavar="K", help="play a match, won by the first to win K games")
    option("--points-per-win", metavar="P", help="what a won game counts in a match (default: 1)")
    option("--target", metavar="T", help="play a match, won by the first to have T points")
    option("--record", metavar="FILE", help="keep a record in a new file, to resume or replay")
    _add_plain(play)


def _add_setup_options(command: ArgumentParser) -> None:
    option = command.add_argument
    option("--opening", metavar="RULE", help="what the first pick may be: any, even or no-lone-primes")
    relations = "common-factor, divides, sum-is-prime, sum-is-square or shares-a-digit"
    option("--relation", metavar="NAME", help=f"what joins two numbers: {relations}")
    option("--without", metavar="N", help="a number to leave out of the pool, or several: 7+11")


def _add_plain(command: ArgumentParser) -> None:
    command.add_argument("--plain", action="store_true", help="no colour, no fitting to the width: the bare lines")


def _add_record_options(command: ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="what save or --record has written")
    _add_plain(command)


def _add_game_played(command: ArgumentParser) -> None:
    command.add_argument("game_played", metavar="FILE|NOTATION", help="a record, or a line of play GAME:SETUP:MOVES")


def _add_position_commands(add: Callable[..., ArgumentParser]) -> None:
    show = add("show", "rulebook", "tell what a position is and which moves it has")
    _add_notation(show)
    show.add_argument("--json", action="store_true", help="print one JSON object")
    analyse = add("analyse", "asking", "tell who wins a position, which moves win, and why", _ANALYSE)
    _add_notation(analyse)
    _add_solver_options(analyse)
    why = add("why", "asking", "tell why a move wins, loses or is not allowed", _WHY)
    _add_notation(why)
    why.add_argument("move", metavar="MOVE", help="a number, or 48/2 where there are several")
    _add_solver_options(why, "print one JSON object")


def _add_notation(command: ArgumentParser) -> None:
    command.add_argument("notation", metavar="NOTATION", help="GAME:SETUP:MOVES, such as factor-clash:2-20:15,5,10")


def _add_solver_options(command: ArgumentParser, json_help: str = "print JSON") -> None:
    option = command.add_argument
    option("--json", action="store_true", help=json_help)
    option("--seconds", metavar="S", help="how long to think (default: 60)")
    option("--nodes", metavar="N", help="how many nodes to search (default: no limit)")
    option("--memory", metavar="MB", help="how many megabytes of tables to use (default: 2147)")


def _add_setups_commands(add: Callable[..., ArgumentParser]) -> None:
    setups = add("setups", "asking", "tell how fair the setups of a game are", _SETUPS)
    _add_game_with_setup(setups)
    setups.add_argument("--to", metavar="N", help="look at pools with last numbers up to N, or at numbers up to N")
    setups.add_argument("--fair", action="store_true", help="tell only the setup in which the win is hardest to find")
    setups.add_argument("--json", action="store_true", help="print one JSON object per setup")
    solve = add("solve", "asking", "tell who wins from the start, for many setups", _SOLVE)
    _add_game_with_setup(solve)
    option = solve.add_argument
    option("--to", required=True, metavar="N", help="solve pools with last numbers up to N, or numbers up to N")
    option("--from", dest="lowest", metavar="M", help="begin with the last number M (default: the smallest)")
    option("--jobs", default="1", metavar="J", help="how many processes work (default: 1)")
    option("--out", metavar="FILE", help="keep the rows in a file, and go on from what is in it")
    _add_solver_options(solve)


def _add_game_with_setup(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME[:SETUP]", help="the name of a game, and what all setups are to be like")
    _add_setup_options(command)


def _add_graph_and_lists(add: Callable[..., ArgumentParser]) -> None:
    graph = add("graph", "asking", "tell who wins on a graph of your own", _GRAPH)
    option = graph.add_argument
    option("game", metavar="GAME", help="kayles, col, geography or trails")
    option("file", metavar="FILE", help="one edge a b per line; a lone a is a vertex; # starts a comment")
    option("--start", metavar="V", help="where the token stands (geography; default: to be placed)")
    option("--tokens", nargs=2, metavar=("A", "B"), help="where the mover's token and the other stand (trails)")
    _add_solver_options(graph)
    add("players", "asking", "list the levels and the other programs that play")
    rules = add("rules", "rulebook", "tell how a game is played")
    rules.add_argument("game", metavar="GAME", help="the name of a game, or a setup GAME:SETUP")
    add("games", "rulebook", "list the games")


def _add_serve_options(serve: ArgumentParser) -> None:
    option = serve.add_argument
    option("--port", default="8000", metavar="N", help="where to listen (default: 8000; 0: any free port)")
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="on which address (default: 127.0.0.1)")
    where.add_argument(
        "--lan",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="let others in your network play; prints a code for phones",
    )
    option("--db", metavar="URL", help="sqlite:///PATH or postgresql://… (default: in your data directory)")
    option("--db-password-file", metavar="FILE", help="a file that holds the password of the database")
    option(
        "--public-url", action="append", default=[], metavar="URL", help="an address by which others reach the server"
    )
    option(
        "--trust-proxy", action="append", default=[], metavar="ADDRESS", help="trust X-Forwarded-For from this proxy"
    )
    option("--keep-days", default="90", metavar="D", help="how long untouched games are kept (default: 90)")
    option("--most-games", default="500000", metavar="N", help="games that are stored (default: 500000)")
    option("--creations", default="240", metavar="N", help="new games a minute (default: 240)")
    option("--joins", default="240", metavar="N", help="joins a minute (default: 240)")
    option("--moves", default="3000", metavar="N", help="moves and the like a minute (default: 3000)")
    option("--analyses", default="1200", metavar="N", help="analyses a minute (default: 1200)")
    option("--readings", default="6000", metavar="N", help="looks at games a minute (default: 6000)")
    option("--requests", default="18000", metavar="N", help="requests of any kind (default: 18000)")
    option("--sockets", default="400", metavar="N", help="sockets open at a time (default: 400)")
