"""What playing offers besides moves: explanations, hints, undo, confirmation, matches, swaps, colours, copying."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from web.browsing import (
    SIGNS,
    allowed,
    asked,
    board,
    copied,
    end,
    explanation,
    focused,
    game_id,
    game_of,
    moves_made,
    numbers_field,
    open_more,
    place,
    play,
    showing,
    start,
    start_by_form,
    tap,
    wait_for_turn,
)
from web.conftest import NewPage


@pytest.fixture
def clash(page: Page) -> Page:
    """A game against the computer after a move of each."""
    start(page, "factor-clash", "2-20")
    wait_for_turn(page)
    play(page, 6)
    return page


def _position(page: Page) -> str:
    return str(game_of(page)["position"]["notation"])


def test_a_number_that_is_not_allowed_says_why_in_the_words_of_the_server(clash: Page) -> None:
    notation = _position(clash)
    for status in ("barred", "gone"):
        target = board(clash).locator(f".cell.{status}").first
        number = target.get_attribute("data-number")
        why = asked(clash, f"/api/positions/{notation}?why={number}")["why"]["text"]
        clash.mouse.move(1, 1)
        tap(target)
        expect(explanation(clash)).to_have_text(why)
        expect(clash.get_by_role("status").filter(has_text=why)).to_have_count(1)
    clash.keyboard.type("99")
    clash.keyboard.press("Enter")
    refused = clash.request.get(f"/api/positions/{notation}?why=99").json()["error"]["message"]
    expect(explanation(clash)).to_have_text(refused)
    assert _position(clash) == notation


def test_pointing_or_going_to_a_number_tells_what_it_would_do(clash: Page) -> None:
    cells = {cell["number"]: cell for cell in game_of(clash)["position"]["board"]["cells"] if cell["status"] == "free"}
    one, two = list(cells)[:2]
    place(clash, one).hover()
    expect(explanation(clash)).to_have_text(cells[one]["preview"])
    expect(place(clash, one)).to_have_class(re.compile("leaving"))
    clash.mouse.move(1, 1)
    clash.keyboard.type(str(two))
    expect(explanation(clash)).to_have_text(cells[two]["preview"])
    expect(place(clash, two)).to_have_accessible_name(f"{two}, available")
    expect(place(clash, two)).to_have_accessible_description(cells[two]["text"])
    clash.keyboard.press("Escape")
    assert focused(clash) == str(two)


def test_what_a_move_takes_away_is_shown_before_it_is_made(page: Page) -> None:
    start(page, "factor-frenzy", "2-14")
    wait_for_turn(page)
    removes = next(c["removes"] for c in game_of(page)["position"]["board"]["cells"] if c["number"] == 6)
    assert len(removes) > 2
    place(page, 6).hover()
    expect(board(page).locator(".leaving .number")).to_have_text([str(number) for number in sorted(removes)])


def test_point_12_hints_come_in_three_steps_which_count_as_one(clash: Page) -> None:
    hint = clash.locator(".notice.hint")
    told = []
    for step in (1, 2, 3):
        clash.get_by_role("button", name="Hint").click()
        expect(hint).to_contain_text(f"Hint {step} of 3.")
        told.append(hint.inner_text())
        game = game_of(clash)
        assert (game["hint"]["step"], game["hints"]) == (step, [1, 0])
        assert game["hint"]["short"] in told[-1]
        expect(board(clash).locator(".hinted .number")).to_have_text([str(move) for move in game["hint"]["moves"]])
        expect(board(clash).locator(".hint-sign")).to_have_count((0, 2, 1)[step - 1])
    assert len(set(told)) == 3
    expect(clash.locator(".players li").first).to_contain_text("1 hint")
    best = asked(clash, f"/api/positions/{_position(clash)}/analysis")["winning"]
    named = [int(number) for number in re.findall(r"\d+", told[2].removeprefix("Hint 3 of 3."))]
    assert not best or {*best} & {*named}
    clash.keyboard.press("h")
    expect(hint).to_contain_text("Hint 3 of 3.")
    allowed(clash).first.click()
    expect(hint).to_have_count(0)
    expect(board(clash).locator(".hinted")).to_have_count(0)


def test_point_11_a_hint_says_why_in_a_sentence_and_on_the_board_before_its_proof(page: Page) -> None:
    start(page, "factor-frenzy", "2-14")
    wait_for_turn(page)
    hint = page.locator(".notice.hint")
    for step in (1, 2, 3):
        page.keyboard.press("h")
        expect(hint).to_contain_text(f"Hint {step} of 3.")
    told = game_of(page)["hint"]
    expect(hint.locator(".why")).to_have_text(told["short"])
    groups = [claim["groups"] for claim in told["claims"] if claim["kind"] == "groups"][-1]
    drawn = sorted(number for numbers, _ in groups for number in numbers if len(numbers) > 1)
    expect(board(page).locator(".cell:has(.reason-sign) .number")).to_have_text([str(number) for number in drawn])
    expect(hint.get_by_text(told["text"])).to_have_count(0)
    hint.get_by_role("button", name="Show the proof").click()
    expect(hint.get_by_text(told["text"])).to_be_visible()
    hint.get_by_role("button", name="Hide the proof").click()
    expect(hint.get_by_text(told["text"])).to_have_count(0)


def test_undo_goes_back_to_the_start_and_says_when_there_is_nothing_to_take_back(clash: Page) -> None:
    wait_for_turn(clash)
    play(clash, str(allowed(clash).first.get_attribute("data-number")))
    clash.get_by_role("button", name="Undo").click()
    expect(moves_made(clash)).to_have_count(2)
    clash.keyboard.press("u")
    expect(moves_made(clash)).to_have_count(0)
    expect(clash.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    clash.keyboard.press("u")
    expect(clash.locator(".notice.problem")).to_contain_text("There is no move of yours to take back.")
    place(clash, 7).click()
    expect(moves_made(clash)).to_have_count(2)


_PRESS_U_AS_SOON_AS_IT_IS_OFF = """(undo) => {
  const press = () => {
    if (undo.getAttribute("aria-disabled") !== "true") return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
  };
  const observer = new MutationObserver(press);
  observer.observe(undo, { attributes: true });
}"""


def test_a_key_means_what_is_seen_when_it_is_pressed(clash: Page) -> None:
    undo = clash.get_by_role("button", name="Undo")
    undo.evaluate(_PRESS_U_AS_SOON_AS_IT_IS_OFF)
    undo.click()
    expect(clash.locator(".notice.problem")).to_contain_text("There is no move of yours to take back.")


def test_moves_are_confirmed_by_those_who_want_it(clash: Page) -> None:
    clash.get_by_role("button", name="Menu").click()
    clash.get_by_label("Confirm each move").check()
    clash.keyboard.press("Escape")
    number = str(allowed(clash).first.get_attribute("data-number"))
    place(clash, number).click()
    expect(place(clash, number)).to_have_class(re.compile("chosen"))
    clash.get_by_role("button", name="Cancel").click()
    expect(place(clash, number)).not_to_have_class(re.compile("chosen"))
    assert focused(clash) != "nothing"
    place(clash, number).click()
    clash.get_by_role("button", name=f"Play {number}").click()
    expect(moves_made(clash).nth(2)).to_contain_text(number)
    clash.reload()
    wait_for_turn(clash)
    if end(clash).count() == 0:
        before = moves_made(clash).count()
        target = allowed(clash).first
        target.click()
        expect(target).to_have_class(re.compile("chosen"))
        assert moves_made(clash).count() == before
        target.click()
        wait_for_turn(clash, before)


def test_on_a_phone_the_number_that_a_hint_points_out_comes_into_sight(new_page: NewPage) -> None:
    page = new_page(has_touch=True, viewport={"width": 360, "height": 740})
    start(page, "divisor-duel", "36+48+60")
    wait_for_turn(page)
    for step in (1, 2, 3):
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".notice.hint")).to_contain_text(f"Hint {step} of 3.")
    expect(board(page).locator(".hinted")).to_be_in_viewport(ratio=1)
    expect(page.locator(".notice.hint")).to_be_in_viewport()


def test_a_finger_on_a_large_pool_chooses_before_it_plays(new_page: NewPage) -> None:
    page = new_page(has_touch=True, viewport={"width": 360, "height": 740})
    start(page, "factor-frenzy", "2-90")
    wait_for_turn(page)
    place(page, 45).tap()
    expect(place(page, 45)).to_have_class(re.compile("chosen"))
    assert game_of(page)["position"]["moves"] == []
    page.get_by_role("button", name="Play 45").tap()
    expect(moves_made(page).first).to_contain_text("45")


def test_a_match_counts_its_games_and_ends_when_it_is_won(page: Page) -> None:
    start_by_form(page, "factor-clash", "2-12", against="A friend, on this device", target=2)
    for game, score in ((1, "0 . 1"), (2, "1 . 1"), (3, "1 . 2")):
        wait_for_turn(page)
        _resign(page)
        expect(page.locator(".status")).to_contain_text(re.compile(f"Game {game}. Score {score}, first to 2"))
        if game < 3:
            page.get_by_role("button", name="Next game").click()
            expect(end(page)).to_have_count(0)
    expect(end(page)).to_contain_text("Player 2 wins the match")
    expect(page.locator(".players .score")).to_have_text(["1 won", "2 won"])
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def _resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()


def test_resigning_is_asked_about_first(clash: Page) -> None:
    clash.get_by_role("button", name="Menu").click()
    clash.get_by_role("button", name="Resign…").click()
    expect(clash.get_by_role("button", name="Play on")).to_be_focused()
    clash.keyboard.press("Enter")
    expect(clash.get_by_role("dialog")).to_have_count(0)
    assert game_of(clash)["result"] is None
    _resign(clash)
    expect(end(clash)).to_contain_text("Computer wins")
    assert game_of(clash)["result"] == {"winner": 2, "by": "resignation"}


def test_whoever_is_second_may_swap_after_the_first_move(page: Page) -> None:
    start_by_form(page, "factor-duel", "2-20", against="A friend, on this device", swap=True)
    wait_for_turn(page)
    place(page, 4).click()
    question = page.locator(".notice.question")
    expect(question).to_be_visible()
    expect(page.locator(".status .sentence")).to_have_text(
        "Player 2 may swap: Player 1\u2019s 4 becomes Player 2\u2019s, and Player 1 moves next;"
        " without a swap Player 2 moves next."
    )
    place(page, 6).click()
    expect(explanation(page)).to_have_text("First answer whether you swap.")
    # The pointer still rests there, and the browser may say so once more.
    place(page, 6).evaluate(
        "(cell) => { cell.blur(); cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));"
        " return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))); }"
    )
    expect(explanation(page)).to_have_text("First answer whether you swap.")
    question.get_by_role("button", name="Swap sides").click()
    expect(question).to_have_count(0)
    game = game_of(page)
    assert (game["seats"], game["to_move"], game["players_of_moves"]) == ([2, 1], 1, [1])
    expect(place(page, 4)).to_have_class(re.compile("player-2"))
    expect(place(page, 4)).to_have_attribute(
        "aria-label", "4, taken by Player 1 at move 1, Player 2\u2019s since the swap"
    )
    expect(moves_made(page).first).to_contain_text("Player 1: 4")
    expect(page.locator(".moves")).to_contain_text("Player 2 swapped seats")
    place(page, 5).click()
    expect(moves_made(page)).to_have_count(2)


def test_two_play_on_one_device_under_their_names(page: Page) -> None:
    page.goto("/new/factor-challenge")
    page.get_by_label("A friend, on this device").check()
    page.get_by_label(re.compile(r"^First \(")).fill("Ann")
    page.get_by_label(re.compile(r"^Second \(")).fill("Bob")
    page.locator("[type=submit]").click()
    wait_for_turn(page)
    for ply, name in enumerate(("Ann", "Bob", "Ann"), 1):
        expect(page.locator(".status .sentence")).to_contain_text(f"{name} to move")
        allowed(page).first.click()
        expect(moves_made(page)).to_have_count(ply)
        page.mouse.move(1, 1)
        expect(explanation(page)).to_contain_text(f"{name} took")
    page.get_by_role("button", name="Undo").click()
    expect(moves_made(page)).to_have_count(2)


def test_analysis_in_a_game_judges_every_move_and_draws_if_asked(clash: Page) -> None:
    clash.keyboard.press("a")
    analysis = asked(clash, f"/api/games/{game_id(clash)}/analysis")
    judged = {
        str(move): SIGNS[verdict]
        for verdict, moves in (("win", "winning"), ("loss", "losing"))
        for move in analysis[moves]
    }
    expect(board(clash).locator(".verdict")).to_have_count(len(judged))
    for number, sign in judged.items():
        expect(place(clash, number).locator(".verdict")).to_have_text(sign)
    panel = clash.get_by_role("region", name="Analysis")
    expect(panel).to_contain_text(analysis["short"])
    expect(panel.get_by_text(analysis["reason"])).to_have_count(0)
    panel.get_by_role("button", name="Show the proof").click()
    expect(panel).to_contain_text(analysis["reason"])
    clash.get_by_role("button", name="Menu").click()
    clash.get_by_label("as a picture").check()
    clash.keyboard.press("Escape")
    expect(panel.locator(".graph-number")).to_have_count(len(analysis["drawing"]["numbers"]))
    clash.keyboard.press("a")
    expect(clash.locator(".verdict, .graph-pairs line, .is-named")).to_have_count(0)
    expect(clash.locator(".graph-edges line")).to_have_count(len(analysis["drawing"]["edges"]))


def test_colours_follow_the_system_until_they_are_switched(new_page: NewPage) -> None:
    page = new_page(color_scheme="dark")
    page.goto("/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != dark
    for shown, wanted in (("light", "light"), ("dark", "dark")):
        page.get_by_role("button", name=re.compile(f"Switch to {wanted}$")).click()
        expect(root).to_have_attribute("data-theme", shown)
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == dark


def test_a_game_is_copied_as_text_and_pasted_back(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-write"])
    start(page, "factor-clash", "2-12", name="Ann")
    wait_for_turn(page)
    play(page, 11)
    notation = _position(page)
    texts = []
    for name in ("Copy the position as notation", "Copy the game as text", "Copy the link for spectators"):
        page.get_by_role("button", name="Menu").click()
        with showing(page, "✓ Copied"):
            page.get_by_role("button", name=name).click()
        page.keyboard.press("Escape")
        texts.append(copied(page))
    assert texts[0] == notation
    assert texts[2] == page.url
    _is_a_record(page, texts[1], notation)


def _is_a_record(page: Page, text: str, notation: str) -> None:
    assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("textbox").fill(text)
    other.get_by_role("button", name="Open").click()
    other.wait_for_url(f"**/review/{notation}")
    expect(other.locator(".review-summary")).to_be_visible()
    other.close()


def test_a_pasted_notation_is_opened_and_a_wrong_one_explained(page: Page) -> None:
    page.goto("/")
    field = page.get_by_role("textbox")
    field.fill("clash:2-20:15,7")
    field.press("Enter")
    refused = page.request.get("/api/positions/clash:2-20:15,7").json()["error"]["message"]
    expect(page.locator(".paste .problem")).to_have_text(refused)
    field.fill("clash:2-20:15,5")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/analysis/factor-clash:2-20:15,5")
    expect(page.locator(".verdict-sentence")).to_be_visible()


def test_best_play_is_told_before_the_start_to_those_who_ask(page: Page) -> None:
    page.goto("/new/factor-frenzy?setup=2-14")
    open_more(page)
    answer = page.locator(".best-play p")
    expect(answer).to_have_count(0)
    page.get_by_role("button", name="Who wins?").click()
    expect(answer).to_have_text("Whoever starts wins with best play: 2 of 13 first moves win.")


def test_a_setup_that_cannot_be_played_is_told_before_the_start(page: Page) -> None:
    page.goto("/new/divisor-duel")
    open_more(page)
    field, problem = numbers_field(page), page.locator(".problem")
    for setup, told in (
        ("97", "97 is prime. Whoever starts could not move and would lose at once."),
        ("5+7", "All numbers are prime. Whoever starts could not move and would lose at once."),
        ("963761198400", "A game has at most 500 possible first moves on this server."),
    ):
        field.fill(setup)
        expect(problem).to_have_text(told)
        page.locator("[type=submit]").click()
        expect(field).to_be_focused()
        expect(problem).to_have_text(told)
        assert urlsplit(page.url).path == "/new/divisor-duel"
    field.fill("98")
    expect(problem).to_have_count(0)
    limits = asked(page, "/api/catalogue")["limits"]
    told = f"up to {limits['largest_to_divide']:,}, and a game has 1 to {limits['most_first_moves']} possible"
    expect(page.get_by_role("group", name="Numbers")).to_contain_text(told)


def test_the_rules_say_how_large_a_game_in_the_browser_may_be(page: Page) -> None:
    page.goto("/about/factor-clash")
    limits = asked(page, "/api/catalogue")["limits"]
    told = f"up to {limits['largest_number']:,}, and a game has 1 to {limits['most_first_moves']} possible"
    expect(page.get_by_role("region", name="Setup")).to_contain_text(told)


def test_from_the_rules_there_is_a_way_back_to_the_game(clash: Page) -> None:
    address = clash.url
    clash.keyboard.press("r")
    back = clash.get_by_role("link", name="Back to the game")
    expect(back).to_be_visible()
    clash.get_by_role("link", name="More about this game").click()
    clash.get_by_role("link", name="Notation").click()
    clash.go_back()
    clash.go_back()
    clash.reload()
    back.click()
    expect(moves_made(clash)).to_have_count(2)
    assert clash.url == address
    clash.goto("/rules/factor-clash")
    expect(clash.locator(".rules-short")).to_be_visible()
    expect(back).to_have_count(0)


def test_what_is_left_of_a_number_stays_at_its_place(page: Page) -> None:
    start(page, "divisor-duel", "60+48+36", against="A friend, on this device")
    wait_for_turn(page)
    page.get_by_role("group", name="The number 48").get_by_role("button", name=re.compile("^24,")).click()
    expect(board(page).locator(".divided .value")).to_have_text(["60", "2", "36"])
    page.get_by_role("group", name="The number 60").get_by_role("button", name=re.compile("^2,")).click()
    expect(board(page).locator(".divided .value")).to_have_text(["30", "2", "36"])


def test_whoever_plays_the_computer_is_spoken_to(clash: Page) -> None:
    status = clash.locator(".status .sentence")
    expect(status).to_have_text(f"Your move. {game_of(clash)['position']['requirement']}")
    expect(clash.locator(".players li bdi").first).to_have_text("You")
    expect(place(clash, 6)).to_have_attribute("aria-label", "6, taken by you at move 1")
    _resign(clash)
    expect(status).to_have_text("You resigned. Computer wins.")
