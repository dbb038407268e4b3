"""How long notes and tickets have waited: for an authority, for a printer, for somebody to take a ticket.

The table knows no seconds; what it waits for is in its wishes, and how long it may take is in its settings.
"""

from collections.abc import Iterator
from typing import NamedTuple

from controller.server.loop.hub import Hub
from controller.server.loop.troubles import Trouble
from controller.table.cash.events import CashWaited
from controller.table.paper.wanted import WantedOfCash
from controller.table.state import Table

HOST_WAIT = 10_000
"""Milliseconds in which the casino's host has to give a ticket its number."""


class Wait(NamedTuple):
    """One thing that is waited for."""

    seat: int
    what: str
    name: str


class CashClock:
    """Since when each of them is waited for; after a start anew."""

    def __init__(self) -> None:
        self._since: dict[Wait, int] = {}
        self._over: set[Wait] = set()

    def act(self, hub: Hub) -> None:
        """Say once of each that has waited long enough."""
        waits = {wait for seat, wanted in hub.wishes.cash.items() for wait in waits_of(seat, wanted)}
        self._since = {wait: self._since.get(wait, hub.now) for wait in waits}
        self._over &= waits
        for wait in sorted(waits - self._over):
            if hub.now - self._since[wait] >= longest(hub.table, wait):
                self._over.add(wait)
                hub.apply(CashWaited(*wait))
                if wait.what == "take":
                    where = f"tickets at seat {wait.seat}"
                    about = {"seat": wait.seat, "job": wait.name}
                    hub.counters.trouble(Trouble.TICKETS_LEFT, where, f"job {wait.name}", hub.now, **about)


def waits_of(seat: int, wanted: WantedOfCash) -> Iterator[Wait]:
    """What is waited for at a seat."""
    if wanted.acceptor is not None and wanted.acceptor.asks_authority:
        yield Wait(seat, "redeem", wanted.acceptor.name)
    if wanted.job is not None:
        yield Wait(seat, "printer", wanted.job.name)
    if wanted.taking:
        yield Wait(seat, "take", str(wanted.taking))
    yield from (Wait(seat, "authority", ask.request) for ask in wanted.asks if ask.do == "reserve")


def longest(table: Table, wait: Wait) -> int:
    """Milliseconds."""
    house = table.house
    if wait.what == "authority" and table.cash[wait.seat].setup.authority == "sas":
        return HOST_WAIT
    return {
        "redeem": house.redeem_wait,
        "printer": house.printer_wait,
        "take": house.take_time,
        "authority": house.authority_wait,
    }[wait.what]
