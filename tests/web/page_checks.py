"""What can be wrong with a page: axe finds something, words are cut off, controls overlap or cannot be hit."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web.conftest import NewPage
from web.page_kinds import PAGES


def opened(new_page: NewPage, name: str) -> Page:
    """A page of this kind, with axe in it."""

    def wide(**options: Any) -> Page:
        # Axe is a script of its own, which the policy of the page rightly keeps out.
        return new_page(bypass_csp=True, reduced_motion="reduce", viewport={"width": 1280, "height": 800}, **options)

    first = wide()
    page = PAGES[name](first, wide) or first
    page.evaluate(Axe().axe_script)
    return page


def colour(page: Page, colours: str) -> None:
    """Have the page in light or dark colours."""
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    expect(page.locator("html")).to_have_attribute("data-theme", colours)


def fit(page: Page, width: int) -> None:
    """Make the window so tall that nothing scrolls: what sticks to an edge is then at the end of the page."""
    height, needed = 0, 800
    while height != needed:
        height = needed
        page.set_viewport_size({"width": width, "height": height})
        # Boards are laid out anew when the width has changed, one frame later.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        needed = max(height, page.evaluate("() => document.documentElement.scrollHeight"))


def zoom(page: Page) -> None:
    """Look at the page as at 200 % in a window of 1280 by 800 pixels."""
    metrics = {"width": 640, "height": 400, "deviceScaleFactor": 2, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", metrics)
    page.wait_for_function("() => innerWidth === 640 && devicePixelRatio === 2")


def found_by_axe(page: Page) -> list[str]:
    """What axe finds by all the rules that it has."""
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{each['id']} at {node['html'][:120]}" for each in found for node in each["nodes"]]


def wrong_layout(page: Page) -> list[str]:
    """What is cut off, too small, outside the window or covered."""
    complaints: list[str] = page.evaluate(_LAYOUT)
    return complaints


_LAYOUT = """() => {
  const complaints = [];
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const boxOf = (element) => element.getBoundingClientRect();
  const nameOf = (element) => {
    const words = (element.ariaLabel ?? element.textContent).trim().slice(0, 40);
    return `${element.tagName.toLowerCase()}.${element.className} “${words}”`;
  };
  const isSeen = (element) => {
    const { width, height, bottom } = boxOf(element);
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && bottom > 0;
  };
  const all = (selector) => [...scope.querySelectorAll(selector)].filter(isSeen);

  const root = document.documentElement;
  const room = root.clientWidth;
  if (root.scrollWidth > room) complaints.push(`it scrolls sideways, ${root.scrollWidth} in ${room}`);

  const texts = "button, .button, .cell *, label, legend, th, td, h1, h2, h3, p, li, dt, dd, summary, select, .status";
  for (const element of all(texts)) {
    const { display, overflowX, overflowY } = getComputedStyle(element);
    if (display.startsWith("inline") && display !== "inline-flex" && display !== "inline-block") continue;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const isWide = overflowX !== "auto" && scrollWidth > clientWidth + 1;
    const isHigh = overflowY !== "auto" && scrollHeight > clientHeight + 1 && element.matches("button, .button");
    if (isWide || isHigh) {
      const sizes = `${scrollWidth} by ${scrollHeight} in ${clientWidth} by ${clientHeight}`;
      complaints.push(`${nameOf(element)} is cut off, ${sizes}`);
    }
  }

  const controls = all("a[href], button, input, select, textarea, summary").map((element) =>
    element.matches("[type=radio], [type=checkbox]") ? element.closest("label") : element,
  );
  // A link within a sentence is as high as its line.
  const isInline = (element) => element.matches("a") && getComputedStyle(element).display === "inline";
  for (const element of controls) {
    const { left, right, width, height } = boxOf(element);
    if (left < -0.5 || right > innerWidth + 0.5) complaints.push(`${nameOf(element)} is outside the window`);
    if (!isInline(element) && (width < 43.5 || height < 43.5)) {
      complaints.push(`${nameOf(element)} is too small, ${width.toFixed(1)} by ${height.toFixed(1)}`);
    }
  }

  // What sticks to the edge of something that scrolls covers what passes below it.
  const sticksIn = (element) => {
    while (element && getComputedStyle(element).position !== "sticky") element = element.parentElement;
    while (element && element.scrollHeight <= element.clientHeight + 1) element = element.parentElement;
    return element;
  };
  const placed = controls.map((element) => ({ element, box: boxOf(element), sticksIn: sticksIn(element) }));
  placed.forEach((one, index) => {
    for (const other of placed.slice(index + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const isPartOf = one.element.contains(other.element) || other.element.contains(one.element);
      if (across > 1 && down > 1 && !isPartOf && one.sticksIn === other.sticksIn) {
        complaints.push(`${nameOf(one.element)} and ${nameOf(other.element)} overlap`);
      }
    }
  });
  return complaints;
}"""
