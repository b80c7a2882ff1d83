"""What people do at the page: set up a game, play with mouse or keys, and read what the page says."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict, Unpack
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Route, expect
from web.profiles import PATIENCE

TITLES = {
    "factor-clash": "Factor Clash",
    "divisor-duel": "Divisor Duel",
    "factor-challenge": "Factor Challenge",
    "factor-duel": "Factor Duel",
    "factor-frenzy": "Factor Frenzy",
    "juniper-green": "Juniper Green",
    "divisor-game": "Divisor Game",
}

expect.set_options(timeout=PATIENCE)

SIGNS = {"win": "✓ wins", "loss": "✕ loses", "unknown": "? unknown"}
LABELS = {
    "best": "Best",
    "only move": "Only move",
    "missed win": "Missed win",
    "mistake": "Mistake",
    "lost anyway": "Lost anyway",
    "unknown": "Unknown",
}

_HAS_ANSWERED = """(before) =>
    document.querySelector(".play-board .board") !== null &&
    document.querySelectorAll(".moves ol > li").length > before &&
    (document.querySelector(".end") !== null || document.querySelector(".play-board .busy") === null)"""


_KEEP = """({ id, tokens, invitation, game }) => {
  const kept = JSON.parse(localStorage.getItem("commonfactor.games") ?? "{}");
  const names = game.players.map(({ name }) => name);
  const { title, setup, opponent } = game;
  kept[id] = { tokens, invitation, title, setup, opponent, names, isOver: false, at: Date.now() };
  localStorage.setItem("commonfactor.games", JSON.stringify(kept));
}"""

_AWAIT_TEXT = """(text) => {
  window.hasShown = false;
  const look = (_changes, observer) => {
    if (!document.body.innerText.includes(text)) return;
    window.hasShown = true;
    observer.disconnect();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

OPPONENTS = {
    "The computer": "computer",
    "The tutor": "computer",
    "A friend, elsewhere": "friend",
    "A friend, on this device": "one-device",
}


class Wanted(TypedDict, total=False):
    """What can be chosen in the form of a new game besides its numbers."""

    against: str
    level: int
    name: str
    target: int
    swap: bool


class Held:
    """Keeps requests of a page back until they are let go."""

    def __init__(self, page: Page, address: str) -> None:
        """Hold what is asked for at an address."""
        self._routes: list[Route] = []
        self._is_open = False
        self._page, self._address = page, address
        page.route(address, self._take)

    def until(self, ask: Callable[[], Any]) -> None:
        """Do something, and wait until it has led to a request."""
        with self._page.expect_request(self._address):
            ask()

    def let_go(self) -> None:
        """Let what was held and what comes go on."""
        self._is_open = True
        for route in self._routes:
            route.continue_()

    def _take(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._routes.append(route)


def start(page: Page, game: str, setup: str | None = None, **wanted: Unpack[Wanted]) -> None:
    """Start a game as the form does, but without the form, and see its page."""
    against = wanted.get("against", "The computer")
    if setup is None:
        setup = next(
            each["recommended_setup"] for each in asked(page, "/api/catalogue")["games"] if each["name"] == game
        )
    agreed = {"game": game, "setup": setup, "opponent": OPPONENTS[against], "swap": wanted.get("swap", False)}
    agreed |= {"level": wanted.get("level", 1)} if against == "The computer" else {}
    agreed |= {"level": "tutor"} if against == "The tutor" else {}
    agreed |= {"names": [wanted["name"]]} if "name" in wanted else {}
    agreed |= {"target": wanted["target"]} if "target" in wanted else {}
    answer = page.request.post("/api/games", data=agreed)
    assert answer.ok, answer.text()
    # What the page keeps can be written only from a page of the same address; this one is the smallest.
    page.goto("/api/health")
    page.evaluate(_KEEP, answer.json())
    page.goto(f"/games/{answer.json()['id']}")


def start_by_form(page: Page, game: str, setup: str | None = None, **wanted: Unpack[Wanted]) -> None:
    """Fill in the form of a new game and start it."""
    page.goto(f"/new/{game}")
    fill_in(page, setup, **wanted)
    submit(page)


def fill_in(page: Page, setup: str | None = None, **wanted: Unpack[Wanted]) -> None:
    """Choose in the form of a new game: against the computer at its first level unless told otherwise."""
    against = wanted.get("against", "The computer")
    page.get_by_role("group", name="Play against").get_by_label(re.compile(f"^{against}")).check()
    if against == "The computer":
        level = wanted.get("level", 1)
        page.get_by_role("group", name="Level").get_by_label(re.compile(rf"^{level}\b")).check()
    if setup is not None or wanted.keys() & {"name", "target", "swap"}:
        open_more(page)
    if setup is not None:
        numbers_field(page).fill(setup)
    if "name" in wanted:
        page.get_by_role("group", name="Your name").get_by_role("textbox").fill(wanted["name"])
    if "target" in wanted:
        page.get_by_label("How long").select_option(str(wanted["target"]))
    if "swap" in wanted:
        page.get_by_label(re.compile("^Swap allowed")).set_checked(wanted["swap"])


def open_more(page: Page) -> None:
    """Show what few people choose in the form of a new game."""
    more = page.locator(".more-choices")
    if more.get_attribute("open") is None:
        more.locator("summary").click()


def numbers_field(page: Page) -> Locator:
    """The field with the numbers of a new game as text, among what few people choose."""
    return page.get_by_role("group", name="Numbers").get_by_label(re.compile("^The same as text|^One number"))


def submit(page: Page) -> None:
    """Start the game that the form describes, and see its page."""
    page.locator("form.new-game [type=submit]").click()
    page.wait_for_url("**/games/*")


def board(page: Page) -> Locator:
    """The board of a page that shows one."""
    return page.locator(".board").first


def place(page: Page, number: int | str) -> Locator:
    """A number of the board."""
    return board(page).locator(f'[data-number="{number}"]')


def allowed(page: Page) -> Locator:
    """The places of the board that can be played."""
    return board(page).locator(".cell.free")


def moves_made(page: Page) -> Locator:
    """The list of moves beside a game."""
    return page.locator(".moves ol > li")


def end(page: Page) -> Locator:
    """What is said when a game has ended."""
    return page.locator(".end")


def explanation(page: Page) -> Locator:
    """What is said about the number that is looked at."""
    return board(page).locator(".explanation p")


def wait_for_turn(page: Page, before: int = -1) -> bool:
    """Wait until more moves than before were made and this page may move; False if the game has ended instead."""
    page.wait_for_function(_HAS_ANSWERED, arg=before, timeout=PATIENCE)
    return end(page).count() == 0


def tap(target: Locator) -> None:
    """Click what may be marked as not allowed; it is there to explain itself."""
    target.click(force=True)


def play(page: Page, number: int | str) -> bool:
    """Click a number and wait for the answer to it; whether the game goes on."""
    before = moves_made(page).count()
    place(page, number).click()
    return wait_for_turn(page, before)


def play_to_the_end(page: Page) -> None:
    """Click whatever is allowed, first here and then there, until the game is over."""
    wait_for_turn(page)
    for turn in range(60):
        before = moves_made(page).count()
        allowed(page).nth(-(turn % 2)).click()
        if not wait_for_turn(page, before):
            return
    raise AssertionError("the game does not end")


def focused(page: Page) -> str:
    """What has the focus: its number on the board, or else its words."""
    return str(
        page.evaluate(
            "() => { const { tagName, dataset, textContent } = document.activeElement;"
            " return tagName === 'BODY' ? 'nothing' : dataset.number ?? textContent.trim(); }"
        )
    )


@contextmanager
def showing(page: Page, text: str) -> Iterator[None]:
    """See that what is done in this block brings a text to the page, however soon it goes again."""
    page.evaluate(_AWAIT_TEXT, text)
    yield
    page.wait_for_function("() => window.hasShown")


def game_id(page: Page) -> str:
    """The id of the game that the page shows."""
    return urlsplit(page.url).path.split("/")[2]


def asked(page: Page, address: str) -> Any:
    """What the server answers, asked past the page."""
    answer = page.request.get(address)
    assert answer.ok, answer.text()
    return answer.json()


def decision_of(review: Any, sign: str | None = None) -> str:
    """How a game was decided, as the page tells it to a reader without a name who is Player 1, or names the player."""
    if review["decision"] is None:
        return "The game is not over yet."
    name = review["names"][review["decision"]["player"] - 1]
    is_reader, decisive = name == "Player 1" and "Computer" in review["names"], review["decisive"]
    match review["decision"]["kind"]:
        case "last chance":
            move = str(review["moves"][decisive - 1]["move"]).replace("/", f" {sign} ")
            whose = "your" if is_reader else f"{name}\u2019s"
            return f"Decided by move {decisive}: {move} gave the win away, and was {whose} last chance."
        case "always winning":
            return f"{'You were' if is_reader else f'{name} was'} winning from start to end."
        case kind:
            raise AssertionError(f"no test here expects a game to be decided by {kind}")


def game_of(page: Page) -> Any:
    """The game that the page shows, as the server knows it."""
    return asked(page, f"/api/games/{game_id(page)}")


def copied(page: Page) -> str:
    """What is on the clipboard, pasted elsewhere: the page itself may not read it."""
    other = page.context.new_page()
    other.goto("/")
    field = other.get_by_role("textbox")
    field.press("ControlOrMeta+v")
    text = field.input_value()
    other.close()
    return text


def record_of_two_games(page: Page, first: str, second: str) -> str:
    """The record of a match on one device in which each of two has given up a game."""
    wanted = {"game": "factor-clash", "setup": "2-12", "opponent": "one-device", "target": 2, "names": [first, second]}
    created = page.request.post("/api/games", data=wanted).json()
    address, tokens = f"/api/games/{created['id']}", created["tokens"]
    for number, (name, player) in enumerate((("resign", "1"), ("next", "1"), ("resign", "2"))):
        authorization = {"Authorization": f"Bearer {tokens[player]}"}
        assert page.request.post(f"{address}/{name}", data={"id": str(number)}, headers=authorization).ok
    return page.request.get(f"{address}/record").text()
