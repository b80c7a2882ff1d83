"""The page and the server never say the same sentence: what the server says, the page shows as it is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE, PACKAGE = ROOT / "web" / "src", ROOT / "src" / "commonfactor"
SPEAKING = ("web", "rules", "solver", "players")
"""The folders whose words the server sends."""

_SENTENCE_END = re.compile(r"(?<=[a-z0-9_])[.?!](?=\s|$|[\"'`<])", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z0-9_]+")
_COMMENT = re.compile(r"^\s*(//|/?\*).*$", re.MULTILINE)
_STRING = re.compile(r'"([^"\n]*)"')
_FILLED_IN = re.compile(r"\$\{[^{}`]*\}")
_TEMPLATE = re.compile(r"`((?:[^`$]|\$(?!\{))*)`")
_MARKED_UP = re.compile(r">([^<>;=]+)<")
_FEWEST_WORDS = 4
"""Fewer, such as *is not allowed*, are a phrase."""


def sentences(text: str) -> set[str]:
    """The sentences of a text, word by word; what is filled in is ``_``."""
    plain = re.sub(r"['\u2019]s\b", "s", text)
    worded = [_WORD.findall(part.lower()) for part in _SENTENCE_END.split(plain)]
    return {" ".join(words) for words in worded if sum(word != "_" for word in words) >= _FEWEST_WORDS}


def said_in_python(source: str) -> Iterator[str]:
    """The texts of a module but for its documentation; what is filled in is ``_``."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (bare | parts):
            yield node.value


def said_on_the_page(source: str) -> Iterator[str]:
    """The texts of a module of the page; what is filled in is ``_``."""
    text = _COMMENT.sub("", source)
    yield from _STRING.findall(text)
    # The innermost templates come first, and each then stands for something filled in.
    while template := _TEMPLATE.search(text := _FILLED_IN.sub("_", text)):
        yield template[1]
        text = f"{text[: template.start()]}_{text[template.end() :]}"
    yield from (re.sub(r"\{[^{}]*\}", "_", told) for told in _MARKED_UP.findall(text))


def repeated(page: str, server: str) -> set[str]:
    """The sentences that a module of the page has in common with one of the server."""
    on_the_page = set[str]().union(*map(sentences, said_on_the_page(page)))
    return on_the_page & set[str]().union(*map(sentences, said_in_python(server)))


def test_a_sentence_in_both_is_found() -> None:
    server = 'def status():\n    return f"{winner} wins, because {loser}\'s done. {requirement}"\n'
    page = "const a = `${own} wins, because ${nameOf(game)}\u2019s done.`;"
    assert repeated(page, server) == {"_ wins because _s done"}
    nested = "const a = `${isMine ? `${name} may swap it now.` : no} So be it.`;"
    assert repeated(nested, 'TOLD = f"{mover} may swap it now."') == {"_ may swap it now"}
    assert repeated("<p>Do you swap sides, {name}?</p>", 'f"Do you swap sides, {who}?"') == {"do you swap sides _"}
    assert repeated("// Do you swap sides?", 'ASKED = "Do you swap sides?"') == set()


def test_the_page_repeats_no_sentence_of_the_server() -> None:
    said = {path: path.read_text(encoding="utf-8") for each in SPEAKING for path in (PACKAGE / each).rglob("*.py")}
    of_the_server = {
        sentence for source in said.values() for text in said_in_python(source) for sentence in sentences(text)
    }
    twice = {
        f"{path.relative_to(ROOT)}: {sentence}"
        for path in sorted(PAGE.rglob("*.ts*"))
        for text in said_on_the_page(path.read_text(encoding="utf-8"))
        for sentence in sentences(text) & of_the_server
    }
    assert len(of_the_server) > 300
    assert not twice, "\n".join(sorted(twice))
