r"""Reading the move out of an answer, and what can be wrong with one.

The prompt asks for a last line ``MOVE: x``, which may be decorated. A last ``\boxed{x}`` or a JSON object with the key
``move`` says the same. Nothing else is read: a game must measure the player, not the reader of its answers.
"""

import json
import re
from enum import StrEnum

LONGEST_ANSWER = 200_000  # characters that are read


class Reason(StrEnum):
    """Why an answer was not accepted."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    NO_MOVE = "no-move"
    NOT_A_MOVE = "not-a-move"
    ILLEGAL_MOVE = "illegal-move"
    UNREADABLE = "unreadable"
    CRASHED = "crashed"


class Refusal(Exception):  # noqa: N818  # it asks for another answer and is no error
    """An answer is not accepted; the message is a sentence for whoever gave it."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason, self.sentence = reason, sentence

    def __str__(self) -> str:
        return self.sentence


_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_QUOTES = "*_`\"'\u201c\u201d\u2018\u2019\u00ab\u00bb$"
_CLOSING = f"{_QUOTES})]>\\"
_LINE = re.compile(rf"[\s>#{_QUOTES}-]*MOVE[\s{_QUOTES}]*[:=\uff1a](.*)", re.IGNORECASE)
_BOX = re.compile(r".*\\boxed\s*\{(?:\\text\s*\{)?(?:\s*MOVE:)?([^{}]*)\}+[.\s$)\\\]]*")


def move_text(answer: str, form: str) -> str:
    """The move at the end of an answer, as text; ``Refusal`` if it is not of the form."""
    if len(answer) > LONGEST_ANSWER:
        raise Refusal(
            Reason.TOO_LONG, f"The answer has {len(answer):,} characters; at most {LONGEST_ANSWER:,} are read."
        )
    if not answer.strip():
        raise Refusal(Reason.EMPTY, "The answer is empty.")
    said = _without_thoughts(answer)
    text = _under_key(said) or _on_last_line(said)
    if not text:
        raise Refusal(Reason.NO_MOVE, f"The last line of the answer is not of the form MOVE: {form}.")
    return text


def _without_thoughts(answer: str) -> str:
    """The text after the thoughts; empty if they are not closed."""
    *_, last = [None, *_THOUGHT.finditer(answer)]
    if last is None:
        return answer
    return answer[last.end() :] if last[1] else ""


def _under_key(said: str) -> str:
    """The ``move`` of the JSON object at the end of a text."""
    end = said.rstrip(" \t\r\n`")
    try:
        found = json.loads(end[end.rindex("{") :])
    except (ValueError, RecursionError):
        return ""
    move = found.get("move")
    return str(move) if isinstance(move, int | str) and not isinstance(move, bool) else ""


def _on_last_line(said: str) -> str:
    last_line = said.rstrip(f" \t\r\n{_CLOSING}").rpartition("\n")[2]
    found = _LINE.fullmatch(last_line) or _BOX.fullmatch(last_line)
    return found[1].strip(f" \t{_CLOSING}([<").removesuffix(".") if found else ""
