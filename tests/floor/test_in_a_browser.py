"""The floor's page in a browser: signing in, every machine, alarms, money for those who may see it, and the cage."""

import json
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from controller.floor.store.opening import now_ms
from controller.floor.tickets.papers import DRAWN, ISSUED
from controller.floor.tickets.rows import PAPER_COLUMNS
from tests.browser.axe import found_by_axe
from tests.drivers.machines import eventually
from tests.floor.floors import Floors
from tests.floor.tills import forged

PATIENCE_MS = 60_000
PASSWORD, SECOND = "correct horse battery", "another horse battery"


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
    assert found_by_axe(page) == []
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
    assert found_by_axe(page) == []
    page.click("#sign-out")

    _sign_in(page, "olga", PASSWORD)
    page.click("[data-page=money]")
    page.select_option("#span", "all")
    expect(page.locator("#part-cash")).to_contain_text("pit-1", timeout=PATIENCE_MS)
    assert page.locator(".chart [data-held]").count() > 3
    assert found_by_axe(page) == []
    with page.expect_download() as taken:
        page.click("[data-csv=bets]")
    assert taken.value.path().read_text().startswith("game,name,wagered,actual,due,within,band_from,band_to\n")

    page.click("[data-page=rounds]")
    page.fill("#line", "puesto 2, ayer, doble ocho")
    page.click("#search")
    expect(page.locator("#understood")).to_have_text(f"Se busca: Puesto 2 · {_yesterday(page)} · 4-4 · DOBLE 8")
    page.fill("#line", "puesto 2")
    page.click("#search")
    expect(page.locator("#understood")).to_have_text("Se busca: Puesto 2", timeout=PATIENCE_MS)
    assert found_by_axe(page) == []
    page.locator("[data-round]").first.click()
    expect(page.locator("#recall-mark")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#recalled-at")).to_have_text("pit-1")
    expect(page.locator("#felt")).to_be_visible(timeout=PATIENCE_MS)
    assert found_by_axe(page) == []
    page.click("[data-page=fairness]")
    page.select_option("#span", "all")
    expect(page.locator("[data-game=craps] .charts section")).to_have_count(4, timeout=PATIENCE_MS)
    assert found_by_axe(page) == []

    page.click("[data-page=people]")
    expect(page.locator("#people")).to_contain_text("anna", timeout=PATIENCE_MS)
    assert found_by_axe(page) == []
    page.click("[data-key=remove-anna]")
    expect(page.locator("#people")).not_to_contain_text("anna", timeout=PATIENCE_MS)
    page.click("[data-page=machines]")
    page.locator(".alarms button").first.click()
    expect(page.locator(".alarms")).to_have_count(0, timeout=PATIENCE_MS)
    assert wrong == []
    page.close()
    assert {"money_looked_at", "money_taken_away", "round_looked_at", "alarm_seen"} <= set(_decided(house))


def test_at_the_cage_a_ticket_is_looked_up_and_paid_by_two_persons_and_what_is_over_expires(
    house: Floors, browser: Browser
) -> None:
    number, over = forged(1, 1), forged(1, 2)
    house.person("carla", "cashier", PASSWORD)
    house.person("boris", "supervisor", SECOND)
    _are_out(house, {number: 86_400, over: -1})
    house.start_floor()
    eventually(lambda: "floor started" in house.log("floor"), "the floor is there")

    page = browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    asked: list[Route] = []
    page.route("**/who", lambda route: route.continue_() if asked else asked.append(route))
    page.goto(house.page)
    eventually(lambda: page.evaluate("1") and asked, "the page asks who is signed in")
    assert page.locator("#name").count() == 0, "a door drawn now would be drawn anew over what was typed"
    asked[0].continue_()
    _sign_in(page, "carla", PASSWORD)
    page.click("[data-page=cage]")
    assert page.locator("[data-page=money], [data-page=rounds]").count() == 0, "a cashier is offered no money"
    expect(page.locator("#liability tr.together")).to_contain_text("$250.00", timeout=PATIENCE_MS)

    _looks_up(page, forged(1, 9))
    expect(page.locator("#ticket [data-code=unknown]")).to_contain_text("call a supervisor", timeout=PATIENCE_MS)
    _looks_up(page, number)
    expect(page.locator("#ticket .worth")).to_have_text("$125.00", timeout=PATIENCE_MS)
    assert found_by_axe(page) == []
    _signs_beside(page, "boris", PASSWORD)
    expect(page.locator("#ticket [data-code=second_wrong]")).to_be_visible(timeout=PATIENCE_MS)
    assert page.input_value("#beside-password") == "", "a password stays in no field"
    _signs_beside(page, "boris", SECOND)
    expect(page.locator("#ticket [data-state=redeemed]")).to_contain_text("paid by carla", timeout=PATIENCE_MS)
    expect(page.locator("#ticket .done")).to_contain_text("Pay out $125.00", timeout=PATIENCE_MS)
    assert page.locator("#pay").count() == 0
    expect(page.locator("#liability tr.together")).not_to_contain_text("$250.00", timeout=PATIENCE_MS)

    _looks_up(page, over)
    expect(page.locator("#ticket .why")).to_contain_text("valid no more", timeout=PATIENCE_MS)
    expect(page.locator("#ticket")).not_to_contain_text("So since")  # it was good still
    with page.expect_download() as taken:
        page.click("[data-csv=liability]")
    assert taken.value.path().read_text() == "age,state,tickets,amount\npast_its_day,issued,1,12500\n"
    page.click("#expire")
    expect(page.locator("#liability tr.together")).to_have_count(0, timeout=PATIENCE_MS)
    page.click("[data-language=es]")
    expect(page.locator("#page-cage")).to_contain_text("Deuda por tickets", timeout=PATIENCE_MS)
    _looks_up(page, over)
    expect(page.locator("#ticket [data-state=expired]")).to_contain_text("caducado", timeout=PATIENCE_MS)
    assert wrong == []
    page.close()
    acts = {"ticket_looked_at", "ticket_refused", "ticket_paid", "ticket_expired"}
    assert {*acts, "liability_looked_at", "liability_taken_away"} <= set(_decided(house))


def _yesterday(page: Page) -> str:
    """As who speaks Spanish says that day."""
    day = "const day = new Date(); day.setDate(day.getDate() - 1);"
    return str(page.evaluate(f"() => {{ {day} return day.toLocaleDateString('es', {{dateStyle: 'medium'}}) }}"))


def _are_out(house: Floors, numbers: dict[str, int]) -> None:
    """Tickets, each with the seconds that it is valid still."""
    now = now_ms()
    of, holder = ("pit-1", "j", 0, "terminal 1/1"), ("", "", 0, "")
    rows = [
        (one[DRAWN], one, ISSUED, 12500, now // 1000 + lasts, *of, *holder, now, now) for one, lasts in numbers.items()
    ]
    with sqlite3.connect(house.folder / "floor.db") as connection:
        places = ", ".join("?" for _ in PAPER_COLUMNS)
        connection.executemany(f"insert into paper ({', '.join(PAPER_COLUMNS)}) values ({places})", rows)
    connection.close()


def _looks_up(page: Page, number: str) -> None:
    page.fill("#number", number)
    page.click("#look")


def _signs_beside(page: Page, name: str, password: str) -> None:
    page.fill("#beside", name)
    page.fill("#beside-password", password)
    page.click("#pay")


def _look_at_what_goes_ahead(page: Page) -> None:
    """What was said of entries that are still on the way stands with its machine, in words; a wheel has its own."""
    ahead = [("door", "dome open"), ("hold", "door_dome"), ("large_win", "2"), ("hand_pay", "3")]
    same = {"heard_at": 1, "waiting": 9, "entries": 7, "last": {}, "calls": True}
    hints = [{"what": what, "about": about, "at": 1} for what, about in ahead]
    craps = {"cabinet": "pit-1", "game": "craps", "device": "", "phase": "drawing", "needs": [], "ahead": hints}
    lid = {"who": "technician", "why": "lid", "seat": 0, "since": 0}
    wheel = {"cabinet": "pit-2", "game": "roulette", "device": "wheel", "phase": "rolling", "needs": [lid], "ahead": []}
    pot = {"jackpot": "long_hand", "open": True, "trigger": {"hand": 45}, "rate": 10_000, "unanswered": 0, "last": []}
    pot |= dict.fromkeys(("current", "base", "ceiling", "overflow", "fed", "paid", "hits", "wins"), 700)
    found = {"number": 1, "at": 1, "code": "fork", "cabinet": "pit-1", "journal": "j", "details": "entry 7"}
    said = {"at": 1, "machines": [{**same, **craps}, {**same, **wheel}], "alarms": [found], "jackpots": [pot]}
    page.route(
        "**/now", lambda now: now.fulfill(content_type="text/event-stream", body=f"data: {json.dumps(said)}\n\n")
    )
    page.reload()
    of_wheel = page.locator("[data-cabinet=pit-2]")
    expect(of_wheel).to_contain_text("The ball is in play", timeout=PATIENCE_MS)
    expect(of_wheel.locator("[data-need]")).to_have_text("Technician · The cover over the wheel is open · for 0 min")
    expect(page.locator("[data-cabinet=pit-1]")).to_contain_text("Bets are taken")
    expect(page.locator(".alarms li")).to_contain_text("pit-1: its past was changed")
    assert found_by_axe(page) == []
    page.click("[data-page=jackpots]")
    expect(page.locator("[data-jackpot=long_hand]")).to_contain_text("$7.00")
    assert found_by_axe(page) == []
    page.click("[data-page=machines]")
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
