"""Orders of an address that are under way: each has a number, and the image says up to which they are done. Pure."""

from typing import NamedTuple

from drivers.sas.engine.effects import Ordered
from drivers.sas.polls.orders import OrderWanted
from drivers.sas.polls.transfers import AftWanted

MOST_ORDERS = 8
"""Under way at once."""
FORGOTTEN_AFTER = 10.0
"""Seconds after which an order that nobody asked about again is an order anew when it comes."""


class Pending(NamedTuple):
    """An order that is not on the disk yet, as far as is known here."""

    number: int
    at: float


class HostOrders:
    """By the bytes of their polls: the same poll again is the same order."""

    def __init__(self, address: int) -> None:
        self._address = address
        self._pending: dict[bytes, Pending] = {}
        self._numbers = 0

    def __contains__(self, message: bytes) -> bool:
        return message in self._pending

    def look(self, now: float) -> None:
        """What nobody asked about again is forgotten."""
        self._pending = {of: one for of, one in self._pending.items() if now - one.at < FORGOTTEN_AFTER}

    def told_anew(self) -> None:
        """Nobody knows whether the controller has heard them: each is given again when the host asks again."""
        self._pending.clear()

    def is_full(self) -> bool:
        return len(self._pending) >= MOST_ORDERS

    def is_done(self, message: bytes, done: int) -> bool:
        """Whether it is on the disk; `done`: the number of the last that is."""
        known = self._pending.get(message)
        return known is not None and done >= known.number

    def give(self, what: OrderWanted | AftWanted, now: float = 0.0, message: bytes = b"") -> Ordered:
        """It has a number from now on; of one that is not waited for there is no message."""
        self._numbers += 1
        if message:
            self._pending[message] = Pending(self._numbers, now)
        return Ordered(self._address, self._numbers, what)

    def end(self, message: bytes) -> None:
        """The host was told that it is done."""
        del self._pending[message]
