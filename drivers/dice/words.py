"""What the dice unit calls what all units do: its numbers in words, its messages to the controller."""

from typing import Final, Literal

from controller.protocol.devices.authentic.roll import KNOWN_FLAGS
from controller.protocol.devices.dice import (
    AbortAnswer,
    AbortRoll,
    DiceDriverHere,
    FaultName,
    FaultsCleared,
    Malfunction,
    Outcome,
    Refusal,
    RollOverdue,
    RollRefused,
    RollReport,
    RollStarted,
    RollUnknown,
    SelfTestDone,
    TestFailure,
    UnitFaults,
    UnitLid,
    UnitState,
    UnitStatus,
    WantedRoll,
)
from controller.protocol.devices.unit import UnitIdentity
from controller.protocol.message import Message, cut
from drivers.common.serial.messages import Abort, AbortVerdict, Found, StartVerdict, StatusNow, StatusReply
from drivers.common.unit.words import Names, Wish, Words
from drivers.dice.codec import VOCABULARY, Roll, Shake

OVERDUE_AFTER = 3.5
"""Seconds after the end of the shake: the unit promises ROLLED within three."""
OUTCOMES: Final[tuple[Outcome, ...]] = (
    "ok",
    "leaning",
    "stacked",
    "die_missing",
    "unreadable",
    "aborted",
    "foreign_object",
    "extra_die",
    "lid_opened",
    "never_at_rest",
    "power_lost",
)
STATES: Final[Names[UnitState | Literal["unknown"]]] = Names(
    ("booting", "ready", "shaking", "settling", "sensing", "fault", "lid_open"), "unknown"
)
VERDICTS: Final[Names[Literal["accepted"] | Refusal]] = Names(
    ("accepted", "busy", "lid_open", "fault", "stale_roll_id", "bad_parameter", "already_done"), "unknown"
)
FAULTS: Final[Names[FaultName]] = Names(
    (
        "motor_stall",
        "motor_over_current",
        "sensor_dead",
        "sensor_dirty",
        "dice_missing",
        "over_temperature",
        "memory",
        "supply_low",
    ),
    "unknown",
)
TEST_FAILURES: Final[Names[TestFailure]] = Names(("motor", "sensor", "lid_switch", "memory", "dice_missing"), "unknown")
FACES = range(1, 7)


class DiceWords(Words):
    """Of the dice unit."""

    device = "dice"
    unit = "dice unit"
    play = "roll"
    vocabulary = VOCABULARY
    states, verdicts, faults = STATES, VERDICTS, FAULTS
    status_kind, tested_kind = UnitStatus, SelfTestDone
    fields = {"id": "roll_id", "open": "lid_open", "last": "last_roll", "plays": "shakes"}
    logged = ("roll_refused", "roll_overdue")

    def wish(self, message: Message) -> Wish | None:
        if not isinstance(message, WantedRoll):
            return None
        start = Shake(message.roll_id, message.duration_ms, message.strength, bytes.fromhex(message.nonce))
        return Wish(start, message.fresh, message.shake, message.duration_ms / 1000 + OVERDUE_AFTER)

    def abort(self, message: Message) -> Abort | None:
        return Abort(message.roll_id) if isinstance(message, AbortRoll) else None

    def here(self, port: str, emulated: bool) -> DiceDriverHere:
        return DiceDriverHere(port=port, emulated=emulated)

    def flaw(self, found: Found) -> str:
        return impossible(as_roll(found))

    def outcome(self, found: Found) -> str:
        flaw = self.flaw(found)
        return f"impossible ({flaw})" if flaw else OUTCOMES[found.outcome]

    def status(self, status: StatusReply) -> UnitStatus:
        assert isinstance(status, StatusNow), "the vocabulary of this unit has no other"
        return UnitStatus(
            state=STATES.of(status.state),
            faults=FAULTS.of_bits(status.faults),
            lid_open=status.open != 0,  # a value nobody defined is no closed lid
            last_roll=status.last,
            temperature=status.temperature,
            shakes=status.plays,
            link_errors=status.link_errors,
        )

    def report(self, found: Found, unit: UnitIdentity) -> RollReport:
        del unit
        return report_of(as_roll(found))

    def refused(self, answer: StartVerdict) -> RollRefused:
        verdict = VERDICTS.of(answer.verdict)
        assert verdict != "accepted", "the session tells an acceptance from a refusal"
        return RollRefused(roll_id=answer.id, verdict=verdict)

    def aborted(self, answer: AbortVerdict) -> AbortAnswer:
        return AbortAnswer(roll_id=answer.id, verdict=VERDICTS.of(answer.verdict))

    def started(self, play: int) -> RollStarted:
        return RollStarted(roll_id=play)

    def unknown(self, play: int) -> RollUnknown:
        return RollUnknown(roll_id=play)

    def overdue(self, play: int, waited_ms: int) -> RollOverdue:
        return RollOverdue(roll_id=play, waited_ms=waited_ms)

    def faulty(self, bits: int) -> UnitFaults:
        return UnitFaults(faults=FAULTS.of_bits(bits))

    def cleared(self, bits: int) -> FaultsCleared:
        return FaultsCleared(faults=FAULTS.of_bits(bits))

    def tested(self, bits: int) -> SelfTestDone:
        return SelfTestDone(failures=TEST_FAILURES.of_bits(bits))

    def opened(self, is_open: bool) -> UnitLid:
        return UnitLid(open=is_open)

    def malfunction(self, what: str, text: str, found: Found | None) -> Malfunction:
        return Malfunction.model_validate({"what": what, "text": cut(text), **self.about(found)})


WORDS = DiceWords()


def as_roll(found: Found) -> Roll:
    """What became of a play of this unit."""
    assert isinstance(found, Roll), "the vocabulary of the dice unit has no other"
    return found


def impossible(roll: Roll) -> str:
    """What no sound unit would report, in words; empty when the roll is possible."""
    faces = (roll.die_a, roll.die_b)
    if roll.outcome >= len(OUTCOMES):
        return f"outcome {roll.outcome} does not exist"
    if roll.outcome == 0 and not all(face in FACES for face in faces):
        return f"faces {roll.die_a} and {roll.die_b} are not faces of dice"
    if roll.outcome == 0 and roll.attempts == 0:
        return "dice read without the motor having started once"
    if roll.outcome != 0 and any(faces):
        return f"faces {roll.die_a} and {roll.die_b} with the outcome {OUTCOMES[roll.outcome]}"
    if roll.flags & ~KNOWN_FLAGS:
        return f"flags {roll.flags:#04x} have bits that do not exist"
    return ""


def report_of(roll: Roll) -> RollReport:
    """A possible roll as the report of it."""
    return RollReport(
        roll_id=roll.id,
        outcome=OUTCOMES[roll.outcome],
        dice=(roll.die_a, roll.die_b) if roll.outcome == 0 else None,
        attempts=roll.attempts,
        elapsed_ms=roll.elapsed_ms,
        flags=roll.flags,
        payload=roll.signed.hex(),
        mac=roll.mac.hex(),
    )
