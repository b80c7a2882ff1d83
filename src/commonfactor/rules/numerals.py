"""The one place where text becomes a number."""

import re

_NUMERAL = re.compile(r"0|[1-9][0-9]{0,18}")
_SHOWN_OF_BAD_TEXT = 24

# What is wrong with a text, by its shape; the first that fits speaks.
_COMPLAINTS = {
    r"": "a number is missing",
    r"[0-9]{20,}": "a number has at most 19 digits, not {length:,}",
    r"0[0-9]+": "a number is written without leading zeros, not as {text}",
    r"[-\u2212+][0-9]+": "a number is written without a sign, not as {text}",
    r"[0-9]*\.[0-9]+": "{text} is not a whole number",
    r"[0-9]+(,[0-9]+)+": "a number is written without commas, not as {text}",
    r"\d+": "a number is written with the digits 0 to 9, not as {text}",
}


def number_in(text: str) -> int:
    """The whole number that ``text`` writes in digits 0-9; a ``ValueError`` says what is wrong."""
    # ``int`` also takes signs, spaces, underscores and the digits of every script, and is slow on long input.
    if _NUMERAL.fullmatch(text):
        return int(text)
    for shape, complaint in _COMPLAINTS.items():
        if re.fullmatch(shape, text):
            raise ValueError(complaint.format(text=quoted(text), length=len(text)))
    raise ValueError(f"{quoted(text)} is not a number")


def quoted(text: str) -> str:
    """Foreign text in quotation marks, cut to a length that fits a sentence."""
    shown = text if len(text) <= _SHOWN_OF_BAD_TEXT else text[: _SHOWN_OF_BAD_TEXT - 1] + "…"
    return f"'{shown}'"
