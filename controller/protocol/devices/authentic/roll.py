"""Is this roll one the dice unit really made? Pure, for whoever hears a report."""

import struct
from typing import Literal, get_args

from controller.protocol.devices.authentic import Believed, believed
from controller.protocol.devices.dice import Outcome, RollReport

PAYLOAD = struct.Struct(">QBBBBHB")
"""roll id, outcome, die a, die b, attempts, elapsed ms, flags: what the MAC is made over, after the nonce."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
KNOWN_FLAGS = 0b111


def judge(report: RollReport, *, roll_id: int, nonce: bytes, key: bytes) -> Believed | Literal["wrong_roll"]:
    """Whether `report` is the answer to the roll asked for with this id and nonce."""
    if report.roll_id != roll_id:
        return "wrong_roll"
    return believed(payload_of(report), report.payload, report.mac, nonce, key)


def signed_in(payload: bytes) -> tuple[int, dict[str, list[int]]]:
    """The roll, and what it showed, that these signed bytes tell of."""
    roll_id, _, a, b, *_ = PAYLOAD.unpack(payload)
    return roll_id, {"faces": [a, b]}


def payload_of(report: RollReport) -> bytes:
    """The bytes that say what the words of a report say."""
    die_a, die_b = report.dice or (0, 0)
    outcome = OUTCOMES.index(report.outcome)
    return PAYLOAD.pack(report.roll_id, outcome, die_a, die_b, report.attempts, report.elapsed_ms, report.flags)
