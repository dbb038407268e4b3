"""Every sentence that a page of the menu says stands in its catalogue: it is shown with each text marked."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from config.text.languages import language_names
from tests.browser.menu.cabinet import PATIENCE_MS, Cabinet, Menu

MENU = Path(__file__).parents[3] / "terminals" / "menu" / "page"
PAGES = re.findall(r'\{ name: "(\w+)"', (MENU / "frame/menu.js").read_text())
WAITING = json.loads((MENU / "menu-words" / "en.json").read_text())["op.wait"]
OPEN, SHUT = "\u27e6", "\u27e7"

# A law's name, sections and settings stand in #profile as the files of `config/` have them; what a person typed, and
# what a trouble said itself beside its words, stands as it was said.
SEEN = """() => {
  const AS_SAID = "#profile, #profiles, [data-part=reference] b, [data-part=dice] b, #page-service small.soft";
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: within } = texts.currentNode;
    if (within.checkVisibility() && !within.closest(`script, style, svg, ${AS_SAID}`)) found.push(data.trim());
  }
  return found;
}"""

NOT_OURS = {
    "who people, stations and machines are": r"eve|ann|tom|root|emulator|local operator|Boxcars",
    "languages say their names themselves": "|".join(language_names().values()),
    "names of rule books, boards and devices": r"electronic|[A-Z]+\d|TERMINAL-\d+|CABINET",
    "what another test calls new dice": r"seal \d+",
    "movements, files and versions": r"(\d+ · )?[\w.-]*(/[\w.-]+)+|([\w-]+ )?\d+\.\d+\.\d+\S*",
    "digests": r"[0-9a-f]{4,}([ -][0-9a-f]{4,})*",
    "days, written by the browser": r"((\d+ )?· )?[A-Z][a-z]{2} \d+, \d{4}, .*",
    "what stands on the cabinet's own keys and buttons": r"[A-Z]+( [A-Z]+)?",
    "the code of a trouble, beside its words": r"[a-z]+(_[a-z]+)+",
    "what a process tells of a trouble": r"(dice|panel|records|terminal|seat \d+)\S*: .*|[A-Z]+(-\d+)?: .*",
    "whether the journal is demo or live, as the command takes it": r"demo",
}


def marked(route: Route) -> None:
    """Each text between brackets, but for what browsers read."""
    texts = json.loads(route.fetch().text())
    kept = {key: text if key.startswith("language.") else f"{OPEN}{text}{SHUT}" for key, text in texts.items()}
    route.fulfill(body=json.dumps(kept), content_type="application/json")


def unmarked(page: Page) -> list[str]:
    """What is read on the glass and stands in no catalogue."""
    words = (text for text in page.evaluate(SEEN) if re.search(r"[^\W\d_]{3}", text) and OPEN not in text)
    return sorted({text for text in words if not any(re.fullmatch(one, text, re.S) for one in NOT_OURS.values())})


SAID_BY_PERSONS = {"reference", "words", "reason", "receipt", "about.words", "about.why"}
"""Parts of what is told that a person typed, or, why the table stands, a device or process said of itself."""


def told_by_the_record(page: Page) -> set[str]:
    """The parts of what is told that stand in the record's own words, as a person or a device said them."""
    own = "[...document.querySelectorAll('.part')].filter((part) => part.textContent.includes('\u201c'))"
    return set(page.evaluate(f"() => {own}.map((part) => part.dataset.part)"))


def test_what_is_refused_and_what_is_wrong_is_said_by_a_catalogue_too(
    browser: Browser, menu: Menu, cabinet: Cabinet
) -> None:
    """A refused setting with its reason; a trouble; who came in and who did not, in the log."""
    mine = Menu(browser, cabinet, instead={"**/en.json*": marked})
    found = {}
    try:
        mine.sign_in("tom", "000000")
        expect(mine.see("#door [role=alert]")).to_contain_text("wrong", timeout=PATIENCE_MS)
        mine.enter("tom")  # who has given a right one has no wrong ones any more
        mine.leave()
        mine.enter("eve")
        mine.go("settings")
        for name, value, said in (("limits.max", "4000.50", "multiple"), ("hand.max", "5000", "$1,000.00")):
            mine.page.fill(f'[data-setting="{name}"]', value)
            mine.tap("#preview-go")
            expect(mine.see("#refused")).to_contain_text(said, timeout=PATIENCE_MS)
            found[name] = unmarked(mine.page)
            mine.tap("#settings-undo")
            expect(mine.see(f'[data-setting="{name}"]')).not_to_have_value(value, timeout=PATIENCE_MS)
        mine.go("service")
        wrong = mine.see("tr").filter(has_text="wrong_pin")
        expect(wrong.locator('[data-part="name"]')).to_contain_text("tom", timeout=PATIENCE_MS)
        expect(wrong.locator("small")).to_have_count(0)
        found["troubles"] = unmarked(mine.page)
        mine.go("log")
        expect(mine.see("#log")).to_contain_text("signed in", timeout=PATIENCE_MS)
        found["log"] = unmarked(mine.page)
        assert told_by_the_record(mine.page) <= SAID_BY_PERSONS
        mine.leave()
    finally:
        mine.close()
    assert {where: texts for where, texts in found.items() if texts} == {}
    assert menu.errors == []


def test_every_page_says_what_stands_in_a_catalogue_and_nothing_else(
    browser: Browser, menu: Menu, cabinet: Cabinet
) -> None:
    mine = Menu(browser, cabinet, instead={"**/en.json*": marked})
    try:
        expect(mine.see("#door")).to_contain_text(OPEN, timeout=PATIENCE_MS)
        found = {"door": unmarked(mine.page)}
        mine.enter("eve")
        for name in PAGES:
            mine.go(name)
            expect(mine.see(f"#page-{name}")).to_contain_text(OPEN, timeout=PATIENCE_MS)
            expect(mine.see(f"#page-{name}")).not_to_contain_text(WAITING, timeout=PATIENCE_MS)
            found[name] = unmarked(mine.page)
        mine.go("service")
        mine.act("void_ticket")
        expect(mine.see("#dialog")).to_contain_text(OPEN)
        found["a form of the service page"] = unmarked(mine.page)
        mine.shut_dialog()
        mine.leave()
    finally:
        mine.close()
    assert {where: texts for where, texts in found.items() if texts} == {}
    assert menu.errors == []
