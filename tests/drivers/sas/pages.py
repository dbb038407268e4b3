"""The tables of `docs/sas.md`, made from the code."""

from collections.abc import Sequence
from typing import Any

from controller.table.sas import exceptions as told
from drivers.sas.polls.meters import METERS, SasMeter
from drivers.sas.polls.table import POLLS, Poll

WORDS = {
    0x17: "the controller has started",
    0x1B: "a stacker was taken out",
    0x2B: "a note was given back",
    0x3C: "settings were changed",
    0x3D: "a ticket is out; again until 4D or 3D was read",
    0x3E: "a hand-pay was validated; again until 4D was read",
    0x4F: "a note was taken; polled: 47 to 4E or 50, by what it is worth",
    0x52: "a hand-pay was paid, or taken back",
    0x69: "a transfer came to its end; told again each 15 s until poll 72 has asked about it",
    0x6A: "a cash-out is offered to the host",
    0x6F: "the seat is locked for a transfer",
    0x53: "the host tells no more of its progressives",
    0x57: "a ticket wants its number",
    0x60: "a ticket printer is away",
    0x67: "a ticket is at escrow",
    0x68: "it was taken, or went back; again until 71 was read",
    0x70: "too many waited, and some are not kept",
    0x7A: "the period's meters began again",
}


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def polls_table() -> str:
    def what(poll: Poll) -> str:
        return f"order, if `controls` has `{poll.control}`" if poll.order else "answer"

    rows = [(f"{poll.code:02X}", poll.name, what(poll)) for poll in POLLS.values()]
    return _table(("poll", "what it is about", "what follows"), rows)


def meters_table() -> str:
    def of(row: SasMeter) -> str:
        plus = ", ".join(f"`{name}`" for name in row.plus) or "0"
        return plus + (f" less {', '.join(f'`{name}`' for name in row.minus)}" if row.minus else "")

    rows = [(f"{row.code:02X}", row.name, row.unit, of(row)) for row in METERS.values()]
    return _table(("code", "meter", "in", "of the vault"), rows)


def exceptions() -> dict[int, list[str]]:
    """Each that can wait, in words."""
    found: dict[int, list[str]] = {code: [words] for code, words in WORDS.items()}

    def note(code: int, words: Any) -> None:
        found.setdefault(code, []).append(str(words).replace("_", " "))

    for (door, became), code in told.DOORS.items():
        note(code, f"{door} door {became}")
    for table, about in (
        (told.HOLDS, "hold: "),
        (told.SEATS, "seat: "),
        (told.STATIONS, "a station: "),
        (told.FAULTS, ""),
    ):
        for name, code in table.items():
            note(code, about + name)
    return found


def exceptions_table() -> str:
    rows = [
        (f"{code:02X}", ", ".join(words), "first" if code in told.FIRST else "")
        for code, words in sorted(exceptions().items())
    ]
    return _table(("code", "when", "order"), rows)
