"""A shift that nobody wrote down: page, paper, console and journal have the same figures of it."""

import json
import subprocess
from random import Random
from typing import Any

from playwright.sync_api import expect

from controller.protocol.stations.views import SeatsSeen
from controller.protocol.terminals.answers import Answer
from controller.server.zmq.endpoints import commands_endpoint
from controller.service.station import Station
from tests.browser.menu.cabinet import PATIENCE_MS, PINS, Cabinet, Menu
from tests.drivers.machines import COMMAND, PATIENCE, eventually
from tools.emulators.common.control import order

SEED, ACTS = 17, 9


def test_a_shift_reads_alike_on_page_paper_console_and_in_the_journal(menu: Menu, cabinet: Cabinet) -> None:
    with comes_in(cabinet, "ann") as ann:
        ann.act("handover")  # whatever tests before this one have left
    before = cash_of(cabinet, "ann")  # at no station: the console may take longer than one may be silent
    with comes_in(cabinet, "ann") as ann:
        moves = works(ann, cabinet, Random(SEED))
    taken = cash_of(cabinet, "ann") - before
    with comes_in(cabinet, "eve") as eve:
        back = [done(eve.act("reverse", reference=move, reason="a mistake")).details for move in moves[:-3:-1]]
    assert [of["what"] for of in back] == ["hand_pay", "credit"]
    owes = taken + back[0]["amount"] - back[1]["amount"]

    shift = json.loads(
        boxcars("service", "--config", place(cabinet, "cabinet.toml"), "--name", "ann", "--json", "shift", pin="ann")
    )
    assert (shift["owes"], {row["move"] for row in shift["moves"]}) == (owes, set(moves))
    on_page_and_paper(menu, shift)
    log = json.loads(boxcars("events", "--journal", place(cabinet, "journal"), "--kind", "shift", "--json"))
    closed = log["events"][0]["details"]
    assert {name: closed[name] for name in closed if name in shift} == {
        name: shift[name] for name in shift if name in closed
    }


def works(ann: Station, cabinet: Cabinet, chance: Random) -> list[str]:
    """Credits on; each third time the seat is paid out. Gives the movements."""
    moves = []
    for number in range(ACTS):
        seat = chance.choice((1, 2))
        answer = ann.act("credit", seat=seat, amount=chance.randint(1, 30_000))
        moves.append(done(answer).details["move"])
        if number % 3 == 2:
            asks_for_money(ann, cabinet, seat)
            moves.append(done(ann.act("hand_pay", seat=seat, reference=f"shift {number}")).details["move"])
    return moves


def asks_for_money(ann: Station, cabinet: Cabinet, seat: int) -> None:
    """A finger on CASH OUT and off again, for a button that is down cannot be pressed."""
    cabinet.cash_out(seat)
    eventually(lambda: waits(ann, seat), "the seat waits to be paid")
    board = f"TERMINAL-{seat:02}"

    def is_off() -> bool:
        ann.beat()  # whoever says nothing for five seconds is lost, and their session over
        return not order(cabinet.run / "usb.control", ["show"])[board]["buttons"]

    eventually(is_off, "the finger is off")


def on_page_and_paper(menu: Menu, shift: dict[str, Any]) -> None:
    """What the page shows, and what the handover prints."""
    amounts = [shown(row["amount"]) for row in shift["moves"]]
    figures = [shift["credits_amount"], -shift["hand_pays_amount"], -shift["reversals_amount"], abs(shift["owes"])]
    menu.enter("ann")
    menu.go("shift")
    expect(menu.see("#owes")).to_have_text(shown(abs(shift["owes"])), timeout=PATIENCE_MS)
    expect(menu.see("#page-shift .moves tbody td:nth-child(3)")).to_have_text(amounts)
    menu.act("handover")
    menu.confirm()
    paper = menu.see(".sheet")
    expect(paper.locator(".moves tbody td:nth-child(3)")).to_have_text(amounts, timeout=PATIENCE_MS)
    expect(paper.locator("table").first.locator("td.n")).to_have_text([shown(figure) for figure in figures])
    menu.shut_dialog()
    menu.leave()


# ---- the parts ------------------------------------------------------------------------------------------------------


def comes_in(cabinet: Cabinet, name: str) -> Station:
    station = Station(commands_endpoint(cabinet.run, "operator"), "test", PATIENCE)
    station.come_in(name, PINS[name])
    return station


def done(answer: Answer) -> Answer:
    assert answer.ok, answer
    return answer


def waits(station: Station, seat: int) -> bool:
    return station.look("seats", SeatsSeen, seat=seat).seats[0].lock == "hand_pay"


def cash_of(cabinet: Cabinet, name: str) -> int:
    """By the journal's meters: what this person has taken, less what he has paid."""
    told = json.loads(boxcars("meters", "--journal", place(cabinet, "journal"), "--json"))["lifetime"]["meters"]
    taken, paid = (told.get(f"{way}_by:{name}", {"value": 0})["value"] for way in ("in", "out"))
    return int(taken - paid)


def place(cabinet: Cabinet, name: str) -> str:
    return str(cabinet.place / "demo" / name)


def shown(amount: int) -> str:
    return f"{chr(0x2212) if amount < 0 else ''}${abs(amount) / 100:,.2f}"


def boxcars(*words: str, pin: str = "") -> str:
    said = PINS.get(pin, "") + "\n"
    return subprocess.run([*COMMAND, *words], input=said, capture_output=True, check=True, text=True).stdout
