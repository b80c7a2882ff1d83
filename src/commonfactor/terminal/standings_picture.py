"""Standings as a picture: the ratings with their intervals, and how often each player beats each."""

from importlib import import_module
from pathlib import Path
from typing import Any

from commonfactor.arena.standings import Standings
from commonfactor.rules.base import SetupError
from commonfactor.terminal.standings import cut

_INCHES_PER_PLAYER = 0.45
_LONGEST_NAME = 24


def check_picture(path: str) -> None:
    """Raise ``SetupError`` unless a picture can be drawn, before there is anything to draw."""
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
    """Write the picture to a PNG file."""
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
    axes.set_yticks(places, [f"{_name(row.player)}  {place}" for place, row in enumerate(found.players, start=1)])
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


def _name(player: str) -> str:
    return cut(player, _LONGEST_NAME).replace("$", r"\$")
