"""Options of a setup, which follow it as ``,name=value``."""

from collections.abc import Mapping, Sequence

from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted


def options_in(texts: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The values of options by name; ``SetupError`` for one that is not known, has no value or comes twice."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known or not value:
            raise SetupError(f"there is no option {quoted(text)}; {_possible(known)}")
        if name in chosen:
            raise SetupError(f"the option {name} is given twice")
        if known[name] and value not in known[name]:
            raise SetupError(f"there is no {name} {quoted(value)}; possible are {', '.join(sorted(known[name]))}")
        chosen[name] = value
    return chosen


def _possible(known: Mapping[str, Sequence[str]]) -> str:
    if not known:
        return "this game has none"
    return f"possible are {', '.join(f'{name}=...' for name in known)}"
