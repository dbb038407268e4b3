"""The floor's page in a browser: signing in, every machine, alarms, and money for those who may see it."""

import json
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.floor.store.opening import now_ms
from tests.drivers.machines import eventually
from tests.floor.floors import Floors

PATIENCE_MS = 60_000
PASSWORD = "correct horse battery"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Floors]:
    """On SQLite: what is drawn is the same on both."""
    floors = Floors(tmp_path, 'sqlite = "floor.db"')
    yield floors
    floors.end()


def test_who_signs_in_sees_the_machines_what_calls_for_them_and_by_role_the_money(
    house: Floors, browser: Browser
) -> None:
    cabinet = house.cabinet("pit-1")
    cabinet.plays(seed=5, events=120)
    house.person("anna", "viewer", PASSWORD)
    house.person("olga", "supervisor", PASSWORD)
    house.start_floor()
    house.start_uplink(cabinet)
    house.until_delivered()

    page = browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(house.page)
    _sign_in(page, "anna", "not her password")
    expect(page.locator("#wrong")).not_to_be_empty(timeout=PATIENCE_MS)
    _sign_in(page, "anna", PASSWORD)
    expect(page.locator(".machine h2")).to_have_text("pit-1", timeout=PATIENCE_MS)
    assert page.locator("[data-page=money], [data-page=rounds]").count() == 0, "a viewer is offered no money"
    assert page.evaluate("async () => (await fetch('money')).status") == 403

    _look_at_what_goes_ahead(page)
    before = cabinet.head()[0]
    cabinet.plays(seed=6, events=20)
    expect(page.locator(".machine")).to_contain_text(str(cabinet.head()[0]), timeout=PATIENCE_MS)
    assert cabinet.head()[0] > before

    _put_an_older_copy_there(house)
    expect(page.locator(".machine.calls")).to_be_visible(timeout=PATIENCE_MS)
    page.click("[data-language=es]")
    expect(page.locator(".alarms h2")).to_have_text("Alarmas", timeout=PATIENCE_MS)
    assert page.locator(".alarms button").count() == 0, "a viewer ends no alarm"
    page.click("#sign-out")

    _sign_in(page, "olga", PASSWORD)
    page.click("[data-page=money]")
    page.select_option("#span", "all")
    expect(page.locator("#part-cash")).to_contain_text("pit-1", timeout=PATIENCE_MS)
    assert page.locator(".chart [data-held]").count() > 3
    with page.expect_download() as taken:
        page.click("[data-csv=bets]")
    assert taken.value.path().read_text().startswith("game,name,wagered,actual,due,within,band_from,band_to\n")

    page.click("[data-page=rounds]")
    page.fill("#line", "puesto 2")
    page.click("#search")
    expect(page.locator("#understood")).to_contain_text("2", timeout=PATIENCE_MS)
    page.locator("[data-round]").first.click()
    expect(page.locator("#recall-mark")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#felt")).to_be_visible(timeout=PATIENCE_MS)
    page.click("[data-page=fairness]")
    page.select_option("#span", "all")
    expect(page.locator("[data-game=craps] .charts section")).to_have_count(4, timeout=PATIENCE_MS)

    page.click("[data-page=people]")
    expect(page.locator("#people")).to_contain_text("anna", timeout=PATIENCE_MS)
    page.click("[data-key=remove-anna]")
    expect(page.locator("#people")).not_to_contain_text("anna", timeout=PATIENCE_MS)
    page.click("[data-page=machines]")
    page.locator(".alarms button").first.click()
    expect(page.locator(".alarms")).to_have_count(0, timeout=PATIENCE_MS)
    assert wrong == []
    page.close()
    assert {"money_looked_at", "money_taken_away", "round_looked_at", "alarm_seen"} <= set(_decided(house))


def _look_at_what_goes_ahead(page: Page) -> None:
    """What was said of entries that are still on the way stands with its machine, in words."""
    ahead = [("door", "dome open"), ("hold", "door_dome"), ("large_win", "2"), ("hand_pay", "3")]
    machine = {"cabinet": "pit-1", "heard_at": 1, "waiting": 9, "entries": 7, "game": "craps", "phase": "betting"}
    more = {"last": {}, "needs": [], "calls": True}
    hints = [{"what": what, "about": about, "at": 1} for what, about in ahead]
    said = {"at": 1, "machines": [{**machine, **more, "ahead": hints}], "alarms": []}
    page.route(
        "**/now", lambda now: now.fulfill(content_type="text/event-stream", body=f"data: {json.dumps(said)}\n\n")
    )
    page.reload()
    shown = page.locator(".machine.calls [data-ahead]")
    expect(shown).to_have_text(
        [
            "Door: Dome · open",
            "Stands still: The dome is open or is being checked",
            "Seat 2: large win",
            "Seat 3: hand-pay",
        ],
        timeout=PATIENCE_MS,
    )
    page.unroute("**/now")
    page.reload()


def _decided(house: Floors) -> list[str]:
    with sqlite3.connect(house.folder / "floor.db") as connection:
        bodies = connection.execute("select body from decision order by seq").fetchall()
    return [json.loads(body)["kind"] for (body,) in bodies]


def _sign_in(page: Page, name: str, password: str) -> None:
    page.fill("#name", name)
    page.fill("#password", password)
    page.click("#door button")


def _put_an_older_copy_there(house: Floors) -> None:
    cabinet = house.cabinets["pit-1"]
    house.signal("pit-1", signal.SIGTERM)
    older = cabinet.folder / "older"
    shutil.copytree(cabinet.journal, older)
    house.start_uplink(cabinet)
    cabinet.plays(seed=8, events=20)
    house.until_delivered()
    house.signal("pit-1", signal.SIGTERM)
    shutil.rmtree(cabinet.journal)
    older.rename(cabinet.journal)
    house.start_uplink(cabinet)
    began = now_ms()
    eventually(lambda: cabinet.status().get("at", 0) > began, "its uplink has looked")
