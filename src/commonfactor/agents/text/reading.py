"""Reading the move out of an answer.

Strictly read, the last line of an answer is ``MOVE: `` and a move. Tolerantly read, an answer may
say its move in the ways that language models do. Either way an answer that could mean two moves,
or that takes its move back, is refused: a game must measure who plays it and not who reads it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple
from unicodedata import category

from commonfactor.agents.text import phrases
from commonfactor.agents.text.answers import LONGEST_ANSWER, Grammar, Parsing, Reason, Refusal
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import first_few

_MOST_QUOTED = 5
_LONGEST_LEAD = 200
"""Characters before a place that are looked at."""
_MOST_WORDS_OF_TITLE = 2
"""A line that has no more may be the title of what follows."""


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


_FULL_WIDTH = str.maketrans("\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff1a", "0123456789:")
_UNSEEN = {"Cc", "Cf", "Cs"}
"""The kinds of characters that are not seen, some of which show others in another order."""
_BLANK_LINES = re.compile(r"\n[ \t\n]*\n")
_WORD = re.compile(r"\w")
_FENCES = ("```", "~~~")
_CLOSED_BY = {None: "", "key": "", "angle": ">", "box": "}", "tag": "</"}
_CHUNK = re.compile(r"\w+(?:[.,'\u2019\u00a0\u2009\u202f]\w+)*")
_SIGNED = re.compile(r"(?:^|\W)[-+.\u2212\u00b1]\Z")


class _Mention(NamedTuple):
    """A place in an answer where a move is named."""

    start: int
    end: int
    text: str


class _Place(NamedTuple):
    """Where a move is to be expected."""

    end: int
    """Where the move must begin."""
    start: int
    """Where that begins which announces the move."""
    kind: str | None = None
    """What must be closed after the move: a bracket, the object of a ``key``, a ``box`` or a ``tag``."""


class _Saying(NamedTuple):
    """What is said at a place."""

    place: _Place
    moves: frozenset[str]
    """The move with those that are listed together with it; empty if there is none, or it is only talked about."""
    end: int


def _tolerantly(answer: str, grammar: Grammar) -> str:
    text = _visible_text(answer)
    mentions = list(_mentions(text, grammar))
    marks = [_Place(mark.end(), mark.start(), mark.lastgroup) for mark in phrases.MARK.finditer(text)]
    statements = [_Place(said.end(), said.start(1)) for said in phrases.STATEMENTS[grammar.has_pairs].finditer(text)]
    lone = list(_lone_places(text, mentions))
    deciding = marks or statements or lone
    if not deciding:
        raise _unclear(mention.text for mention in mentions)
    later = sorted(place for place in (*statements, *lone) if place.end > deciding[-1].end)
    numbers = {mention.start: number for number, mention in enumerate(mentions)}
    said = [_said_at(place, text, mentions, numbers.get(place.end)) for place in (*deciding, *later)]
    last = said[len(deciding) - 1 :]
    named = _named(said, text)
    if len(named) > 1:
        raise _unclear(sorted(named))
    if marks and not last[0].moves and marks[-1].end not in numbers:
        word = text[marks[-1].end :].partition("\n")[0].strip()
        raise Refusal(Reason.NOT_A_MOVE, f"{quoted(word)} is not a move of this game.")
    if not all(saying.moves and _is_meant(saying.place, text) for saying in last) or _is_doubted(text, last[-1].end):
        raise _unclear()
    open_end = next((saying.end for saying in last if not _is_rounded_off(saying, text)), None)
    if open_end is not None:
        raise _unclear([*named, *_mentioned(mentions, open_end, _sentence_end(text, open_end) if marks else len(text))])
    if not marks:
        named.update(_mentioned(mentions, _sentence_end(text, last[-1].end), len(text)))
    if len(named) > 1:
        raise _unclear(sorted(named))
    return named.pop()


def _visible_text(answer: str) -> str:
    """An answer without the thoughts before it; ``Refusal`` if a part of it is not seen as it is read."""
    text = _BLANK_LINES.sub("\n\n", answer.replace("\r\n", "\n").translate(_FULL_WIDTH))
    *_, text = phrases.END_OF_THOUGHT.split(text)
    if phrases.THOUGHT.search(text):
        raise Refusal(Reason.NO_MOVE, "The answer ends before </think>.")
    if phrases.HIDDEN.search(text) or any(category(sign) in _UNSEEN for sign in set(text) - {"\n", "\t"}):
        raise Refusal(Reason.NO_MOVE, "The answer has text that is struck out, commented out or invisible.")
    if phrases.RESIGNATION.search(text):
        raise _unclear()
    return text


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
        if held and grammar.has_pairs and "/" not in held.text and _joins(phrases.PAIR, text, held, mention):
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


def _joins(link: re.Pattern[str], text: str, mention: _Mention, following: _Mention) -> bool:
    gap = following.start - mention.end
    return gap <= phrases.LONGEST_LINK and link.fullmatch(text, mention.end, following.start) is not None


def _lone_places(text: str, mentions: Sequence[_Mention]) -> Iterator[_Place]:
    """Where a line begins with a move and has nothing else, or only why."""
    previous_end = 0
    for mention in mentions:
        # Only what lies between two mentions is looked at, so that many of them on a long line take no longer.
        _, line_start, before = text[previous_end : mention.start].rpartition("\n")
        begins_line = (line_start or not previous_end) and phrases.LONE_DRESS.fullmatch(before)
        if begins_line and phrases.LONE_TAIL.match(text, mention.end):
            above = _line_above(text, mention.start)
            if not _is_heading(above) or phrases.NAMING_HEADING.fullmatch(above):
                yield _Place(mention.start, mention.start)
        previous_end = mention.end


def _said_at(place: _Place, text: str, mentions: Sequence[_Mention], number: int | None) -> _Saying:
    """The move that is named at a place by the mention with a number, with those that are listed together with it."""
    if number is None:
        return _Saying(place, frozenset(), place.end)
    together = {mentions[number].text}
    while number + 1 < len(mentions) and _joins(phrases.LINK, text, mentions[number], mentions[number + 1]):
        number += 1
        together.add(mentions[number].text)
    end = mentions[number].end
    return _Saying(place, frozenset() if phrases.TAKEN_BACK.match(text, end) else frozenset(together), end)


def _named(said: Iterable[_Saying], text: str) -> set[str]:
    """All moves that are said and meant."""
    named: set[str] = set()
    for saying in said:
        if not saying.moves <= named and _is_meant(saying.place, text):
            named |= saying.moves
    return named


def _is_meant(place: _Place, text: str) -> bool:
    """Whether what leads up to a place does not make it an example, a quotation or a supposition."""
    lead = _line_before(text, place.start)
    if _WORD.search(lead):
        lead = lead[max(map(lead.rfind, ".!?")) + 1 :]
    else:
        above = _line_above(text, place.start)
        lead = above if _is_heading(above) or above.count(" ") < _MOST_WORDS_OF_TITLE else ""
    is_foreign = _is_heading(lead.rstrip()) and phrases.FOREIGN_HEADING.search(lead)
    is_form = phrases.FORM.search(lead) and not phrases.IN_THAT_FORM.search(lead)
    return not (is_foreign or is_form or phrases.NOT_MEANT.search(lead))


def _line_before(text: str, place: int) -> str:
    return text[max(place - _LONGEST_LEAD, 0) : place].rpartition("\n")[2]


def _line_above(text: str, place: int) -> str:
    """The next line above a place that has words and does not only open a block of code."""
    earliest = max(place - _LONGEST_LEAD, 0)
    end = text.rfind("\n", earliest, place)
    while end > earliest:
        start = text.rfind("\n", earliest, end) + 1 or earliest
        line = text[start:end].strip()
        if _WORD.search(line) and not line.startswith(_FENCES):
            return line
        end = start - 1
    return ""


def _is_heading(line: str) -> bool:
    """Whether a line introduces what stands below it."""
    is_bold = line.startswith(("**", "__")) and line.endswith(("**", "__"))
    return line.rstrip("*_").endswith(":") or line.startswith("#") or is_bold or bool(phrases.POINTER.search(line))


def _is_doubted(text: str, end: int) -> bool:
    """Whether what follows the end of a saying casts doubt on it."""
    return bool(phrases.RESERVATION.match(text, end) or phrases.DOUBT.search(text, end))


def _is_rounded_off(saying: _Saying, text: str) -> bool:
    """Whether a move is followed by the end of its line or sentence, or by a reason, and by nothing else."""
    end = saying.end
    if saying.place.kind == "key":
        after = phrases.KEY_TAIL.match(text, end)
        if not after or phrases.OTHER_KEY.search(text):
            return False
        if not after["end"]:
            return True
        end = after.end()
    tail = phrases.TAIL.match(text, end)
    if not tail:
        return False
    before, closing = _line_before(text, saying.end), tail["closing"]
    is_formula = (before.count("$") + closing.count("$")) % 2 == 0
    return is_formula and _CLOSED_BY[saying.place.kind] in closing


def _sentence_end(text: str, place: int) -> int:
    end = phrases.SENTENCE_END.search(text, place)
    return end.start() if end else len(text)


def _mentioned(mentions: Sequence[_Mention], start: int, end: int) -> Iterator[str]:
    for mention in mentions[bisect_left(mentions, start, key=attrgetter("start")) :]:
        if mention.start >= end:
            break
        yield mention.text
