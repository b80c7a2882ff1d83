"""How the page is written: small components, colours and sizes in one place."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src"
STYLES = SOURCES / "style"
MOST_PROPERTIES = 6

_PROPERTIES = re.compile(r"^interface (\w*Props)\b[^{]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_PROPERTY = re.compile(r"^  \w+\??:", re.MULTILINE)
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgb\(")
_WIDTH = re.compile(r"\((m..-width): ([^)]+)\)")


def test_no_component_takes_more_than_a_few_properties() -> None:
    taken = {
        f"{path.name} {name}": len(_PROPERTY.findall(body))
        for path in SOURCES.rglob("*.tsx")
        for name, body in _PROPERTIES.findall(path.read_text(encoding="utf-8"))
    }
    assert len(taken) > 30
    assert {name: count for name, count in taken.items() if count > MOST_PROPERTIES} == {}


def test_colours_of_a_theme_are_custom_properties() -> None:
    """But for the one dark card of the first page, what is printed, and the shade behind a dialog."""
    styles = {path.name: path.read_text(encoding="utf-8") for path in STYLES.glob("*.css")}
    coloured = {name for name, text in styles.items() if _COLOUR.search(text)}
    assert coloured <= {"tokens.css", "home.css", "base.css", "controls.css", "print.css"}
    assert not _COLOUR.search(styles["board.css"] + styles["game.css"] + styles["big.css"] + styles["numbers.css"])


def test_the_layout_changes_at_three_sizes() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))
    queries = " ".join(re.findall(r"@media[^{]*", text))
    widths = {*_WIDTH.findall(queries)}
    assert widths == {("max-width", "559px"), ("min-width", "560px"), ("max-width", "899px"), ("min-width", "900px")}
    assert {*re.findall(r"max-height: ([^)]+)", queries)} == {"500px"}
