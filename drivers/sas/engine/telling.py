"""Which exception an address tells next. Pure.

None that the host has, a transfer that it did not ask about once more, and what waits for the host again and again.
"""

from collections.abc import Iterator

from controller.protocol.devices.sas import SasEvent, SasImage
from drivers.sas.engine.effects import ReadByHost, TakenByHost
from drivers.sas.polls.tickets import VALIDATION, reminders
from drivers.sas.polls.transfers import COMPLETE, TOLD_AGAIN

REMINDED_AFTER = 5.0
"""Seconds after which the host is told again of what waits for it."""


class Telling:
    """What the host was told at an address, and what it knows."""

    def __init__(self, address: int, now: float) -> None:
        self._address = address
        self._taken: set[int] = set()
        """Exceptions that the host has and the image still shows."""
        self.known: dict[str, int] = {}
        """What the host has read and the image still shows: up to which serial."""
        self._known_at = now
        self._told_at: dict[int, float] = {}
        """Code → when it was said last."""
        self._not_read: dict[int, float] = {}
        """When the host was told last of a transfer that it has not asked about."""

    def told(self, image: SasImage) -> None:
        """What is not in the image any more is over."""
        there = {event.number for event in image.events}
        self._taken &= there
        self._not_read = {number: at for number, at in self._not_read.items() if number in there}

    def told_anew(self) -> None:
        """Nobody knows whether the controller has heard it: what the host has may be told twice."""
        self._taken.clear()
        self.known.clear()

    def look(self, now: float) -> None:
        """The image has it by now, or the controller never heard it."""
        if now - self._known_at > REMINDED_AFTER:
            self.known.clear()

    def next(self, image: SasImage, now: float) -> SasEvent | None:
        """The first that may be told; it counts as told now."""
        found = next((one for one in image.events if self._waits(one, now)), None) or self._reminder(image, now)
        if found is not None:
            self._told_at[found.code] = now
        return found

    def _waits(self, event: SasEvent, now: float) -> bool:
        told_at = self._not_read.get(event.number)
        return event.number not in self._taken and (told_at is None or now - told_at >= TOLD_AGAIN)

    def _reminder(self, image: SasImage, now: float) -> SasEvent | None:
        """What the host was told and has done nothing about; it is told again, and that is no exception anew."""
        for code in reminders(image.tickets, self.known.get(VALIDATION, 0)):
            if now - self._told_at.get(code, -REMINDED_AFTER) >= REMINDED_AFTER:
                return SasEvent(number=0, code=code)
        return None

    def acknowledged(self, image: SasImage, number: int, ended: tuple[int, ...], now: float) -> Iterator[TakenByHost]:
        """The host has heard the exception of this number, and how the transfers ended that others tell of."""
        event = next((one for one in image.events if one.number == number), None)
        if event is not None and event.code == COMPLETE:  # over only once it has asked how that transfer stands
            self._not_read[number] = now
            number = 0
        for one in (*ended, number):
            if one:
                self._taken.add(one)
                yield TakenByHost(self._address, one)

    def read(self, what: tuple[str, int] | None, now: float) -> Iterator[ReadByHost]:
        """The host knows this."""
        if what is not None and what[1] > self.known.get(what[0], 0):
            self.known[what[0]], self._known_at = what[1], now
            yield ReadByHost(self._address, *what)
