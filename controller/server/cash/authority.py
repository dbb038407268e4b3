"""The port behind which an authority over tickets stands: this cabinet's own, and later that of a floor or a host.

An ask is said after it is on the disk, again each second until it is answered, and again after a restart: so whoever
answers has to know a request by its name. What comes late, twice or against what it said before moves nothing.
"""

from collections.abc import Iterable
from typing import Protocol

from controller.table.cash.events import AuthorityAnswered, TicketExpired
from controller.table.cash.seat import AuthorityAsk

AuthorityNews = AuthorityAnswered | TicketExpired


class Authority(Protocol):
    """Knows every ticket by its number. Nothing here waits."""

    def asked(self, ask: AuthorityAsk) -> None:
        """This is wanted, and is on the disk; it may have been said before."""

    def news(self) -> Iterable[AuthorityNews]:
        """What it has to say by now. Each is applied before the next is asked for."""

    def waits(self) -> bool:
        """Whether it has something to say at once."""

    def last_sequence(self) -> int:
        """The largest sequence number of this cabinet that it has ever seen."""
