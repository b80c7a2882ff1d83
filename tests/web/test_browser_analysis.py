"""The analysis board: exact verdicts on every move, and the reason in words, drawn and step by step."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web.browsing import SIGNS, allowed, asked, board, copied, explanation, place, showing, tap, wait_for_turn
from web.conftest import NewPage

PAIRED = "factor-clash:2-20:15,5"
GROUPED = "factor-frenzy:2-14:"
SHARED = "factor-duel:2-12:4"
FORCED = "factor-challenge:2-12:6"
DIVIDED = "divisor-duel:36+12:36/2"


def _analysed(page: Page, notation: str) -> Any:
    """Open the analysis of a position and wait for its verdict; what the server says."""
    analysis = asked(page, f"/api/positions/{notation}/analysis")
    page.goto(f"/analysis/{notation}")
    _has_verdict(page, analysis)
    proof = page.get_by_role("button", name="Show the proof")
    if proof.count():
        proof.click()
    return analysis


def _has_verdict(page: Page, analysis: Any) -> None:
    words = {"win": "wins with best play", "loss": "loses against best play"}
    sentence = f"Player {analysis['to_move']} is to move and {words[analysis['verdict']]}."
    expect(page.locator(".verdict-sentence")).to_contain_text(sentence)


def _verdicts(analysis: Any) -> dict[str, str]:
    lists = {"win": "winning", "loss": "losing", "unknown": "unknown"}
    return {str(move): SIGNS[verdict] for verdict, name in lists.items() for move in analysis[name]}


@pytest.mark.parametrize("notation", [PAIRED, GROUPED, SHARED, FORCED, DIVIDED, "divisor-duel:60:"])
def test_every_legal_move_has_its_verdict_as_sign_and_word(page: Page, notation: str) -> None:
    analysis = _analysed(page, notation)
    position = asked(page, f"/api/positions/{notation}")
    told = {
        f"{section}{cell.get_attribute('data-number')}": cell.locator(".verdict").inner_text()
        for section, cell in _cells_with_verdict(page)
    }
    assert told == _verdicts(analysis)
    assert len(told) == len(position["legal"])
    for _, cell in _cells_with_verdict(page):
        assert cell.locator(".verdict").inner_text().split()[1] in (cell.get_attribute("aria-label") or "")
    if analysis["reason"]:
        expect(page.locator(".why")).to_have_text(analysis["short"].replace("/", " ÷ "))
        expect(page.locator(".reason")).to_have_text(analysis["reason"].replace("/", " ÷ "))


def _cells_with_verdict(page: Page) -> list[tuple[str, Any]]:
    """The cells of the board that have one; where several numbers are divided, each with its number and a slash."""
    sections = board(page).locator(".divided")
    if sections.count() < 2:
        return [("", cell) for cell in board(page).locator(".cell:has(.verdict)").all()]
    return [
        (f"{section.locator('.value').inner_text()}/", cell)
        for section in sections.all()
        for cell in section.locator(".cell:has(.verdict)").all()
    ]


def _lines(page: Page, group: str) -> set[frozenset[tuple[float, float]]]:
    """Where the lines of a drawing run."""
    ends = page.locator(f"{group} line").evaluate_all(
        "(lines) => lines.map((line) => ['x1', 'y1', 'x2', 'y2'].map((name) => line[name].baseVal.value))"
    )
    return {frozenset([(one[0], one[1]), (one[2], one[3])]) for one in ends}


def _places(page: Page) -> dict[int, tuple[float, float]]:
    """Where the numbers of a drawing stand."""
    texts = page.locator(".graph-number").evaluate_all(
        "(texts) => texts.map((text) =>"
        " [Number(text.textContent), text.x.baseVal.getItem(0).value, text.y.baseVal.getItem(0).value])"
    )
    return {number: (x, y) for number, x, y in texts}


def test_a_pairing_is_drawn_as_lines_between_partners(page: Page) -> None:
    drawing = _analysed(page, PAIRED)["drawing"]
    places = _places(page)
    assert set(places) == set(drawing["numbers"])
    assert _lines(page, ".graph-edges") == {frozenset([places[one], places[two]]) for one, two in drawing["edges"]}
    assert _lines(page, ".graph-pairs") == {frozenset([places[one], places[two]]) for one, two in drawing["pairs"]}
    expect(page.locator(".graph-vertex.is-named .graph-number")).to_have_text(drawing["move"])
    expect(page.locator("figcaption")).to_contain_text("Thick lines: partners.")
    stepper = page.get_by_role("group", name="Step through the reason")
    for one, two in [(None, None), *drawing["pairs"]]:
        stepper.get_by_role("button", name="Next").click()
        if one is not None:
            expect(page.locator(".reason-step")).to_contain_text(f"If your opponent takes {one}, you answer {two}")
            expect(page.locator(".graph-vertex.is-stepped .graph-number")).to_have_text([str(one), str(two)])
            expect(page.locator(".graph-pairs line.is-stepped")).to_have_count(1)


@pytest.mark.parametrize("notation", [GROUPED, SHARED])
def test_groups_are_drawn_in_frames_with_what_they_are_worth(page: Page, notation: str) -> None:
    drawing = _analysed(page, notation)["drawing"]
    frames = page.locator(".graph-frame")
    boxes = frames.locator("rect").evaluate_all(
        "(boxes) => boxes.map((box) => ['x', 'y', 'width', 'height'].map((name) => box[name].baseVal.value))"
    )
    framed = [
        {number for number, (x, y) in _places(page).items() if left < x < left + width and top < y < top + height}
        for left, top, width, height in boxes
    ]
    told = " ".join(page.locator(".graph").all_inner_texts())
    for group in drawing["groups"]:
        assert any(set(group["numbers"]) <= members for members in framed)
        assert group["worth"] in told
    assert sorted(number for members in framed for number in members) == sorted(
        number for group in drawing["groups"] for number in group["numbers"]
    )


@pytest.mark.parametrize(
    ("notation", "drawn"), [(PAIRED, ".link path"), (GROUPED, ".reason-sign"), (FORCED, ".reason-sign")]
)
def test_point_11_one_sentence_and_the_board_tell_why_and_the_proof_is_for_those_who_ask(
    page: Page, notation: str, drawn: str
) -> None:
    analysis = asked(page, f"/api/positions/{notation}/analysis")
    page.goto(f"/analysis/{notation}")
    expect(page.locator(".why")).to_have_text(analysis["short"])
    assert re.fullmatch(r"[^.]+\.", analysis["short"])
    expect(page.get_by_text(analysis["reason"])).to_have_count(0)
    expect(page.locator(".graph, .reason-steps")).to_have_count(0)
    claim = [claim for claim in analysis["claims"] if claim["kind"] in {"pairs", "groups", "line"}][-1]
    grouped = [number for numbers, _ in claim.get("groups", []) for number in numbers if len(numbers) > 1]
    expect(board(page).locator(drawn)).to_have_count(len(claim.get("pairs") or claim.get("moves") or grouped))
    button = page.get_by_role("button", name="Show the proof")
    button.press("Enter")
    expect(page.get_by_text(analysis["reason"])).to_be_visible()
    # Whoever steps through positions with their proofs does not ask for each of them.
    place(page, analysis["legal"][0]).click()
    expect(page.get_by_role("button", name="Hide the proof")).to_be_visible()


def test_a_forced_line_is_stepped_through_on_a_board_of_its_own(page: Page) -> None:
    line = _analysed(page, FORCED)["drawing"]["line"]
    steps = page.get_by_role("region", name="The reason step by step")
    for ply, move in enumerate(line, 1):
        steps.get_by_role("button", name="Next").click()
        expect(steps.locator(".reason-step")).to_have_text(f"Player {1 if ply % 2 == 0 else 2} plays {move}.")
        expect(steps.locator(f'.preview-board .cell.last[data-number="{move}"]')).to_be_visible()
        expect(steps.locator(".stepper-count")).to_have_text(f"{ply} of {len(line)}")
    expect(steps.locator(".preview-board .cell.free")).to_have_count(0)
    steps.get_by_role("button", name="First").click()
    expect(steps.locator(".preview-board")).to_have_count(0)
    assert page.url.endswith(FORCED)


def test_the_address_follows_the_position_back_and_forth(page: Page) -> None:
    _analysed(page, "factor-clash:2-20:")
    for notation in ("factor-clash:2-20:15", "factor-clash:2-20:15,5"):
        place(page, notation.rpartition(":")[2].rpartition(",")[2]).click()
        page.wait_for_url(f"**/analysis/{notation}")
        _has_verdict(page, asked(page, f"/api/positions/{notation}/analysis"))
    expect(allowed(page)).to_have_count(2)
    page.go_back()
    page.wait_for_url("**/analysis/factor-clash:2-20:15")
    expect(page.get_by_text("After move 1")).to_be_visible()
    page.go_forward()
    page.wait_for_url("**/analysis/factor-clash:2-20:15,5")
    for name, notation in (("Back", "15"), ("Back", ""), ("Forward", "15"), ("Forward", "15,5")):
        page.get_by_role("group", name="Go through the moves").get_by_role("button", name=name).click()
        page.wait_for_url(f"**/analysis/factor-clash:2-20:{notation}")
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/analysis/factor-clash:2-20:15")
    place(page, 3).click()
    page.wait_for_url("**/analysis/factor-clash:2-20:15,3")
    tree = page.get_by_role("navigation", name="Moves and variations")
    expect(tree.get_by_role("link")).to_have_text(["Start", "1. 15", "2. 5", "2. 3"])
    tree.get_by_role("link", name="2. 5").click()
    page.wait_for_url("**/analysis/factor-clash:2-20:15,5")
    page.reload()
    expect(page.locator(".verdict-sentence")).to_be_visible()
    expect(allowed(page)).to_have_count(2)


def test_numbers_that_are_not_allowed_say_why(page: Page) -> None:
    _analysed(page, PAIRED)
    why = asked(page, f"/api/positions/{PAIRED}?why=9")["why"]["text"]
    tap(place(page, 9))
    expect(explanation(page)).to_have_text(why)
    assert page.url.endswith(PAIRED)


def test_another_notation_is_opened_and_the_present_one_copied(new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-write"])
    _analysed(page, PAIRED)
    form = page.locator(".notation-form")
    with showing(page, "✓ Copied"):
        form.get_by_role("button", name="Copy").click()
    assert copied(page) == PAIRED
    form.get_by_role("textbox").fill("frenzy:2-14:6")
    form.get_by_role("button", name="Open").click()
    page.wait_for_url("**/analysis/factor-frenzy:2-14:6")
    expect(page.locator(".verdict-sentence")).to_contain_text("Player 2 is to move and loses against best play.")
    form.get_by_role("textbox").fill("factor-clash:2-20:15,7")
    form.get_by_role("textbox").press("Enter")
    refused = page.request.get("/api/positions/factor-clash:2-20:15,7").json()["error"]["message"]
    expect(page.locator(".problem")).to_have_text(refused)


def test_a_game_can_be_played_from_here(page: Page) -> None:
    _analysed(page, PAIRED)
    page.get_by_label("Play from here against the computer").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/games/*")
    assert wait_for_turn(page)
    expect(allowed(page)).to_have_count(2)
    expect(page.locator(".verdict")).to_have_count(0)
