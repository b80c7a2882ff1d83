"""The command audit: how well players chose, in tables, as JSON, and as CSV with a row for every move."""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from operator import attrgetter
from typing import Any

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
from commonfactor.terminal.datasets import NewFile
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.progress import with_progress
from commonfactor.terminal.screen import columns_of, report

COLUMNS = (
    *("file", "game", "ply", "player", "notation", "move"),
    *("verdict", "move_verdict", "mattered", "winning", "legal", "chance"),
)
"""The columns of the CSV. Unknown numbers are left empty."""

_MOST_BLUNDERS_SHOWN = 10
_MOST_BETTER_MOVES = 5


def tell_audit(paths: Sequence[str], budget: Budget, jobs: int, sheet: str | None, *, as_json: bool) -> ExitCode:
    """Judge the moves in the files that can be read, with a budget for each position; ``sheet`` names a CSV."""
    files, games, complaints = distinct_files(paths), list[tuple[str, Game]](), 0
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

    def tell() -> None:
        blunders = list[dict[str, Any]]()
        with (
            # Before the work begins, so that a name that cannot be used is known at once.
            nullcontext() if sheet is None else NewFile(sheet) as new_file,
            audited([game for _, game in games], budget, jobs) as judging,
        ):
            found = rows(_noted([path for path, _ in games], judging, new_file, blunders))
        facts = partial(_audit_facts, found, blunders)
        report(_audit_lines(len(games), found, blunders), facts, as_json=as_json)

    code = exit_code_of(tell)
    return ExitCode.BAD_INPUT if complaints and code is ExitCode.FINISHED else code


def _noted(
    files: Sequence[str], judging: Iterator[JudgedGame], file: NewFile | None, blunders: list[dict[str, Any]]
) -> Iterator[JudgedGame]:
    """The judged games. On the way, their moves are written to the file and their costly blunders collected."""
    sheet = None if file is None else csv.DictWriter(file, COLUMNS, lineterminator="\n")
    if sheet:
        sheet.writeheader()

    def note(path: str) -> JudgedGame:
        judged = next(judging)
        for move in judged.moves:
            row = _row_of_move(path, judged, move)
            if sheet:
                sheet.writerow(row)
            if move.mattered and move.gave_win_away:
                blunders.append(row | {"better": list(map(move_as_json, move.winning[:_MOST_BETTER_MOVES]))})
        return judged

    return with_progress(files, note)


def _row_of_move(file: str, judged: JudgedGame, move: JudgedMove) -> dict[str, Any]:
    facts = (
        *(file, judged.game.number, move.ply, judged.game.players[move.player - 1]),
        *(judged.notation_before(move), move_as_json(move.move), move.verdict, move.move_verdict),
        *((int(move.mattered), len(move.winning)) if move.is_settled else ("", "")),
        *(move.legal, f"{move.chance:.6f}" if move.is_settled else ""),
    )
    return dict(zip(COLUMNS, facts, strict=True))


def _audit_facts(found: Sequence[Row], blunders: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of an audit; see docs/measuring.md."""
    return {
        "players": list(map(_row_facts, found)),
        "blunders": [{name: blunder[name] for name in (*COLUMNS[:6], "better")} for blunder in blunders],
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
    "Moves": {name: attrgetter(name) for name in ("moves", "unknown", "mattered", "blunders")},
    "Where it mattered, in per cent with 95 % intervals": {
        "kept": lambda tally: _percentage(tally.kept_share),
        "chance": lambda tally: "-" if tally.chance is None else f"{100 * tally.chance:.1f}",
        "skill": lambda tally: "-" if tally.skill is None else f"{tally.skill:.2f}",
        "slip rate": lambda tally: _percentage(tally.slip_rate),
    },
}


def _worth(score: Score) -> str:
    return f"{score.better}" + (f" of {score.known}" if score.known < score.games else "")


def _audit_lines(games: int, found: Sequence[Row], blunders: Sequence[dict[str, Any]]) -> Iterator[str]:
    games_of = Counter(row.player for row in found if row.game)
    # For a player of one game only, the row of all games would be the same again.
    table = [row for row in found if row.game or games_of[row.player] > 1]
    moves = sum(row.tally.moves for row in found if row.game)
    yield f"{counted(games, 'game')}, {counted(moves, 'chosen move')}."
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
        cells = [(text, " " * (width - columns_of(text))) for text, width in zip(line, widths, strict=True)]
        names, numbers = (text + space for text, space in cells[:2]), (space + text for text, space in cells[2:])
        yield "  ".join(["", *names, *numbers])


def _game_name(row: Row) -> str:
    # With full names the tables would be wider than 80 columns.
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
