"""The desk of the wheel driver: what it reports becomes events, what the table wishes becomes orders.

That ball and rotor went against one another, that there were four revolutions and that the number is one of the wheel's
is checked here, whatever the wheel itself has found. Bets that are open close with the first sign that the ball falls.
"""

from typing import Any, assert_never

from controller.protocol.devices import wheel as wire
from controller.protocol.devices.authentic.spin import OUTCOMES, contradictions, judge_spin
from controller.protocol.devices.unit import NothingWanted
from controller.protocol.message import Message
from controller.server.connections.units.unit_desk import UnitDesk, UnitDeskSettings, UnitStanding
from controller.server.loop.hub import Hub
from controller.table import events
from controller.table.phases import Phase
from controller.table.wishes import WantedThrow

STAGES = {1: "launched", 2: "turning", 3: "leaving", 4: "landed"}
FALLS = (3, 4)
"""Stages at which bets close."""
FALLING = ("ball_falling", "reading")
"""States of the unit that say the same."""
UNKNOWN_OUTCOME = "outcome_unknown"


class WheelDesk(UnitDesk[Any]):
    """One driver, and the wheel behind it."""

    device, messages = "wheel", wire.FROM_DRIVER
    verdicts = {"stale_spin_id": "stale"}

    def __init__(self, settings: UnitDeskSettings) -> None:
        super().__init__(settings)
        self._aborted = 0
        """The last spin that the driver was told to break off: told once, then its result is asked for."""

    def _of_unit(self, hub: Hub, message: wire.OfWheel) -> None:
        match message:
            case wire.WheelStatus():
                self._falls(hub, message.last_spin, message.state in FALLING)
                self._stands(hub, message, UnitStanding(message.cover_open, message.last_spin, message.faults))
            case wire.BallReport():
                self._ball(hub, message)
            case wire.WheelCover(open=is_open):
                self._lid_is(hub, is_open)
            case wire.WheelFaults(faults=faults):
                self._faults_are(hub, faults)
            case wire.WheelFaultsCleared(faults=faults):
                self._cleared(hub, faults)
            case wire.WheelSelfTestDone(failures=failures):
                self._self_tested(hub, failures)
            case wire.SpinReport():
                hub.apply(self._thrown(hub, message))
            case wire.SpinStarted(spin_id=spin_id):
                self._under_way(hub, spin_id)
            case wire.SpinUnknown(spin_id=spin_id):
                self._unknown(hub, spin_id)
            case wire.AbortSpinAnswer():
                """Broken off or too late: what became of it, its result says."""
            case wire.SpinRefused(spin_id=spin_id, verdict=verdict):
                self._refused(hub, spin_id, verdict)
            case wire.WheelMalfunction():
                self._malfunction(hub, message)
            case wire.SpinOverdue(spin_id=spin_id, waited_ms=waited):
                self._overdue(hub, spin_id, waited)
            case _:
                assert_never(message)

    # ---- the ball ----

    def _ball(self, hub: Hub, ball: wire.BallReport) -> None:
        """Screens draw the wheel by it; of another spin than the wanted one it means nothing."""
        self._falls(hub, ball.spin_id, ball.stage in FALLS)
        if ball.stage in STAGES:
            seen = {"ball": STAGES[ball.stage], "revolutions": ball.revolutions}
            hub.public_views.show(ball.spin_id, seen)

    def _falls(self, hub: Hub, spin_id: int, falls: bool) -> None:
        """What closes no bets is not worth an event."""
        throw = hub.table.throw
        if falls and throw is not None and throw.id == spin_id and hub.table.phase is Phase.DRAWING:
            hub.apply(events.OutcomeNears(spin_id))

    # ---- its report ----

    def _thrown(self, hub: Hub, report: wire.SpinReport) -> events.Thrown:
        id, key = report.spin_id, self._key
        authentic = self._is_authentic(hub, id, lambda nonce: judge_spin(report, spin_id=id, nonce=nonce, key=key))
        outcome = self._outcome_of(hub, report) if authentic else _said(report)
        shown = {"number": report.number}
        return events.Thrown(report.spin_id, outcome, shown, authentic, report.payload, report.mac)

    def _outcome_of(self, hub: Hub, report: wire.SpinReport) -> str:
        """What the wheel says came of it; if it contradicts itself, how."""
        found = contradictions(report)
        if not found:
            return _said(report)
        text = f"spin {report.spin_id}: {', '.join(found)}"
        self._trouble(hub, "malfunction", text, source="contradiction", words=text)
        return found[0]

    def _malfunction(self, hub: Hub, what: wire.WheelMalfunction) -> None:
        self._trouble(hub, "malfunction", what.text, source=what.what, words=what.text)
        if what.spin_id is not None:
            shown = {"number": 0xFF}
            hub.apply(events.Thrown(what.spin_id, what.what, shown, False, what.payload, what.mac))

    # ---- told ----

    def _start(self, hub: Hub, wanted: WantedThrow, fresh: bool, may_start: bool) -> Message:
        return wire.WantedSpin(
            spin_id=wanted.roll_id,
            nonce=wanted.nonce,
            rotor=hub.table.setting("rotor"),
            launch=hub.table.setting("launch"),
            fresh=fresh,
            spin=may_start,
        )

    def _wish_for_none(self, hub: Hub) -> Message:
        """A spin of a round that was broken off is broken off itself if that can still be; then its result is asked for
        until it is known, as no bet timer starts before."""
        abort, left = hub.wishes.abort, hub.table.abandoned
        if abort is None or left is None:
            return NothingWanted()
        if self._aborted != abort or not left.nonce:
            self._aborted, self._say_at = abort, hub.now
            return wire.AbortSpin(spin_id=abort)
        return self._start(hub, WantedThrow(left.id, left.nonce, False), fresh=False, may_start=False)


def _said(report: wire.SpinReport) -> str:
    return OUTCOMES[report.outcome] if report.outcome < len(OUTCOMES) else UNKNOWN_OUTCOME
