"""Is this spin one the wheel really made, and does it contradict itself? Pure, for whoever hears a report.

The wheel signs as every unit does (`authentic`). An authentic report can still contradict itself: a malfunction, and
no result.
"""

import struct
from collections.abc import Callable
from typing import Literal, get_args

from controller.protocol.devices.authentic import Believed, believed
from controller.protocol.devices.wheel import SpinReport

PAYLOAD = struct.Struct(">QBBBbbHB")
"""spin id, outcome, number, revolutions, ball, rotor, elapsed ms, flags: what the MAC is made over, after the nonce."""

SpinOutcome = Literal[
    "ok",
    "same_direction",
    "not_spun",
    "under_four_revolutions",
    "foreign_object",
    "no_compartment",
    "ball_out",
    "ball_broken",
    "rotor_stopped",
    "rotor_not_turning",
    "interference",
    "aborted",
    "power_lost",
    "unreadable",
]
OUTCOMES: tuple[SpinOutcome, ...] = get_args(SpinOutcome)
"""By their numbers."""
OK, SAME_DIRECTION, NOT_SPUN, UNDER_FOUR = range(4)
LARGEST_NUMBER = 36
NO_NUMBER = 0xFF
FEWEST_REVOLUTIONS = 4

Contradiction = Literal[
    "outcome_unknown",
    "number_unknown",
    "number_without_ok",
    "ball_unknown",
    "ok_under_four_revolutions",
    "ok_same_direction",
    "ok_without_ball",
    "ok_without_rotor",
    "not_same_direction",
    "not_under_four_revolutions",
    "not_spun_with_ball",
]


def judge_spin(report: SpinReport, *, spin_id: int, nonce: bytes, key: bytes) -> Believed | Literal["wrong_spin"]:
    """Whether `report` is the answer to the spin asked for with this id and nonce."""
    if report.spin_id != spin_id:
        return "wrong_spin"
    return believed(payload_of_spin(report), report.payload, report.mac, nonce, key)


def signed_in(payload: bytes) -> tuple[int, dict[str, int]]:
    """The spin, and what it showed, that these signed bytes tell of."""
    spin_id, _, number, *_ = PAYLOAD.unpack(payload)
    return spin_id, {"number": number}


def payload_of_spin(report: SpinReport) -> bytes:
    """The bytes that say what the fields of a report say."""
    return PAYLOAD.pack(
        report.spin_id,
        report.outcome,
        report.number,
        report.revolutions,
        report.ball,
        report.rotor,
        report.elapsed_ms,
        report.flags,
    )


def _same_way(report: SpinReport) -> bool:
    return report.ball * report.rotor > 0


CONTRADICTIONS: dict[Contradiction, Callable[[SpinReport], bool]] = {
    "outcome_unknown": lambda it: it.outcome >= len(OUTCOMES),
    "number_unknown": lambda it: it.outcome == OK and it.number > LARGEST_NUMBER,
    "number_without_ok": lambda it: it.outcome != OK and it.number != NO_NUMBER,
    "ball_unknown": lambda it: it.ball not in (-1, 0, 1),
    "ok_under_four_revolutions": lambda it: it.outcome == OK and it.revolutions < FEWEST_REVOLUTIONS,
    "ok_same_direction": lambda it: it.outcome == OK and _same_way(it),
    "ok_without_ball": lambda it: it.outcome == OK and it.ball == 0,
    "ok_without_rotor": lambda it: it.outcome == OK and it.rotor == 0,
    "not_same_direction": lambda it: it.outcome == SAME_DIRECTION and not _same_way(it),
    "not_under_four_revolutions": lambda it: it.outcome == UNDER_FOUR and it.revolutions >= FEWEST_REVOLUTIONS,
    "not_spun_with_ball": lambda it: it.outcome == NOT_SPUN and it.ball != 0,
}
"""Each malfunction of a report, and how it is seen. No other field is checked."""


def contradictions(report: SpinReport) -> tuple[Contradiction, ...]:
    """All that is contradictory in a report; empty in a sound one."""
    return tuple(name for name, is_so in CONTRADICTIONS.items() if is_so(report))
