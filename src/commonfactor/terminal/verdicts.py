"""Verdicts in words and in JSON: what the commands analyse, solve and graph print."""

from collections.abc import Iterator, Sequence
from typing import Any

from commonfactor.rules.notation import Line
from commonfactor.rules.words import MOST_LISTED, first_few, listed
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.english import told, verdict_sentence
from commonfactor.solver.graph_games import GraphAnalysis, NamedGraph
from commonfactor.solver.proofs.checking import Claim


def analysis_lines(line: Line, analysis: Analysis, claims: Sequence[Claim]) -> Iterator[str]:
    """An analysis for people."""
    yield f"{line.rules.title}, {line.rules.setup}"
    yield f"Moves: {listed(line.moves)}"
    yield verdict_sentence(analysis, f"Player {analysis.position.to_move}")
    for verdict, title in _MOVE_TITLES.items():
        if moves := analysis.moves_with(verdict):
            yield f"{title}: {first_few(moves, MOST_LISTED)} ({len(moves):,} of {len(analysis.moves):,})"
    if analysis.nimber is not None:
        yield f"Nimber: {analysis.nimber}"
    if analysis.value is not None:
        yield f"Value: {analysis.value} for the player to move"
    if claims:
        yield f"Why: {told(claims, line.rules, line.position)}"
    yield _cost(analysis.nodes, analysis.seconds, analysis.table_bytes)


_MOVE_TITLES = {Verdict.WIN: "Winning moves", Verdict.LOSS: "Losing moves", Verdict.UNKNOWN: "Not found out"}


def _cost(nodes: int, seconds: float, table_bytes: int = 0) -> str:
    tables = f", {table_bytes / 1e6:,.1f} MB of tables" if table_bytes else ""
    return f"Cost: {nodes:,} nodes, {seconds:.3f} s{tables}"


def graph_lines(game: str, graph: NamedGraph, analysis: GraphAnalysis) -> Iterator[str]:
    """What was found about a game on a graph, for people."""
    yield f"{game} on {len(graph.names):,} vertices and {len(graph.edges):,} edges"
    yield {
        Verdict.WIN: "Who moves first wins with best play.",
        Verdict.LOSS: "Who moves first loses with best play.",
        Verdict.UNKNOWN: "Who wins was not found out within the budget.",
    }[analysis.verdict]
    for verdict, title in _MOVE_TITLES.items():
        if names := analysis.names_with(verdict, graph):
            yield f"{title}: {first_few(names, MOST_LISTED)} ({len(names):,} of {len(analysis.moves):,})"
    if analysis.nimber is not None:
        yield f"Nimber: {analysis.nimber}"
    if analysis.value is not None:
        yield f"Value: {analysis.value}"
    yield _cost(analysis.nodes, analysis.seconds)


def graph_facts(game: str, graph: NamedGraph, analysis: GraphAnalysis) -> dict[str, Any]:
    """What was found about a game on a graph, as the JSON tells it; see docs/command-line.md."""
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
