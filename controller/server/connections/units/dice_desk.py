"""The desk of the dice driver: what it reports becomes events, what the table wishes becomes orders."""

from typing import Any, assert_never

from controller.protocol.devices import dice as wire
from controller.protocol.devices.authentic.roll import judge
from controller.protocol.devices.unit import NothingWanted
from controller.protocol.message import Message
from controller.server.connections.units.unit_desk import UnitDesk, UnitDeskSettings, UnitStanding
from controller.server.loop.hub import Hub
from controller.table import events
from controller.table.wishes import WantedThrow


class DiceDesk(UnitDesk[Any]):
    """One driver, and the dice unit behind it."""

    device, messages = "dice", wire.FROM_DRIVER
    verdicts = {"stale_roll_id": "stale"}

    def __init__(self, settings: UnitDeskSettings) -> None:
        super().__init__(settings)
        self._duration_ms, self._strength = settings.duration_ms, settings.strength

    def _of_unit(self, hub: Hub, message: wire.OfDiceUnit) -> None:
        match message:
            case wire.UnitStatus():
                self._stands(hub, message, UnitStanding(message.lid_open, message.last_roll, message.faults))
            case wire.UnitLid(open=is_open):
                self._lid_is(hub, is_open)
            case wire.UnitFaults(faults=faults):
                self._faults_are(hub, faults)
            case wire.FaultsCleared(faults=faults):
                self._cleared(hub, faults)
            case wire.SelfTestDone(failures=failures):
                self._self_tested(hub, failures)
            case wire.RollReport():
                hub.apply(self._thrown(hub, message))
            case wire.RollStarted(roll_id=roll_id):
                self._under_way(hub, roll_id)
            case wire.RollUnknown(roll_id=roll_id):
                self._unknown(hub, roll_id)
            case wire.AbortAnswer(roll_id=roll_id, verdict=verdict):
                if verdict != "accepted" and roll_id == hub.wishes.abort:
                    hub.apply(events.RollUnknown(roll_id))
            case wire.RollRefused(roll_id=roll_id, verdict=verdict):
                self._refused(hub, roll_id, verdict)
            case wire.Malfunction():
                self._malfunction(hub, message)
            case wire.RollOverdue(roll_id=roll_id, waited_ms=waited):
                self._overdue(hub, roll_id, waited)
            case _:
                assert_never(message)

    def _thrown(self, hub: Hub, report: wire.RollReport) -> events.Thrown:
        id, key = report.roll_id, self._key
        authentic = self._is_authentic(hub, id, lambda nonce: judge(report, roll_id=id, nonce=nonce, key=key))
        shown = {"faces": list(report.dice or (0, 0))}
        return events.Thrown(report.roll_id, report.outcome, shown, authentic, report.payload, report.mac)

    def _malfunction(self, hub: Hub, what: wire.Malfunction) -> None:
        self._trouble(hub, "malfunction", what.text, source=what.what, words=what.text)
        if what.roll_id is not None:
            hub.apply(events.Thrown(what.roll_id, what.what, {"faces": [0, 0]}, False, what.payload, what.mac))

    def _start(self, hub: Hub, wanted: WantedThrow, fresh: bool, may_start: bool) -> Message:  # noqa: ARG002
        return wire.WantedRoll(
            roll_id=wanted.roll_id,
            nonce=wanted.nonce,
            duration_ms=self._duration_ms,
            strength=self._strength,
            fresh=fresh,
            shake=may_start,
        )

    def _wish_for_none(self, hub: Hub) -> Message:
        abort = hub.wishes.abort
        return NothingWanted() if abort is None else wire.AbortRoll(roll_id=abort)
