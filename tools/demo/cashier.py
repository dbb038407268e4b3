"""Puts credits on a seat of the demo, as an attendant does for a player who hands over money: key, PIN, act, out."""

import threading
from pathlib import Path

from controller.protocol.terminals.answers import Answer
from controller.server.zmq.endpoints import commands_endpoint
from controller.service.station import CannotServe, Station
from tools.emulators.common.control import order

CASHIER, PIN, FIRST_PIN = "cashier", "813604", "5093"
"""An attendant of a demo; the supervisor who added this person chose the first PIN."""
AMOUNT = 10_000
KEY = "ATTENDANT"


def add_cashier(supervisor: Station) -> None:
    """Somebody new."""
    _good(supervisor.act("add_person", name=CASHIER, new_role="attendant", pin=FIRST_PIN))


def choose_pin(station: Station) -> None:
    """Whoever is new comes in once to do it. The key is turned."""
    station.come_in(CASHIER, FIRST_PIN)
    _good(station.act("change_pin", old_pin=FIRST_PIN, pin=PIN))


class Cashier:
    """One at a time, whoever asks."""

    def __init__(self, run: Path) -> None:
        self._run, self._control = run, run / "usb.control"
        self._one = threading.Lock()

    def give(self, seat: int) -> None:
        """CannotServe says why not."""
        with self._one:
            turned = KEY in order(self._control, ["show"])["CABINET"]["keys"]
            self._turn("on")
            try:
                with Station(commands_endpoint(self._run, "operator"), "boxcars-demo") as station:
                    station.come_in(CASHIER, PIN)
                    _good(station.act("credit", seat=seat, amount=AMOUNT))
            finally:
                if not turned:
                    self._turn("off")

    def _turn(self, way: str) -> None:
        order(self._control, ["CABINET", "key", KEY, way])


def _good(answer: Answer) -> None:
    if not answer.ok:
        raise CannotServe(answer.code, answer.reason)
