"""The command that audits games: tables for people, JSON, and one row of CSV for every move."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from commonfactor.arena.audit import JudgedGame, JudgedMove, audited
from commonfactor.arena.audited_games import AuditedGame, distinct_files, games_in
from commonfactor.arena.estimates import Estimate
from commonfactor.arena.tally import Row, Tally, rows
from commonfactor.rules.base import NotationError, SetupError
from commonfactor.rules.notation import move_as_json
from commonfactor.rules.words import listed
from commonfactor.solver.analysis import Budget
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.new_files import NewFile
from commonfactor.terminal.progress import StatusLine, bar
from commonfactor.terminal.screen import Screen, columns_of
from commonfactor.terminal.streams import complain, neutral

_MOST_JOBS = 64
_MOST_BLUNDERS_SHOWN = 10

COLUMNS = (
    "file",
    "game",
    "ply",
    "player",
    "notation",
    "move",
    "verdict",
    "move_verdict",
    "mattered",
    "winning",
    "legal",
    "chance",
)
"""What the CSV tells of every move."""


class Request(NamedTuple):
    """What to audit, and how."""

    files: Sequence[str]
    budget: Budget
    """For each position."""
    jobs: int
    csv: str | None
    as_json: bool


def tell_audit(request: Request) -> ExitCode:
    """Judge the moves in some files; what is no record and no tournament is named, and the rest is audited."""
    if not 1 <= request.jobs <= _MOST_JOBS:
        raise SetupError(f"--jobs is a number from 1 to {_MOST_JOBS}, not {request.jobs}")
    files, games, complaints = distinct_files(request.files), [], 0
    for file in files:
        try:
            games += games_in(file)
        except NotationError as error:
            complain(str(error))
            complaints += 1
    if complaints == len(files):
        return ExitCode.BAD_INPUT
    code = exit_code_of(lambda: _tell(request, games))
    return ExitCode.BAD_INPUT if complaints and code is ExitCode.FINISHED else code


def _tell(request: Request, games: Sequence[AuditedGame]) -> None:
    with ExitStack() as at_end:
        # Before the work begins, so that a name that cannot be used is known at once.
        file = None if request.csv is None else at_end.enter_context(NewFile(request.csv))
        found = _judged(request, games)
        if file is not None:
            sheet = csv.writer(file, lineterminator="\n")
            sheet.writerow(COLUMNS)
            for judged in found:
                sheet.writerows(csv_row(judged, move) for move in judged.moves)
    if request.as_json:
        print(audit_as_json(found))
    else:
        Screen(plain=False).show(audit_lines(found))


def _judged(request: Request, games: Sequence[AuditedGame]) -> list[JudgedGame]:
    """The games with their verdicts; meanwhile, a person sees how far that has come."""
    status = StatusLine()
    found: list[JudgedGame] = []
    with audited(games, request.budget, request.jobs) as judging:
        try:
            for game in games:
                status.show(f"{bar(len(found), len(games))}, {neutral(game.file)}")
                found.append(next(judging))
        finally:
            status.clear()
    return found


def csv_row(judged: JudgedGame, move: JudgedMove) -> tuple[object, ...]:
    """What the CSV tells of a move; what is unknown stays empty, but for verdicts."""
    return (
        judged.game.file,
        judged.game.number,
        move.ply,
        judged.game.players[move.side - 1],
        judged.notation_before(move),
        move.move,
        move.verdict,
        move.move_verdict,
        int(move.mattered) if move.is_settled else "",
        move.winning if move.is_settled else "",
        move.legal,
        f"{move.chance:.6f}" if move.is_settled else "",
    )


def audit_as_json(found: Sequence[JudgedGame]) -> str:
    """An audit as one JSON object; see docs/measuring.md."""
    return json.dumps({"players": list(map(_row_facts, rows(found))), "blunders": list(_blunder_facts(found))})


def _row_facts(row: Row) -> dict[str, Any]:
    tally = row.tally
    return {
        "player": row.player,
        "game": row.game,
        "games": tally.games,
        "unfinished": tally.unfinished,
        "wins": tally.wins,
        "worth": tally.won_seats,
        "worth_known": tally.known_seats,
        "above": tally.wins_above_seats,
        "moves": tally.moves,
        "unknown": tally.unknown,
        "mattered": tally.mattered,
        "kept": tally.kept,
        "blunders": tally.blunders,
        "kept_share": _estimate_facts(tally.kept_share),
        "chance": None if tally.chance is None else round(tally.chance, 6),
        "skill": None if tally.skill is None else round(tally.skill, 6),
        "slip_rate": _estimate_facts(tally.slip_rate),
        "attempts": tally.attempts,
        "forfeits": tally.forfeits.total(),
        "reasons": dict(sorted(tally.forfeits.items())),
        "resigned": tally.resigned,
        "resigned_won": tally.resigned_won,
        "resigned_unknown": tally.resigned_unknown,
    }


def _estimate_facts(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {name: round(number, 6) for name, number in estimate._asdict().items()}


def _blunders(found: Iterable[JudgedGame]) -> list[tuple[JudgedGame, JudgedMove]]:
    return [(judged, move) for judged in found for move in judged.moves if move.is_blunder]


def _blunder_facts(found: Iterable[JudgedGame]) -> Iterator[dict[str, Any]]:
    for judged, move in _blunders(found):
        yield {
            "file": judged.game.file,
            "game": judged.game.number,
            "ply": move.ply,
            "player": judged.game.players[move.side - 1],
            "notation": judged.notation_before(move),
            "move": move_as_json(move.move),
            "better": list(map(move_as_json, move.better)),
        }


_Cell = Callable[[Tally], str]

_RESULTS: dict[str, _Cell] = {
    "games": lambda tally: f"{tally.games}",
    "won": lambda tally: f"{tally.wins}",
    "worth": lambda tally: (
        f"{tally.won_seats}" + (f" of {tally.known_seats}" if tally.known_seats < tally.games else "")
    ),
    "above": lambda tally: f"{tally.wins_above_seats:+}" if tally.wins_above_seats else "0",
    "illegal": lambda tally: f"{tally.attempts}",
    "forfeits": lambda tally: f"{tally.forfeits.total()}",
    "resigned": lambda tally: f"{tally.resigned}" + (f", {tally.resigned_won} won" if tally.resigned_won else ""),
}

_MOVES: dict[str, _Cell] = {
    "moves": lambda tally: f"{tally.moves}",
    "unknown": lambda tally: f"{tally.unknown}",
    "mattered": lambda tally: f"{tally.mattered}",
    "kept": lambda tally: _percentage(tally.kept_share),
    "chance": lambda tally: "-" if tally.chance is None else f"{100 * tally.chance:.1f}",
    "skill": lambda tally: "-" if tally.skill is None else f"{tally.skill:.2f}",
    "blunders": lambda tally: f"{tally.blunders}",
    "slip rate": lambda tally: _percentage(tally.slip_rate),
}


def audit_lines(found: Sequence[JudgedGame]) -> Iterator[str]:
    """An audit for people."""
    table, blunders = rows(found), _blunders(found)
    games_of = Counter(row.player for row in table if row.game)
    # Who played one game only has the same row for all games.
    table = [row for row in table if row.game or games_of[row.player] > 1]
    moves = sum(len(judged.moves) for judged in found)
    yield f"{_counted(len(found), 'game')}, {_counted(moves, 'chosen move')}."
    for title, columns in (("Results", _RESULTS), ("Moves, in per cent with 95 % intervals", _MOVES)):
        yield ""
        yield f"{title}:"
        yield from _table_lines(table, columns)
    if blunders:
        yield ""
        yield f"Blunders ({len(blunders)}):"
        yield from (_blunder_line(judged, move) for judged, move in blunders[:_MOST_BLUNDERS_SHOWN])
    if len(blunders) > _MOST_BLUNDERS_SHOWN:
        yield f"  and {len(blunders) - _MOST_BLUNDERS_SHOWN} more, which --json and --csv have"


def _table_lines(table: Sequence[Row], columns: dict[str, _Cell]) -> Iterator[str]:
    texts = [["player", "game", *columns]]
    texts += [[row.player, row.game or "all", *(cell(row.tally) for cell in columns.values())] for row in table]
    widths = [max(map(columns_of, column)) for column in zip(*texts, strict=True)]
    for line in texts:
        padding = [" " * (width - columns_of(text)) for text, width in zip(line, widths, strict=True)]
        names = [text + space for text, space in zip(line[:2], padding[:2], strict=True)]
        numbers = [space + text for text, space in zip(line[2:], padding[2:], strict=True)]
        yield "  ".join(["", *names, *numbers])


def _blunder_line(judged: JudgedGame, move: JudgedMove) -> str:
    player, notation = judged.game.players[move.side - 1], judged.notation_before(move)
    rest = f" and {move.winning - len(move.better)} more" if move.winning > len(move.better) else ""
    return f"  {player}: {notation} {move.move}, winning: {listed(move.better)}{rest}"


def _percentage(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    value, low, high = (f"{100 * number:.1f}" for number in estimate)
    return f"{value} ({low}-{high})"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
