"""What the desk of a unit on a serial line does, whatever the unit: dice unit or wheel.

The driver keeps nothing, so the wish is told on every change and once a second. Whether an outcome is one that the unit
really made is judged at its own desk, with the unit's key: the driver only carries the claim.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from pydantic import TypeAdapter

from config.devices import UNITS
from config.text.words import printable
from controller.facts.cabinet_kinds import TestEnd
from controller.facts.kinds import FaultName
from controller.protocol.devices.unit import (
    ClearFaults,
    LinkDown,
    LinkHealth,
    LinkUp,
    NotDone,
    RunSelfTest,
    UnitIdentity,
    UnitRebooted,
    WantedLamp,
)
from controller.protocol.message import Message as WireMessage
from controller.protocol.status import UNIT, LinkStatus
from controller.server.connections.driver_desk import DriverDesk
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.troubles import Trouble
from controller.table import events
from controller.table.phases import Phase
from controller.table.service import events as trial_events
from controller.table.state import Table, Throw
from controller.table.wishes import WantedThrow

SAID_AGAIN_MS = 1000
EVERY_FAULT = 0xFFFF
TESTS = {"clear_faults": "clear_faults", "run_self_test": "self_test"}
"""The driver's word for a command → the operator's act."""

Message = TypeVar("Message", bound=WireMessage)
Faults = tuple[FaultName, ...]


class UnitDeskSettings(NamedTuple):
    """What the desk of a unit is told of the cabinet."""

    key: bytes
    emulated_allowed: bool
    told_before: int
    """The last id that a driver may have heard of before this controller started."""
    duration_ms: int
    strength: int
    """How dice are shaken; other units are not asked so."""


class UnitStanding(NamedTuple):
    """The unit's own view of itself."""

    is_open: bool
    """Its lid or cover."""
    last: int
    """The last id that it knows."""
    faults: Faults


def lamp_of(table: Table) -> WantedLamp:
    """Red: held. White: a test of the lamps. Amber, running: the outcome is on its way. Green: bets are taken, or could
    be."""
    if table.trial is not None and table.trial.what == "lamp_test":
        return WantedLamp(red=255, green=255, blue=255, pattern="steady")
    if table.holds:
        return WantedLamp(red=255, green=0, blue=0, pattern="blink")
    if table.phase in (Phase.SHOOTING, Phase.ROLLING):
        return WantedLamp(red=255, green=160, blue=0, pattern="chase")
    return WantedLamp(red=0, green=255, blue=0, pattern="steady")


def nonce_of(table: Table, id: int) -> str | None:
    """The nonce that was drawn for this id, if it is wanted, by the game or by a technician, or its round was broken
    off."""
    for drawn in (table.throw, table.abandoned):
        if isinstance(drawn, Throw) and drawn.id == id and drawn.nonce:
            return drawn.nonce
    return table.trial.nonce if table.trial is not None and table.trial.roll_id == id else None


class UnitDesk(DriverDesk[Message]):
    """One driver, and the unit behind it."""

    device: ClassVar[str]
    messages: ClassVar[TypeAdapter[Any]]
    """What its driver says."""
    verdicts: ClassVar[dict[str, str]]
    """The unit's word for why it does not start → the table's, where that is another."""

    def __init__(self, settings: UnitDeskSettings) -> None:
        super().__init__(self.device, self.messages, settings.emulated_allowed)
        self._outcome = UNITS[self.device].outcome
        self._key = settings.key
        self._unit: UnitIdentity | None = None
        self._status: WireMessage | None = None
        self._standing: UnitStanding | None = None
        self._found = False
        """Whether the table knows of the unit that is there now."""
        self._open: bool | None = None
        self._faults: Faults = ()
        self._health: LinkHealth | None = None
        self._said_of: tuple[object, ...] | None = None
        """What of the table the last wish rested on."""
        self._say_at = 0
        self._first_told = settings.told_before
        self._lamp: WantedLamp | None = None
        self._trial_told = ""
        """The test that the driver has been told of: a command is carried out as often as it is told."""

    # ---- what each desk does in its own way ----

    @abstractmethod
    def _of_unit(self, hub: Hub, message: Any) -> None:
        """A message that only this kind of unit says."""

    @abstractmethod
    def _start(self, hub: Hub, wanted: WantedThrow, fresh: bool, may_start: bool) -> WireMessage:
        """The outcome that is wanted, in the words of its driver."""

    @abstractmethod
    def _wish_for_none(self, hub: Hub) -> WireMessage:
        """What the driver is told while no outcome is wanted."""

    # ---- heard ----

    def _take(self, hub: Hub, message: Message) -> None:
        match message:
            case LinkUp(unit=unit):
                self._unit, self._status, self._standing, self._found = unit, None, None, False
            case LinkDown(text=text):
                self._trouble(hub, "link_down", text, words=text)
                self._lose(hub)
            case LinkHealth():
                self._health = message
                self._know(hub, message.unit)
            case UnitRebooted(boot_id=boot_id):
                self._trouble(hub, "reboot", f"the unit has rebooted, boot {boot_id}", boot=boot_id)
                self._found = False
            case NotDone(command=command, text=text):
                hub.counters.trouble(
                    Trouble.NOT_DONE, self._hardware, f"{command}: {text}", hub.now, words=f"{command}: {text}"
                )
                self._tested(hub, TESTS.get(command, ""), "not_done", why=printable(text))
            case _:
                self._of_unit(hub, message)

    def _unknown(self, hub: Hub, id: int) -> None:
        """Asked for a result, the unit does not know of it."""
        if hub.table.phase is Phase.RECOVERY or id == hub.wishes.abort:
            hub.apply(events.RollUnknown(id))

    def _under_way(self, hub: Hub, id: int) -> None:
        if hub.table.phase is Phase.RECOVERY:
            hub.apply(events.RollUnderWay(id))

    def _refused(self, hub: Hub, id: int, verdict: str) -> None:
        last = self._standing.last if self._standing else 0
        hub.counters.counts[f"shake_refused.{verdict}"] += 1
        hub.apply(events.ShakeRefused(id, self.verdicts.get(verdict, verdict), last))

    def _overdue(self, hub: Hub, id: int, waited_ms: int) -> None:
        text = f"{self._outcome} {id} after {waited_ms} ms"
        trouble = Trouble[f"{self._outcome}_overdue".upper()]
        hub.counters.trouble(trouble, self._hardware, text, hub.now, roll_id=id, waited=waited_ms)

    def _is_authentic(self, hub: Hub, id: int, judged: Callable[[bytes], str]) -> bool:
        """Whether a report is the unit's own, judged by the nonce that was drawn for its id."""
        nonce = nonce_of(hub.table, id)
        if nonce is None:
            return False
        judgement = judged(bytes.fromhex(nonce))
        if judgement != "authentic":
            text = f"the report of {self._outcome} {id} is not to be believed: {judgement}"
            trouble = Trouble[f"{self._outcome}_not_authentic".upper()]
            hub.counters.trouble(trouble, self._hardware, text, hub.now, roll_id=id)
        return judgement == "authentic"

    def _tested(self, hub: Hub, what: str, came: TestEnd, **about: object) -> None:
        """Something that a technician asked for has been done, or could not be."""
        trial = hub.table.trial
        if trial is not None and trial.what == what:
            hub.apply(trial_events.UnitTested(what, came, about))

    def _cleared(self, hub: Hub, faults: Faults) -> None:
        self._faults_are(hub, faults)
        self._tested(hub, "clear_faults", "faults", faults=list(faults))

    def _self_tested(self, hub: Hub, failures: Sequence[str]) -> None:
        self._tested(hub, "self_test", "tested", failures=list(failures))

    # ---- the unit ----

    def _know(self, hub: Hub, unit: UnitIdentity | None) -> None:
        """The health says who is there now, whatever was missed."""
        if unit is None and self._found:
            self._lose(hub)
        if unit != self._unit:
            self._unit, self._found = unit, False

    def _stands(self, hub: Hub, status: WireMessage, standing: UnitStanding) -> None:
        """How the unit is. Once it is known who it is too, the table is told, once; then only what changes."""
        self._status, self._standing, unit = status, standing, self._unit
        if unit is None:
            return
        if not self._found:
            self._found, self._open, self._faults, self._said_of = True, standing.is_open, standing.faults, None
            hub.apply(events.UnitFound(unit.serial, standing.last, standing.is_open, standing.faults))
            return
        self._lid_is(hub, standing.is_open)
        self._faults_are(hub, standing.faults)

    def _lid_is(self, hub: Hub, is_open: bool) -> None:
        if self._found and self._open != is_open:
            self._open = is_open
            hub.apply(events.LidMoved(is_open))

    def _faults_are(self, hub: Hub, faults: Faults) -> None:
        if self._found and self._faults != faults:
            self._faults = faults
            hub.apply(events.FaultsChanged(faults))

    def _lose(self, hub: Hub) -> None:
        if self._found:
            hub.apply(events.UnitLost())
        self._found, self._unit, self._status, self._standing, self._open = False, None, None, None, None

    # ---- told ----

    def tell(self, hub: Hub, news: TurnNews) -> None:  # noqa: ARG002
        """The wish, if it has changed or has not been said for a second."""
        if self._peer is None:
            return
        table = hub.table
        self._tell_lamp(hub)
        self._tell_trial(hub)
        rests_on = (
            table.throw, table.phase, table.result, table.abandoned, tuple(table.holds), table.trial, self._found
        )  # fmt: skip
        if rests_on == self._said_of and hub.now < self._say_at:
            return
        self._said_of, self._say_at = rests_on, hub.now + SAID_AGAIN_MS
        hub.say(self._peer, self._wish(hub))

    def _wish(self, hub: Hub) -> WireMessage:
        wanted = hub.wishes.throw
        if wanted is None:
            return self._wish_for_none(hub)
        may_start = wanted.shake and self._found
        fresh = may_start and wanted.roll_id > self._first_told
        if fresh:
            self._first_told = wanted.roll_id
        return self._start(hub, wanted, fresh, may_start)

    def _tell_lamp(self, hub: Hub) -> None:
        """It shows from afar what the table does; told when it changes."""
        lamp = lamp_of(hub.table)
        if self._peer is not None and lamp != self._lamp:
            self._lamp = lamp
            hub.say(self._peer, lamp)

    def _tell_trial(self, hub: Hub) -> None:
        """A test that is a command goes to a unit that is there, once."""
        trial = hub.table.trial
        if trial is None or self._peer is None or not self._found or trial.name == self._trial_told:
            return
        self._trial_told = trial.name
        if trial.what == "clear_faults":
            hub.say(self._peer, ClearFaults(mask=EVERY_FAULT))
        elif trial.what == "self_test":
            hub.say(self._peer, RunSelfTest())

    def _say_all_again(self) -> None:
        self._said_of = self._lamp = None
        self._trial_told = ""

    def links(self, hub: Hub) -> list[LinkStatus]:
        """The driver and the unit, at a glance."""
        details: dict[str, int | float | str | bool] = {}
        if self._health is not None:
            details |= self._health.model_dump(exclude={"kind", "v", "unit"})
        if self._unit is not None:
            details |= {"model": self._unit.model, "serial": self._unit.serial, "firmware": self._unit.firmware}
        if self._status is not None:
            details |= self._status.model_dump(exclude={"kind", "v", "faults"})
        up = self._peer is not None and self._found
        return [LinkStatus(role=self._hardware, name=UNIT, up=up, silent_ms=self._silent_ms(hub), details=details)]
