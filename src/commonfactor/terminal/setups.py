"""The command that compares setups: who wins each, how hard that is to find, and how long games last."""

import json
from collections.abc import Iterator

import msgspec

from commonfactor.arena.setups import (
    Outlook,
    default_highest,
    fairest,
    lowest_highest,
    outlook,
)
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar

# Three rows for every size, some of them a second or more where the pool is large.
_HIGHEST = 200


def tell_setups(game: type[AnyRules], highest: int | None, *, only_fair: bool, as_json: bool) -> ExitCode:
    """Compare setups up to a pool or number, ``default_highest`` if none is given; or name the fairest alone."""
    if highest is None:
        highest = default_highest(game)
    lowest = lowest_highest(game)
    if not lowest <= highest <= _HIGHEST:
        raise SetupError(
            f"setups of {game.title} are compared up to a number from {lowest} to {_HIGHEST}, not {highest:,}"
        )
    setups = game.candidate_setups(highest)
    if only_fair:
        return exit_code_of(lambda: _tell_fairest(game, setups, as_json=as_json))
    return exit_code_of(lambda: _tell_all(game, setups, as_json=as_json))


def _tell_all(game: type[AnyRules], setups: list[str], *, as_json: bool) -> None:
    outlooks = []
    if not as_json:
        print(_heading())
    for found in _computed(game, setups):
        print(_as_json(game, found) if as_json else _line(game, found), flush=True)
        outlooks.append(found)
    if as_json:
        return
    best = fairest(outlooks)
    if best:
        print(f"The win is hardest to find in {best.setup}. {_how_to_play(best)}")


def _tell_fairest(game: type[AnyRules], setups: list[str], *, as_json: bool) -> None:
    best = fairest(_computed(game, setups))
    if best is None:
        raise SetupError(f"of none of these setups of {game.title} was it found out how hard it is to win")
    if as_json:
        print(_as_json(game, best))
        return
    for text in (_heading(), _line(game, best), _how_to_play(best)):
        print(text)


def _computed(game: type[AnyRules], setups: list[str]) -> Iterator[Outlook]:
    """The outlooks as they are found; meanwhile, a person sees how far that has come."""
    status = StatusLine()
    try:
        for done, setup in enumerate(setups):
            status.show(f"{bar(done, len(setups))}, {setup}")
            found = outlook(game, setup)
            status.clear()
            yield found
    finally:
        status.clear()


def _heading() -> str:
    return f"{'setup':<28} {'winner':<8} {'openings that win':<18} {'moves':>5} {'by luck':>10}"


def _line(game: type[AnyRules], found: Outlook) -> str:
    winning = "?" if found.winning is None else found.winning
    plies = "?" if found.plies is None else f"{found.plies:.1f}"
    luck = "?" if found.luck is None else f"{100 * found.luck:{'.0f' if found.luck > 0.1 else '.2g'}} %"
    row = f"{found.setup:<28} {found.winner:<8} {f'{winning} of {found.openings}':<18} {plies:>5} {luck:>10}"
    return f"{row} {_mark(game, found)}".rstrip()


def _mark(game: type[AnyRules], found: Outlook) -> str:
    return {game.recommended_setup: "* fair", game.default_setup: "- book"}.get(found.setup, "")


def _how_to_play(found: Outlook) -> str:
    return f"To play it: commonfactor play {found.game}:{found.setup}:"


def _as_json(game: type[AnyRules], found: Outlook) -> str:
    return json.dumps(msgspec.to_builtins(found) | {"recommended": found.setup == game.recommended_setup})
