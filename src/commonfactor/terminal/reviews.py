"""Reviews in words and in JSON: who was winning at every ply, and where it changed."""

from collections.abc import Iterator
from itertools import groupby

from commonfactor.arena.judging import JudgedGame, JudgedMove
from commonfactor.arena.match import Game
from commonfactor.arena.review import decision, explained, refutation_told, review, review_facts
from commonfactor.arena.terms import PLAYERS, Names, Player
from commonfactor.solver.analysis import Budget
from commonfactor.terminal.board import PLAYER_MARKS
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import Screen, report
from commonfactor.terminal.sources import game_of, match_from

# After a game nobody waits long; positions beyond that are unknown.
QUICK_REVIEW = Budget(seconds=3.0, nodes=1_000_000)

_UNKNOWN_MARK = "?"


def tell_review(source: str, number: int | None, budget: Budget, *, as_json: bool) -> ExitCode:
    """Review a game of a record, or a line of play."""
    match = match_from(source)
    game = game_of(match, number)

    def tell() -> None:
        reviewed = explained_review(game, budget)
        lines = review_lines(reviewed, match.names, Screen(plain=False).width)
        report(lines, lambda: review_facts(reviewed), as_json=as_json)

    return exit_code_of(tell)


def explained_review(game: Game, budget: Budget) -> JudgedGame:
    """The review of a game with its reasons, which may cost as much again."""
    judged, control = watched_review(game, budget), budget.control()
    return watched(lambda: explained(judged, control), control)


def watched_review(game: Game, budget: Budget) -> JudgedGame:
    """The review of a game within a budget for all of it; whoever waits sees that it is being made."""
    control = budget.control()
    return watched(lambda: review(game, control), control)


def review_lines(reviewed: JudgedGame, names: Names, width: int) -> Iterator[str]:
    """A review for people, move by move."""
    line, result = reviewed.game.line, reviewed.game.result
    yield f"{line.rules.title}, {line.rules.setup}"
    yield f"Winner: {names[result.winner - 1]}" if result else "Winner: nobody yet"
    yield ""
    called = max(map(len, names))
    wide = max((len(str(move.move)) for move in reviewed.moves), default=0)
    for move in reviewed.moves:
        yield f"{move.ply:>3}  {names[move.player - 1]:<{called}}  {move.move!s:>{wide}}  {move.label}".rstrip()
        yield from (f"     {told}" for told in lesson_lines(reviewed, move))
    yield ""
    yield from summary_lines(reviewed, names, width)


def lesson_lines(reviewed: JudgedGame, move: JudgedMove) -> Iterator[str]:
    """What beats a move that gave a win away, and what was better; nothing of other moves."""
    if refutation := refutation_told(reviewed, move):
        yield refutation
    if move.better is not None:
        yield f"Better: {move.better}. {move.reason.text if move.reason else ''}".rstrip()


def summary_lines(reviewed: JudgedGame, names: Names, width: int) -> Iterator[str]:
    """A review in short: the course of the game, where it was decided, and how well each played."""
    marks = ", ".join(f"{mark} {name}" for mark, name in zip(PLAYER_MARKS, names, strict=True))
    yield f"Who was winning, from the start to the end ({marks}):"
    yield f"  {course(reviewed, width - 2)}"
    if reviewed.game.result:
        yield decision(reviewed, reviewed.game.result, names)
    yield "Accuracy (moves that kept a win, of those that could have lost it):"
    yield "  " + ", ".join(f"{names[player - 1]}: {_kept(reviewed, player)}" for player in PLAYERS)


def course(reviewed: JudgedGame, width: int) -> str:
    """A sign for who was winning at every ply, or how often each in turn if that would be too wide."""
    signs = [_UNKNOWN_MARK if leader is None else PLAYER_MARKS[leader - 1] for leader in reviewed.leaders]
    if len(signs) <= width:
        return "".join(signs)
    runs = [f"{len(list(run))}{sign}" for sign, run in groupby(signs)]
    told = " ".join(runs)
    while len(told) > width and len(runs) > 1:
        runs.pop(0)  # the end is what was decided last
        told = " ".join(["…", *runs])
    return told


def _kept(reviewed: JudgedGame, player: Player) -> str:
    kept, mattered = reviewed.kept_of_mattered(player)
    return f"{kept} of {mattered}" if mattered else "there were none"
