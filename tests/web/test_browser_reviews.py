"""Reviews: who was winning when, what threw it away, and another try from there."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from web.browsing import (
    LABELS,
    allowed,
    asked,
    board,
    decision_of,
    end,
    focused,
    game_id,
    game_of,
    place,
    play,
    play_to_the_end,
    start,
    wait_for_turn,
)

PLAYED = "factor-duel:2-12:8,9,3,5,11,4,7"
"""A game with all kinds of moves in it."""

DIVIDED = "divisor-duel:36+12:12/2,6/3,36/2,18/6"
SHAPES = {1: "●", 2: "◆", None: "?"}


def _reviewed(page: Page, notation: str) -> Any:
    """Open the review of a line; what the server says."""
    review = asked(page, f"/api/positions/{notation}/review")
    page.goto(f"/review/{notation}")
    _is_there(page.locator(".review"), review)
    return review


def _is_there(body: Locator, review: Any) -> None:
    expect(body.locator(".review-summary")).to_contain_text(decision_of(review, "÷"))
    expect(body.locator(".review-table tbody tr")).to_have_count(len(review["moves"]))


def _sentence(page: Page) -> Locator:
    return page.locator(".review-sentence")


@pytest.mark.parametrize("notation", [PLAYED, DIVIDED])
def test_every_move_has_the_label_that_the_server_gives_it(page: Page, notation: str) -> None:
    review = _reviewed(page, notation)
    assert {"mistake", "missed win"} <= {made["label"] for made in review["moves"]}
    steps = page.locator(".step-line .step")
    assert steps.locator(".step-sign").all_inner_texts() == [SHAPES[leader] for leader in review["leaders"]]
    for made in review["moves"]:
        is_decisive = made["ply"] == review["decisive"]
        label = LABELS[made["label"]] + (" (decisive)" if is_decisive else "")
        name = review["names"][made["player"] - 1]
        words = [f"{SHAPES[made['player']]} {name}", str(made["move"]).replace("/", " ÷ "), label]
        row = page.locator(".review-table tbody tr").nth(made["ply"] - 1)
        assert row.locator("td").all_inner_texts()[:3] == words
        told = steps.nth(made["ply"]).get_attribute("aria-label") or ""
        assert f"{name}, {words[1]}. {LABELS[made['label']]}." in told
        assert ("The decisive mistake." in told) == is_decisive
        row.get_by_role("button", name=f"Go to move {made['ply']}").click()
        expect(_sentence(page)).to_contain_text(
            f"Move {made['ply']}: {name} played {words[1]}. {LABELS[made['label']]}."
        )
        expect(steps.nth(made["ply"])).to_have_attribute("aria-current", "step")


def test_it_opens_at_the_mistake_that_decided_and_is_stepped_through_by_keys(page: Page) -> None:
    review = _reviewed(page, PLAYED)
    moves = [made["move"] for made in review["moves"]]
    decisive = review["decisive"]
    expect(_sentence(page)).to_contain_text("This decided the game.")
    page.keyboard.press("Tab")
    plies = [*range(decisive + 1, len(moves) + 1), *reversed(range(len(moves)))]
    for ply, key in zip(plies, ["ArrowRight"] * (len(moves) - decisive) + ["ArrowLeft"] * len(moves), strict=True):
        page.keyboard.press(key)
        expect(_sentence(page)).to_contain_text(f"Move {ply}:" if ply else "The start.")
        expect(board(page).locator(".cell.last")).to_have_count(1 if ply else 0)
    page.keyboard.press("ArrowLeft")
    expect(_sentence(page)).to_contain_text("The start.")
    assert focused(page) != "nothing"


def test_what_was_better_can_be_shown_and_hidden_without_losing_the_focus(page: Page) -> None:
    review = _reviewed(page, PLAYED)
    made = review["moves"][review["decisive"] - 1]
    button = page.get_by_role("button", name="Show what was better", exact=True)
    for is_shown in (True, False):
        button.press("Enter")
        expect(button).to_be_focused()
        expect(button).to_have_attribute("aria-expanded", str(is_shown).lower())
        expect(page.locator(".review-better").get_by_text(made["short"])).to_have_count(1 if is_shown else 0)
    page.get_by_role("button", name=f"Show what was better at move {made['ply']}").press("Enter")
    expect(page.get_by_role("button", name=f"Better: {made['better']}")).to_be_focused()


def test_what_was_better_is_told_to_those_who_ask(page: Page) -> None:
    review = _reviewed(page, PLAYED)
    made = review["moves"][review["decisive"] - 1]
    row = page.locator(".review-table tbody tr").nth(made["ply"] - 1)
    expect(page.locator(".review-better .refutation")).to_have_text(made["refutation"])
    expect(page.get_by_text(made["short"])).to_have_count(0)
    expect(row.locator("td").last).to_have_text("Show")
    page.get_by_role("button", name="Show what was better", exact=True).click()
    better = page.locator(".review-better")
    expect(better.locator(".why")).to_have_text(f"Better: {made['better']}. {made['short']}")
    expect(page.get_by_text(made["reason"])).to_have_count(0)
    better.get_by_role("button", name="Show the proof").click()
    expect(better).to_contain_text(made["reason"])
    expect(row.locator("td").last).to_contain_text(str(made["better"]))
    others = [other for other in review["moves"] if other["better"] is not None and other is not made]
    expect(page.locator(".review-table").get_by_role("button", name="Show what was better")).to_have_count(len(others))


def test_trying_again_starts_before_the_mistake_and_tells_nothing(page: Page) -> None:
    review = _reviewed(page, PLAYED)
    made = review["moves"][review["decisive"] - 1]
    perfect = asked(page, "/api/catalogue")["levels"][-1]
    told = f"against the computer, level 5 {perfect['name']}: {perfect['description']}"
    expect(page.locator(".review-better")).to_contain_text(told)
    page.get_by_role("button", name="Try again from here").click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    game = game_of(page)
    assert game["position"]["moves"] == [other["move"] for other in review["moves"]][: made["ply"] - 1]
    assert [player["level"] for player in game["players"]] == [5, None]
    assert game["to_move"] == made["player"] == 2
    expect(page.locator(".verdict, .highlighted, .notice, .graph, .review")).to_have_count(0)
    expect(allowed(page)).to_have_count(len(game["position"]["legal"]))
    if play(page, made["better"]):
        play_to_the_end(page)
    expect(end(page)).to_contain_text("You win")


def test_a_finished_game_and_its_own_page_show_the_same_review(page: Page) -> None:
    start(page, "factor-clash", "2-12", name="Ann")
    wait_for_turn(page)
    play(page, 11)
    review = asked(page, f"/api/games/{game_id(page)}/review")
    assert review["names"] == ["Ann", "Computer"]
    _is_there(end(page), review)
    shown = end(page).locator(".review").inner_text()
    end(page).get_by_role("link", name="Whole review").click()
    page.wait_for_url("**/review")
    _is_there(page.locator(".review"), review)
    assert page.locator(".review").inner_text() == shown
    page.reload()
    _is_there(page.locator(".review"), review)
    page.get_by_role("link", name="Back to the game").click()
    expect(end(page)).to_contain_text("You win")
    expect(place(page, 11)).to_have_attribute("aria-label", "11, taken by Ann at move 1")


def test_trying_again_is_against_the_level_that_the_game_was_played_with(page: Page) -> None:
    start(page, "divisor-duel", "210", level=1)
    wait_for_turn(page)
    play(page, 2)
    if end(page).count() == 0:
        play_to_the_end(page)
    review = asked(page, f"/api/games/{game_id(page)}/review")
    assert review["moves"][0]["label"] == "mistake"
    page.get_by_role("button", name="Go to move 1").click()
    expect(_sentence(page)).to_contain_text("Move 1: you played 2.")
    expect(page.locator(".review-better")).to_contain_text("against the computer, level 1 newcomer")
    page.get_by_role("button", name="Try again from here").click()
    expect(end(page)).to_have_count(0)
    wait_for_turn(page)
    assert [player["level"] for player in game_of(page)["players"]] == [None, 1]


def test_a_swap_is_a_step_of_the_review(page: Page) -> None:
    start(page, "factor-clash", "2-20", against="A friend, on this device", swap=True)
    wait_for_turn(page)
    place(page, 14).click()
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".notice")).to_have_count(0)
    place(page, 7).click()
    expect(end(page)).to_contain_text("Player 1 wins")
    review = asked(page, f"/api/games/{game_id(page)}/review")
    assert review["swap"] == {"player": 2, "is_taken": True}
    expect(_sentence(page)).to_have_text("After move 1, Player 2 swapped seats. Mistake. That was the losing seat.")
    expect(page.locator(".review-board .cell.player-2")).to_have_attribute("data-number", "14")
    signs = page.locator(".step-line .step-sign").all_inner_texts()
    assert signs == ["◆", "◆", "●", "●"]
    rows = page.locator(".review-table tbody tr")
    assert rows.nth(0).locator("td").all_inner_texts()[:3] == ["● Player 1", "14", "Before the swap"]
    assert rows.nth(1).locator("td").all_inner_texts()[:3] == ["◆ Player 2", "swapped seats", "Mistake"]
    page.get_by_role("button", name="Go to move 1", exact=True).click()
    expect(_sentence(page)).to_contain_text("Move 1: Player 1 played 14. Before the swap.")
    expect(page.locator(".review-board .cell.player-1")).to_have_attribute("data-number", "14")


def _played_with_a_friend(page: Page, notation: str, names: tuple[str, str], reader: int) -> Any:
    """Play a line to its end between friends, of whom the one in the browser is a reader; the review of it."""
    game, setup, moves = notation.split(":")
    agreed = {"game": game, "setup": setup, "opponent": "friend", "names": [names[0]]}
    created = page.request.post("/api/games", data=agreed).json()
    address = f"/api/games/{created['id']}"
    invited = {"invitation": created["invitation"], "name": names[1]}
    joined = page.request.post(f"{address}/join", data=invited).json()
    tokens = [created["tokens"]["1"], joined["token"]]
    for ply, move in enumerate(moves.split(","), 1):
        said = {"id": f"move-{ply}", "ply": ply, "move": int(move)}
        bearer = {"Authorization": f"Bearer {tokens[(ply - 1) % 2]}"}
        answer = page.request.post(f"{address}/moves", data=said, headers=bearer)
        assert answer.ok, answer.text()
    page.goto("/api/health")
    kept: dict[str, Any] = {
        "tokens": {reader: tokens[reader - 1]},
        "invitation": None,
        "title": "",
        "setup": setup,
        "at": 0,
    }
    kept |= {"opponent": "friend", "names": names, "isOver": False}
    page.evaluate("(kept) => localStorage.setItem('commonfactor.games', JSON.stringify(kept))", {created["id"]: kept})
    page.goto(f"/games/{created['id']}")
    review = asked(page, f"{address}/review")
    _is_there(end(page), review)
    return review


def test_a_winner_with_a_name_sees_the_end_and_is_not_told_how_to_play_for_the_other(page: Page) -> None:
    review = _played_with_a_friend(page, PLAYED, ("Ann", "Bob"), 1)
    made = review["moves"][review["decisive"] - 1]
    assert (review["winner"], made["player"]) == (1, 2)
    expect(_sentence(page)).to_contain_text(f"Move {len(review['moves'])}: Ann played")
    page.get_by_role("button", name=f"Go to move {made['ply']}", exact=True).click()
    expect(_sentence(page)).to_contain_text("Bob played")
    expect(page.get_by_role("button", name="Play the other side from here")).to_be_visible()
    page.get_by_role("button", name="Show what was better", exact=True).click()
    expect(page.locator(".review-better p")).to_have_text([f"Better: {made['better']}.", "Analyse it"])
    expect(page.get_by_role("status")).to_have_text(f"Better: {made['better']}.")
    expect(page.get_by_text(made["refutation"])).to_have_count(0)


def test_a_loser_with_a_name_sees_the_own_mistake_and_hears_why(page: Page) -> None:
    review = _played_with_a_friend(page, PLAYED, ("Ann", "Bob"), 2)
    made = review["moves"][review["decisive"] - 1]
    expect(_sentence(page)).to_contain_text(f"Move {made['ply']}: Bob played")
    expect(page.locator(".refutation")).to_have_text(made["refutation"])
    expect(page.get_by_role("button", name="Try again from here")).to_be_visible()
