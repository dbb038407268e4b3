"""Is this roll one the unit really made? Pure: for the controller, `boxcars verify` and `boxcars dice roll`.

The unit signs the bytes it reports with a key that only it and the cabinet hold, and with the nonce of the SHAKE it
accepted first. The driver only carries them; so here the report is believed when its words say what the signed bytes
say, and the signature fits.
"""

import hashlib
import hmac
import struct
from typing import Literal, get_args

from controller.protocol.devices.dice import Outcome, RollReport

KEY_LENGTH = 16
NONCE_LENGTH = 8
MAC_LENGTH = 8
PAYLOAD = struct.Struct(">QBBBBHB")
"""roll id, outcome, die a, die b, attempts, elapsed ms, flags: what the MAC is made over, after the nonce."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
KNOWN_FLAGS = 0b111

Judgement = Literal["authentic", "wrong_roll", "words_differ", "wrong_mac"]


def mac_of(key: bytes, nonce: bytes, payload: bytes) -> bytes:
    """The MAC that the unit makes over a payload."""
    return hmac.new(key, nonce + payload, hashlib.sha256).digest()[:MAC_LENGTH]


def judge(report: RollReport, *, roll_id: int, nonce: bytes, key: bytes) -> Judgement:
    """Whether `report` is the answer to the roll asked for with this id and nonce."""
    if report.roll_id != roll_id:
        return "wrong_roll"
    payload = bytes.fromhex(report.payload)
    if payload != payload_of(report):
        return "words_differ"
    if not hmac.compare_digest(mac_of(key, nonce, payload), bytes.fromhex(report.mac)):
        return "wrong_mac"
    return "authentic"


def signed_in(payload: bytes) -> tuple[int, dict[str, list[int]]]:
    """The roll, and what it showed, that these signed bytes tell of."""
    roll_id, _, a, b, *_ = PAYLOAD.unpack(payload)
    return roll_id, {"faces": [a, b]}


def payload_of(report: RollReport) -> bytes:
    """The bytes that say what the words of a report say."""
    die_a, die_b = report.dice or (0, 0)
    outcome = OUTCOMES.index(report.outcome)
    return PAYLOAD.pack(report.roll_id, outcome, die_a, die_b, report.attempts, report.elapsed_ms, report.flags)
