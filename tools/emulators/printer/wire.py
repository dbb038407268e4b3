"""The ticket printer's messages: types, layouts, the job that a PRINT carries and what became of one."""

import struct
from dataclasses import dataclass

HELLO, STATUS, RESULT, CLEAR, SELF_TEST, TEXT, PRINT, ACK = 1, 2, 4, 6, 8, 0x0B, 0x0C, 0x10
PRINTED, FAULT, PAPER, BOOT, TAKEN = 0xB1, 0xB2, 0xB3, 0xB4, 0xB5
REPORTS = {"printed": PRINTED, "fault": FAULT, "paper": PAPER, "boot": BOOT, "taken": TAKEN}

JOB = struct.Struct(">Q")
PRINT_LAYOUT = struct.Struct(">QBQB2s9sIhHIB")
RESULT_LAYOUT = struct.Struct(">QBB")
STATUS_LAYOUT = struct.Struct(">BHBBQII")
HELLO_LAYOUT = struct.Struct(">8sIHHI")
JOB_VERDICT = struct.Struct(">QB")
TEXT_VERDICT = struct.Struct(">BB")
LONGEST_TEXT = 48
SLOTS = HOUSE, PLACE, ASSET, SIGN, ONE, MANY = range(6)

PAYLOADS: dict[int, int | range] = {
    HELLO: 0,
    STATUS: 0,
    RESULT: JOB.size,
    CLEAR: 2,
    SELF_TEST: 0,
    TEXT: range(1, 1 + LONGEST_TEXT + 1),
    PRINT: PRINT_LAYOUT.size,
    ACK: 2,
}
"""Request → bytes of its payload; anything else is dropped and counted."""

TICKET, HAND_PAY, TEST = range(3)
WHOLE, IN_PART, NOT_AT_ALL, POWER_LOST = range(4)
UNKNOWN_JOB, PRINTING_NOW = 0xFF, 0xFE
AT_BEZEL, WAS_TAKEN, NOT_KNOWN = range(3)
MOST_DECIMALS = 9
MINUTES_OF_A_DAY = 24 * 60
DEMO = 1


@dataclass(frozen=True)
class Job:
    """What a PRINT asks for, field by field."""

    number: int
    template: int
    amount: int
    exponent: int
    language: str
    digits: str
    """The ticket's own number, 18 digits."""
    time: int
    zone: int
    days: int
    sequence: int
    demo: bool


def job_number(payload: bytes) -> int:
    """Which job a PRINT is about, whatever else it says."""
    number: int = JOB.unpack_from(payload)[0]
    return number


def job_of(payload: bytes) -> Job | None:
    """The job of a PRINT, or None if a parameter of it is none that can be printed."""
    number, template, amount, exponent, language, bcd, time, zone, days, sequence, flags = PRINT_LAYOUT.unpack(payload)
    sound = (
        template in (TICKET, HAND_PAY, TEST)
        and exponent <= MOST_DECIMALS
        and language.isalpha()  # of bytes: ASCII letters alone
        and bcd.hex().isdecimal()
        and abs(zone) < MINUTES_OF_A_DAY
        and flags in (0, DEMO)
    )
    if not sound:
        return None
    words = language.decode("ascii").lower()
    return Job(number, template, amount, exponent, words, bcd.hex(), time, zone, days, sequence, flags == DEMO)


def text_of(payload: bytes) -> tuple[int, str] | None:
    """Slot and words of a TEXT, or None if there is no such slot or the words are not UTF-8."""
    try:
        return (payload[0], payload[1:].decode("utf-8")) if payload[0] in SLOTS else None
    except UnicodeDecodeError:
        return None
