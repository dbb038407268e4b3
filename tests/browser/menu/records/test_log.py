"""The event log of a recorded week: every cell of every row, filtered, leafed through and saved, is the console's."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route, expect

from config.text.money import MoneyFormat
from controller.server.staff.settings.shown import SETTING_KINDS
from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.in_words import WORDS, what_happened
from tests.browser.menu.records.reading import cells, printed, seconds, typed
from tests.browser.menu.week import WeekCabinet, document, saved

EVERYTHING = 100_000
A_TIME = 100
BOUND = 150
"""Lines in a file, of a page that has been told so."""
Row = dict[str, Any]


def events(week: WeekCabinet, *words: object, last: int = EVERYTHING) -> list[Row]:
    found: list[Row] = week.of_the_journal("events", "--last", last, *words)["events"]
    return found


MONEY = {name for name, kind in SETTING_KINDS.items() if kind == "money"}


def words_of_row(row: Row) -> list[Any]:
    """The cells of a row; of its parts, what each says and what it is called."""
    seat = str(row["seat"]) if row["seat"] else ""
    return [row["at"] // 1000, WORDS[f"op.log.{row['kind']}"], seat, *_told(row)]


def _told(row: Row) -> tuple[str, Any]:
    fact = row["fact"]
    if fact is None:
        return row["text"], row["details"]
    what, parts = what_happened(fact)
    return (what, _turned(fact)) if fact["what"] == "settings" else (what, parts)


def _turned(fact: Row) -> str:
    old, new = flat(fact["old"]), flat(fact["new"])
    names = [name for name in new if old.get(name) != new[name]]
    changes = [
        f"{WORDS.get(f'op.setting.{name}', name)}: {setting(name, old.get(name))} → {setting(name, new[name])}"
        for name in names
    ]
    return "; ".join([*changes, f"{WORDS['op.part.by']} {fact['by']}"])


def flat(settings: Row) -> Row:
    """`limits.max` for what stands under `limits`."""
    found: Row = {}
    for name, of in settings.items():
        if name == "rulebook":
            found[name] = of.partition(" ")[0]
            continue
        found |= {f"{name}.{inner}": one for inner, one in of.items()} if isinstance(of, dict) else {name: of}
    return found


def setting(name: str, of: Any) -> str:
    """Old or new."""
    if of is None:
        return "none"
    if isinstance(of, bool):
        return "Yes" if of else "No"
    return MoneyFormat().write(of) if name in MONEY else str(of)


LOG = """() => [...document.querySelectorAll("#log tbody tr")].map((row) => {
  const parts = [...row.querySelectorAll(".part")];
  const told = Object.fromEntries(parts.map((part) => [part.dataset.part, part.querySelector("b").textContent]));
  const cells = [...row.cells].map((cell) => cell.textContent);
  return [...cells.slice(0, 4), row.querySelector(".parts") ? told : cells[4]];
})"""


def shown(menu: Menu) -> list[list[Any]]:
    return [[seconds(at), *more] for at, *more in menu.page.evaluate(LOG)]


def search(menu: Menu, count: int, kind: str = "", seat: str = "", since: str = "", until: str = "") -> None:
    """What the filters let through is there when so many rows are."""
    for field, text in (("#seat", seat), ("#since", since), ("#until", until)):
        menu.page.fill(field, text)
    menu.page.select_option("#kind", kind)
    menu.tap("#search")
    expect(menu.see("#log tbody tr")).to_have_count(min(A_TIME, count), timeout=PATIENCE_MS)


def test_every_cell_of_the_log_is_the_consoles_whatever_is_filtered(menu: Menu, week: WeekCabinet) -> None:
    everything = events(week)
    menu.go("log")
    for kind in sorted({row["kind"] for row in everything}):
        rows = events(week, "--kind", kind, last=A_TIME)
        search(menu, len(rows), kind=kind)
        assert shown(menu) == [words_of_row(row) for row in rows], kind
    middle = everything[len(everything) // 2]
    for options, words_said in (
        ({"seat": "3"}, ("--seat", 3)),
        ({"seat": "3", "kind": "cash"}, ("--seat", 3, "--kind", "cash")),
        ({"since": typed(middle["at"])}, ("--since", typed(middle["at"]))),
        ({"until": typed(middle["at"])}, ("--until", typed(middle["at"]))),
    ):
        rows = events(week, *words_said, last=A_TIME)
        search(menu, len(rows), **options)
        assert shown(menu) == [words_of_row(row) for row in rows], options


def test_words_are_found_in_the_readers_language_a_person_by_their_name_and_what_is_looked_at_on_paper(
    menu: Menu, week: WeekCabinet, tmp_path: Path
) -> None:
    menu.go("log")
    everything = [row for row in events(week) if row["fact"]]
    written = json.dumps([{**row["fact"], "what": "", "kind": row["kind"], "said": row["text"]} for row in everything])
    phrases = {words_of_row(row)[3]: row["fact"]["what"] for row in everything}
    phrase = next(said for said, what in phrases.items() if said not in written and f'"{what}"' not in written)
    same = [row for row in everything if phrase in words_of_row(row)[3]][:A_TIME]
    menu.page.fill("#words", phrase.upper())
    menu.tap("#search")
    expect(menu.see("#log tbody tr")).to_have_count(len(same), timeout=PATIENCE_MS)
    assert shown(menu) == [words_of_row(row) for row in same]
    assert printed(menu) == cells(menu, "#log")
    menu.page.screenshot(path=tmp_path / "log.png")
    who = next(row["fact"]["by"] for row in everything if row["fact"].get("by"))
    menu.page.fill("#words", "")
    menu.page.fill("#person", who.upper())
    theirs = events(week, "--person", who, last=A_TIME)
    menu.tap("#search")
    expect(menu.see("#log tbody tr")).to_have_count(len(theirs), timeout=PATIENCE_MS)
    assert shown(menu) == [words_of_row(row) for row in theirs]
    menu.page.fill("#person", "")


def test_leafing_back_shows_every_line_once(menu: Menu, week: WeekCabinet) -> None:
    everything = events(week)
    first = events(week, last=A_TIME)
    assert len(everything) > 2 * A_TIME
    assert first + events(week, "--before", first[-1]["id"]) == everything
    menu.go("log")
    search(menu, len(everything))
    for so_far in (2 * A_TIME, 3 * A_TIME):
        menu.tap("#more")
        count = min(so_far, len(everything))
        expect(menu.see("#log tbody tr")).to_have_count(count, timeout=PATIENCE_MS)
        assert shown(menu) == [words_of_row(row) for row in everything[:count]]


def test_the_saved_log_is_the_consoles_and_its_cash_adds_up_to_the_ledger(menu: Menu, week: WeekCabinet) -> None:
    menu.go("log")
    search(menu, len(events(week, "--kind", "cash", last=A_TIME)), kind="cash")
    said = week.of_the_journal("events", "--kind", "cash", "--last", EVERYTHING)
    assert document(menu) == said
    expect(menu.see("#cut")).to_be_empty()
    lines = list(csv.DictReader(io.StringIO(saved(menu, '[data-export="csv"]'))))
    assert [(int(row["id"]), int(row["seq"]), row["kind"], int(row["seat"]), row["text"]) for row in lines] == [
        (row["id"], row["seq"], row["kind"], row["seat"], row["text"]) for row in said["events"]
    ]
    assert [json.loads(row["details"]) for row in lines] == [row["details"] for row in said["events"]]
    sums: Counter[str] = Counter()
    for row in lines:
        amount, way, _, what = row["text"].split(" ", 3)
        instrument, state = what.split(": ")
        if state in ("done", "reversed"):
            sums[f"cash {instrument}"] += int(amount) * (-1 if (way == "in") == (state == "done") else 1)
    ledger = week.of_the_journal("meters")["ledger"]
    assert sums == {account: amount for account, amount in ledger.items() if account.startswith("cash")}


def test_a_file_that_does_not_hold_the_whole_log_says_so(browser: Browser, week: WeekCabinet, menu: Menu) -> None:
    """The page's own code with smaller bounds: fifty thousand lines are more than a week has."""
    menu.leave()  # one person at a time at a station
    everything = len(events(week))
    assert everything > BOUND

    def smaller(route: Route) -> None:
        text = route.fetch().text()
        for of, bound in (("A_FILE = 500", "A_FILE = 50"), ("MOST_IN_A_FILE = 50_000", f"MOST_IN_A_FILE = {BOUND}")):
            assert f"const {of};" in text
            text = text.replace(f"const {of};", f"const {bound};")
        route.fulfill(body=text, content_type="text/javascript")

    other = Menu(browser, week, instead={"**/pages/records/log.js": smaller})
    other.enter("tom")
    other.go("log")
    search(other, A_TIME)
    told = document(other)
    said = week.of_the_journal("events", "--last", BOUND)
    oldest = said["events"][-1]["id"]
    assert told == said | {"older_than": oldest}
    expect(other.see("#cut")).to_contain_text(f"boxcars events --before {oldest} --json")
    *lines, last = csv.DictReader(io.StringIO(saved(other, '[data-export="csv"]')))
    assert (len(lines), last["kind"], last["id"]) == (BOUND, "cut", str(oldest))
    other.leave()
    other.close()
