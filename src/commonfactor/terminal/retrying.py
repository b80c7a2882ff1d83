"""Another try at a position that was won and given away."""

from commonfactor.arena.judging import JudgedGame, Label
from commonfactor.arena.match import Match
from commonfactor.arena.terms import Programs, Terms
from commonfactor.solver.analysis import DEFAULT_BUDGET
from commonfactor.terminal.reviews import watched_review
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.sources import game_of


def second_chance(played: Match, opponent: str, seed: int, screen: Screen) -> Match | None:
    """A match from before the last win that a person gave away, with a program on the other side.

    It says what is to be done and not how; None if there is nothing to try again.
    """
    game = game_of(played, None)
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
    # Whoever has the seats now had them all along, so that a swap need not be played again.
    starter = game.player_of(1 if mistake.ply == 1 else 3)
    match = Match(played.rules, played.names, Terms(programs=programs, seed=seed), starter=starter)
    match.play_all(game.line.moves[: mistake.ply - 1], game.times[0])
    return match


def _nobody(played: Match, reviewed: JudgedGame) -> str:
    """Of whom it is certain that they gave no win away."""
    if any(move.label is Label.UNKNOWN for move in reviewed.moves):
        return "As far as was found out within the budget, nobody"
    return "No person" if any(played.terms.programs) else "Nobody"
