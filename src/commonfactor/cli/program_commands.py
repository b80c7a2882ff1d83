"""The commands about programs that play: tournaments, measuring, and engines."""

from argparse import REMAINDER, ArgumentParser
from collections.abc import Callable

_TOURNAMENT = """\
examples:
  commonfactor tournament --players random greedy lookahead:3 perfect
  commonfactor tournament --players mine.py:Mine greedy perfect --games clash duel:2-30 --rounds 20
  commonfactor tournament --players 'engine:./mine --fast' club --seconds 0.5 --out mine.jsonl
  commonfactor tournament --players random perfect --picture ratings.png --csv
  commonfactor tournament --players greedy perfect --cluster tcp://192.168.1.20:8786

Every game is kept in a file. Interrupted with Ctrl-C or otherwise, the same command goes on where it was.
"""

_AUDIT = """\
examples:
  commonfactor audit match.jsonl
  commonfactor audit tournament.jsonl --jobs 2 --csv moves.csv
  commonfactor audit records/*.jsonl --json

docs/measuring.md explains every column.
"""

_POSITIONS = """\
examples:
  commonfactor positions factor-frenzy --count 100 --seed 1 --difficulty only-move
  commonfactor positions clash --setup 2-40 --count 1000 --seed 7 --split train --out train.jsonl
"""

_ENGINE = """\
examples:
  commonfactor engine
  commonfactor engine lookahead:3
  commonfactor engine mine.py:mine
  printf 'position clash:2-20:15,5\\ngo seconds 1\\nwait\\n' | commonfactor engine

docs/engine-protocol.md tells what can be said to it.
"""

_CHECK_ENGINE = """\
examples:
  commonfactor check-engine commonfactor engine greedy
  commonfactor check-engine --seconds 0.2 --json python my_engine.py

Exit code 0 if every check passed, 1 if one failed, 2 if the command cannot be run.
"""


def add_to(add: Callable[..., ArgumentParser]) -> None:
    _add_tournament_options(add("tournament", "measuring", "let programs play one another, and rate them", _TOURNAMENT))
    audit = add("audit", "measuring", "tell how well players chose, against what the solver knows", _AUDIT)
    option = audit.add_argument
    option("files", nargs="+", metavar="FILE", help="records of matches, or files of tournaments")
    option("--json", action="store_true", help="print one JSON object")
    option("--csv", metavar="FILE", help="write a row for every move to a new file")
    option("--jobs", default="1", metavar="J", help="how many processes work (default: 1)")
    option("--seconds", metavar="S", help="how long to think about a position (see --nodes)")
    option(
        "--nodes", metavar="N", help="how many nodes to search for one (default without --seconds: 1,000,000 in 5 s)"
    )
    option("--memory", metavar="MB", help="how many megabytes of tables to use (default: 2147)")
    _add_positions_options(add("positions", "measuring", "write positions with their verdicts and reasons", _POSITIONS))
    _add_engine_commands(add)


def _add_tournament_options(tournament: ArgumentParser) -> None:
    option = tournament.add_argument
    players = "programs by name, FILE.py:NAME for your own, 'engine:COMMAND' for an engine"
    option("--players", nargs="+", required=True, metavar="PLAYER", help=players)
    option(
        "--games", nargs="+", metavar="GAME[:SETUP]", help="what they play (default: all games as in the rule books)"
    )
    rounds = "how many openings every two players play in each game, both seats each (default: 10)"
    option("--rounds", default="10", metavar="R", help=rounds)
    option("--seed", default="1", metavar="S", help="what decides openings and chances (default: 1)")
    option("--seconds", default="1", metavar="S", help="what an engine may spend on a move (default: 1)")
    where = tournament.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="J", help="how many processes play at once (default: one per core)")
    where.add_argument("--cluster", metavar="tcp://HOST:PORT", help="play on a Dask cluster, not on this machine")
    option("--out", metavar="FILE", help="where to keep the games (default: a name of their own)")
    form = tournament.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a table as CSV")
    option("--picture", metavar="FILE.png", help="draw the ratings and who beat whom")


def _add_positions_options(positions: ArgumentParser) -> None:
    option = positions.add_argument
    option("game", metavar="GAME", help="the name of a game, such as factor-frenzy or frenzy")
    option("--count", required=True, metavar="N", help="how many positions")
    option("--seed", required=True, metavar="S", help="what decides which positions, and their splits")
    option("--difficulty", default="any", metavar="KIND", help="only-move, deep or any position (default: any)")
    option("--setup", metavar="SETUP", help="such as 2-40 or 60+48 (default: that of the rule book)")
    option("--split", metavar="SPLIT", help="only positions to train with, for validation or to test (default: all)")
    option("--out", metavar="FILE", help="write to a new file (default: to standard output)")


def _add_engine_commands(add: Callable[..., ArgumentParser]) -> None:
    engine = add("engine", "engines", "let a program play for other programs, by the engine protocol", _ENGINE)
    engine.add_argument(
        "player",
        nargs="?",
        default="perfect",
        metavar="PLAYER",
        help="a level or a program by its name, or FILE.py:NAME",
    )
    check = add("check-engine", "engines", "tell whether an engine keeps to the engine protocol", _CHECK_ENGINE)
    check.add_argument("--seconds", default="1", metavar="S", help="how long it may think about a move (default: 1)")
    check.add_argument("--json", action="store_true", help="print one JSON object")
    check.add_argument(
        "engine", nargs=REMAINDER, metavar="COMMAND", help="what starts the engine: a program and its arguments"
    )
