"""The commands that ask the solver about one position, or about a game on any graph."""

from collections.abc import Callable, Sequence
from pathlib import Path

from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted
from commonfactor.solver import graph_games
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.solver.facts import analysis_facts
from commonfactor.solver.graph_games import GraphAnalysis, GraphError, NamedGraph
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import reason_in_claims
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import report
from commonfactor.terminal.verdicts import analysis_lines, graph_facts, graph_lines

_LARGEST_GRAPH = 64 << 20


def tell_analysis(line: Line, budget: Budget, *, as_json: bool) -> ExitCode:
    """Analyse a position, and say what it is worth."""

    def tell() -> None:
        control = budget.control()
        analysis = watched(lambda: analyse(line.rules, line.position, budget, control), control)
        proving = analysis.budget_of_proof.control()
        proof = watched(lambda: analysis.prove(proving), proving)
        claims = watched(lambda: reason_in_claims(analysis, proof, proving), proving)
        lines = analysis_lines(line, analysis, claims)
        report(lines, lambda: analysis_facts(line, analysis, proof, claims), as_json=as_json)

    return exit_code_of(tell)


GraphSearch = Callable[[NamedGraph, Control], GraphAnalysis]


def graph_search(game: str, start: str | None, tokens: Sequence[str] | None) -> GraphSearch:
    """What finds out about a game on a graph."""
    if start is not None and game != "geography":
        raise GraphError("--start is for geography, which has one token")
    if tokens is not None and game != "trails":
        raise GraphError("--tokens is for trails, which has two of them")
    searches: dict[str, GraphSearch] = {
        "kayles": graph_games.kayles,
        "col": graph_games.col,
        "geography": lambda graph, control: graph_games.geography(graph, control, start),
        "trails": lambda graph, control: graph_games.trails(graph, control, tokens),
    }
    if game not in searches:
        raise GraphError(f"there is no graph game {quoted(game)}; possible are {', '.join(searches)}")
    return searches[game]


def tell_graph(game: str, search: GraphSearch, path: str, budget: Budget, *, as_json: bool) -> ExitCode:
    """Analyse a game on the graph in a file."""
    graph = _graph_in(path)

    def tell() -> None:
        control = budget.control()
        analysis = watched(lambda: search(graph, control), control)
        report(graph_lines(game, graph, analysis), lambda: graph_facts(game, graph, analysis), as_json=as_json)

    return exit_code_of(tell)


def _graph_in(path: str) -> NamedGraph:
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST_GRAPH + 1)
    except OSError as error:
        raise GraphError(f"{path!r} cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST_GRAPH:
        raise GraphError(f"{path!r} is larger than {_LARGEST_GRAPH >> 20} MB")
    try:
        text = content.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError:
        raise GraphError(f"{path!r} is not a text") from None
    return graph_games.parse_graph(text.splitlines())
