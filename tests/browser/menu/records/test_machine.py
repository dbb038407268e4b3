"""What the pages say of the machine itself is what the console says: journal, disk, clock, durations, proof."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.reading import facts, seconds, texts, words_of
from tests.browser.menu.week import WeekCabinet
from tests.drivers.machines import eventually

PLAIN = ("file", "entries", "last", "archived_through", "rounds", "lines_in_the_log", "engine", "schema")
YES_NO = {True: "Yes", False: "No"}
A_MILLISECOND = 1000
Told = dict[str, Any]


def about(week: WeekCabinet) -> Told:
    found: Told = week.console("vault", "show", "--journal", week.journal)
    return found


def gigabytes(size: int) -> str:
    return f"{size / 1e9:.2f} GB"


def told_of_the_journal(menu: Menu, said: Told) -> list[tuple[str, str]]:
    """What has to stand on the page; the disk is everybody's, so its room may differ from one look to the next."""
    names = ("journal", "life", *PLAIN, "being_written", "bytes", "free", "size")
    labels = dict(zip(names, words_of(menu, *(f"op.diag.{name}" for name in names)), strict=True))
    values = {name: str(said[name]) for name in ("journal", "life", *PLAIN)}
    values["being_written"] = YES_NO[said["being_written"]]
    values |= {"bytes": gigabytes(said["bytes"]), "free": gigabytes(said["disk"]["free"])}
    values["size"] = gigabytes(said["disk"]["bytes"])
    return [(labels[name], values[name]) for name in names]


def test_journal_disk_and_clock_are_the_consoles(menu: Menu, week: WeekCabinet) -> None:
    menu.go("diagnostics")
    expect(menu.see("#clock")).to_be_visible(timeout=PATIENCE_MS)
    shown: list[tuple[str, str]] = []

    def same() -> bool:
        before = about(week)
        shown[:] = facts(menu, "#part-journal")
        return set(told_of_the_journal(menu, before)) <= set(shown)

    eventually(same, "the page shows what the console says")
    said = about(week)
    (signed,) = [value for label, value in shown if label == words_of(menu, "op.diag.signed")[0]]
    entry, at = signed.split(" · ")
    assert (int(entry), seconds(at)) == (said["signed"]["entry"], said["signed"]["at"] // 1000)
    full = menu.see("#part-journal progress").first
    used = float(full.get_attribute("value") or "nan")
    assert float(full.get_attribute("max") or "nan") == said["disk"]["bytes"]
    assert gigabytes(said["disk"]["bytes"] - round(used)) in {value for _, value in facts(menu, "#part-journal")}


def test_the_clock_is_the_machines(menu: Menu, week: WeekCabinet) -> None:
    """Between two looks of the console lies what the page saw."""
    menu.go("table")
    before = about(week)["clock"]
    menu.go("diagnostics")
    expect(menu.see("#clock")).to_be_visible(timeout=PATIENCE_MS)
    seen = menu.page.evaluate(
        "new Date(document.querySelector('#clock dd').textContent).getTime()",
    )
    assert before <= seen <= about(week)["clock"]


def durations(week: WeekCabinet) -> Told:
    found: Told = week.console("status", "--config", week.place / "cabinet.toml")["latencies"]
    return found


def test_durations_are_those_of_the_status(menu: Menu, week: WeekCabinet) -> None:
    """They only grow: what is on the page lies between what the console said before and what it says after."""
    menu.go("table")
    before = durations(week)
    menu.go("diagnostics")
    headings = dict(zip(before, words_of(menu, *(f"op.diag.{name}" for name in before)), strict=True))
    for name, told in before.items():
        chart = f'#part-terminals section:has(> h3:text-is("{headings[name]}"))'
        expect(menu.see(f"{chart} svg.chart")).to_be_visible(timeout=PATIENCE_MS)
        words = zip(texts(menu, chart, ".axis"), texts(menu, chart, ".figure"), strict=True)
        shown = {bound: int(count) for bound, count in words}
        after = durations(week)[name]
        assert after["bounds"] == told["bounds"]
        for bound, low, high in zip(_named(told["bounds"]), told["counts"], after["counts"], strict=True):
            assert low <= shown.get(bound, 0) <= high, (name, bound)
        assert shown.keys() <= set(_named(told["bounds"]))


def proof_words(menu: Menu, line: dict[str, Any]) -> tuple[str, str]:
    """How the page says a line of a proof."""
    script = """async ({ word, ...fields }) => { const { t } = await import("./words.js");
      return [t(`op.proof.${word}`), t(`op.proof.${word}.says`, fields)]; }"""
    name, says = menu.page.evaluate(script, line)
    return name, says


def _named(bounds: list[int]) -> list[str]:
    """In milliseconds, as they stand under the bars."""
    upto = [f"{one / A_MILLISECOND:g}" if one >= A_MILLISECOND else f".{one:03}" for one in bounds]
    return [*(f"≤{one}" for one in upto), "∞"]


def test_what_is_proved_of_the_journal_is_what_the_console_proves(menu: Menu, week: WeekCabinet) -> None:
    menu.go("software")
    menu.tap("#verify-journal")
    said = week.console("verify", week.journal)
    for name in ("proved", "not_proved"):
        wanted = [proof_words(menu, line) for line in said["in_fields"][name]]
        assert len(wanted) == len(said[name])
        eventually(lambda: facts(menu, f"#{name}") == wanted, f"{name} as the console says")  # noqa: B023
    expect(menu.see("#verify-answer")).to_have_text("The journal is good.", timeout=PATIENCE_MS)
    assert said["good"]
