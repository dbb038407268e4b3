"""The emulated ccTalk bill validator: it is asked, and answers; by itself it never speaks."""

from collections.abc import Callable
from random import Random
from typing import Any

from tools.emulators.bills.acceptor import Acceptor, Heard
from tools.emulators.bills.cctalk import events as codes
from tools.emulators.bills.cctalk.events import Events
from tools.emulators.bills.cctalk.wire import ADDRESS, HOST, Ear, framed
from tools.emulators.bills.memory import STACKER, Shelf
from tools.emulators.bills.paper import TICKET, DataSet, Paper
from tools.emulators.bills.path import Pace, Reason, Stage

ACK = b""
RETURN_IT, STACK_IT, HOLD_ON = 0, 1, 255
ESCROW_EMPTY, NOT_ROUTED = bytes([254]), bytes([255])
USES_STACKER, USES_ESCROW = 0b01, 0b10
HELD_FOR = 30.0
"""Seconds in escrow; `HOLD_ON` begins them anew."""
NO_NOTE = b"......."
FAULT_JAMMED, FAULT_STACKER_OUT, FAULT_STACKER_FULL = 39, 44, 45
FAULT_OF_BOX = {"out": FAULT_STACKER_OUT, "full": FAULT_STACKER_FULL}
POLL_EVERY = bytes([2, 20])
"""20 × 10 ms."""
EVENT_OF_REASON = {
    Reason.ASKED: codes.RETURNED,
    Reason.UNKNOWN: codes.NOT_VALID,
    Reason.INHIBITED: codes.INHIBITED,
    Reason.ALL_INHIBITED: codes.MASTER_INHIBIT,
    Reason.SLIPPED: codes.NOT_TRANSPORTED,
    Reason.STACKER: codes.RETURNED,
}
EVENT_OF_BOX = {"in": codes.STACKER_IN, "out": codes.STACKER_OUT, "full": codes.STACKER_FULL}


class Validator(Acceptor):
    """The validator; what a reset undoes is set in `start`."""

    one_wire = True

    def __init__(
        self, shelf: Shelf, notes: DataSet, pace: Pace, now: float, serial: int, chance: Random | None = None
    ) -> None:
        self.serial, self.product, self.revision = serial, "BV-EMU", "BVE-1.00"
        self.with_crc = False
        self.ticket_event: tuple[int, int] | None = None
        """What is told of a ticket that is stacked; the protocol names nothing."""
        super().__init__(shelf, notes, pace, now, chance)

    def start(self, now: float) -> None:
        """Everything inhibited, no events, escrow and stacker not in use; a paper left in the path is got rid of."""
        self._ear, self.events = Ear(), Events(self.trouble)
        self._asked_by, self._untold = HOST, ""
        self.mode, self.master = 0, 0
        self.inhibits = bytes(2)
        self.cheated = False
        self.path.clear(now)

    # ---- the path ----------------------------------------------------------------------------------------------------

    def refuses(self, paper: Paper) -> Reason | None:
        """A bit of 1 lets a type in; tickets, which have no bit, are let in by the master alone."""
        if not self.master:
            return Reason.ALL_INHIBITED
        bit = paper.type - 1
        allowed = bit < 0 or int.from_bytes(self.inhibits, "little") >> bit & 1
        return None if allowed else Reason.INHIBITED

    def holds(self) -> bool:
        """If the operating mode says so."""
        return bool(self.mode & USES_ESCROW)

    def say(self, stage: Stage, when: float) -> None:
        """Events, for the host to read."""
        match stage:
            case Stage.ESCROW:
                self.path.due = when + HELD_FOR
                self._event(
                    "offered", (0, codes.BARCODE) if self.is_ticket() else (self.path.paper.type, codes.IN_ESCROW)
                )
            case Stage.STACKED:
                self._event("reported", self._stacked())
            case Stage.RETURNED:
                self._event("", (0, EVENT_OF_REASON[self.path.reason]))
            case Stage.JAMMED:
                in_box = self.path.memory.place == STACKER
                self._event("", (0, codes.JAM_IN_STACKER if in_box else codes.JAM_IN_TRANSPORT))

    def _stacked(self) -> tuple[int, int] | None:
        if self.path.recovered or self.path.last is None:  # what it was is forgotten with the power
            return (0, codes.UNKNOWN_STACKED)
        kind = self.path.last.type
        return (kind, codes.STACKED) if kind != TICKET else self.ticket_event

    def _event(self, moment: str, event: tuple[int, int] | None) -> None:
        if event is not None:
            self.events.add(*event)
            self._untold = moment or self._untold

    def stacker_moved(self) -> None:
        """Told as an event."""
        self.events.add(0, EVENT_OF_BOX[self.path.memory.stacker])

    def cheat(self, pull: bool, now: float) -> None:
        """Told as an event; it goes on working."""
        super().cheat(pull, now)
        self.cheated = False
        self.events.add(0, codes.PULLED_BACK if pull else codes.STRING_FRAUD)

    # ---- requests ----------------------------------------------------------------------------------------------------

    def understood(self, data: bytes, now: float) -> list[Heard]:
        """Those to our address."""
        requests = self._ear.hear(data, now, ADDRESS, self.with_crc)
        for source, _, _ in requests:
            self._asked_by = source
        return [(header, words) for _, header, words in requests]

    def answer(self, request: int, data: bytes, now: float) -> bytes | None:
        """A reply; None to a header that is not known, or with data that it does not have."""
        length, follow = ANSWERS.get(request, (0, None))
        if follow is None or len(data) != length:
            return None
        reply = follow(self, data, now)
        return None if reply is None else framed(reply, self._asked_by, self.with_crc)

    def _bill_id(self, data: bytes, _: float) -> bytes:
        value = self.notes.types().get(data[0])
        return f"{self.notes.country}{value:04}A".encode() if value else NO_NOTE

    def _scaling(self, data: bytes, _: float) -> bytes:
        known = data == self.notes.country.encode()
        return self.notes.scaling.to_bytes(2, "little") + bytes([self.notes.decimals]) if known else bytes(3)

    def _positions(self, data: bytes, _: float) -> bytes:
        types = self.notes.types() if data == self.notes.country.encode() else {}
        return sum(1 << kind - 1 for kind in types).to_bytes(2, "little")

    def _set_mode(self, data: bytes, _: float) -> bytes:
        self.mode = data[0] & (USES_STACKER | USES_ESCROW)
        return ACK

    def _set_inhibits(self, data: bytes, _: float) -> bytes:
        self.inhibits = data
        return ACK

    def _set_master(self, data: bytes, _: float) -> bytes:
        self.master = data[0] & 1
        return ACK

    def _self_check(self, _: bytes, __: float) -> bytes:
        jam = FAULT_JAMMED if self.path.stage is Stage.JAMMED else 0
        return bytes([self.fault or jam or FAULT_OF_BOX.get(self.path.memory.stacker, 0)])

    def _route(self, data: bytes, now: float) -> bytes:
        if self.path.stage is not Stage.ESCROW:
            return NOT_ROUTED if self.path.stage is Stage.JAMMED else ESCROW_EMPTY
        match data[0]:
            case 0:
                self.path.give_back(Reason.ASKED, now)
            case 1 if self.path.memory.stacker == "in":
                if not self.come_to("routed", now):
                    self.path.stack(now)
            case 255:
                self.path.due = now + HELD_FOR
            case _:
                return NOT_ROUTED
        return ACK

    def _barcode(self, _: bytes, __: float) -> bytes:
        return self.path.paper.name.encode() if self.is_ticket() else b""

    def _read_events(self, _: bytes, __: float) -> bytes:
        self.told(self._untold)
        self._untold = ""
        return self.events.told()

    def _reset(self, _: bytes, now: float) -> bytes:
        self.start(now)
        return ACK

    def glance(self, _: float) -> dict[str, Any]:
        """Counter, inhibits and mode."""
        return {
            "protocol": "cctalk",
            "serial": self.serial,
            "product": self.product,
            "counter": self.events.counter,
            "master": self.master,
            "inhibits": self.inhibits.hex(),
            "mode": self.mode,
        }


def _counted(counter: str) -> Callable[[Validator, bytes, float], bytes]:
    def count(unit: Validator, _: bytes, __: float) -> bytes:
        value: int = getattr(unit.path.memory, counter)
        return (value & 0xFFFFFF).to_bytes(3, "little")

    return count


ANSWERS: dict[int, tuple[int, Callable[[Validator, bytes, float], bytes | None]]] = {
    254: (0, lambda *_: ACK),
    249: (0, lambda *_: POLL_EVERY),
    247: (0, lambda unit, _, __: bytes([len(unit.notes.values), 1])),
    246: (0, lambda *_: b"Boxcars"),
    245: (0, lambda *_: b"Bill Validator"),
    244: (0, lambda unit, _, __: unit.product.encode()),
    243: (0, lambda *_: b"\1"),
    242: (0, lambda unit, _, __: unit.serial.to_bytes(3, "little")),
    241: (0, lambda unit, _, __: unit.revision.encode()),
    232: (0, Validator._self_check),
    231: (2, Validator._set_inhibits),
    230: (0, lambda unit, _, __: unit.inhibits),
    228: (1, Validator._set_master),
    227: (0, lambda unit, _, __: bytes([unit.master])),
    226: (0, _counted("inserted")),
    225: (0, _counted("accepted")),
    213: (0, lambda *_: bytes([USES_STACKER | USES_ESCROW])),
    194: (0, _counted("rejected")),
    193: (0, _counted("frauds")),
    192: (0, lambda *_: b"EMU1"),
    159: (0, Validator._read_events),
    157: (1, Validator._bill_id),
    156: (2, Validator._scaling),
    155: (2, Validator._positions),
    154: (1, Validator._route),
    153: (1, Validator._set_mode),
    152: (0, lambda unit, _, __: bytes([unit.mode])),
    129: (0, Validator._barcode),
    4: (0, lambda *_: bytes([1, 4, 7])),
    1: (0, Validator._reset),
}
"""Header → bytes of its data, and what answers it."""
