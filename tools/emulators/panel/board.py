"""One emulated board: buttons, keys, doors with their battery-backed latches, lamps and tower.

Its USB side is asked from other threads, so everything happens under one lock.
"""

import json
import threading
import time
from pathlib import Path

from config.files.reading import BadFile, read_text

SHOOT_AND_OTHERS = {"SHOOT": 1, "CASH_OUT": 2, "SERVICE_CALL": 4, "REPEAT": 8, "CLEAR": 16}
KEY_SWITCHES = {"ATTENDANT": 1, "OPERATOR": 2}
DOOR_CONTACTS = {"MAIN": 1, "LOGIC": 2, "DROP": 4, "DOME": 8}
REPORT_KIND, LIGHT_KIND = 1, 2
AT_LEAST_EVERY = 1.0


class Unplugged(Exception):
    """The board is not on the bus (any more)."""


def checksum(data: bytes) -> int:
    """CRC-16 with polynomial 0x1021 from 0xFFFF, bit by bit."""
    crc = 0xFFFF
    for bit in (byte >> shift & 1 for byte in data for shift in range(7, -1, -1)):
        feedback = crc >> 15 ^ bit
        crc = (crc << 1 & 0xFFFF) ^ (0x1021 if feedback else 0)
    return crc


class Board:
    """State as a real board has it; a report leaves on every change and once a second."""

    def __init__(self, serial: str, memory: Path | None = None) -> None:
        self.serial = serial
        self.address = 0  # on the bus; 0 while unplugged
        self.buttons = self.keys = self.doors = self.latches = 0
        self.supply = 100
        self.lamps = self.pattern = self.tower = 0
        self.lights_heard = self.lights_refused = 0
        self.silent_until = 0.0
        self.garble = 0  # reports to come with a wrong CRC
        self.shorten = 0  # reports to come with a byte missing
        self.repeat = 0  # reports to come that keep the number of the one before
        self._memory = memory
        self._number = 0
        self._unsent: list[bytes] = []
        self._last = 0.0
        self._changed = threading.Condition()
        self._recall()

    # ---- what people do ---------------------------------------------------------------------------------------------

    def set_button(self, name: str, down: bool) -> None:
        self._set("buttons", SHOOT_AND_OTHERS[name], down)

    def set_key(self, name: str, turned: bool) -> None:
        self._set("keys", KEY_SWITCHES[name], turned)

    def set_door(self, name: str, is_open: bool) -> None:
        """The contact tells while the board has power; the latch remembers without."""
        bit = DOOR_CONTACTS[name]
        with self._changed:
            if is_open:
                self.latches |= bit
                self._remember()
        self._set("doors", bit, is_open)

    def set_supply(self, percent: int) -> None:
        with self._changed:
            self.supply = percent
            self._queue()

    def plug(self, address: int) -> None:
        with self._changed:
            self.address = address
            self._number = 0
            self.lamps = self.pattern = self.tower = 0
            self._unsent.clear()
            self._queue()

    def unplug(self) -> None:
        with self._changed:
            self.address = 0
            self._changed.notify_all()

    def _set(self, what: str, bit: int, on: bool) -> None:
        with self._changed:
            before: int = getattr(self, what)
            after = before | bit if on else before & ~bit
            setattr(self, what, after)
            if after != before:
                self._queue()

    # ---- USB --------------------------------------------------------------------------------------------------------

    def read(self, address: int, timeout: float) -> bytes | None:
        """The next report on the interrupt endpoint, or None after `timeout` seconds without one."""
        end = time.monotonic() + timeout
        with self._changed:
            if time.monotonic() - self._last > AT_LEAST_EVERY:
                self._unsent = self._unsent[-1:]  # nobody has been listening; what was is told by what is
            while True:
                if address != self.address:
                    raise Unplugged
                now = time.monotonic()
                if now >= self.silent_until:
                    if not self._unsent and now - self._last >= AT_LEAST_EVERY:
                        self._queue()
                    if self._unsent:
                        self._last = now
                        return self._unsent.pop(0)
                if now >= end:
                    return None
                self._changed.wait(max(0.0, min(end - now, AT_LEAST_EVERY)))

    def write(self, address: int, data: bytes) -> None:
        """A frame on the OUT endpoint."""
        with self._changed:
            if address != self.address:
                raise Unplugged
            sound = len(data) == 8 and data[0] == LIGHT_KIND and checksum(data[:6]) == data[6] << 8 | data[7]
            if not sound or time.monotonic() < self.silent_until:
                self.lights_refused += not sound
                return
            self.lights_heard += 1
            self.lamps, self.pattern, self.tower = data[2], data[3], data[4] & 0x7F
            if data[4] & 0x80:
                self.latches = 0
                self._remember()
                self._queue()

    def _queue(self) -> None:
        """A report of how things are now; while nobody reads, only the newest few wait."""
        if self.repeat > 0:
            self.repeat -= 1
        else:
            self._number = (self._number + 1) & 0xFF
        report = bytes(
            (REPORT_KIND, self._number, self.buttons, self.keys, self.doors | self.latches << 4, self.supply)
        )
        crc = checksum(report)
        if self.garble > 0:
            self.garble -= 1
            crc ^= 0x0101
        report += crc.to_bytes(2, "big")
        if self.shorten > 0:
            self.shorten -= 1
            report = report[:-1]
        self._unsent = [*self._unsent[-15:], report]
        self._changed.notify_all()

    # ---- the battery ------------------------------------------------------------------------------------------------

    def _recall(self) -> None:
        if self._memory is None or not self._memory.exists():
            return
        try:
            self.latches = int(json.loads(read_text(self._memory))["latches"]) & 0xF
        except (ValueError, TypeError, KeyError) as error:
            raise BadFile(f"{self._memory}: is no memory of an emulated board: {error}") from None

    def _remember(self) -> None:
        if self._memory is not None:
            beside = self._memory.with_name(self._memory.name + ".new")
            beside.write_text(json.dumps({"latches": self.latches}))
            beside.replace(self._memory)
