"""Runs inside the booted machine, with its own Python: a hand on the page of a terminal, and an attendant's."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp

from controller.server.zmq.endpoints import commands_endpoint
from controller.server.zmq.query import Asker
from controller.service import past
from controller.service.station import CannotServe, Station

RUN = Path("/run/boxcars")
PAGE_KEY = Path("/etc/boxcars/keys/page.key_secret")
PANEL = RUN / "emulated" / "panel" / "usb.control"
PATIENCE = 240.0


class Page:
    """A page of a terminal, as its browser would have it open."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._tag = 0
        self.seen: dict[str, Any] = {}

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of this kind; the others are remembered on the way."""
        while True:
            said: dict[str, Any] = json.loads((await self._socket.receive()).data)
            self.seen[said["kind"]] = said
            for part in ("table", "you"):
                if said.get(part):
                    self.seen[part] = said[part]
            if said["kind"] == kind:
                return said
            assert said["kind"] != "nonsense", f"a page may not say that, it hears while it waits for {kind}"

    async def ask(self, **act: Any) -> dict[str, Any]:
        """An act, and its answer."""
        self._tag += 1
        await self._socket.send_json({"tag": self._tag, **act})
        while True:
            answer = await self.until("answer")
            if answer["tag"] == self._tag:
                return answer

    async def linked(self) -> None:
        """The whole truth is here, and the controller at the other end."""
        await self.until("snapshot")
        while not (self.seen.get("table") and self.seen.get("you")):
            await self.until("you")


def wager(round: int, **lay: Any) -> dict[str, Any]:
    """One wager, as a page says it."""
    return {"kind": "wagers", "round": round, "wagers": [lay]}


async def bet(page: Page, amount: int) -> dict[str, Any]:
    """When bets are open. One roll decides it, and it may be taken down: a test wants an end."""
    while page.seen["table"]["phase"] not in ("idle", "betting"):
        await page.until("table")
    return await page.ask(**wager(page.seen["table"]["round"], do="place", bet="field", amount=amount))


async def take_down(page: Page) -> None:
    """All that lies there, for a winner stays up in this book."""
    for spot, stake in list(page.seen["you"]["stakes"].items()):
        await page.ask(**wager(page.seen["table"]["round"], do="take_down", bet=spot, amount=stake))


async def until_rolling(page: Page, seat: int) -> dict[str, Any]:
    """Be done, and press SHOOT if it is ours; the dice are in the air afterwards."""
    await page.ask(kind="done", round=page.seen["table"]["round"])
    while (table := page.seen["table"])["phase"] != "rolling":
        if table["phase"] == "shooting" and table["shooter"] == seat:
            await page.ask(kind="shoot", round=table["round"])
        await page.until("table")
    return {"ok": True, "table": table}


async def settled(page: Page, seat: int) -> dict[str, Any]:
    """Be done, press SHOOT when it is asked for, until this round is over."""
    table = page.seen["table"]
    begun = table["round"]
    while table["round"] == begun and table["phase"] != "idle":
        if table["phase"] == "betting" and page.seen["you"]["layout"] and not page.seen["you"]["done"]:
            await page.ask(kind="done", round=begun)
        if table["phase"] == "shooting" and table["shooter"] == seat:
            await page.ask(kind="shoot", round=begun)
        if page.seen["you"].get("asked"):
            await page.ask(kind="choose", round=begun, keep=True)
        await page.until("table")
        table = page.seen["table"]
    return {"ok": True, "table": table, "you": page.seen["you"]}


async def empty(seats: Sequence[int]) -> dict[str, Any]:
    """Play on, everybody who has something there, until nothing lies on the layout."""

    async def until_idle(seat: int) -> None:
        async with open_page(seat) as page:
            while page.seen["table"]["phase"] != "idle":
                if page.seen["table"]["phase"] == "betting":
                    await take_down(page)
                    await page.until("table")
                else:
                    await settled(page, seat)

    await asyncio.gather(*(until_idle(seat) for seat in seats))
    return {"ok": True}


@asynccontextmanager
async def open_page(seat: int) -> AsyncIterator[Page]:
    """As the kiosk opens it."""
    address = f"http://127.0.0.1:{8100 + seat}"
    held = {"Cookie": f"boxcars-{8100 + seat}={PAGE_KEY.read_text()}"}
    async with (
        aiohttp.ClientSession(headers=held) as session,
        session.ws_connect(f"{address}/ws", origin=address) as socket,
    ):
        page = Page(socket)
        await page.linked()
        yield page


async def on_page(seat: int, act: str, amount: int) -> dict[str, Any]:
    """One act of a person at this seat; of `empty`, of all."""
    if act == "empty":
        return await empty((1, 2) if seat == 1 else (seat,))
    async with open_page(seat) as page:
        match act:
            case "bet":
                return {**await bet(page, amount), "you": page.seen["you"], "table": page.seen["table"]}
            case "play":
                answer = await bet(page, amount)
                return await settled(page, seat) if answer["ok"] else answer
            case "cash_out":
                return await page.ask(kind="cash_out")
            case "roll":
                return await until_rolling(page, seat)
            case _:
                return {"ok": True, "table": page.seen["table"], "you": page.seen["you"]}


def credit(seat: int, amount: int) -> dict[str, Any]:
    """A supervisor puts credits on a seat."""
    return supervise(("credit", {"seat": seat, "amount": amount}))


def put_in_note(seat: int, value: int) -> dict[str, Any]:
    """Into the emulated acceptor of this seat."""
    from tools.emulators.common.control import order

    return order(RUN / f"emulated/bills/seat-{seat}.control", ["note", str(value)])


def switch_off() -> dict[str, Any]:
    """A supervisor holds the table and switches the machine off."""
    return supervise(("hold", {"reference": "cleaning"}), ("power_off", {"reference": "cleaning"}), key_stays=True)


def pay_out() -> dict[str, Any]:
    """Everybody leaves: both seats are cashed out, and a supervisor pays by hand and gives receipts."""
    for seat in (1, 2):
        asked = asyncio.run(asyncio.wait_for(on_page(seat, "cash_out", 0), PATIENCE))
        if asked["ok"]:
            paid = supervise(("hand_pay", {"seat": seat, "reference": f"receipt {seat} {time.time():.0f}"}))
            assert paid["ok"], paid
    return {"ok": True}


def go_back() -> dict[str, Any]:
    """A supervisor holds the table and wants the version before."""
    why = {"reference": "it flickers"}
    return supervise(("hold", why), ("rollback", why), key_stays=True)


def archive(medium: str) -> dict[str, Any]:
    """A supervisor begins service and has old entries moved away, all that can be; then service ends."""
    supervise(("begin_service", {}), ("archive", {"reference": medium, "change": {"keep_days": 0}}))
    with closing(Asker(RUN)) as asker:
        while (journal := asker.status(1000).journal).get("archive") not in ("done", "failed"):
            time.sleep(0.2)
    supervise(("end_service", {}))
    return {"ok": journal["archive"] == "done", "says": journal["archive_says"]}


def export(medium: str) -> dict[str, Any]:
    """A supervisor has a copy of the journal made."""
    supervise(("export", {"reference": medium}))
    try:
        seen = past.export(RUN, "export", medium, lambda: None)
    except CannotServe as refused:
        return {"ok": True, "code": refused.code}
    return {"ok": seen.state == "done", "why": seen.why, **(seen.answer or {})}


def supervise(*acts: tuple[str, dict[str, Any]], key_stays: bool = False) -> dict[str, Any]:
    """A supervisor turns the key, comes in, does this, and turns the key back. Gives the last answer."""
    turn_key("on")
    with Station(commands_endpoint(RUN, "operator"), "boot-test", PATIENCE) as station:
        station.come_in("boot", "270846")
        for act, fields in acts:
            answer = station.act(act, **fields)
            if not answer.ok:
                break
        if not key_stays:
            turn_key("off")
            station.put_out()  # before it is turned again
        return answer.model_dump(mode="json")


def turn_key(way: str) -> None:
    """The emulated panel's."""
    from tools.emulators.common.control import order  # a terminal on another machine has no tools, and no key

    order(RUN / "emulated/panel/usb.control", ["CABINET", "key", "OPERATOR", way])


def main() -> int:
    act, seat, amount = sys.argv[1], int(sys.argv[2]), int((*sys.argv, "1000")[3])
    console: dict[str, Callable[[], dict[str, Any]]] = {
        "credit": lambda: credit(seat, amount),
        "note": lambda: put_in_note(seat, amount),
        "switch_off": switch_off,
        "pay_out": pay_out,
        "go_back": go_back,
        "resume": lambda: supervise(("resume", {})),
        "archive": lambda: archive("stick"),
        "export": lambda: export("stick"),
    }
    if act in console:
        print(json.dumps(console[act]()))
        return 0
    print(json.dumps(asyncio.run(asyncio.wait_for(on_page(seat, act, amount), PATIENCE))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
