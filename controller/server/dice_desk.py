"""The desk of the dice driver: what it reports becomes events, what the table wishes becomes orders.

The driver keeps nothing, so the wish is told on every change and once a second. Whether a roll is one the unit really
made is judged here, with the unit's key: the driver only carries the claim.
"""

import structlog

from controller.server.floor import Floor
from controller.server.news import Turn
from controller.server.ports import Arrival, Peer
from controller.table import events
from controller.table.decisions import Answer
from controller.table.phases import Phase
from controller.table.wishes import wishes
from controller.wire import dice as wire
from controller.wire.authentic import judge
from controller.wire.message import BadMessage, WhoIsThere, decode
from controller.wire.status import LinkStatus

LOST_AFTER_MS = 3000
"""The driver says how it is once a second."""
SAID_AGAIN_MS = 1000
FAULT_BITS: tuple[wire.FaultName, ...] = (
    "motor_stall",
    "motor_over_current",
    "sensor_dead",
    "sensor_dirty",
    "dice_missing",
    "over_temperature",
    "memory",
    "supply_low",
)
OTHER_FAULT = 1 << 15
VERDICT = {"stale_roll_id": "stale"}

log = structlog.get_logger()


def fault_mask(faults: tuple[wire.FaultName, ...]) -> int:
    """The latch as the unit itself keeps it."""
    mask = 0
    for fault in faults:
        mask |= 1 << FAULT_BITS.index(fault) if fault in FAULT_BITS else OTHER_FAULT
    return mask


class DiceDesk:
    """One driver, and the unit behind it."""

    def __init__(self, key: bytes, duration_ms: int, strength: int, emulated_allowed: bool, told_before: int) -> None:
        """`told_before`: the last roll id that a driver may have heard of before this controller started."""
        self._key = key
        self._duration_ms, self._strength = duration_ms, strength
        self._emulated_allowed = emulated_allowed
        self._peer: Peer | None = None
        self._heard = 0
        self._unit: wire.UnitIdentity | None = None
        self._status: wire.UnitStatus | None = None
        self._found = False
        """Whether the table knows of the unit that is there now."""
        self._lid: bool | None = None
        self._faults = 0
        self._health: wire.LinkHealth | None = None
        self._said_of: tuple[object, ...] | None = None
        """What of the table the last wish rested on."""
        self._say_at = 0
        self._first_told = told_before

    # ---- heard ----

    def hear(self, floor: Floor, arrival: Arrival) -> None:
        """One message."""
        try:
            message = decode(wire.FROM_DICE_DRIVER, arrival.data)
        except BadMessage as error:
            floor.not_taken(arrival, "bad_message", str(error))
            return
        if isinstance(message, wire.DiceDriverHere):
            self._here(floor, arrival, message)
        elif arrival.peer != self._peer:
            floor.say(arrival.peer, WhoIsThere())
        else:
            self._heard = floor.now
            self._take(floor, message)

    def _here(self, floor: Floor, arrival: Arrival, here: wire.DiceDriverHere) -> None:
        """Law 13: no emulated unit on a live journal."""
        if here.emulated and not self._emulated_allowed:
            text = f"an emulated dice unit at {here.port} has no business with a live journal"
            floor.not_taken(arrival, "emulator_on_live", text)
            return
        if self._peer not in (None, arrival.peer):
            floor.counting.trouble("dice_driver_again", here.port, "a new driver takes over from the old", floor.now)
            self._lose(floor)
        log.info("dice driver here", port=here.port, emulated=here.emulated)
        self._peer, self._heard, self._said_of = arrival.peer, floor.now, None

    def _take(self, floor: Floor, message: wire.FromDiceDriver) -> None:
        match message:
            case wire.LinkUp(unit=unit):
                self._unit, self._status, self._found = unit, None, False
            case wire.LinkDown(text=text):
                floor.counting.trouble("dice_link_down", "dice", text, floor.now)
                self._lose(floor)
            case wire.LinkHealth():
                self._health = message
                self._know(floor, message.unit)
            case wire.UnitStatus():
                self._status = message
                self._meet(floor)
            case wire.UnitRebooted(boot_id=boot_id):
                floor.counting.trouble("dice_reboot", "dice", f"the unit has rebooted, boot {boot_id}", floor.now)
                self._found = False
            case wire.UnitLid(open=is_open):
                self._lid_is(floor, is_open)
            case wire.UnitFaults(faults=faults) | wire.FaultsCleared(faults=faults):
                self._faults_are(floor, fault_mask(faults))
            case _:
                self._of_a_roll(floor, message)

    def _of_a_roll(self, floor: Floor, message: wire.FromDiceDriver) -> None:
        table = floor.table
        match message:
            case wire.RollReport():
                floor.apply(self._thrown(floor, message))
            case wire.RollStarted(roll_id=roll_id):
                if table.phase is Phase.RECOVERY:
                    floor.apply(events.RollUnderWay(roll_id))
            case wire.RollUnknown(roll_id=roll_id):
                if table.phase is Phase.RECOVERY:
                    floor.apply(events.RollUnknown(roll_id))
            case wire.AbortAnswer(roll_id=roll_id, verdict=verdict):
                if verdict != "accepted" and roll_id == table.abandoned:
                    floor.apply(events.RollUnknown(roll_id))
            case wire.RollRefused(roll_id=roll_id, verdict=verdict):
                last = self._status.last_roll if self._status else 0
                floor.counting.counters[f"shake_refused.{verdict}"] += 1
                floor.apply(events.ShakeRefused(roll_id, VERDICT.get(verdict, verdict), last))
            case wire.Malfunction():
                self._malfunction(floor, message)
            case wire.RollOverdue(roll_id=roll_id, waited_ms=waited):
                floor.counting.trouble("roll_overdue", "dice", f"roll {roll_id} after {waited} ms", floor.now)
            case wire.SelfTestDone() | wire.NotDone():
                floor.counting.trouble(message.kind, "dice", message.model_dump_json(), floor.now)
            case _:
                raise AssertionError(f"{message.kind} is dealt with elsewhere")

    def _thrown(self, floor: Floor, report: wire.RollReport) -> events.Thrown:
        throw = floor.table.throw
        authentic = False
        if throw is not None and throw.id == report.roll_id:
            nonce = bytes.fromhex(throw.nonce)
            judgement = judge(report, roll_id=throw.id, nonce=nonce, key=self._key)
            authentic = judgement == "authentic"
            if not authentic:
                text = f"the report of roll {report.roll_id} is not to be believed: {judgement}"
                floor.counting.trouble("roll_not_authentic", "dice", text, floor.now)
        faces = report.dice or (0, 0)
        return events.Thrown(report.roll_id, report.outcome, faces, authentic, report.payload, report.mac)

    def _malfunction(self, floor: Floor, malfunction: wire.Malfunction) -> None:
        floor.counting.trouble("dice_malfunction", malfunction.what, malfunction.text, floor.now)
        if malfunction.roll_id is not None:
            what = malfunction
            floor.apply(events.Thrown(what.roll_id or 0, what.what, (0, 0), False, what.payload, what.mac))

    # ---- the unit ----

    def _know(self, floor: Floor, unit: wire.UnitIdentity | None) -> None:
        """The health says who is there now, whatever was missed."""
        if unit is None and self._found:
            self._lose(floor)
        if unit != self._unit:
            self._unit, self._found = unit, False

    def _meet(self, floor: Floor) -> None:
        """The unit is known, and how it is: tell the table, once; then only what changes."""
        status, unit = self._status, self._unit
        if status is None or unit is None:
            return
        mask = fault_mask(status.faults)
        if not self._found:
            self._found, self._lid, self._faults, self._said_of = True, status.lid_open, mask, None
            floor.apply(events.UnitFound(unit.serial, status.last_roll, status.lid_open, mask))
            return
        self._lid_is(floor, status.lid_open)
        self._faults_are(floor, mask)

    def _lid_is(self, floor: Floor, is_open: bool) -> None:
        if self._found and self._lid != is_open:
            self._lid = is_open
            floor.apply(events.LidMoved(is_open))

    def _faults_are(self, floor: Floor, mask: int) -> None:
        if self._found and self._faults != mask:
            self._faults = mask
            floor.apply(events.FaultsChanged(mask))

    def _lose(self, floor: Floor) -> None:
        if self._found:
            floor.apply(events.UnitLost())
        self._found, self._unit, self._status, self._lid = False, None, None, None

    # ---- told ----

    def answer(self, floor: Floor, peer: Peer, answer: Answer) -> None:
        """A driver sends no commands."""

    def tell(self, floor: Floor, news: Turn) -> None:  # noqa: ARG002
        """The wish, if it has changed or has not been said for a second."""
        if self._peer is None:
            return
        table = floor.table
        rests_on = (table.throw, table.phase, table.result, table.abandoned, bool(table.holds), self._found)
        if rests_on == self._said_of and floor.now < self._say_at:
            return
        self._said_of, self._say_at = rests_on, floor.now + SAID_AGAIN_MS
        wish = self._wish(floor)
        if isinstance(wish, wire.WantedRoll) and wish.shake and wish.roll_id > self._first_told:
            self._first_told = wish.roll_id
            wish = wish.model_copy(update={"fresh": True})
        floor.say(self._peer, wish)

    def _wish(self, floor: Floor) -> wire.ToDiceDriver:
        wanted = wishes(floor.table)
        if wanted.throw is not None:
            return wire.WantedRoll(
                roll_id=wanted.throw.roll_id,
                nonce=wanted.throw.nonce,
                duration_ms=self._duration_ms,
                strength=self._strength,
                shake=wanted.throw.shake and self._found,
            )
        return wire.NothingWanted() if wanted.abort is None else wire.AbortRoll(roll_id=wanted.abort)

    # ---- gone ----

    def look_around(self, floor: Floor) -> None:
        """A driver that is not heard is lost, and its unit with it."""
        if self._peer is not None and floor.now - self._heard > LOST_AFTER_MS:
            floor.counting.trouble("dice_driver_lost", "dice", f"not heard for {LOST_AFTER_MS} ms", floor.now)
            self.gone(floor, self._peer)

    def gone(self, floor: Floor, peer: Peer) -> None:
        """The driver's connection has ended."""
        if peer == self._peer:
            self._peer = None
            self._lose(floor)

    def caught_up(self, floor: Floor, peer: Peer) -> None:  # noqa: ARG002
        """It reads again: say the wish anew."""
        self._said_of = None

    def links(self, floor: Floor) -> list[LinkStatus]:
        """The driver and the unit, at a glance."""
        details: dict[str, int | float | str | bool] = {}
        if self._health is not None:
            details |= self._health.model_dump(exclude={"kind", "v", "unit"})
        if self._unit is not None:
            details |= {"model": self._unit.model, "serial": self._unit.serial, "firmware": self._unit.firmware}
        if self._status is not None:
            details |= self._status.model_dump(exclude={"kind", "v", "faults"})
        up = self._peer is not None and self._found
        silent = floor.now - self._heard if self._peer is not None else 0
        return [LinkStatus(role="dice", name="unit", up=up, silent_ms=silent, details=details)]
