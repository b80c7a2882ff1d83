"""``commonfactor graph``: games on any graph, from a file."""

from pathlib import Path

import pytest
from processes import as_json, refused, run


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "path.txt"
    file.write_text("# a path\n1 2\n2 3 # in the middle\n\n3 4\n4 5\n6\n")
    return str(file)


def test_kayles(path: str) -> None:
    told = as_json("graph", "kayles", path)
    assert (told["vertices"], told["edges"], told["nimber"], told["value"]) == (6, 4, 3 ^ 1, None)
    assert told["verdict"] == "win"
    assert told["winning"] == ["2", "4"]


def test_col(path: str) -> None:
    told = as_json("graph", "col", path)
    assert (told["verdict"], told["value"], told["nimber"]) == ("win", "*", None)


def test_geography_with_and_without_a_start(path: str) -> None:
    free = as_json("graph", "geography", path)
    assert (free["verdict"], free["winning"]) == ("win", ["1", "3", "5", "6"])
    placed = as_json("graph", "geography", path, "--start", "3")
    assert (placed["verdict"], placed["winning"], placed["losing"]) == ("loss", [], ["2", "4"])


def test_trails_with_and_without_tokens(path: str) -> None:
    assert as_json("graph", "trails", path)["verdict"] in {"win", "loss"}
    assert as_json("graph", "trails", path, "--tokens", "3", "5")["winning"] == ["2", "4"]
    placed = as_json("graph", "trails", path, "--tokens", "2", "4")
    assert (placed["verdict"], placed["winning"], placed["losing"]) == ("loss", [], ["1", "3"])


def test_people_get_sentences(path: str) -> None:
    out = run("graph", "kayles", path).out
    assert out.startswith("kayles on 6 vertices and 4 edges\nWho moves first wins with best play.\n")


def test_a_mark_at_the_beginning_is_no_part_of_a_name(tmp_path: Path) -> None:
    file = tmp_path / "graph.txt"
    file.write_bytes(b"\xef\xbb\xbf1 2\r\n2 3\r\n3 1\r\n")
    assert as_json("graph", "kayles", str(file))["vertices"] == 3


def test_names_are_harmless(tmp_path: Path) -> None:
    file = tmp_path / "graph.txt"
    file.write_text("a\x1b[31mb c\n")
    out = run("graph", "kayles", str(file)).out
    assert "\x1b" not in out
    assert "a?[31mb" in out


def test_large_graphs(tmp_path: Path) -> None:
    """Matching takes what search does not."""
    file = tmp_path / "large.txt"
    file.write_text("".join(f"{vertex} {vertex + 1}\n" for vertex in range(1, 20_000)))
    assert as_json("graph", "geography", str(file), "--start", "1")["verdict"] == "win"
    assert "2048" in refused("graph", "kayles", str(file))


def test_a_budget_holds_here_too(tmp_path: Path) -> None:
    file = tmp_path / "grid.txt"
    cells = [(row, column) for row in range(30) for column in range(30)]
    edges = [f"{r}.{c} {r + 1}.{c}\n{r}.{c} {r}.{c + 1}\n" for r, c in cells]
    file.write_text("".join(edges))
    for game in ("kayles", "col", "trails"):
        assert as_json("graph", game, str(file), "--seconds", "0.2")["verdict"] == "unknown", game


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "no vertex"),
        ("# nothing\n", "no vertex"),
        ("1 2 3\n", "line 1"),
        ("1 2\n3 3\n", "line 2"),
        ("a" * 65, "line 1"),
        (b"\xff\xfe\n", "not a text"),
    ],
)
def test_what_is_no_graph_is_refused(tmp_path: Path, content: str | bytes, complaint: str) -> None:
    file = tmp_path / "graph.txt"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert complaint in refused("graph", "kayles", str(file))


def test_what_makes_no_sense_is_refused(path: str) -> None:
    assert "possible are" in refused("graph", "chess", path)
    assert "cannot be read" in refused("graph", "kayles", "nowhere.txt")
    assert "cannot be read" in refused("graph", "kayles", ".")
    assert "larger than" in refused("graph", "kayles", "/dev/zero")
    assert "--start" in refused("graph", "kayles", path, "--start", "1")
    assert "--tokens" in refused("graph", "col", path, "--tokens", "1", "2")
    assert "no vertex '9'" in refused("graph", "geography", path, "--start", "9")
    assert "no vertex '9'" in refused("graph", "trails", path, "--tokens", "1", "9")
    assert "one vertex" in refused("graph", "trails", path, "--tokens", "1", "1")
    assert refused("graph", "trails", path, "--tokens", "1")
