"""Drivers whose unit moves nothing: what it reports is authentic, is known beforehand, and comes at once."""

import json
import threading
import time
from abc import abstractmethod
from typing import Any, ClassVar

import zmq

from controller.protocol.devices import authentic
from controller.protocol.devices.authentic import roll, spin

Told = dict[str, Any]
STATUS_EVERY = 0.5


class AnsweringUnit:
    """One kind of unit, in the words of its driver."""

    role: ClassVar[str]
    here: ClassVar[str]
    wanted: ClassVar[str]
    """The message that wants an outcome."""
    named: ClassVar[str]
    """The field that has the id of one."""

    @abstractmethod
    def status(self, last: int) -> Told:
        """As it stands."""

    @abstractmethod
    def report(self, id: int, nonce: bytes, key: bytes, shown: Any) -> Told:
        """What became of it."""


class DiceUnit(AnsweringUnit):
    """Two dice."""

    role, here, wanted, named = "dice", "dice_driver_here", "wanted_roll", "roll_id"

    def status(self, last: int) -> Told:
        """As it stands."""
        known = {"kind": "unit_status", "state": "ready", "faults": [], "lid_open": False, "last_roll": last}
        return known | {"temperature": 30, "shakes": 1, "link_errors": 0}

    def report(self, id: int, nonce: bytes, key: bytes, shown: Any) -> Told:
        """What became of it."""
        payload = roll.PAYLOAD.pack(id, 0, *shown, 1, 1000, 0)
        report = {"kind": "roll_report", "roll_id": id, "outcome": "ok", "dice": shown}
        proof = {"payload": payload.hex(), "mac": authentic.mac_of(key, nonce, payload).hex()}
        return report | proof | {"attempts": 1, "elapsed_ms": 1000, "flags": 0}


class Wheel(AnsweringUnit):
    """A wheel."""

    role, here, wanted, named = "wheel", "wheel_driver_here", "wanted_spin", "spin_id"

    def status(self, last: int) -> Told:
        """As it stands."""
        known = {"kind": "wheel_status", "state": "ready", "faults": [], "cover_open": False, "last_spin": last}
        return known | {"temperature": 30, "spins": 1, "link_errors": 0}

    def report(self, id: int, nonce: bytes, key: bytes, shown: Any) -> Told:
        """What became of it."""
        found = {"outcome": 0, "number": shown, "revolutions": 12, "ball": 1, "rotor": -17}
        payload = spin.PAYLOAD.pack(id, *found.values(), 23410, 0)
        proof = {"payload": payload.hex(), "mac": authentic.mac_of(key, nonce, payload).hex()}
        return {"kind": "spin_report", "spin_id": id, **found, "elapsed_ms": 23410, "flags": 0} | proof


class Driver(threading.Thread):
    """Its driver."""

    def __init__(self, unit: AnsweringUnit, endpoint: str, key: bytes) -> None:
        super().__init__(daemon=True)
        self._unit, self._endpoint, self._key = unit, endpoint, key
        self.shows: Any = None
        """What is reported next: faces, or a number."""
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.sent_ns: dict[int, int] = {}
        """Id → when its report was sent."""
        self._stopping = False
        self.start()

    def stop(self) -> None:
        """No more."""
        self._stopping = True
        self.join()

    def run(self) -> None:
        """Until stopped."""
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        socket = context.socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(self._endpoint)
        said_at, last = 0.0, 0
        wanted: Told | None = None
        while not self._stopping:
            if time.monotonic() - said_at > STATUS_EVERY:
                if not said_at:
                    self._here(socket)
                said_at = time.monotonic()
                _say(socket, self._unit.status(last))
            if socket.poll(2):
                message = json.loads(socket.recv())
                if message["kind"] == "who_is_there":
                    self._here(socket)
                wanted = message if message["kind"] == self._unit.wanted else None
            if wanted is not None and wanted[self._unit.named] > last and self.may_answer.is_set():
                last = wanted[self._unit.named]
                self.sent_ns[last] = time.monotonic_ns()
                _say(socket, self._unit.report(last, bytes.fromhex(wanted["nonce"]), self._key, self.shows))
        socket.close()
        context.term()

    def _here(self, socket: "zmq.Socket[bytes]") -> None:
        unit = {"kind": "unit_identity", "model": "BENCH", "serial": 1, "firmware": "1.0", "boot_id": 1}
        _say(socket, {"kind": self._unit.here, "port": "bench", "emulated": True})
        _say(socket, {"kind": "link_up", "port": "bench", "unit": unit})


def _say(socket: "zmq.Socket[bytes]", message: Told) -> None:
    socket.send(json.dumps(message).encode())
