"""Standings as text for 80 columns, as CSV, as JSON and as a picture."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec

from commonfactor.arena.intervals import rounded
from commonfactor.arena.standings import Score, Standing, Standings
from commonfactor.rules.base import SetupError
from commonfactor.rules.words import counted
from commonfactor.terminal.screen import Screen, wrapped

_WIDTH = 80
_LONGEST_NAME = 20
_LONGEST_NAME_IN_PICTURE = 24
_INCHES_PER_PLAYER = 0.45
_LABEL = 30
_CELL = 8

_COUNTS = ("games", "wins", "worth", "above", "better", "kept", "worse", "turned")


def tell_standings(found: Standings, path: str, picture: str | None, *, as_json: bool, as_csv: bool) -> None:
    """Draw the picture if there is to be one, and print the standings of the games at ``path``."""
    # The picture comes first, since printing may break off; the standings are printed even if it fails.
    try:
        if picture is not None:
            draw_standings(found, picture)
    finally:
        if as_json:
            print(standings_as_json(found, path))
        elif as_csv:
            print(standings_as_csv(found), end="")
        else:
            Screen(plain=False).show([*standings_lines(found), "", f"The games are in {path}."])


def standings_lines(found: Standings) -> Iterator[str]:
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
        score, interval = row.total, f"{round(row.interval.low):+} to {round(row.interval.high):+}"
        yield (
            f"{place:>2}  {cut(row.player, wide):<{wide}}  {round(row.rating):>+6}  {interval:>14} {score.wins:>6}"
            f" {score.worth:>6g} {score.above:>+7g} {score.forfeits.total():>9}"
        )
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


def _grid(title: str, found: Standings, labels: Sequence[str], cell: Callable[[Standing, str], str]) -> Iterator[str]:
    """A row for each label and a column for each player, in as many parts as it takes to fit the width."""
    wide = min(_LABEL, max(map(len, (title, *labels))))
    at_once = (_WIDTH - wide) // _CELL
    for begin in range(0, len(found.players), at_once):
        shown = found.players[begin : begin + at_once]
        places = range(begin + 1, begin + 1 + len(shown))
        yield f"{title:<{wide}}" + "".join(f"{place:>{_CELL}}" for place in places)
        for label in labels:
            yield f"{cut(label, wide):<{wide}}" + "".join(f"{cell(row, label):>{_CELL}}" for row in shown)


def _against(found: Standings, column: Standing, player: str) -> str:
    won, lost = found.wins[player, column.player], found.wins[column.player, player]
    return "-" if player == column.player else f"{won}/{won + lost}"


def _in_game(row: Standing, label: str) -> str:
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
    """A name cut to fit; more of its end is kept, where long names mostly differ."""
    if len(name) <= width:
        return name
    end = (width - 1) * 2 // 3
    return f"{name[: width - 1 - end]}…{name[len(name) - end :]}"


def standings_as_csv(found: Standings) -> str:
    """A row for each player over all games, and for each player and game; see docs/tournaments.md."""
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


def check_picture(path: str) -> None:
    """Raise ``SetupError`` if the picture could not be drawn, before any game is played."""
    if not path.endswith(".png"):
        raise SetupError(f"a picture is written to a file whose name ends in .png, unlike {path!r}")
    if Path(path).exists():
        raise SetupError(f"{path!r} is there already, and is left as it is; name another file for the picture")
    if not Path(path).parent.is_dir():
        raise SetupError(f"there is no folder {str(Path(path).parent)!r} for the picture")
    try:
        import_module("matplotlib.figure")
    except ModuleNotFoundError:
        raise SetupError("a picture needs Matplotlib: pip install 'commonfactor[pictures]'") from None


def draw_standings(found: Standings, path: str) -> None:
    count = len(found.players)
    figure = import_module("matplotlib.figure").Figure(
        figsize=(11, 2.2 + _INCHES_PER_PLAYER * count), layout="constrained"
    )
    rated, crossed = figure.subplots(1, 2, width_ratios=(3, 2))
    _draw_ratings(rated, found)
    _draw_cross_table(crossed, found)
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise SetupError(f"{path!r} cannot be written: {error.strerror}") from None


def _draw_ratings(axes: Any, found: Standings) -> None:
    places = range(len(found.players))
    ratings = [row.rating for row in found.players]
    below = [max(0.0, row.rating - row.interval.low) for row in found.players]
    above = [max(0.0, row.interval.high - row.rating) for row in found.players]
    axes.errorbar(ratings, places, xerr=(below, above), fmt="o", color="#0072b2", ecolor="#555555", capsize=4)
    # Matplotlib would take what is between dollar signs for a formula.
    names = [cut(row.player, _LONGEST_NAME_IN_PICTURE).replace("$", r"\$") for row in found.players]
    axes.set_yticks(places, [f"{name}  {place}" for place, name in enumerate(names, start=1)])
    axes.invert_yaxis()
    axes.margins(y=0.15)
    axes.axvline(0, color="#bbbbbb", linewidth=1, zorder=0)
    axes.set_xlabel("rating, with 95 % interval")
    axes.set_title(f"{found.tournament.length:,} games")


def _draw_cross_table(axes: Any, found: Standings) -> None:
    places = range(len(found.players))
    shares = [[_share(found, row.player, column.player) for column in found.players] for row in found.players]
    axes.imshow(shares, cmap="cividis", vmin=0, vmax=1)
    for one in places:
        for other in places:
            if one != other:
                colour = "black" if shares[one][other] > 0.5 else "white"
                axes.text(other, one, f"{100 * shares[one][other]:.0f}", ha="center", va="center", color=colour)
    for ticks in (axes.set_xticks, axes.set_yticks):
        ticks(places, [str(place + 1) for place in places])
    axes.set_title("% won by row against column")


def _share(found: Standings, one: str, other: str) -> float:
    won, lost = found.wins[one, other], found.wins[other, one]
    return won / (won + lost) if won + lost else float("nan")
