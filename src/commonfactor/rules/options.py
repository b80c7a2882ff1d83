"""Options of a setup, which follow it as ``,name=value``."""

from collections.abc import Mapping, Sequence

from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted


def options_in(texts: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The values of options by name; ``SetupError`` for one that is not known, has no value or comes twice."""
    chosen: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if text.isdecimal():
            raise SetupError(f"several numbers are joined by + as in 7+11, not by commas as in {quoted(f'7,{text}')}")
        if name not in known:
            possible = f"possible are {', '.join(f'{name}=...' for name in known)}" if known else "this game has none"
            raise SetupError(f"there is no option {quoted(text)}; {possible}")
        values = ", ".join(sorted(known[name])) or "numbers such as 7+11"
        if not value:
            raise SetupError(f"the option {name} needs a value; possible are {values}")
        if name in chosen:
            raise SetupError(f"the option {name} is given twice")
        if known[name] and value not in known[name]:
            raise SetupError(f"there is no {name} {quoted(value)}; possible are {values}")
        chosen[name] = value
    return chosen
