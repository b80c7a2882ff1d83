"""Standings as text that fits 80 columns, as CSV, and as JSON."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations

import msgspec

from commonfactor.arena.intervals import rounded
from commonfactor.arena.standings import Score, Standing, Standings
from commonfactor.rules.words import counted
from commonfactor.terminal.screen import wrapped

_WIDTH = 80
_LONGEST_NAME = 20
_LABEL = 30
_CELL = 8

_COUNTS = ("games", "wins", "worth", "above", "better", "kept", "worse", "turned")


def standings_lines(found: Standings) -> Iterator[str]:
    """Standings for people."""
    tournament, names = found.tournament, [row.player for row in found.players]
    games_each = found.players[0].total.games
    yield (
        f"{tournament.length:,} games, {games_each:,} for each player; {counted(len(tournament.games), 'setup')}, "
        f"{counted(tournament.rounds, 'round')}, seed {tournament.seed}"
    )
    yield ""
    wide = min(_LONGEST_NAME, max(map(len, ("player", *names))))
    yield f" #  {'player':<{wide}}  rating   95 % interval    won  worth   above  forfeits"
    for place, row in enumerate(found.players, start=1):
        yield _row(place, row, wide)
    for place, name in enumerate(names, start=1):
        if len(name) > wide:
            yield from wrapped(f"{place}: {name}", _WIDTH)
    yield ""
    yield from _grid("won against", found, names, partial(_against, found))
    yield ""
    yield from _grid("won in", found, [*tournament.games, "the better side", "the worse side"], _in_game)
    yield from _forfeit_lines(found)
    if found.notes:
        yield ""
    for note in found.notes:
        yield from wrapped(note, _WIDTH)


def _row(place: int, row: Standing, wide: int) -> str:
    score = row.total
    interval = f"{round(row.interval.low):+} to {round(row.interval.high):+}"
    return (
        f"{place:>2}  {cut(row.player, wide):<{wide}}  {round(row.rating):>+6}  {interval:>14} {score.wins:>6}"
        f" {score.worth:>6g} {score.above:>+7g} {score.forfeits.total():>9}"
    )


def _grid(title: str, found: Standings, labels: Sequence[str], cell: Callable[[Standing, str], str]) -> Iterator[str]:
    """A row for every label and a column for every player, by its place; as many columns as fit, then the others."""
    wide = min(_LABEL, max(map(len, (title, *labels))))
    at_once = (_WIDTH - wide) // _CELL
    for begin in range(0, len(found.players), at_once):
        shown = found.players[begin : begin + at_once]
        places = range(begin + 1, begin + 1 + len(shown))
        yield f"{title:<{wide}}" + "".join(f"{place:>{_CELL}}" for place in places)
        for label in labels:
            yield f"{cut(label, wide):<{wide}}" + "".join(f"{cell(row, label):>{_CELL}}" for row in shown)


def _against(found: Standings, column: Standing, player: str) -> str:
    """How often the player of a row has beaten that of a column."""
    won, lost = found.wins[player, column.player], found.wins[column.player, player]
    return "-" if player == column.player else f"{won}/{won + lost}"


def _in_game(row: Standing, label: str) -> str:
    """How many games of a kind the player of a column has won."""
    if label == "the better side":
        return f"{row.total.kept}/{row.total.better}"
    if label == "the worse side":
        return f"{row.total.turned}/{row.total.worse}"
    score = row.by_game[label]
    return f"{score.wins}/{score.games}"


def _forfeit_lines(found: Standings) -> Iterator[str]:
    troubled = [row for row in found.players if row.total.forfeits or row.total.attempts]
    if troubled:
        yield ""
    for row in troubled:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(row.total.forfeits.items()))
        lost = f"{counted(row.total.forfeits.total(), 'game')} forfeited{f' ({reasons})' if reasons else ''}"
        yield from wrapped(f"{row.player}: {lost}, {counted(row.total.attempts, 'answer')} not accepted", _WIDTH)


def cut(name: str, width: int) -> str:
    """A name that fits; what tells long ones apart mostly stands at their end."""
    if len(name) <= width:
        return name
    end = (width - 1) * 2 // 3
    return f"{name[: width - 1 - end]}…{name[len(name) - end :]}"


def standings_as_csv(found: Standings) -> str:
    """A row for every player over all games, and one for every player and game; see docs/tournaments.md."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["player", "game", *_score_fields(Score()), "rating", "low", "high"])
    for row in found.players:
        rows.writerow([row.player, "all", *_score_fields(row.total).values(), *_rating_fields(row).values()])
        for game in found.tournament.games:
            rows.writerow([row.player, game, *_score_fields(row.by_game[game]).values(), "", "", ""])
    return text.getvalue()


def standings_as_json(found: Standings, path: str) -> str:
    """One JSON object; see docs/tournaments.md."""
    return json.dumps(
        {
            "tournament": msgspec.to_builtins(found.tournament),
            "file": path,
            "players": [_player_facts(row) for row in found.players],
            "pairs": [
                {"player": one, "opponent": other, "wins": found.wins[one, other]}
                for one, other in permutations(sorted(found.tournament.players), 2)
            ],
            "notes": found.notes,
        }
    )


def _player_facts(row: Standing) -> dict[str, object]:
    return {
        "player": row.player,
        **_rating_fields(row),
        **_score_fields(row.total),
        "reasons": dict(sorted(row.total.forfeits.items())),
        "by_game": {game: _score_fields(score) for game, score in row.by_game.items()},
    }


def _rating_fields(row: Standing) -> dict[str, float]:
    numbers = {"rating": row.rating, "low": row.interval.low, "high": row.interval.high}
    return {name: rounded(number, 1) for name, number in numbers.items()}


def _score_fields(score: Score) -> dict[str, float]:
    counts = {name: getattr(score, name) for name in _COUNTS}
    return counts | {"forfeits": score.forfeits.total(), "attempts": score.attempts}
