"""The phrases by which an answer says its move, gives a reason for it, or takes it back.

What follows a move must be written down here to be let pass, since everything else may change what is
meant: ``I take 9 steps``, ``I take 9 as an example``, ``I take 9 first``. All repetitions are bounded, or
of characters that nothing beside them can match, so that the time for any answer grows with its length
alone.
"""

import re

_OPENING = r"\s*_`\\\u201c\u2018\u00ab\"'#$(\[{-"
_DRESS = rf"[>{_OPENING}]{{0,12}}"
"""What may stand before a word and mean nothing: Markdown, quotation marks, brackets."""
_MOVE_DRESS = rf"[{_OPENING}]{{0,12}}"
"""The same before a move, where ``>`` would say that it is less than something."""
LONE_DRESS = re.compile(_MOVE_DRESS)
_CLOSING = r"(?:[ \t*_`\"'\u201d\u2019\u00bb$)\]}>]|\\[)\]]|\n?</\w{1,8}>){0,12}"

# Before a move.

_KEYS = "move|answer"
MARK = re.compile(
    rf"^{_DRESS}move[*_`]{{0,4}}[ \t]{{0,4}}[:=]{_MOVE_DRESS}(?P<angle><)?"
    rf"|(?P<key>[\"'])(?:{_KEYS})[\"'][ \t]{{0,4}}:{_MOVE_DRESS}"
    rf"|(?P<box>\\boxed)\{{{_DRESS}(?:\\?text\{{)?(?:move:)?{_MOVE_DRESS}"
    rf"|(?P<tag><(?:move|answer)>){_DRESS}(?:move:)?{_MOVE_DRESS}",
    re.IGNORECASE | re.MULTILINE,
)
OTHER_KEY = re.compile(
    rf"[{{,]\s{{0,80}}[\"'](?!(?:{_KEYS}|reason|reasons|reasoning|rationale|explanation|justification|why|analysis"
    r"|thought|thoughts|thinking|strategy|comment|confidence|legal_moves)[\"'])\w{1,40}[\"']\s{0,9}:",
    re.IGNORECASE,
)
"""A part of an object that is neither the move nor why it is made, such as an alternative."""

_SENTENCE_START = (
    r"(?:(?:^|(?<!e\.g)(?<!i\.e)[.!?]|\n)(?:[ \t]{0,2}(?:since|because|as(?! an?\b)|given)\b[^.!?\n]{0,160},)?"
    r"|\b(?:so|thus|hence|therefore|finally|but|instead|actually|well|okay)\b|\bno,)"
    rf"[ \t,:]{{0,4}}{_DRESS}"
)
_SPEAKER = r"(?:I|we|I['\u2019](?:ll|d)|I (?:will|would)|(?:I am|I['\u2019]m) going to|let me|let['\u2019]s)(?: now)?"
_VERB = "(?:play|pick|choose|select|take|go with|go for|answer with|answer|divide{object})"
_PRESENT = r"(?:I am|I['\u2019]m) (?:playing|picking|choosing|selecting|taking|going with)"
_SUBJECT = (
    "(?:(?:my|the|our) )?(?:(?:final|best|next|only|legal|winning|safest|optimal|chosen|real|actual) ){0,3}"
    "(?:move|choice|pick|answer|selection|divisor|step|best|decision"
    "|(?:best|only|winning|safest|optimal|chosen) option)"
)
_COPULA = r"(?:(?: is| will be):?|[*_]{0,3}[:=])"
NAMING_HEADING = re.compile(rf"\W{{0,12}}{_SUBJECT}\W{{0,12}}", re.IGNORECASE)
"""A heading under which a move may stand alone."""


def _statement(verb: str) -> re.Pattern[str]:
    """What says that a move follows: ``So I play``, ``My best move is``, ``Final answer:``."""
    return re.compile(
        rf"{_SENTENCE_START}()"
        rf"(?:(?:{_SPEAKER} {verb}|{_PRESENT}):?|{_SUBJECT}{_COPULA}(?: to {verb}|{_DRESS}move:)?)"
        rf"(?: the)?(?: number| word| divisor| step)?{_MOVE_DRESS}",
        re.IGNORECASE | re.MULTILINE,
    )


STATEMENTS = {
    True: _statement(_VERB.format(object="")),
    False: _statement(_VERB.format(object=r"(?: \w{1,24})? by")),
}
"""By whether a move is two names: who divides 48 by 2 then names both, and else only the 2."""

NOT_MEANT = re.compile(
    r"\b(?:examples?|e\.?g|instance|sample|template|placeholder|illustrat\w+|hypothe\w+|suppos\w+|assum\w+"
    r"|imagin\w+|if|when|unless|whether|says?|said|argues?)\b"
    r"|\b(?:not|never|instead of|than)\W{0,6}\Z|n['\u2019]t\W{0,6}\Z|\b(?:opponent|would|could|might)\b[^,;]{0,60}\Z",
    re.IGNORECASE,
)
"""What leads up to a move that is only talked about."""
FOREIGN_HEADING = re.compile(
    r"\b(?:not|none|never|wrong|illegal|invalid|losing|lose|bad|worst|opponent|player|candidates?|options?|previous(?:ly)?"
    r"|earlier|last (?:move|number|turn)|would|could|might|reject(?:ed)?|avoid|alternatives?|ignore"
    r"|wrote|asked)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
"""A line above a move that makes it another's, or none that is made."""
POINTER = re.compile(r"\b(?:next line|following|below)\b", re.IGNORECASE)
"""What makes a line a heading although it does not look like one."""
FORM = re.compile(r"\bform(?:at)?(?: is)?\W{0,12}\Z", re.IGNORECASE)
IN_THAT_FORM = re.compile(r"\bin (?:the|this|that|your)\b", re.IGNORECASE)

# After a move.

PAIR = re.compile(r"[ \t*_`]{0,4}(?:/|\u00f7|\u2044|\u2215|by|divided by)[ \t*_`]{0,4}", re.IGNORECASE)
LINK = re.compile(
    r"[ \t*_`\"'$]{0,4}(?:[.,;:!/|&^+=<>\u00b7\u00d7\u00f7\u2013\u2192-]{1,2}|,? ?(?:or|and|by))?[ \t*_`\"'$]{0,4}",
    re.IGNORECASE,
)
LONGEST_LINK = 16

_FITTING = (
    r"(?:leaves|shares|forces|wins|gives|blocks|keeps|makes|removes|takes|divides|has|ends|also leaves"
    r"|is (?:an?|the|my|legal|divisible|even|odd|safe|winning|still|[0-9]{1,19}))"
)
_OPPONENT = r"(?:you|they|my opponent|the opponent)"
_REASON = (
    rf"(?:[,;:]?[ \t]{{0,2}}[(\u2013\u2014-]{{0,2}}[ \t]{{0,2}}(?:because|since"
    rf"|as (?:there|then|(?:it|this|that) {_FITTING})"
    rf"|which {_FITTING}|so (?:that|{_OPPONENT})|leaving|forcing|to (?:leave|force|win|block))\b"
    rf"|[ \t]{{0,2}}[,;:(\u2013\u2014-][ \t]{{0,2}}(?:(?:it|this|that) {_FITTING}|after [0-9]{{1,19}})\b)"
)
_AS_MOVE = r"(?: now| here| as my (?:final |next )?(?:move|answer|choice|pick))?"
_LINE_END = r"(?:\Z|\n(?![ \t]{0,9}(?-i:[a-z])))"
_PERIOD = rf"(?:\.(?!\.)|!{{1,3}}){_CLOSING}"
TAIL = re.compile(
    rf"(?P<closing>{_CLOSING}){_AS_MOVE}{_CLOSING}(?:[ \t]*{_LINE_END}|{_PERIOD}(?=\s|\Z)|{_REASON})", re.IGNORECASE
)
"""What may follow a move that is meant: the end of its line or sentence, or why it is made."""
LONE_TAIL = re.compile(rf"{_CLOSING}(?:{_PERIOD})?(?:[ \t]*(?:\n|\Z)|{_REASON})", re.IGNORECASE)
"""The same for a move that begins its line."""
KEY_TAIL = re.compile(r"[\"']?\s{0,80}(?:(?P<end>\})|,\s{0,80}[\"'])")
SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|\n")

TAKEN_BACK = re.compile(r"[ \t*_`\"'$)\]}]{0,6}(?:\?|(?:if|unless|would|could|loses|is)\b)", re.IGNORECASE)
"""What follows a move that is only talked about."""
RESERVATION = re.compile(r"[\s*_`\"'$)\]}.,;:!(\u2013\u2014-]{0,6}(?:or|but|no|not)\b", re.IGNORECASE)
"""What follows a move that is meant with another, or no longer."""
DOUBT = re.compile(
    r"\b(?:wait|actually|correction|maybe|perhaps|instead|however|rather|better|sorry|oops|hmm+|scratch|mistake"
    r"|second thoughts?|changed|no(?!\s[a-z])|kidding|jok(?:e|ing)|disagree|(?:un|not )sure|examples?"
    r"|hypothetical(?:ly)?|never mind|ignore|disregard|retract|forget|cancel|undo|worst|blunder|withdraw"
    r"|reconsider|strike that|(?:not|n['\u2019]t) mean|only a test|I(?: would| will)? lose"
    r"|nope|meant|undecided|(?:that|this|it) (?:is not|isn['\u2019]t)|(?:that|it)['\u2019]s not"
    r"|(?:that|this|it|which)(?: move)?(?: loses|(?: is|['\u2019]s) (?:the |an? )?(?:bad|wrong|illegal|invalid|losing))"
    r"|(?:let me|let['\u2019]s) (?:check|think|see|verify|look|consider))\b|\?",
    re.IGNORECASE,
)
"""What casts doubt on all that was said before. Who leaves ``no move`` to another does not."""

# Anywhere.

RESIGNATION = re.compile(
    r"\bI(?: will| must|['\u2019]ll| have to)? (?:resign|pass|concede|forfeit|give up|abstain|refuse)\b", re.IGNORECASE
)
HIDDEN = re.compile(r"<!|</?(?:s|del|strike)\b|~[^\s~](?:[^~\n]*[^\s~])?~|(?<!~)~~(?!~)", re.IGNORECASE)
"""Text that is commented out or struck out."""
THOUGHT = re.compile(r"<(?:think|thinking|thought|reasoning|scratchpad|analysis)>", re.IGNORECASE)
END_OF_THOUGHT = re.compile(r"</(?:think|thinking|thought|reasoning|scratchpad|analysis)>", re.IGNORECASE)
