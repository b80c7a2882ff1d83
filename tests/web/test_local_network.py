"""Playing in a network of one's own: the address that is printed, its QR code, and whoever comes by another name."""

from contextlib import closing
from http.client import HTTPConnection
from math import ceil
from pathlib import Path
from signal import SIGTERM
from socket import create_server

import numpy as np
import zxingcpp
from playwright.sync_api import expect
from processes import Terminal, at_terminal, refused, run
from web.conftest import NewPage
from web.servers import RunningServer

from commonfactor.web.local_network import network_address

ROW_BEGINS, ROW_ENDS = "\x1b[38;5;231;48;5;16m", "\x1b[0m"
HALVES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
"""What is light of a character: its upper and its lower half."""


def code_shown(terminal: Terminal) -> str:
    """What a camera reads off the terminal."""
    rows: list[str] = []
    while not rows or len(rows) < ceil(len(rows[0]) / 2):
        terminal.wait_for(ROW_BEGINS)
        rows.append(terminal.wait_for(ROW_ENDS).removesuffix(ROW_ENDS))
    light = [[HALVES[character][half] for character in row] for row in rows for half in (0, 1)]
    found = zxingcpp.read_barcode(np.kron(np.array(light, dtype=np.uint8) * 255, np.ones((4, 4), dtype=np.uint8)))
    assert found is not None, "\n".join(rows)
    return found.text


def test_others_play_at_the_address_that_is_printed_and_shown_as_a_code(tmp_path: Path, new_page: NewPage) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with at_terminal("serve", "--lan", "127.0.0.2", "--port", "0", "--db", database) as terminal:
        terminal.wait_for("Common Factor is at ")
        address = terminal.wait_for("\r\n").strip()
        assert address.startswith("http://127.0.0.2:")
        assert code_shown(terminal) == address
        page = new_page(base_url=address)
        page.goto("/")
        expect(page.get_by_role("link", name="Rules of Factor Clash")).to_be_visible()


def test_only_a_terminal_that_can_draw_it_is_shown_the_code(tmp_path: Path) -> None:
    with RunningServer(tmp_path, "--lan", "127.0.0.2") as server:
        assert server.said == f"Common Factor is at http://127.0.0.2:{server.port}\n"
        assert "--public-url" not in server.errors
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    options = ("serve", "--lan", "127.0.0.2", "--port", "0", "--db", database)
    ascii_only = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    for columns, env in ((20, {}), (80, ascii_only), (80, {"NO_COLOR": "1"})):
        with at_terminal(*options, columns=columns, env=env) as terminal:
            terminal.wait_for("Common Factor is at ")
            terminal.send(SIGTERM)
            assert "▄" not in terminal.finish().out


def test_the_address_of_this_machine_is_one_that_it_can_listen_at() -> None:
    if found := network_address():
        with create_server((found, 0)) as listener:
            assert listener.getsockname()[0] == found != "127.0.0.1"


def test_a_machine_that_reaches_only_itself_is_in_no_network() -> None:
    assert network_address(["127.0.0.1", "no address"]) is None


def test_one_address_is_enough() -> None:
    assert "--host" in refused("serve", "--lan", "--host", "127.0.0.1")
    assert "0.0.0.0 is none" in refused("serve", "--lan", "0.0.0.0")  # noqa: S104  # nobody can go there
    assert run("serve", "--lan", "no address", "--port", "0").complaint.startswith("cannot listen at no address")


def test_a_person_who_comes_by_a_wrong_name_is_told_so_in_words(server: RunningServer) -> None:
    headers = {"Host": "<evil>.example", "Accept": "text/html,*/*"}
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", "/", headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.request("GET", "/api/catalogue", headers=headers)
        assert connection.getresponse().headers["content-type"] == "application/json"
    assert (answer.status, answer.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "does not go by the name" in text
    assert "<evil>" not in text
