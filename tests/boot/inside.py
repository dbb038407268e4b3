"""Runs inside the booted machine, with its own Python: a hand on the page of a terminal, and an attendant's."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import zmq

from controller.server.transport import commands_endpoint
from controller.wire.message import LARGEST_TOLD, decode, encode
from controller.wire.operator import TO_OPERATOR, Act, StationHello, StationWelcome

RUN = Path("/run/boxcars")
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


async def bet(page: Page, amount: int) -> dict[str, Any]:
    """A line bet, or the field while a point stands; what comes of it."""
    for name in ("pass_line", "field"):
        answer = await page.ask(kind="wager", round=page.seen["table"]["round"], do="place", bet=name, amount=amount)
        if answer["ok"]:
            return answer
    return answer


async def shoot(page: Page, seat: int) -> dict[str, Any]:
    """Be done, and press SHOOT; the dice are still in the air afterwards."""
    await page.ask(kind="done", round=page.seen["table"]["round"])
    while not (page.seen["table"]["phase"] == "shooting" and page.seen["table"].get("shooter") == seat):
        await page.until("table")
    return await page.ask(kind="shoot", round=page.seen["table"]["round"])


async def settled(page: Page, seat: int) -> dict[str, Any]:
    """Be done, press SHOOT when it is asked for, until this round is over."""
    table = page.seen["table"]
    begun = table["round"]
    while table["round"] == begun and table["phase"] != "idle":
        if table["phase"] == "betting" and page.seen["you"]["layout"] and not page.seen["you"]["done"]:
            await page.ask(kind="done", round=begun)
        if table["phase"] == "shooting" and table["shooter"] == seat:
            await page.ask(kind="shoot", round=begun)
        await page.until("table")
        table = page.seen["table"]
    return {"ok": True, "table": table, "you": page.seen["you"]}


async def empty(seats: Sequence[int]) -> dict[str, Any]:
    """Play on, everybody who has something there, until nothing lies on the layout."""

    async def until_idle(seat: int) -> None:
        async with open_page(seat) as page:
            while page.seen["table"]["phase"] != "idle":
                await settled(page, seat)

    await asyncio.gather(*(until_idle(seat) for seat in seats))
    return {"ok": True}


@asynccontextmanager
async def open_page(seat: int) -> AsyncIterator[Page]:
    """As the kiosk opens it."""
    address = f"http://127.0.0.1:{8100 + seat}"
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}/ws", origin=address) as socket:
        page = Page(socket)
        await page.linked()
        yield page


async def on_page(seat: int, act: str, amount: int) -> dict[str, Any]:
    """One act of a person at this seat; of `empty`, of all."""
    if act == "empty":
        return await empty((1, 2))
    async with open_page(seat) as page:
        match act:
            case "bet":
                return {**await bet(page, amount), "you": page.seen["you"]}
            case "play":
                answer = await bet(page, amount)
                return await settled(page, seat) if answer["ok"] else answer
            case "shoot":
                return await shoot(page, seat)
            case _:
                return {"ok": True, "table": page.seen["table"], "you": page.seen["you"]}


def credit(seat: int, amount: int) -> dict[str, Any]:
    """An attendant puts credits on a seat."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    station = context.socket(zmq.DEALER)
    station.setsockopt(zmq.LINGER, 0)
    station.connect(commands_endpoint(RUN, "operator"))
    station.send(encode(StationHello(software="boot-test")))
    welcome = decode(TO_OPERATOR, station.recv(), LARGEST_TOLD)
    assert isinstance(welcome, StationWelcome)
    act = Act(id=welcome.last_id + 1, operator="boot", role="attendant", act="credit", seat=seat, amount=amount)
    station.send(encode(act))
    answer = decode(TO_OPERATOR, station.recv(), LARGEST_TOLD)
    station.close()
    context.term()
    return answer.model_dump(mode="json")


def main() -> int:
    act, seat, amount = sys.argv[1], int(sys.argv[2]), int((*sys.argv, "1000")[3])
    if act == "credit":
        print(json.dumps(credit(seat, amount)))
        return 0
    print(json.dumps(asyncio.run(asyncio.wait_for(on_page(seat, act, amount), PATIENCE))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
