"""The levels and the other programs that play, for people who choose one."""

from collections.abc import Iterator

from commonfactor.players.registry import LEVELS, PLAYERS


def levels_lines() -> Iterator[str]:
    """The levels with their names and what they do."""
    for level in LEVELS:
        yield f"{level.number}  {level.name:<9} {level.description}"


def players_lines() -> Iterator[str]:
    """Everything that can be played against."""
    yield "Levels, by number or name:"
    yield from levels_lines()
    yield ""
    yield "Programs:"
    for kind in PLAYERS:
        yield f"{kind.notation:<12} {kind.description}"
