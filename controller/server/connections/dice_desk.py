"""The desk of the dice driver: what it reports becomes events, what the table wishes becomes orders.

The driver keeps nothing, so the wish is told on every change and once a second. Whether a roll is one the unit really
made is judged here, with the unit's key: the driver only carries the claim.
"""

from config.words import printable
from controller.facts.kinds import FaultName, TestEnd
from controller.protocol.devices import dice as wire
from controller.protocol.devices.authentic import judge
from controller.protocol.devices.unit import (
    ClearFaults,
    LinkDown,
    LinkHealth,
    LinkUp,
    NotDone,
    NothingWanted,
    RunSelfTest,
    UnitIdentity,
    UnitRebooted,
    WantedLamp,
)
from controller.protocol.status import LinkStatus
from controller.server.connections.driver_desk import DriverDesk
from controller.server.loop.hub import Hub
from controller.server.loop.news import TurnNews
from controller.server.loop.troubles import Trouble
from controller.table import events
from controller.table.phases import Phase
from controller.table.state import Table
from controller.table.wishes import wishes

SAID_AGAIN_MS = 1000
EVERY_FAULT = 0xFFFF
VERDICT = {"stale_roll_id": "stale"}
TESTS = {"clear_faults": "clear_faults", "run_self_test": "self_test"}
"""The driver's word for a command → the operator's act."""


def lamp_of(table: Table) -> WantedLamp:
    """Red: held. White: a test of the lamps. Amber, running: dice in play. Green: bets are taken, or could be."""
    if table.trial is not None and table.trial.what == "lamp_test":
        return WantedLamp(red=255, green=255, blue=255, pattern="steady")
    if table.holds:
        return WantedLamp(red=255, green=0, blue=0, pattern="blink")
    if table.phase in (Phase.SHOOTING, Phase.ROLLING):
        return WantedLamp(red=255, green=160, blue=0, pattern="chase")
    return WantedLamp(red=0, green=255, blue=0, pattern="steady")


def _nonce_of(table: Table, roll_id: int) -> str | None:
    """The nonce that was drawn for this roll, if it is wanted: by the game or by a technician."""
    if table.throw is not None and table.throw.id == roll_id:
        return table.throw.nonce
    return table.trial.nonce if table.trial is not None and table.trial.roll_id == roll_id else None


class DiceDesk(DriverDesk[wire.FromDiceDriver]):
    """One driver, and the unit behind it."""

    def __init__(self, key: bytes, duration_ms: int, strength: int, emulated_allowed: bool, told_before: int) -> None:
        """`told_before`: the last roll id that a driver may have heard of before this controller started."""
        super().__init__("dice", wire.FROM_DICE_DRIVER, emulated_allowed)
        self._key = key
        self._duration_ms, self._strength = duration_ms, strength
        self._unit: UnitIdentity | None = None
        self._status: wire.UnitStatus | None = None
        self._found = False
        """Whether the table knows of the unit that is there now."""
        self._lid: bool | None = None
        self._faults: tuple[FaultName, ...] = ()
        self._health: LinkHealth | None = None
        self._said_of: tuple[object, ...] | None = None
        """What of the table the last wish rested on."""
        self._say_at = 0
        self._first_told = told_before
        self._lamp: WantedLamp | None = None
        self._trial_told = ""
        """The test that the driver has been told of: a command is carried out as often as it is told."""

    # ---- heard ----

    def _take(self, hub: Hub, message: wire.FromDiceDriver) -> None:
        match message:
            case LinkUp(unit=unit):
                self._unit, self._status, self._found = unit, None, False
            case LinkDown(text=text):
                hub.counters.trouble(Trouble.DICE_LINK_DOWN, "dice", text, hub.now)
                self._lose(hub)
            case LinkHealth():
                self._health = message
                self._know(hub, message.unit)
            case wire.UnitStatus():
                self._status = message
                self._meet(hub)
            case UnitRebooted(boot_id=boot_id):
                hub.counters.trouble(Trouble.DICE_REBOOT, "dice", f"the unit has rebooted, boot {boot_id}", hub.now)
                self._found = False
            case wire.UnitLid(open=is_open):
                self._lid_is(hub, is_open)
            case wire.UnitFaults(faults=faults):
                self._faults_are(hub, faults)
            case wire.FaultsCleared(faults=faults):
                self._faults_are(hub, faults)
                self._tested(hub, "clear_faults", "faults", faults=list(faults))
            case wire.SelfTestDone(failures=failures):
                self._tested(hub, "self_test", "tested", failures=list(failures))
            case NotDone(command=command, text=text):
                hub.counters.trouble(Trouble.NOT_DONE, "dice", f"{command}: {text}", hub.now)
                self._tested(hub, TESTS.get(command, ""), "not_done", why=printable(text))
            case _:
                self._of_a_roll(hub, message)

    def _of_a_roll(self, hub: Hub, message: wire.FromDiceDriver) -> None:
        table = hub.table
        match message:
            case wire.RollReport():
                hub.apply(self._thrown(hub, message))
            case wire.RollStarted(roll_id=roll_id):
                if table.phase is Phase.RECOVERY:
                    hub.apply(events.RollUnderWay(roll_id))
            case wire.RollUnknown(roll_id=roll_id):
                if table.phase is Phase.RECOVERY:
                    hub.apply(events.RollUnknown(roll_id))
            case wire.AbortAnswer(roll_id=roll_id, verdict=verdict):
                if verdict != "accepted" and roll_id == wishes(table).abort:
                    hub.apply(events.RollUnknown(roll_id))
            case wire.RollRefused(roll_id=roll_id, verdict=verdict):
                last = self._status.last_roll if self._status else 0
                hub.counters.counts[f"shake_refused.{verdict}"] += 1
                hub.apply(events.ShakeRefused(roll_id, VERDICT.get(verdict, verdict), last))
            case wire.Malfunction():
                self._malfunction(hub, message)
            case wire.RollOverdue(roll_id=roll_id, waited_ms=waited):
                hub.counters.trouble(Trouble.ROLL_OVERDUE, "dice", f"roll {roll_id} after {waited} ms", hub.now)
            case _:
                raise AssertionError(f"{message.kind} is dealt with elsewhere")

    def _thrown(self, hub: Hub, report: wire.RollReport) -> events.Thrown:
        authentic = False
        nonce = _nonce_of(hub.table, report.roll_id)
        if nonce is not None:
            judgement = judge(report, roll_id=report.roll_id, nonce=bytes.fromhex(nonce), key=self._key)
            authentic = judgement == "authentic"
            if not authentic:
                text = f"the report of roll {report.roll_id} is not to be believed: {judgement}"
                hub.counters.trouble(Trouble.ROLL_NOT_AUTHENTIC, "dice", text, hub.now)
        shown = {"faces": list(report.dice or (0, 0))}
        return events.Thrown(report.roll_id, report.outcome, shown, authentic, report.payload, report.mac)

    def _malfunction(self, hub: Hub, malfunction: wire.Malfunction) -> None:
        hub.counters.trouble(Trouble.DICE_MALFUNCTION, malfunction.what, malfunction.text, hub.now)
        if malfunction.roll_id is not None:
            what = malfunction
            hub.apply(events.Thrown(what.roll_id or 0, what.what, {"faces": [0, 0]}, False, what.payload, what.mac))

    def _tested(self, hub: Hub, what: str, came: TestEnd, **about: object) -> None:
        """Something that a technician asked for has been done, or could not be."""
        trial = hub.table.trial
        if trial is not None and trial.what == what:
            hub.apply(events.UnitTested(what, came, about))

    # ---- the unit ----

    def _know(self, hub: Hub, unit: UnitIdentity | None) -> None:
        """The health says who is there now, whatever was missed."""
        if unit is None and self._found:
            self._lose(hub)
        if unit != self._unit:
            self._unit, self._found = unit, False

    def _meet(self, hub: Hub) -> None:
        """The unit is known, and how it is: tell the table, once; then only what changes."""
        status, unit = self._status, self._unit
        if status is None or unit is None:
            return
        if not self._found:
            self._found, self._lid, self._faults, self._said_of = True, status.lid_open, status.faults, None
            hub.apply(events.UnitFound(unit.serial, status.last_roll, status.lid_open, status.faults))
            return
        self._lid_is(hub, status.lid_open)
        self._faults_are(hub, status.faults)

    def _lid_is(self, hub: Hub, is_open: bool) -> None:
        if self._found and self._lid != is_open:
            self._lid = is_open
            hub.apply(events.LidMoved(is_open))

    def _faults_are(self, hub: Hub, faults: tuple[FaultName, ...]) -> None:
        if self._found and self._faults != faults:
            self._faults = faults
            hub.apply(events.FaultsChanged(faults))

    def _lose(self, hub: Hub) -> None:
        if self._found:
            hub.apply(events.UnitLost())
        self._found, self._unit, self._status, self._lid = False, None, None, None

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
        wish = self._wish(hub)
        if isinstance(wish, wire.WantedRoll) and wish.shake and wish.roll_id > self._first_told:
            self._first_told = wish.roll_id
            wish = wish.model_copy(update={"fresh": True})
        hub.say(self._peer, wish)

    def _tell_lamp(self, hub: Hub) -> None:
        """The dome shows from afar what the table does; told when it changes."""
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

    def _wish(self, hub: Hub) -> wire.ToDiceDriver:
        wanted = wishes(hub.table)
        if wanted.throw is not None:
            return wire.WantedRoll(
                roll_id=wanted.throw.roll_id,
                nonce=wanted.throw.nonce,
                duration_ms=self._duration_ms,
                strength=self._strength,
                shake=wanted.throw.shake and self._found,
            )
        return NothingWanted() if wanted.abort is None else wire.AbortRoll(roll_id=wanted.abort)

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
        return [LinkStatus(role="dice", name="unit", up=up, silent_ms=self._silent_ms(hub), details=details)]
