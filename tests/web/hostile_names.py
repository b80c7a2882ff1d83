"""Sixty names that somebody might give who means no good, each with what it tries.

Some are good names: what looks like markup, code or a query is text like any other, and must be shown as it is.
"""

HOSTILE_NAMES = {
    # Markup and script
    "a script": "<script>alert()</script>",
    "a picture that fails": "<img src onerror=a()>",
    "a drawing": "<svg/onload=alert(1)>",
    "bold": "<b>Ann</b>",
    "the end of an attribute": '" onfocus="alert(1)',
    "the end of another one": "' autofocus onfocus='a()",
    "the end of a title": "</title><script src=//x>",
    "a comment": "<!-- Ann -->",
    "an entity": "&lt;b&gt;&#x41;&nbsp;",
    "an entity without end": "&#0000060b",
    "a template": "{{7*7}}${7*7}#{7*7}",
    "a template of the page": "{{script}}{{style}}",
    "an address that is a script": "javascript:alert(1)",
    "an address that is a page": "data:text/html,<b>Ann",
    "a style": "</style><style>*{color:}",
    # Other languages
    "a query": "'; DROP TABLE games; --",
    "a condition": "1' OR '1'='1",
    "wildcards": "%_%",
    "a format of C": "%s%n%x%d",
    "a format of Python": "{0.__class__}{names}",
    "a substitution in a replacement": "$& $1 $` $' \\1",
    "a command": "$(reboot) `reboot`",
    "a pipe": "Ann | rm -rf / ; &",
    "a formula": '=HYPERLINK("//x")',
    "a path": "../../../../etc/passwd",
    "a path of Windows": "..\\..\\CON",
    "JSON": '{"error":{"code":""}}',
    "an escape of JSON": "\\u003cb\\u003e\\n\\",
    "markdown": "[Ann](javascript:a())",
    "a prototype": "__proto__",
    "a constructor": "constructor",
    "nothing in JavaScript": "undefined",
    "nothing in Python": "None",
    "a number": "0",
    "a notation": "factor-clash:2-20:15,5",
    "an option": "--public-url",
    # Characters that cannot be seen
    "a terminal sequence": "\x1b[31mAnn\x1b[0m",
    "a title for the terminal": "\x1b]0;Ann\x07",
    "a sequence without escape": "\x9b31mAnn",
    "a line end": "Ann\nBob wins",
    "a carriage return": "Ann\rBob",
    "a header": "Ann\r\nSet-Cookie: a=b",
    "a zero": "Ann\x00Bob",
    "a backspace": "Ann\x08\x08\x08Bob",
    "a deletion": "Ann\x7f",
    "a tab": "Ann\tBob",
    "a line separator": "Ann\u2028Bob",
    "right to left from here": "Ann \u202eneeb\u202c",
    "an isolate without end": "\u2067Ann",
    "nothing of no width": "\u200b",
    "a join of nothing": "An\u200dn",
    "a byte order": "\ufeffAnn",
    "an empty pattern": "\u2800",
    "a filler": "\u3164\u3164",
    "letters of no plane": "Ann\U000e0041\U000e007f",
    "a private letter": "\ue000",
    # Characters that can be seen, of a kind
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a name from right to left": "\u05d0\u05d9\u05dc\u05d4 \u0645\u0631\u062d\u0628\u0627",
    "a flood of marks": "Z" + "\u0336\u0353\u0321\u0359" * 5 + "a\u0300",
    "one letter too many": "W" * 25,
}
"""What each name tries, and the name."""

LONGEST = "\U0001d54e" * 24
"""A name as long as one can be, of letters that take four bytes each."""

LONE_SURROGATES = (rb'"\ud800"', rb'"Ann\udfff"', rb'"\udc00\ud800"')
"""Names as JSON writes them that are no text, since half a character is missing."""
