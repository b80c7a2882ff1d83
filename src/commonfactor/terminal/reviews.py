"""Reviews of games, in words and in JSON; and another try from where one says that a win was given away."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby

from commonfactor.arena.judging import JudgedGame, JudgedMove, Label
from commonfactor.arena.match import Game, Match
from commonfactor.arena.record import RecordFile
from commonfactor.arena.review import decision, explained, refutation_told, review, review_facts
from commonfactor.arena.terms import DEFAULT_NAMES, PLAYERS, Names, Player, Programs, Terms
from commonfactor.rules.base import SetupError
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import watched
from commonfactor.terminal.screen import Screen, report
from commonfactor.terminal.transcript import PLAYER_MARKS

# For the review right after a game, for which nobody waits long; what takes longer stays unknown.
QUICK_REVIEW = Budget(seconds=3.0, nodes=1_000_000)

_UNKNOWN_MARK = "?"

# A line of play has no times.
_SOME_TIME = datetime.min.replace(tzinfo=UTC)


def tell_review(source: str, number: int | None, budget: Budget, *, as_json: bool) -> ExitCode:
    match = match_from(source)
    game = _game_of(match, number)

    def tell() -> None:
        reviewed = explained_review(game, budget)
        lines = review_lines(reviewed, match.names, Screen(plain=False).width)
        report(lines, lambda: review_facts(reviewed), as_json=as_json)

    return exit_code_of(tell)


def match_from(source: str) -> Match:
    """The match in a record or of a line of play."""
    if ":" not in source or os.path.exists(source):  # noqa: PTH110 (Path raises where a line is too long for a name)
        return RecordFile(source).load()
    line = parse(source)
    match = Match(line.rules, DEFAULT_NAMES)
    match.play_all(line.moves, _SOME_TIME)
    return match


def _game_of(match: Match, number: int | None) -> Game:
    """The game with a number, ``SetupError`` if there is none; without a number the last one that has a move."""
    if number is None:
        return next((game for game in reversed(match.games) if game.line.moves), match.game)
    if not 1 <= number <= len(match.games):
        raise SetupError(f"the games of this match go from 1 to {len(match.games)}, not {number}")
    return match.games[number - 1]


def explained_review(game: Game, budget: Budget) -> JudgedGame:
    """A review with reasons; these may cost as much again."""
    judged = watched_review(game, budget)
    return watched(budget, lambda control: explained(judged, control))


def watched_review(game: Game, budget: Budget) -> JudgedGame:
    """The review of a game within a budget for all of it, with a status line."""
    return watched(budget, lambda control: review(game, control))


def review_lines(reviewed: JudgedGame, names: Names, width: int) -> Iterator[str]:
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
    """For a move that gave a win away: how it is beaten, and what was better."""
    if refutation := refutation_told(reviewed, move):
        yield refutation
    if move.better is not None:
        yield f"Better: {move.better}. {move.reason.text if move.reason else ''}".rstrip()


def summary_lines(reviewed: JudgedGame, names: Names, width: int) -> Iterator[str]:
    """The course of the game, where it was decided, and how well each player did."""
    marks = ", ".join(f"{mark} {name}" for mark, name in zip(PLAYER_MARKS, names, strict=True))
    yield f"Who was winning, from the start to the end ({marks}):"
    yield f"  {course(reviewed, width - 2)}"
    if reviewed.game.result:
        yield decision(reviewed, reviewed.game.result, names)
    yield "Accuracy (moves that kept a win, of those that could have lost it):"
    yield "  " + ", ".join(f"{names[player - 1]}: {_kept(reviewed, player)}" for player in PLAYERS)


def course(reviewed: JudgedGame, width: int) -> str:
    """A sign for who was winning at each ply; run lengths instead if that is too wide."""
    signs = [_UNKNOWN_MARK if leader is None else PLAYER_MARKS[leader - 1] for leader in reviewed.leaders]
    if len(signs) <= width:
        return "".join(signs)
    runs = [f"{len(list(run))}{sign}" for sign, run in groupby(signs)]
    told = " ".join(runs)
    while len(told) > width and len(runs) > 1:
        runs.pop(0)  # the end matters most
        told = " ".join(["…", *runs])
    return told


def _kept(reviewed: JudgedGame, player: Player) -> str:
    kept, mattered = reviewed.kept_of_mattered(player)
    return f"{kept} of {mattered}" if mattered else "there were none"


def second_chance(played: Match, opponent: str, seed: int, screen: Screen) -> Match | None:
    """A match against a program, from before the last win that a person gave away; None if there was none."""
    game = _game_of(played, None)
    reviewed = watched_review(game, DEFAULT_BUDGET)
    mistake = reviewed.last_win_given_away(*played.terms.programs.people)
    if mistake is None:
        screen.show([f"{_nobody(played, reviewed)} gave a win away in this game, so there is nothing to try again."])
        return None
    name = played.names[mistake.player - 1]
    screen.show(
        [f"Move {mistake.ply}: {name} was winning and played {mistake.move}, which lost. Find a better move.", ""]
    )
    programs = Programs(None, opponent) if mistake.player == 1 else Programs(opponent, None)
    # The players start in the seats they have now, so that a swap need not be played again.
    starter = game.player_of(1 if mistake.ply == 1 else 3)
    match = Match(played.rules, played.names, Terms(programs=programs, seed=seed), starter=starter)
    match.play_all(game.line.moves[: mistake.ply - 1], game.times[0])
    return match


def _nobody(played: Match, reviewed: JudgedGame) -> str:
    """The subject of a sentence that says only what is certain."""
    if any(move.label is Label.UNKNOWN for move in reviewed.moves):
        return "As far as was found out within the budget, nobody"
    return "No person" if any(played.terms.programs) else "Nobody"
