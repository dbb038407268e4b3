"""The emulated ID-003 acceptor: the host asks for its status again and again, and reads from it what has happened."""

from collections.abc import Callable
from random import Random
from typing import Any

from tools.emulators.bills.acceptor import Acceptor, Heard
from tools.emulators.bills.id003 import wire
from tools.emulators.bills.memory import ACCEPTOR, STACKER, Shelf
from tools.emulators.bills.paper import TICKET, DataSet, Paper, in_figures
from tools.emulators.bills.path import Pace, Reason, Stage
from tools.emulators.common.reports import FOREVER

NOT_POLLED, NOT_TOLD, HELD, WAITED = 3.0, 10.0, 10.0, 3.0
"""Seconds: a paper goes back when nobody polls or says what to do; what HOLD and WAIT add."""
SETTINGS = {
    wire.ENABLES: bytes(2),
    wire.SECURITY: bytes(2),
    wire.MODE: bytes(1),
    wire.INHIBIT: b"\1",
    wire.DIRECTIONS: bytes(1),
    wire.OPTIONS: bytes(2),
    wire.BARCODE: b"\1\x12",
    wire.BARCODE_INHIBIT: b"\2",
}
"""As they are after a start: notes and tickets inhibited."""
POWER_RECOVERY = 0b10
NO_NOTES, NO_TICKETS = 0b01, 0b10
COUNTRIES = {"US": 0x01, "CA": 0x08, "CH": 0x16, "RU": 0x27, "CN": 0x2D, "HU": 0x30, "IN": 0x63, "EU": 0xE0}
REJECTED_FOR = {
    Reason.UNKNOWN: 0x76,
    Reason.INHIBITED: 0x79,
    Reason.ALL_INHIBITED: 0x79,
    Reason.SLIPPED: 0x75,
    Reason.STACKER: 0x7B,
}
STATUS_OF_STAGE = {
    Stage.ACCEPTING: wire.ACCEPTING,
    Stage.STACKING: wire.STACKING,
    Stage.SETTLING: wire.STACKED,
}
STATUS_OF_JAM = {ACCEPTOR: wire.JAM_IN_ACCEPTOR, STACKER: wire.JAM_IN_STACKER}
STATUS_OF_BOX = {"out": wire.STACKER_OPEN, "full": wire.STACKER_FULL}
WOKEN_WITH = {ACCEPTOR: wire.BILL_IN_ACCEPTOR, STACKER: wire.BILL_IN_STACKER}


class Id003(Acceptor):
    """The acceptor; after power comes it waits for RESET."""

    def __init__(
        self, shelf: Shelf, notes: DataSet, pace: Pace, now: float, version: str, chance: Random | None = None
    ) -> None:
        self.version = version
        self.paused_until = 0.0
        super().__init__(shelf, notes, pace, now, chance)

    def start(self, now: float) -> None:
        """Power up: the paper stays where it lies until somebody says RESET."""
        self._ear = wire.Ear()
        self._polled = self._deadline = now
        self._holding = self._vend_again = False
        self.settings = dict(SETTINGS)
        memory = self.path.memory
        self._power_up: int | None = wire.POWER_UP if memory.paper is None else WOKEN_WITH[memory.place]
        self._ready_at = FOREVER

    # ---- the path ----------------------------------------------------------------------------------------------------

    def refuses(self, paper: Paper) -> Reason | None:
        """A bit of 1 keeps a type out."""
        if self.settings[wire.INHIBIT][0] & 1:
            return Reason.ALL_INHIBITED
        kept_out = int.from_bytes(self.settings[wire.ENABLES], "little") >> paper.type - 1 & 1 if paper.type else 0
        barred = self.settings[wire.BARCODE_INHIBIT][0] & (NO_NOTES if paper.type != TICKET else NO_TICKETS)
        return Reason.INHIBITED if kept_out or barred else None

    def ready(self, now: float) -> bool:
        """Once it was reset and has initialized."""
        return now >= self._ready_at

    def holds(self) -> bool:
        """Always."""
        return True

    def say(self, stage: Stage, when: float) -> None:
        """Nothing: the host asks. But a paper does not wait for ever, and one that is stacked does."""
        match stage:
            case Stage.ESCROW:
                self._holding, self._deadline, self._polled = False, when + NOT_TOLD, when
                self._wait_in_escrow()
            case Stage.STACKED if self._tells_no_vend():
                self.path.settle(when)
            case Stage.STACKED:
                self.path.due = FOREVER

    def _tells_no_vend(self) -> bool:
        recovers = self.settings[wire.OPTIONS][0] & POWER_RECOVERY
        return wire.VEND_VALID in self.trouble.skipped or (self.path.recovered and not recovers)

    def _wait_in_escrow(self) -> None:
        self.path.due = min(self._deadline, self._polled + NOT_POLLED)

    def stacker_moved(self) -> None:
        """Nothing: the status says it."""

    # ---- requests ----------------------------------------------------------------------------------------------------

    def understood(self, data: bytes, now: float) -> list[Heard]:
        """Every sound frame."""
        return self._ear.hear(data, now)

    def answer(self, request: int, data: bytes, now: float) -> bytes | None:
        """A status, a setting, ACK or INVALID COMMAND; to an ACK nothing."""
        if request == wire.ACK:
            self._acknowledged(now)
            return None
        if request == wire.STATUS_REQUEST:
            return self._status(now)
        if request in SETTINGS:
            return self._set(request, data)
        if request + wire.ASKED in SETTINGS and not data:
            return wire.framed(request, self.settings[request + wire.ASKED])
        if request in TELLS:
            return wire.framed(request, TELLS[request](self))
        done = request in DOES and DOES[request](self, now)
        return wire.framed(wire.ACK if done else wire.INVALID_COMMAND)

    def _set(self, request: int, data: bytes) -> bytes:
        if len(data) != len(SETTINGS[request]):
            return wire.framed(wire.INVALID_COMMAND)
        self.settings[request] = data
        return wire.framed(request, data)

    def _acknowledged(self, now: float) -> None:
        if self.trouble.befalls("ignored_acks"):
            return
        self._vend_again = False
        if self.path.stage is Stage.STACKED:
            self.path.settle(now)

    def _reset(self, now: float) -> bool:
        woken = self._power_up
        self._power_up, self._vend_again, self.cheated = None, False, False
        self._ready_at = now + self.pace.initialize
        self.settings = dict(SETTINGS)
        if woken in WOKEN_WITH.values():
            self.path.clear(now)
        elif self.path.stage is Stage.ESCROW:
            self.path.give_back(Reason.ASKED, now)
        elif self.path.stage is Stage.STACKED:
            self.path.settle(now)
        return True

    def _stack(self, now: float, early: bool) -> bool:
        if self.path.stage is not Stage.ESCROW:
            return False
        if self.path.memory.stacker != "in":
            self.path.give_back(Reason.STACKER, now)
        elif not self.come_to("routed", now):
            self.path.stack(now, early)
        return True

    def _return(self, now: float) -> bool:
        if self.path.stage is not Stage.ESCROW:
            return False
        self.path.give_back(Reason.ASKED, now)
        return True

    def _hold(self, now: float) -> bool:
        if self.path.stage is not Stage.ESCROW:
            return False
        self._holding, self._deadline = True, now + HELD
        self._wait_in_escrow()
        return True

    def _wait(self, _: float) -> bool:
        self._deadline += WAITED
        self.path.due += WAITED
        return True

    def vend(self) -> None:
        """Tell VEND VALID once more, until it is acknowledged, whatever lies where."""
        self._vend_again = True

    # ---- the status --------------------------------------------------------------------------------------------------

    def _status(self, now: float) -> bytes:
        self._polled = now
        if self.path.stage is Stage.ESCROW:
            self._wait_in_escrow()
        status, data = self.status(now)
        if status in self.trouble.skipped:
            status, data = wire.IDLING, b""
        pretence = self.trouble.pretence() or bytes([status]) + data
        self.told({wire.ESCROW: "offered", wire.VEND_VALID: "reported"}.get(pretence[0], ""))
        return wire.framed(pretence[0], pretence[1:])

    def status(self, now: float) -> tuple[int, bytes]:
        """As it is told, if it tells the truth: status and its data."""
        if self._power_up is not None:
            return self._power_up, b""
        for status, data, so in self._exceptions(now):
            if so:
                return status, data
        return self._of_path(now)

    def _exceptions(self, now: float) -> list[tuple[int, bytes, bool]]:
        memory, jammed = self.path.memory, self.path.stage is Stage.JAMMED
        vending = self._vend_again or self.path.stage is Stage.STACKED
        return [
            (wire.VEND_VALID, b"", vending),
            (wire.FAILURE, bytes([self.fault]), bool(self.fault)),
            (STATUS_OF_BOX.get(memory.stacker, 0), b"", memory.stacker != "in"),
            (STATUS_OF_JAM.get(memory.place, 0), b"", jammed),
            (wire.CHEATED, b"", self.cheated),
            (wire.PAUSE, b"", now < self.paused_until),
        ]

    def _of_path(self, now: float) -> tuple[int, bytes]:
        stage = self.path.stage
        if stage is Stage.ESCROW:
            return (wire.HOLDING, b"") if self._holding else (wire.ESCROW, self._escrow_data())
        if stage in (Stage.RETURNING, Stage.RETURNED):
            why = REJECTED_FOR.get(self.path.reason)
            return (wire.RETURNING, b"") if why is None else (wire.REJECTING, bytes([why]))
        if stage in STATUS_OF_STAGE:
            return STATUS_OF_STAGE[stage], b""
        if not self.ready(now):
            return wire.INITIALIZE, b""
        return (wire.DISABLED if self._takes_nothing() else wire.IDLING), b""

    def _takes_nothing(self) -> bool:
        no_type = all(self.refuses(self.notes.note(kind)) for kind in self.notes.types())
        return no_type and self.refuses(Paper(TICKET, "")) is not None

    def _escrow_data(self) -> bytes:
        paper = self.path.paper
        if paper.type == TICKET:
            return bytes([wire.TICKET_CODE]) + paper.name.encode()
        return bytes([wire.FIRST_NOTE + paper.type - 1])

    def currencies(self) -> bytes:
        """Four bytes for each type: what ESCROW calls it, country, value, and how many zeros follow."""
        country = COUNTRIES.get(self.notes.country, 0)
        return b"".join(
            bytes([wire.FIRST_NOTE + kind - 1, country, *in_figures(value)])
            for kind, value in self.notes.types().items()
        )

    def glance(self, now: float) -> dict[str, Any]:
        """Status and settings."""
        status, data = self.status(now)
        return {
            "protocol": "id003",
            "version": self.version,
            "status": f"{status:02x}{data.hex()}",
            "settings": {f"{number:02x}": value.hex() for number, value in self.settings.items()},
        }


TELLS: dict[int, Callable[[Id003], bytes]] = {
    wire.VERSION: lambda unit: unit.version.encode(),
    wire.BOOT_VERSION: lambda _: b"EMU1",
    wire.CURRENCIES: Id003.currencies,
}
DOES: dict[int, Callable[[Id003, float], bool]] = {
    wire.RESET: Id003._reset,
    wire.STACK_1: lambda unit, now: unit._stack(now, early=True),
    wire.STACK_2: lambda unit, now: unit._stack(now, early=False),
    wire.RETURN: Id003._return,
    wire.HOLD: Id003._hold,
    wire.WAIT: Id003._wait,
}
