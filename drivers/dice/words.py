"""The numbers of the wire in the words of the cabinet: outcomes, verdicts, states, faults."""

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from controller.protocol.devices.authentic import KNOWN_FLAGS, PAYLOAD
from controller.protocol.devices.dice import (
    FaultName,
    LampPattern,
    Malfunction,
    Outcome,
    Refusal,
    RollReport,
    TestFailure,
    UnitState,
    UnitStatus,
)
from controller.protocol.message import cut
from drivers.dice.messages import Roll, StatusNow

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
STATES: Final[tuple[UnitState, ...]] = (
    "booting",
    "ready",
    "shaking",
    "settling",
    "sensing",
    "fault",
    "lid_open",
)
VERDICTS: Final[tuple[Literal["accepted"] | Refusal, ...]] = (
    "accepted",
    "busy",
    "lid_open",
    "fault",
    "stale_roll_id",
    "bad_parameter",
    "already_done",
)
FAULTS: Final[tuple[FaultName, ...]] = (
    "motor_stall",
    "motor_over_current",
    "sensor_dead",
    "sensor_dirty",
    "dice_missing",
    "over_temperature",
    "memory",
    "supply_low",
)
TEST_FAILURES: Final[tuple[TestFailure, ...]] = ("motor", "sensor", "lid_switch", "memory", "dice_missing")
PATTERNS: Final[tuple[LampPattern, ...]] = ("steady", "blink", "chase")
FACES = range(1, 7)

Word = TypeVar("Word")


def words_of(bits: int, names: Sequence[Word], unknown: Word) -> tuple[Word, ...]:
    """The names of the bits set; bits without a name together are one `unknown`."""
    known = tuple(name for bit, name in enumerate(names) if bits >> bit & 1)
    return known if not bits >> len(names) else (*known, unknown)


def faults_of(bits: int) -> tuple[FaultName, ...]:
    return words_of(bits, FAULTS, "unknown")


def test_failures_of(bits: int) -> tuple[TestFailure, ...]:
    return words_of(bits, TEST_FAILURES, "unknown")


def state_of(number: int) -> UnitState | Literal["unknown"]:
    return STATES[number] if number < len(STATES) else "unknown"


def verdict_of(number: int) -> Literal["accepted"] | Refusal:
    return VERDICTS[number] if number < len(VERDICTS) else "unknown"


def status_of(status: StatusNow) -> UnitStatus:
    return UnitStatus(
        state=state_of(status.state),
        faults=faults_of(status.faults),
        lid_open=status.lid_open != 0,  # a value nobody defined is no closed lid
        last_roll=status.last_roll,
        temperature=status.temperature,
        shakes=status.shakes,
        link_errors=status.link_errors,
    )


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


def payload_of(roll: Roll) -> bytes:
    """The bytes that the unit signed."""
    return PAYLOAD.pack(roll.roll_id, roll.outcome, roll.die_a, roll.die_b, roll.attempts, roll.elapsed_ms, roll.flags)


def report_of(roll: Roll) -> RollReport:
    """A possible roll as the report of it."""
    return RollReport(
        roll_id=roll.roll_id,
        outcome=OUTCOMES[roll.outcome],
        dice=(roll.die_a, roll.die_b) if roll.outcome == 0 else None,
        attempts=roll.attempts,
        elapsed_ms=roll.elapsed_ms,
        flags=roll.flags,
        payload=payload_of(roll).hex(),
        mac=roll.mac.hex(),
    )


def malfunction_of(what: str, text: str, roll: Roll | None) -> Malfunction:
    """What no sound unit says, with the bytes of the roll that it was about."""
    return Malfunction.model_validate(
        {
            "what": what,
            "text": cut(text),
            "roll_id": roll.roll_id if roll else None,
            "payload": payload_of(roll).hex() if roll else "",
            "mac": roll.mac.hex() if roll else "",
        }
    )
