"""Two people in two browsers, and others who watch."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from web.browsing import (
    allowed,
    board,
    copied,
    end,
    explanation,
    game_id,
    game_of,
    moves_made,
    place,
    play,
    showing,
    start,
    start_by_form,
    wait_for_turn,
)
from web.conftest import NewPage
from web.servers import RunningServer


class Friends(NamedTuple):
    """Ann, who has created a game, Bob, who has joined it, and somebody who has the link for spectators."""

    ann: Page
    bob: Page
    watcher: Page


Friendly = Callable[[str, str], Friends]


@pytest.fixture
def friendly(new_page: NewPage) -> Friendly:
    """Begins a game between friends, who come by the links that the page gives out."""

    def begun(game: str, setup: str) -> Friends:
        ann, bob, watcher = new_page(), new_page(), new_page()
        start(ann, game, setup, against="A friend, elsewhere", name="Ann")
        expect(ann.get_by_role("heading", level=1)).to_have_text("Waiting for your friend")
        for_bob, for_watcher = (
            ann.get_by_label(f"Link for {who}").input_value() for who in ("your friend", "spectators")
        )
        bob.goto(for_bob)
        expect(bob.get_by_role("heading", level=1)).to_contain_text("Ann invites you")
        bob.get_by_label("Your name").fill("Bob")
        bob.get_by_role("button", name="Join the game").click()
        expect(_players(ann)).to_have_text(["●Annyou, to move", "◆Bobhere"])
        watcher.goto(for_watcher)
        expect(_players(watcher)).to_have_text(["●Annhere, to move", "◆Bobhere"])
        return Friends(ann, bob, watcher)

    return begun


def _players(page: Page) -> Locator:
    return page.locator(".players li")


def _play_seen_by_all(mover: Page, friends: Friends) -> None:
    before = moves_made(mover).count()
    allowed(mover).first.click()
    for page in friends:
        expect(moves_made(page)).to_have_count(before + 1)


def _see_the_same(friends: Friends) -> None:
    known = [str(move) for move in game_of(friends.ann)["position"]["moves"]]
    assert known
    for page in friends:
        # The order of the moves, and each with who has made it.
        assert [text.split("\n")[-1] for text in moves_made(page).all_inner_texts()] == known
    boards = [board(page).locator(".number, .ply").all_inner_texts() for page in friends]
    assert boards[0] == boards[1] == boards[2]


def test_whoever_reads_the_rules_first_is_still_invited(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    start_by_form(ann, "factor-clash", "2-20", against="A friend, elsewhere", name="Ann")
    bob.goto(ann.get_by_label("Link for your friend").input_value())
    bob.get_by_role("link", name="Rules").first.click()
    bob.get_by_role("link", name="Back to the game").click()
    bob.get_by_role("button", name="Join the game").click()
    expect(_players(ann)).to_have_count(2)
    expect(_players(ann).first).to_contain_text("to move")


def test_a_game_survives_reloads_restarts_and_a_killed_server(friendly: Friendly, server: RunningServer) -> None:
    friends = friendly("factor-clash", "2-20")
    ann, bob, watcher = friends
    _play_seen_by_all(ann, friends)
    _play_seen_by_all(bob, friends)

    bob.reload()
    expect(moves_made(bob)).to_have_count(2)
    _play_seen_by_all(ann, friends)

    server.restart()
    _play_seen_by_all(bob, friends)

    server.kill()
    allowed(ann).first.click()
    for page in friends:
        expect(page.get_by_text("The connection to the server is lost.")).to_be_visible()
    server.start()
    for page in friends:
        expect(moves_made(page)).to_have_count(5)
        expect(page.get_by_text("The connection to the server is lost.")).to_have_count(0)

    watcher.reload()
    movers = [bob, ann]
    while not (result := game_of(ann)["result"]):
        _play_seen_by_all(movers[0], friends)
        movers.reverse()
    _see_the_same(friends)
    for page in friends:
        expect(end(page)).to_be_visible()
    winner, loser = (ann, bob) if result["winner"] == 1 else (bob, ann)
    expect(end(winner)).to_contain_text("You win")
    expect(end(loser)).to_contain_text(f"{'Ann' if winner is ann else 'Bob'} wins")


def test_the_link_for_the_friend_is_copied_and_works_once(new_page: NewPage) -> None:
    ann, bob, late = new_page(permissions=["clipboard-write"]), new_page(), new_page()
    start(ann, "divisor-duel", "60", against="A friend, elsewhere", name="Ann")
    field = ann.get_by_label("Link for your friend")
    with showing(ann, "✓ Copied"):
        ann.locator(".field", has=field).get_by_role("button", name="Copy").click()
    link = copied(ann)
    assert link == field.input_value()
    for page in (bob, late):
        page.goto(link)
        expect(page.get_by_role("button", name="Join the game")).to_be_visible()
    bob.get_by_role("button", name="Join the game").click()
    expect(allowed(ann).first).to_be_visible()
    bob.wait_for_url(lambda address: "#" not in address)
    expect(late.get_by_text("Somebody else has already taken this seat. You are watching.")).to_be_visible()
    late.reload()
    expect(late.get_by_text("Somebody else has already taken this seat. You are watching.")).to_be_visible()


def test_an_invitation_tells_that_a_swap_is_allowed_and_what_it_is(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    told = "Swap is allowed: after the first move the second player may take over that move and its seat,"
    start(ann, "factor-duel", "2-20", against="A friend, elsewhere", name="Ann", swap=True)
    expect(ann.locator(".waiting")).to_contain_text(told)
    bob.goto(ann.get_by_label("Link for your friend").input_value())
    expect(bob.locator("form")).to_contain_text(told)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the game").click()
    place(ann, 4).click()
    expect(bob.locator(".status .sentence")).to_have_text(
        "You may swap: Ann\u2019s 4 becomes yours, and Ann moves next; without a swap you move next."
    )


def test_who_watches_cannot_move_and_hears_why(friendly: Friendly) -> None:
    ann, bob, watcher = friends = friendly("factor-clash", "2-20")
    expect(watcher.locator(".status")).to_contain_text("You are watching.")
    place(watcher, 15).click()
    place(watcher, 15).hover(position={"x": 10, "y": 10})
    expect(explanation(watcher)).to_have_text("You are watching this game.")
    for name in ("Undo", "Hint", "Resign", "Rematch"):
        expect(watcher.get_by_role("button", name=name)).to_have_count(0)
    place(bob, 15).click()
    expect(explanation(bob)).to_have_text("It is Ann\u2019s move.")
    assert game_of(ann)["position"]["moves"] == []
    _play_seen_by_all(ann, friends)
    assert game_of(ann)["number"] == 3


def test_nobody_is_offered_analysis_before_the_end(friendly: Friendly) -> None:
    friends = friendly("factor-clash", "2-20")
    _play_seen_by_all(friends.ann, friends)
    for page in friends:
        page.keyboard.press("a")
        page.keyboard.press("h")
        for name in ("Analysis", "Hint"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        page.get_by_role("button", name="Menu").click()
        menu = page.get_by_role("dialog", name="Menu")
        expect(menu.get_by_role("link", name="Rules of Factor Clash")).to_be_visible()
        expect(menu.get_by_role("link", name="analysis")).to_have_count(0)
        expect(menu.get_by_label("as a picture")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".verdict, .graph, .notice")).to_have_count(0)
    address = f"/api/games/{game_id(friends.ann)}/analysis"
    assert friends.ann.request.get(address).json()["error"]["code"] == "two_people_play"

    _resign(friends.bob)
    for page in friends:
        expect(end(page).get_by_role("link", name="Analysis board")).to_be_visible()
        expect(end(page).locator(".review-summary")).to_be_visible()
    assert friends.ann.request.get(address).ok


def _resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()


def test_a_move_is_taken_back_if_the_friend_agrees(friendly: Friendly) -> None:
    ann, bob, watcher = friends = friendly("factor-clash", "2-20")
    _play_seen_by_all(ann, friends)
    ann.get_by_role("button", name="Ask to undo").click()
    expect(ann.get_by_text("You asked to take back the last move.")).to_be_visible()
    expect(watcher.locator(".notice")).to_have_count(0)
    bob.get_by_role("button", name="Decline").click()
    expect(ann.locator(".notice")).to_have_count(0)
    assert len(game_of(ann)["position"]["moves"]) == 1

    ann.get_by_role("button", name="Ask to undo").click()
    ann.get_by_role("button", name="Withdraw").click()
    expect(bob.locator(".notice")).to_have_count(0)

    ann.get_by_role("button", name="Ask to undo").click()
    expect(bob.locator(".notice")).to_contain_text("Ann asks to take back the last move.")
    bob.get_by_role("button", name="Accept").click()
    for page in friends:
        expect(moves_made(page)).to_have_count(0)
    _play_seen_by_all(ann, friends)


def test_in_a_rematch_the_other_starts_and_the_score_is_kept(friendly: Friendly) -> None:
    ann, bob, watcher = friends = friendly("factor-clash", "2-20")
    bob.get_by_role("button", name="Menu").click()
    expect(bob.get_by_role("button", name="Resign… when it is your move")).to_be_disabled()
    bob.keyboard.press("Escape")
    _resign(ann)
    expect(end(bob)).to_contain_text("You win")
    expect(end(bob)).to_contain_text("Ann resigned.")
    ann.get_by_role("button", name="Rematch").click()
    expect(bob.locator(".notice")).to_contain_text("Ann asks for a rematch.")
    bob.set_viewport_size({"width": 360, "height": 480})
    bob.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    expect(bob.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    bob.get_by_role("button", name="Accept").click()
    for page in friends:
        expect(end(page)).to_have_count(0)
    expect(_players(watcher)).to_have_text(["●Annhere0 won", "◆Bobhere, to move1 won"])
    expect(ann.locator(".status")).to_contain_text(re.compile("Game 2. Score 0 . 1"))
    _play_seen_by_all(bob, friends)
    assert game_of(ann)["players_of_moves"] == [2]


def test_who_is_away_is_told_and_comes_back(friendly: Friendly) -> None:
    ann, bob, _ = friendly("factor-clash", "2-20")
    address = bob.url
    bob.goto("/")
    expect(_players(ann).last).to_have_text("◆Bobaway")
    expect(ann.locator(".status")).to_contain_text("Bob is away.")
    bob.get_by_role("link", name="Ann and Bob").click()
    expect(_players(ann).last).to_have_text("◆Bobhere")
    assert bob.url == address


def _read(code: Locator) -> str:
    """What a camera reads off a picture on the page."""
    expect(code).to_be_visible()
    found = zxingcpp.read_barcode(np.array(Image.open(BytesIO(code.screenshot()))))
    assert found is not None
    return str(found.text)


def test_point_18_the_link_for_the_friend_is_shown_to_cameras_and_shared(new_page: NewPage) -> None:
    ann = new_page()
    ann.add_init_script("navigator.share = (shared) => { window.shared = shared; return Promise.resolve(); }")
    start(ann, "factor-clash", "2-20", against="A friend, elsewhere", name="Ann")
    link = ann.get_by_label("Link for your friend").input_value()
    assert _read(ann.get_by_role("img", name="QR code: Link for your friend")) == link
    ann.get_by_role("button", name="Share…").click()
    assert ann.evaluate("() => window.shared") == {"url": link}


def test_point_18_a_seat_goes_on_on_another_device(new_page: NewPage) -> None:
    desk, phone = new_page(), new_page()
    start(desk, "factor-clash", "2-20", level=1)
    wait_for_turn(desk)
    desk.get_by_role("button", name="Menu").click()
    desk.get_by_text("My seat on another device").click()
    link = desk.get_by_label("Your own link.").input_value()
    assert _read(desk.get_by_role("img", name="QR code")) == link
    phone.goto(link)
    phone.wait_for_url(lambda address: "#" not in address)
    expect(phone.locator(".status .sentence")).to_contain_text("Your move.")
    play(phone, 6)
    expect(moves_made(desk)).to_have_count(2)
    phone.reload()
    expect(phone.locator(".status .sentence")).to_contain_text("Your move.")
    stranger = new_page()
    stranger.goto(f"{link[:-3]}abc")
    expect(stranger.locator(".status")).to_contain_text("You are watching.")
