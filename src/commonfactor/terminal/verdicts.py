"""The commands analyse, why and graph: verdicts on one position, move or graph, in words and in JSON."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from commonfactor.rules.base import InvalidMoveError, Move
from commonfactor.rules.notation import Line, objection_or_permission
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import MOST_LISTED, first_few, listed
from commonfactor.solver import graph_games
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.english import told, verdict_sentence
from commonfactor.solver.facts import analysis_facts, why_facts
from commonfactor.solver.graph_games import GraphAnalysis, GraphError, NamedGraph
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.reasons import MoveReason, reason_for, reason_in_claims
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import report

_LARGEST_GRAPH = 64 << 20
_MOVE_TITLES = {Verdict.WIN: "Winning moves", Verdict.LOSS: "Losing moves", Verdict.UNKNOWN: "Not found out"}


def tell_analysis(line: Line, budget: Budget, *, as_json: bool) -> ExitCode:
    def explained(analysis: Analysis, control: Control) -> tuple[Proof | None, Sequence[Claim]]:
        proof = analysis.prove(control)
        return proof, reason_in_claims(analysis, proof, control)

    def tell() -> None:
        analysis = watched(budget, lambda control: analyse(line.rules, line.position, budget, control))
        proof, claims = watched(analysis.budget_of_proof, lambda control: explained(analysis, control))
        lines = analysis_lines(line, analysis, claims)
        report(lines, lambda: analysis_facts(line, analysis, proof, claims), as_json=as_json)

    return exit_code_of(tell)


def analysis_lines(line: Line, analysis: Analysis, claims: Sequence[Claim]) -> Iterator[str]:
    yield f"{line.rules.title}, {line.rules.setup}"
    yield f"Moves: {listed(line.moves)}"
    yield verdict_sentence(analysis, f"Player {analysis.position.to_move}")
    yield from lines_by_verdict(_MOVE_TITLES, analysis.moves_with, len(analysis.moves))
    if analysis.nimber is not None:
        yield f"Nimber: {analysis.nimber}"
    if analysis.value is not None:
        yield f"Value: {analysis.value} for the player to move"
    if claims:
        yield f"Why: {told(claims, line.rules, line.position)}"
    yield _cost(analysis.nodes, analysis.seconds, analysis.table_bytes)


def lines_by_verdict(
    titles: dict[Verdict, str], moves_with: Callable[[Verdict], Sequence[Any]], total: int
) -> Iterator[str]:
    """A line of moves for each verdict that some move has."""
    for verdict, title in titles.items():
        if moves := moves_with(verdict):
            yield f"{title}: {first_few(moves, MOST_LISTED)} ({len(moves):,} of {total:,})"


def _cost(nodes: int, seconds: float, table_bytes: int = 0) -> str:
    tables = f", {table_bytes / 1e6:,.1f} MB of tables" if table_bytes else ""
    return f"Cost: {nodes:,} nodes, {seconds:.3f} s{tables}"


def tell_why(line: Line, text: str, budget: Budget, *, as_json: bool) -> ExitCode:
    try:
        move = line.rules.parse_move(text)
    except InvalidMoveError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    told, is_allowed = objection_or_permission(line, move)

    def tell() -> None:
        reason = watched_reason(line, move, budget) if is_allowed else None
        report([told, *([reason.text] if reason else [])], lambda: why_facts(line, move, told, reason), as_json=as_json)

    return exit_code_of(tell)


def watched_reason(line: Line, move: Move, budget: Budget) -> MoveReason:
    return watched(budget, lambda control: reason_for(line.rules, line.position, move, control))


GraphSearch = Callable[[NamedGraph, Control], GraphAnalysis]


def graph_search(game: str, start: str | None, tokens: Sequence[str] | None) -> GraphSearch:
    """The solver of a game on graphs; ``GraphError`` unless the game has these options."""
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
    graph = _graph_in(path)

    def tell() -> None:
        analysis = watched(budget, lambda control: search(graph, control))
        report(_graph_lines(game, graph, analysis), lambda: _graph_facts(game, graph, analysis), as_json=as_json)

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
        text = content.decode("utf-8-sig")  # some editors put a byte order mark first
    except UnicodeDecodeError:
        raise GraphError(f"{path!r} is not a text") from None
    return graph_games.parse_graph(text.splitlines())


def _graph_lines(game: str, graph: NamedGraph, analysis: GraphAnalysis) -> Iterator[str]:
    yield f"{game} on {len(graph.names):,} vertices and {len(graph.edges):,} edges"
    yield {
        Verdict.WIN: "Who moves first wins with best play.",
        Verdict.LOSS: "Who moves first loses with best play.",
        Verdict.UNKNOWN: "Who wins was not found out within the budget.",
    }[analysis.verdict]
    yield from lines_by_verdict(_MOVE_TITLES, lambda verdict: analysis.names_with(verdict, graph), len(analysis.moves))
    if analysis.nimber is not None:
        yield f"Nimber: {analysis.nimber}"
    if analysis.value is not None:
        yield f"Value: {analysis.value}"
    yield _cost(analysis.nodes, analysis.seconds)


def _graph_facts(game: str, graph: NamedGraph, analysis: GraphAnalysis) -> dict[str, Any]:
    """The JSON of a graph's analysis; see docs/command-line.md."""
    return {
        "game": game,
        "vertices": len(graph.names),
        "edges": len(graph.edges),
        "verdict": analysis.verdict,
        "winning": analysis.names_with(Verdict.WIN, graph),
        "losing": analysis.names_with(Verdict.LOSS, graph),
        "unknown": analysis.names_with(Verdict.UNKNOWN, graph),
        "nimber": analysis.nimber,
        "value": None if analysis.value is None else str(analysis.value),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
