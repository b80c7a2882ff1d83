"""The picture of ``solver_growth.py``: seconds and nodes against n, one line for each question."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Protocol

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt

_DOTS_PER_INCH = 100
_SMALLEST_DRAWN = 5  # below, there is nothing to search, and a logarithm of no nodes
# From the palette of Okabe and Ito, which suits the colour-blind.
_STYLES = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"), ("#CC79A7", "D"), ("#000000", "v"))


class Row(Protocol):
    """The figures to draw for one n."""

    @property
    def question(self) -> str: ...
    @property
    def n(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


def draw(rows: Sequence[Row], path: Path) -> None:
    """Draw rows that are sorted by question."""
    figure, (times, nodes) = plt.subplots(1, 2, figsize=(12, 6), dpi=_DOTS_PER_INCH, layout="constrained")
    for (question, group), (colour, marker) in zip(groupby(rows, lambda row: row.question), _STYLES, strict=True):
        points = [row for row in group if row.n >= _SMALLEST_DRAWN]
        sizes = [row.n for row in points]
        style = {"label": question, "color": colour, "marker": marker, "markersize": 3.5, "linewidth": 0.8}
        times.plot(sizes, [row.seconds for row in points], **style)
        nodes.plot(sizes, [row.nodes for row in points], **style)
    for axes, what in ((times, "time of one answer (seconds)"), (nodes, "nodes of one search (count)")):
        axes.set(xscale="log", yscale="log", xlabel="n (highest number of the pool)", ylabel=what)
        axes.grid(visible=True, which="major", color="#DDDDDD")
    figure.legend(*times.get_legend_handles_labels(), loc="outside lower center", ncols=len(_STYLES))
    figure.suptitle("The start of 2 to n")
    figure.savefig(path)
