"""The emulated boards as a process: a socket for their bus, a socket for orders, one loop for orders and the clock."""

import heapq
import itertools
import select
import time
from collections.abc import Callable
from pathlib import Path

from drivers.common.stopping import StopSignal
from tools.emulators.common.control import Answer, ControlServer
from tools.emulators.panel.bus import Bus
from tools.emulators.panel.orders import ORDERS, BadOrder, describe, follow
from tools.emulators.panel.remote import BusServer

LONGEST_WAIT = 1.0
MOST_LATER = 1000


class PanelEmulator:
    def __init__(self, bus: Bus, link: Path, control: Path, stop: StopSignal) -> None:
        self._bus = bus
        self._link = link
        self._orders = ControlServer(control)  # first: it notices another emulator at the same place
        self._server = BusServer(link, bus)
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._order_of = itertools.count()
        self._stop = stop

    def run(self) -> None:
        try:
            while not self._stop.set:
                self.turn()
        finally:
            self._server.shutdown()
            self._server.server_close()
            self._link.unlink(missing_ok=True)
            self._orders.close()

    def turn(self) -> None:
        next_act = self._later[0][0] - time.monotonic() if self._later else LONGEST_WAIT
        select.select([self._stop.fileno(), *self._orders.filenos()], [], [], max(0.0, min(next_act, LONGEST_WAIT)))
        self._orders.turn(self._obey)
        while self._later and self._later[0][0] <= time.monotonic():
            heapq.heappop(self._later)[2]()

    def _obey(self, words: list[str]) -> Answer:
        if words == ["show"]:
            return {"ok": True, **describe(self._bus)}
        try:
            follow(self._bus, words, self._do_later)
        except BadOrder as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True}

    def _do_later(self, seconds: float, act: Callable[[], None]) -> None:
        if len(self._later) >= MOST_LATER:
            raise BadOrder(f"{MOST_LATER} things wait to be done already")
        heapq.heappush(self._later, (time.monotonic() + seconds, next(self._order_of), act))


def emulate(bus: Bus, link: Path, control: Path) -> int:
    """Be these boards until SIGTERM or SIGINT."""
    emulator = PanelEmulator(bus, link, control, StopSignal())
    print(f"emulated boards {', '.join(bus.boards)} at emulated:{link}, orders at {control}", flush=True)
    emulator.run()
    return 0


def order_list() -> str:
    """Every order a person can give, for the help text."""
    rows = [(f"BOARD {name} {order.usage}".strip(), order.purpose) for name, order in ORDERS.items()]
    return "\n".join(f"  {usage:<28} {purpose}" for usage, purpose in [*rows, ("show", "all boards, as JSON")])
