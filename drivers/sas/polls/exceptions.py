"""Exceptions as they go out: one byte where the host polls for them, a sealed message in real time."""

from controller.protocol.devices.sas import SasEvent
from drivers.sas.codec import NONE, bcd, sealed
from drivers.sas.polls.meters import VALUES, Figures

REAL_TIME = 0xFF
NOTE = 0x4F
OF_NOTES = {1: 0x47, 2: 0x4D, 5: 0x48, 10: 0x49, 20: 0x4A, 50: 0x4B, 100: 0x4C, 200: 0x50, 500: 0x4E}
"""What a note is worth → its exception; in real time all of them are one, and say it beside."""
NO_CODE = 0xFF
"""Of a note that SAS has no number for."""


def polled(event: SasEvent | None, figures: Figures) -> bytes:
    """The answer to a general poll."""
    if event is None:
        return NONE
    if event.code == NOTE:
        return bytes((OF_NOTES.get(event.amount // figures.unit, NOTE),))
    return bytes((event.code,))


def in_real_time(address: int, event: SasEvent | None, figures: Figures, country: int) -> bytes:
    """The same where the host has asked for events in real time."""
    if event is None:
        return NONE
    data = _of_a_note(event.amount, figures, country) if event.code == NOTE else b""
    return sealed(bytes((address, REAL_TIME, event.code)) + data)


def _of_a_note(amount: int, figures: Figures, country: int) -> bytes:
    whole = amount // figures.unit
    code = VALUES.index(whole) if whole in VALUES else NO_CODE
    return bcd(country, 1) + bytes((code,)) + bcd(figures.notes_of(amount), 4)
