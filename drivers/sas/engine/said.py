"""What an address said last, until it is acknowledged, and what it has yet to say."""

from typing import NamedTuple


class LastAnswer(NamedTuple):
    """The last answer, until it is acknowledged."""

    poll: bytes
    said: bytes
    event: int = 0
    """The exception in it."""
    signs: bool = False
    """It is the signature that was wanted."""
    read: tuple[str, int] | None = None
    """What the host knows once it has acknowledged it."""
    ended: tuple[int, ...] = ()
    """Exceptions that are over with it: it says how the transfer ended that they tell of."""


class WaitingPoll(NamedTuple):
    """A poll that is answered as soon as its order is done, or else is busy."""

    poll: bytes
    until: float
