"""Another try at a position that was won and given away."""

from commonfactor.arena.match import Match
from commonfactor.arena.terms import Player, Programs, Terms
from commonfactor.solver.analysis import DEFAULT_BUDGET
from commonfactor.terminal.reviews import watched_review
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.sources import game_of, match_from


def second_chance(source: str, opponent: str, seed: int, screen: Screen) -> Match | None:
    """A match from before the last win that a person gave away, with a program on the other side.

    It says what is to be done and not how; None if there is nothing to try again.
    """
    played = match_from(source)
    game = game_of(played, None)
    everybody: tuple[Player, Player] = (1, 2)
    people = [player for player in everybody if played.terms.programs.of(player) is None]
    mistake = watched_review(game, DEFAULT_BUDGET).last_win_given_away(*people)
    if mistake is None:
        screen.show(["Nobody gave a win away in this game, so there is nothing to try again."])
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
