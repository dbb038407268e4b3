"""How long a seat's page takes from its address to a felt that takes bets, and how many bytes that needs; beside it,
one file of the same terminal, shown as a page by the same browser. Every time with an empty cache."""

import statistics
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser.cabinet import Cabinet
from tests.conftest import CHROMIUM, FLAGS

OPENINGS = 7
LATER = (".woff2", ".ogg")
"""Faces and sounds come when the page stands."""
NOTED = """() => {
  new MutationObserver((_, seen) => {
    if (!document.querySelector('[data-spot="field"].open')) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.opened = performance.now()))); // that frame has been drawn
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
LOADED = """(later) => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const now = all.filter(({ name }) => !later.some((one) => name.endsWith(one)));
  return [window.opened, now.length, now.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
}"""
ALONE = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"


class FirstPage(NamedTuple):
    """Medians in milliseconds; `files` and `size` in bytes without what comes later."""

    opened: float
    one_file: float
    files: int
    size: int


def first_page(here: Cabinet, seat: int) -> FirstPage:
    """In turns."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        found = [(_open(browser, here, seat), _one_file(browser, here, seat)) for _ in range(OPENINGS)]
        browser.close()
    opened, files, size = found[-1][0]
    opened = statistics.median(page[0] for page, _ in found)
    return FirstPage(opened, statistics.median(alone for _, alone in found), files, size)


def _open(browser: Browser, here: Cabinet, seat: int) -> Any:
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    context.add_init_script(f"({NOTED})()")
    page = context.new_page()
    page.goto(here.address(seat))
    page.wait_for_function("() => window.opened")
    found = page.evaluate(LOADED, list(LATER))
    context.close()
    return found


def _one_file(browser: Browser, here: Cabinet, seat: int) -> float:
    context = browser.new_context()
    page = context.new_page()
    page.goto(here.address(seat).replace("/?", "/money.js?"))
    page.wait_for_function(f"() => ({ALONE})() > 0")
    found: float = page.evaluate(ALONE)
    context.close()
    return found
