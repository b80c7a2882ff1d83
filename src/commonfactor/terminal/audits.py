"""The command that audits games: tables for people, JSON, and one row of CSV for every move."""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from commonfactor.arena.audit import Row, Tally, audited, audited_file, distinct_files, rows
from commonfactor.arena.intervals import Estimate, rounded
from commonfactor.arena.judging import JudgedGame, JudgedMove
from commonfactor.arena.match import Game
from commonfactor.arena.standings import Score
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import move_as_json
from commonfactor.rules.registry import game_named
from commonfactor.rules.words import counted, listed
from commonfactor.solver.analysis import Budget
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.new_files import NewFile
from commonfactor.terminal.progress import StatusLine, bar
from commonfactor.terminal.screen import columns_of, report
from commonfactor.terminal.streams import complain, neutral

_MOST_BLUNDERS_SHOWN = 10
_MOST_BETTER_MOVES = 5


class Request(NamedTuple):
    """What to audit, and how."""

    files: Sequence[str]
    budget: Budget
    """For each position."""
    jobs: int
    csv: str | None
    as_json: bool


class Audit(NamedTuple):
    """What is kept of the judged games."""

    games: int
    rows: Sequence[Row]
    blunders: Sequence[dict[str, Any]]
    """The rows of moves that gave a win away where it mattered, with a few ``better`` ones."""


COLUMNS = (
    *("file", "game", "ply", "player", "notation", "move"),
    *("verdict", "move_verdict", "mattered", "winning", "legal", "chance"),
)
"""What the CSV tells of every move; what is unknown stays empty, but for verdicts."""


def tell_audit(request: Request) -> ExitCode:
    """Judge the moves in some files; what is no record and no tournament is named, and the rest is audited."""
    files, games, complaints = distinct_files(request.files), list[tuple[str, Game]](), 0
    for file in files:
        try:
            found, missing = audited_file(file)
        except NotationError as error:
            complain(str(error))
            complaints += 1
            continue
        games += [(file, game) for game in found]
        if missing:
            complain(f"{file} is not finished; still to be played: {counted(missing, 'game')}")
    if complaints == len(files):
        return ExitCode.BAD_INPUT
    code = exit_code_of(lambda: _tell(request, games))
    return ExitCode.BAD_INPUT if complaints and code is ExitCode.FINISHED else code


def _tell(request: Request, games: Sequence[tuple[str, Game]]) -> None:
    blunders = list[dict[str, Any]]()
    with (
        # Before the work begins, so that a name that cannot be used is known at once.
        nullcontext() if request.csv is None else NewFile(request.csv) as file,
        audited([game for _, game in games], request.budget, request.jobs) as judging,
    ):
        found = _noted([path for path, _ in games], judging, file, blunders)
        audit = Audit(len(games), rows(found), blunders)
    report(audit_lines(audit), lambda: audit_facts(audit), as_json=request.as_json)


def _noted(
    files: Sequence[str], judging: Iterator[JudgedGame], file: NewFile | None, blunders: list[dict[str, Any]]
) -> Iterator[JudgedGame]:
    """The judged games. While each is there, its moves are written and its blunders kept; people see the progress."""
    sheet = None if file is None else csv.writer(file, lineterminator="\n")
    if sheet:
        sheet.writerow(COLUMNS)
    with StatusLine() as status:
        for done, path in enumerate(files):
            status.show(f"{bar(done, len(files))}, {neutral(path)}")
            judged = next(judging)
            if sheet:
                sheet.writerows(_row_of_move(path, judged, move).values() for move in judged.moves)
            for move in judged.moves:
                if move.mattered and move.gave_win_away:
                    better = list(map(move_as_json, move.winning[:_MOST_BETTER_MOVES]))
                    blunders.append(_row_of_move(path, judged, move) | {"better": better})
            yield judged


def _row_of_move(file: str, judged: JudgedGame, move: JudgedMove) -> dict[str, Any]:
    """A move that a player chose, by the columns of the CSV."""
    facts = (
        *(file, judged.game.number, move.ply, judged.game.players[move.player - 1]),
        *(judged.notation_before(move), move_as_json(move.move), move.verdict, move.move_verdict),
        *((int(move.mattered), len(move.winning)) if move.is_settled else ("", "")),
        *(move.legal, f"{move.chance:.6f}" if move.is_settled else ""),
    )
    return dict(zip(COLUMNS, facts, strict=True))


def audit_facts(audit: Audit) -> dict[str, Any]:
    """An audit as the JSON tells it; see docs/measuring.md."""
    return {
        "players": list(map(_row_facts, audit.rows)),
        "blunders": [{name: blunder[name] for name in (*COLUMNS[:6], "better")} for blunder in audit.blunders],
    }


def _row_facts(row: Row) -> dict[str, Any]:
    tally, score = row.tally, row.tally.score
    return {
        "player": row.player,
        "game": row.game,
        "games": score.games,
        "unfinished": tally.unfinished,
        "wins": score.wins,
        "worth": score.better,
        "worth_known": score.known,
        "above": score.above_known,
        **{name: getattr(tally, name) for name in ("moves", "unknown", "mattered", "kept", "blunders")},
        "kept_share": _estimate_facts(tally.kept_share),
        "chance": None if tally.chance is None else round(tally.chance, 6),
        "skill": None if tally.skill is None else round(tally.skill, 6),
        "slip_rate": _estimate_facts(tally.slip_rate),
        "attempts": score.attempts,
        "forfeits": score.forfeits.total(),
        "reasons": dict(sorted(score.forfeits.items())),
        **{name: getattr(tally, name) for name in ("resigned", "resigned_won", "resigned_unknown")},
    }


def _estimate_facts(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {name: rounded(number, 6) for name, number in estimate._asdict().items()}


_Cell = Callable[[Tally], object]

_TABLES: dict[str, dict[str, _Cell]] = {
    "Results": {
        "games": lambda tally: tally.score.games,
        "won": lambda tally: tally.score.wins,
        "worth": lambda tally: _worth(tally.score),
        "above": lambda tally: f"{tally.score.above_known:+}" if tally.score.above_known else "0",
        "illegal": lambda tally: tally.score.attempts,
        "forfeits": lambda tally: tally.score.forfeits.total(),
        "resigned": lambda tally: f"{tally.resigned}" + (f", {tally.resigned_won} won" if tally.resigned_won else ""),
    },
    "Moves": {
        "moves": lambda tally: tally.moves,
        "unknown": lambda tally: tally.unknown,
        "mattered": lambda tally: tally.mattered,
        "blunders": lambda tally: tally.blunders,
    },
    "Where it mattered, in per cent with 95 % intervals": {
        "kept": lambda tally: _percentage(tally.kept_share),
        "chance": lambda tally: "-" if tally.chance is None else f"{100 * tally.chance:.1f}",
        "skill": lambda tally: "-" if tally.skill is None else f"{tally.skill:.2f}",
        "slip rate": lambda tally: _percentage(tally.slip_rate),
    },
}


def _worth(score: Score) -> str:
    return f"{score.better}" + (f" of {score.known}" if score.known < score.games else "")


def audit_lines(audit: Audit) -> Iterator[str]:
    """An audit for people."""
    blunders = audit.blunders
    games_of = Counter(row.player for row in audit.rows if row.game)
    # Who played one game only has the same row for all games.
    table = [row for row in audit.rows if row.game or games_of[row.player] > 1]
    moves = sum(row.tally.moves for row in audit.rows if row.game)
    yield f"{counted(audit.games, 'game')}, {counted(moves, 'chosen move')}."
    for title, columns in _TABLES.items():
        yield ""
        yield f"{title}:"
        yield from _table_lines(table, columns)
    if blunders:
        yield ""
        yield f"Blunders ({len(blunders)}):"
        yield from map(_blunder_line, blunders[:_MOST_BLUNDERS_SHOWN])
    if len(blunders) > _MOST_BLUNDERS_SHOWN:
        yield f"  and {len(blunders) - _MOST_BLUNDERS_SHOWN} more, which --json and --csv have"


def _table_lines(table: Sequence[Row], columns: dict[str, _Cell]) -> Iterator[str]:
    texts = [["player", "game", *columns]]
    texts += [[row.player, _game_name(row), *(str(cell(row.tally)) for cell in columns.values())] for row in table]
    widths = [max(map(columns_of, column)) for column in zip(*texts, strict=True)]
    for line in texts:
        padding = [" " * (width - columns_of(text)) for text, width in zip(line, widths, strict=True)]
        names = [text + space for text, space in zip(line[:2], padding[:2], strict=True)]
        numbers = [space + text for text, space in zip(line[2:], padding[2:], strict=True)]
        yield "  ".join(["", *names, *numbers])


def _game_name(row: Row) -> str:
    """The short name, with which tables have room on a terminal of 80 columns."""
    return game_named(row.game).short_name if row.game else "all"


def _blunder_line(blunder: dict[str, Any]) -> str:
    better, more = blunder["better"], blunder["winning"] - len(blunder["better"])
    rest = f" and {more} more" if more else ""
    return f"  {blunder['player']}: {blunder['notation']} {blunder['move']}, winning: {listed(better)}{rest}"


def _percentage(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    value, low, high = (f"{100 * number:.1f}" for number in estimate)
    return f"{value} ({low}-{high})"
