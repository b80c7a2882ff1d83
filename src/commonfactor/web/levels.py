"""The levels of the computer, by the programs that play them."""

from commonfactor.players.registry import LEVELS, player_called


def level_of(program: str | None) -> int | None:
    """The level that a program plays at; none of a person, or of a program that is no level."""
    if program is None:
        return None
    return next((level.number for level in LEVELS if level.player == player_called(program)), None)
