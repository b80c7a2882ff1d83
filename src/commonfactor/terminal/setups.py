"""The command that compares setups: who wins each, how hard that is to find, and how long games last."""

import json
from collections.abc import Iterator

import msgspec

from commonfactor.arena.setups import Outlook, default_highest, fairest, outlook
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar

# Three rows for every size, some of them a second or more where the pool is large.
_HIGHEST = 200


def tell_setups(rules: AnyRules, highest: int | None, *, only_fair: bool, as_json: bool) -> ExitCode:
    """Compare setups like one up to a number, ``default_highest`` if none is given; or name the fairest alone."""
    if highest is None:
        highest = default_highest(rules)
    lowest = next((last for last in range(_HIGHEST + 1) if rules.candidate_setups(last)), None)
    if lowest is None:
        raise SetupError(
            f"no setup of {rules.title} like {rules.setup} goes up to {_HIGHEST} or less and is worth comparing"
        )
    if not lowest <= highest <= _HIGHEST:
        raise SetupError(
            f"setups of {rules.title} are compared up to a number from {lowest} to {_HIGHEST}, not {highest:,}"
        )
    tell, setups = _tell_fairest if only_fair else _tell_all, rules.candidate_setups(highest)
    return exit_code_of(lambda: tell(type(rules), setups, as_json=as_json))


def _tell_all(game: type[AnyRules], setups: list[str], *, as_json: bool) -> None:
    outlooks, width = [], _width(setups)
    if not as_json:
        print(_heading(width))
    for found in _computed(game, setups):
        print(_as_json(game, found) if as_json else _line(game, found, width), flush=True)
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
    width = _width([best.setup])
    print(_heading(width), _line(game, best, width), _how_to_play(best), sep="\n")


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


def _width(setups: list[str]) -> int:
    return max(28, *map(len, setups))


def _heading(width: int) -> str:
    return f"{'setup':<{width}} {'winner':<8} {'openings that win':<18} {'moves':>5} {'by luck':>10}"


def _line(game: type[AnyRules], found: Outlook, width: int) -> str:
    winning = "?" if found.winning is None else found.winning
    plies = "?" if found.plies is None else f"{found.plies:.1f}"
    luck = "?" if found.luck is None else f"{100 * found.luck:{'.0f' if found.luck > 0.1 else '.2g'}} %"
    row = (
        f"{found.setup:<{width}} {found.verdict.winner:<8} {f'{winning} of {found.openings}':<18} {plies:>5} {luck:>10}"
    )
    return f"{row} {_mark(game, found)}".rstrip()


def _mark(game: type[AnyRules], found: Outlook) -> str:
    marked = ((game.default_setup, "- book"), (game.recommended_setup, "* fair"))
    return {game.from_setup(setup).setup: mark for setup, mark in marked}.get(found.setup, "")


def _how_to_play(found: Outlook) -> str:
    return f"To play it: commonfactor play {found.game}:{found.setup}:"


def _as_json(game: type[AnyRules], found: Outlook) -> str:
    return json.dumps(msgspec.to_builtins(found) | {"recommended": _mark(game, found) == "* fair"})
