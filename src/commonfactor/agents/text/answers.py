"""Reading the move out of an answer.

Strictly read, the last line of an answer is ``MOVE: `` and a move. Tolerantly read, an answer may
say its move in the ways that language models do. Either way an answer that could mean two moves,
or that takes its move back, is refused: a game must measure who plays it and not who reads it.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import first_few

LONGEST_ANSWER = 200_000
"""Characters; a longer answer is refused unread."""

_MOST_QUOTED = 5


class Parsing(StrEnum):
    """How an answer is read."""

    STRICT = "strict"
    TOLERANT = "tolerant"


class Reason(StrEnum):
    """Why an answer was not accepted."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    NO_MOVE = "no-move"
    SEVERAL_MOVES = "several-moves"
    NOT_A_MOVE = "not-a-move"
    ILLEGAL_MOVE = "illegal-move"
    UNREADABLE = "unreadable"
    CRASHED = "crashed"


class Refusal(Exception):  # noqa: N818  # it asks for another answer and is no error
    """An answer is not accepted; the message is a sentence for who gave it."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason, self.sentence = reason, sentence

    def __str__(self) -> str:
        return self.sentence


class Grammar(NamedTuple):
    """How moves are written in a game."""

    form: str
    """What stands for a move in the form of an answer, such as ``N``."""
    spelled: Callable[[str], str | None]
    """The name that a word spells, or None if it is none."""
    has_pairs: bool = False
    """Whether a move is two names, such as ``48/2``."""


def move_text(answer: str, parsing: Parsing, grammar: Grammar) -> str:
    """The text of the one move that an answer names; ``Refusal`` if there is not exactly one."""
    if len(answer) > LONGEST_ANSWER:
        raise Refusal(
            Reason.TOO_LONG, f"The answer has {len(answer):,} characters; at most {LONGEST_ANSWER:,} are read."
        )
    if not answer.strip():
        raise Refusal(Reason.EMPTY, "The answer is empty.")
    return _strictly(answer, grammar) if parsing is Parsing.STRICT else _tolerantly(answer, grammar)


_STRICT_LINE = re.compile(r"MOVE: (\S+)")


def _strictly(answer: str, grammar: Grammar) -> str:
    last_line = answer.rstrip().rpartition("\n")[2]
    if found := _STRICT_LINE.fullmatch(last_line):
        return found[1]
    raise Refusal(Reason.NO_MOVE, f"The last line of the answer is not of the form MOVE: {grammar.form}.")


# The rest reads tolerantly. All repetitions are bounded, or of characters that nothing beside them can
# match, so that the time for any answer grows with its length alone.

_DRESS = r"[\s>*_`\u201c\u2018\u00ab\"'#$(\[{<~-]{0,12}"
"""What may stand before a word or a move and mean nothing: Markdown, quotation marks, brackets."""
_MARK = re.compile(
    rf"(?:(?:^|[^\w\s]){_DRESS}move|[\"'](?:move|answer))[*_`\"']{{0,4}}[ \t]{{0,4}}[:=]{_DRESS}"
    rf"|\\boxed\{{{_DRESS}(?:\\text\{{)?|<(?:move|answer)>{_DRESS}",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE_START = (
    r"(?:(?:^|[.!?\n])(?:[ \t]{0,2}(?:since|because|as|given)\b[^.!?\n]{0,160},)?"
    r"|\b(?:so|thus|hence|therefore|finally|but|instead|actually|well|okay)\b|\bno,)"
    rf"[ \t,]{{0,4}}{_DRESS}"
)
_SPEAKER = r"(?:I|we|I['\u2019](?:ll|d)|I (?:will|would)|(?:I am|I['\u2019]m) going to|let me|let['\u2019]s)(?: now)?"
_VERB = "(?:play|pick|choose|select|take|go with|go for|answer with|answer|divide{object})"
_SUBJECT = (
    "(?:(?:my|the|our) )?(?:(?:final|best|next|only|legal|winning|safest|optimal|chosen) ){0,3}"
    "(?:move|choice|pick|answer|selection|option|divisor|step|best)"
)
_COPULA = r"(?:(?: is| will be):?|[*_]{0,3}[:=])"


def _statement(verb: str) -> re.Pattern[str]:
    """What says that a move follows: ``So I play``, ``My best move is``, ``Final answer:``."""
    return re.compile(
        rf"{_SENTENCE_START}(?:{_SPEAKER} {verb}|{_SUBJECT}{_COPULA}(?: to {verb})?)"
        rf"(?: the)?(?: number| word| divisor| step)?{_DRESS}",
        re.IGNORECASE | re.MULTILINE,
    )


_STATEMENTS = {
    True: _statement(_VERB.format(object="")),
    False: _statement(_VERB.format(object=r"(?: \w{1,24})? by")),
}
"""By whether a move is two names: who divides 48 by 2 then names both, and else only the 2."""
_WORD = re.compile(r"\w|\?")
_CHUNK = re.compile(r"\w+(?:[.,'\u2019\u00a0\u2009\u202f]\w+)*")
_SIGNED = re.compile(r"(?:^|\W)[-+.\u2212\u00b1]\Z")
_PAIR = re.compile(r"[ \t*_`]{0,4}(?:/|\u00f7|\u2044|\u2215|by|divided by)[ \t*_`]{0,4}", re.IGNORECASE)
_LINK = re.compile(
    r"[ \t*_`\"'$]{0,4}(?:[.,;:!/|&^+=<>\u00b7\u00d7\u00f7\u2013\u2192-]{1,2}|,? ?(?:or|and|by))?[ \t*_`\"'$]{0,4}",
    re.IGNORECASE,
)
_LONGEST_LINK = 16
_TAKEN_BACK = re.compile(r"[\s*_`\"'$)\]}]{0,6}(?:\?|(?:if|unless|would|could|loses|is)\b)", re.IGNORECASE)
"""What follows a move that is only talked about."""
_RESERVATION = re.compile(r"[\s*_`\"'$)\]}.,;:!(\u2013\u2014-]{0,6}(?:or|but|no)\b", re.IGNORECASE)
"""What follows a move that is meant with another, or no longer."""
_CORRECTION = re.compile(
    r"\b(?:wait|actually|correction|maybe|perhaps|instead|however|rather|better|sorry|oops|hmm+|scratch|mistake"
    r"|second thoughts?|changed|no(?!\s[a-z]))\b",
    re.IGNORECASE,
)
"""What casts doubt on all that was said before. Who leaves ``no move`` to another does not."""
_EXPLANATION = re.compile(r"[*_`\"'$)\]}]{0,6}[,;]?[ \t(\u2013\u2014-]{1,4}(?:because|since)\b", re.IGNORECASE)
_FULL_WIDTH = str.maketrans("\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff1a", "0123456789:")
_THOUGHT, _END_OF_THOUGHT = "<think>", "</think>"


class _Mention(NamedTuple):
    """A place in an answer where a move is named."""

    start: int
    end: int
    text: str


class _Saying(NamedTuple):
    """What is said at a place where a move is to be expected."""

    moves: frozenset[str]
    end: int


def _tolerantly(answer: str, grammar: Grammar) -> str:
    text = answer.rpartition(_END_OF_THOUGHT)[2].translate(_FULL_WIDTH)
    if _THOUGHT in text:
        raise Refusal(Reason.NO_MOVE, f"The answer ends before {_END_OF_THOUGHT}.")
    mentions = list(_mentions(text, grammar))
    marks = [mark.end() for mark in _MARK.finditer(text)]
    statements = [statement.end() for statement in _STATEMENTS[grammar.has_pairs].finditer(text)]
    lone = list(_lone_places(text, mentions))
    deciding = marks or statements or lone
    if not deciding:
        raise _unclear(mention.text for mention in mentions)
    later = sorted(place for place in (*statements, *lone) if place > deciding[-1])
    said = {place: _said_at(place, text, mentions) for place in (*deciding, *later)}
    named = {move for saying in said.values() for move in saying.moves}
    if deciding is lone:
        named |= _mentioned_below(lone[-1], text, mentions)
    if len(named) > 1:
        raise _unclear(sorted(named))
    if marks and not said[marks[-1]].moves:
        word = text[marks[-1] :].partition("\n")[0].strip()
        raise Refusal(Reason.NOT_A_MOVE, f"{quoted(word)} is not a move of this game.")
    last = [said[place] for place in (deciding[-1], *later)]
    if not all(saying.moves for saying in last) or _is_corrected(text, last[-1].end):
        raise _unclear()
    return named.pop()


def _is_corrected(text: str, end: int) -> bool:
    """Whether what follows the end of a saying casts doubt on it."""
    return bool(_RESERVATION.match(text, end) or _CORRECTION.search(text, end))


def _unclear(moves: Iterable[str] = ()) -> Refusal:
    several = list(dict.fromkeys(moves))
    if len(several) > 1:
        listed = first_few(list(map(quoted, several)), _MOST_QUOTED)
        return Refusal(Reason.SEVERAL_MOVES, f"The answer names several moves: {listed}.")
    return Refusal(Reason.NO_MOVE, "The answer does not say clearly which move it makes.")


def _mentions(text: str, grammar: Grammar) -> Iterator[_Mention]:
    """All names in a text, in order; two of them that make a move together are one mention."""
    held: _Mention | None = None
    for mention in _single_mentions(text, grammar):
        if held and grammar.has_pairs and "/" not in held.text and _joins(_PAIR, text, held, mention):
            yield _Mention(held.start, mention.end, f"{held.text}/{mention.text}")
            held = None
            continue
        if held:
            yield held
        held = mention
    if held:
        yield held


def _single_mentions(text: str, grammar: Grammar) -> Iterator[_Mention]:
    for chunk in _CHUNK.finditer(text):
        if name := grammar.spelled(chunk[0]):
            is_signed = name[0].isdigit() and _SIGNED.search(text[max(chunk.start() - 2, 0) : chunk.start()])
            sign = text[chunk.start() - 1] if is_signed else ""
            yield _Mention(chunk.start(), chunk.end(), sign + name)
            continue
        start = chunk.start()
        for part in chunk[0].split(","):
            if name := grammar.spelled(part):
                yield _Mention(start, start + len(part), name)
            start += len(part) + 1


def _start(mention: _Mention) -> int:
    return mention.start


def _joins(link: re.Pattern[str], text: str, mention: _Mention, following: _Mention) -> bool:
    gap = following.start - mention.end
    return gap <= _LONGEST_LINK and link.fullmatch(text, mention.end, following.start) is not None


def _said_at(place: int, text: str, mentions: Sequence[_Mention]) -> _Saying:
    """The move that is named at a place of a text, with those that are listed together with it."""
    number = bisect_left(mentions, place, key=_start)
    if number == len(mentions) or mentions[number].start != place:
        return _Saying(frozenset(), place)
    together = {mentions[number].text}
    while number + 1 < len(mentions) and _joins(_LINK, text, mentions[number], mentions[number + 1]):
        number += 1
        together.add(mentions[number].text)
    end = mentions[number].end
    return _Saying(frozenset() if _TAKEN_BACK.match(text, end) else frozenset(together), end)


def _mentioned_below(place: int, text: str, mentions: Sequence[_Mention]) -> set[str]:
    """All moves that are mentioned after the line of a place."""
    line_end = text.find("\n", place)
    below = mentions[bisect_left(mentions, line_end, key=_start) :] if line_end >= 0 else ()
    return {mention.text for mention in below}


def _lone_places(text: str, mentions: Sequence[_Mention]) -> Iterator[int]:
    """Where a line begins with a move and has nothing else, or only why."""
    # Only what lies between two mentions is looked at, so that many of them on a long line take no longer.
    ends, starts = [0, *(mention.end for mention in mentions)], [*(mention.start for mention in mentions), len(text)]
    gaps = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    for number, mention in enumerate(mentions):
        is_first, is_last = number == 0, number == len(mentions) - 1
        _, line_start, before = gaps[number].rpartition("\n")
        after, line_end, _ = gaps[number + 1].partition("\n")
        begins_line = (line_start or is_first) and not _WORD.search(before)
        ends_line = (line_end or is_last) and not _WORD.search(after)
        if begins_line and (ends_line or _EXPLANATION.match(after)):
            yield mention.start
