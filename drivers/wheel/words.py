"""What the wheel unit calls what all units do: its numbers in words, its messages to the controller.

What it says of a spin and of its ball is carried in bare numbers, sound or not: nothing is judged here.
"""

from typing import Final, Literal, get_args

from controller.protocol.devices.authentic.spin import OUTCOMES, contradictions
from controller.protocol.devices.unit import UnitIdentity
from controller.protocol.devices.wheel import (
    AbortSpin,
    AbortSpinAnswer,
    BallReport,
    SpinOverdue,
    SpinRefusal,
    SpinRefused,
    SpinReport,
    SpinStarted,
    SpinUnknown,
    WantedSpin,
    WheelCover,
    WheelDriverHere,
    WheelFault,
    WheelFaults,
    WheelFaultsCleared,
    WheelMalfunction,
    WheelSelfTestDone,
    WheelState,
    WheelStatus,
    WheelTestFailure,
)
from controller.protocol.message import Message, cut
from drivers.common.serial.messages import Abort, AbortVerdict, Found, Spoken, StartVerdict, StatusNow, StatusReply
from drivers.common.unit.words import Names, Wish, Words
from drivers.wheel.codec import VOCABULARY, Ball, Landing, Spin

LAUNCH_WITHIN, REST_WITHIN, REPORT_WITHIN, GRACE = 3.0, 60.0, 3.0, 0.5
"""Seconds: the launch after the hold, the rest after the launch, SPUN after the rest; and ours, beyond all of them."""
STATES: Final[Names[WheelState | Literal["unknown"]]] = Names(get_args(WheelState), "unknown")
VERDICTS: Final[Names[Literal["accepted"] | SpinRefusal]] = Names(("accepted", *get_args(SpinRefusal)[:-1]), "unknown")
FAULTS: Final[Names[WheelFault]] = Names(get_args(WheelFault)[:-1], "unknown")
TEST_FAILURES: Final[Names[WheelTestFailure]] = Names(get_args(WheelTestFailure)[:-1], "unknown")
"""By the numbers that the document gives them; the last of each says that it has none."""


class WheelWords(Words):
    """Of the wheel unit."""

    device = "wheel"
    unit = "wheel unit"
    model = "WHEEL-37"
    play = "spin"
    vocabulary = VOCABULARY
    states, verdicts, faults = STATES, VERDICTS, FAULTS
    status_kind, tested_kind = WheelStatus, WheelSelfTestDone
    fields = {"id": "spin_id", "open": "cover_open", "last": "last_spin", "plays": "spins"}
    logged = ("spin_refused", "spin_overdue")
    busy_pause = 0.5

    def wish(self, message: Message) -> Wish | None:
        if not isinstance(message, WantedSpin):
            return None
        nonce = bytes.fromhex(message.nonce)
        start = Spin(message.spin_id, message.rotor, message.launch, message.hold_ms, nonce)
        longest = message.hold_ms / 1000 + LAUNCH_WITHIN + REST_WITHIN + REPORT_WITHIN + GRACE
        return Wish(start, message.fresh, message.spin, longest)

    def abort(self, message: Message) -> Abort | None:
        return Abort(message.spin_id) if isinstance(message, AbortSpin) else None

    def here(self, port: str, emulated: bool) -> WheelDriverHere:
        return WheelDriverHere(port=port, emulated=emulated)

    def outcome(self, found: Found) -> str:
        report = report_of(as_landing(found))
        flaws = ", ".join(contradictions(report))
        return f"contradictory ({flaws})" if flaws else OUTCOMES[report.outcome]

    def status(self, status: StatusReply) -> WheelStatus:
        assert isinstance(status, StatusNow), "the vocabulary of this unit has no other"
        return WheelStatus(
            state=STATES.of(status.state),
            faults=FAULTS.of_bits(status.faults),
            cover_open=status.open != 0,  # a value nobody defined is no closed cover
            last_spin=status.last,
            temperature=status.temperature,
            spins=status.plays,
            link_errors=status.link_errors,
        )

    def report(self, found: Found, unit: UnitIdentity) -> SpinReport:
        del unit
        return report_of(as_landing(found))

    def progress(self, report: Spoken) -> BallReport | None:
        if not isinstance(report, Ball):
            return None
        return BallReport(spin_id=report.id, stage=report.stage, revolutions=report.revolutions)

    def refused(self, answer: StartVerdict) -> SpinRefused:
        verdict = VERDICTS.of(answer.verdict)
        assert verdict != "accepted", "the session tells an acceptance from a refusal"
        return SpinRefused(spin_id=answer.id, verdict=verdict)

    def aborted(self, answer: AbortVerdict) -> AbortSpinAnswer:
        return AbortSpinAnswer(spin_id=answer.id, verdict=VERDICTS.of(answer.verdict))

    def started(self, play: int) -> SpinStarted:
        return SpinStarted(spin_id=play)

    def unknown(self, play: int) -> SpinUnknown:
        return SpinUnknown(spin_id=play)

    def overdue(self, play: int, waited_ms: int) -> SpinOverdue:
        return SpinOverdue(spin_id=play, waited_ms=waited_ms)

    def faulty(self, bits: int) -> WheelFaults:
        return WheelFaults(faults=FAULTS.of_bits(bits))

    def cleared(self, bits: int) -> WheelFaultsCleared:
        return WheelFaultsCleared(faults=FAULTS.of_bits(bits))

    def tested(self, bits: int) -> WheelSelfTestDone:
        return WheelSelfTestDone(failures=TEST_FAILURES.of_bits(bits))

    def opened(self, is_open: bool) -> WheelCover:
        return WheelCover(open=is_open)

    def malfunction(self, what: str, text: str, found: Found | None) -> WheelMalfunction:
        return WheelMalfunction.model_validate({"what": what, "text": cut(text), **self.about(found)})


WORDS = WheelWords()


def as_landing(found: Found) -> Landing:
    """What became of a play of this unit."""
    assert isinstance(found, Landing), "the vocabulary of the wheel unit has no other"
    return found


def report_of(landing: Landing) -> SpinReport:
    """Every field as the unit said it."""
    return SpinReport(
        spin_id=landing.id,
        outcome=landing.outcome,
        number=landing.number,
        revolutions=landing.revolutions,
        ball=landing.ball,
        rotor=landing.rotor,
        elapsed_ms=landing.elapsed_ms,
        flags=landing.flags,
        payload=landing.signed.hex(),
        mac=landing.mac.hex(),
    )
