"""The typefaces that come with us: every sign that a catalogue writes is in them, and figures are of one width."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import terminals
from terminals.common.web import TYPES
from tests.browser.conftest import Sits
from tools.fonts.signs import SIGNS, catalogues, written

PAGES = Path(terminals.__file__).parent / "common" / "page"
NOWHERE = "http://127.0.0.1:9"
"""Nobody answers there: every file is handed over by the test."""
WRITTEN = "".join(f'<link rel="stylesheet" href="{name}.css">' for name in ("tokens", "fonts", "base"))
WIDTHS = """([weight, stretch]) => {
  const place = document.getElementById("all");
  place.style.cssText += `font: ${weight} 100px var(--face); font-stretch: ${stretch}; font-variant-numeric: inherit`;
  return [..."0123456789"].map((figure) => {
    const one = document.createElement("span");
    one.textContent = figure.repeat(10);
    place.replaceChildren(one);
    return Math.round(one.getBoundingClientRect().width / 10);
  });
}"""
SHIFTS = """(since) => new Promise((told) => {
  let all = 0;
  new PerformanceObserver((list) => {
    for (const { value, startTime } of list.getEntries()) if (startTime > since) all += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => told(all), 50)));
})"""
"""How much has moved since then, as browsers count it."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    def hand_over(route: Route) -> None:
        path = PAGES / route.request.url.removeprefix(NOWHERE).lstrip("/")
        if path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix])
        else:
            route.fulfill(body=f'{WRITTEN}<p id="all"></p>', content_type="text/html")

    page = browser.new_page()
    page.route(f"{NOWHERE}/**", hand_over)
    page.goto(NOWHERE)
    yield page
    page.close()


def faces(page: Page, signs: str, weight: int) -> dict[str, bool]:
    """In which faces the browser wrote these signs, and whether each came with us."""
    page.evaluate(
        """([signs, weight]) => {
          const place = document.getElementById("all");
          place.style.fontFamily = "var(--face)";
          place.style.fontWeight = weight;
          place.textContent = signs;
          const face = `${weight} 20px Boxcars, "Boxcars Han", "Boxcars Signs"`;
          return Promise.all([...signs].map((one) => document.fonts.load(face, one)));
        }""",
        [signs, weight],
    )
    page.evaluate("() => document.fonts.ready")
    browser = page.context.new_cdp_session(page)
    browser.send("DOM.enable")
    browser.send("CSS.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    node = browser.send("DOM.querySelector", {"nodeId": root, "selector": "#all"})["nodeId"]
    found = browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {f"{one['familyName']} ({one['glyphCount']} signs)": bool(one["isCustomFont"]) for one in found}


@pytest.mark.parametrize("weight", [400, 800])
def test_every_sign_of_every_catalogue_is_in_a_face_that_comes_with_us(page: Page, weight: int) -> None:
    signs = "".join(sorted(written() - {" "})) + SIGNS
    assert len(catalogues()) >= 9
    assert len(signs) > 700
    assert [name for name, ours in faces(page, signs, weight).items() if not ours] == []


def test_a_sign_that_no_face_of_ours_has_is_found(page: Page) -> None:
    assert not all(faces(page, "한", 400).values())


@pytest.mark.parametrize("how", [(400, "normal"), (850, "normal"), (700, "condensed"), (850, "extra-condensed")])
def test_figures_are_of_one_width_in_every_weight_and_shape(page: Page, how: tuple[int, str]) -> None:
    faces(page, "0123456789", how[0])
    widths = page.evaluate(WIDTHS, list(how))
    assert max(widths) - min(widths) <= 1, widths


def test_a_face_that_comes_late_moves_nothing(sits: Sits) -> None:
    ann = sits()
    held: list[Route] = []
    ann.page.route("**/fonts/**", lambda route: held.append(route))
    ann.page.reload(wait_until="commit")
    ann.sees_the_felt()
    expect(ann.find("#credits")).not_to_have_text("–")
    assert held, "the page asks for its face"
    since = ann.page.evaluate("() => performance.now()")
    ann.page.unroute("**/fonts/**")
    for route in held:
        route.continue_()
    ann.page.evaluate("() => document.fonts.ready")
    assert ann.page.evaluate("() => document.fonts.check('20px Boxcars')")
    assert ann.page.evaluate(SHIFTS, since) < 0.01
