"""What a table is told of progressive jackpots. A claim is answered as a ticket is: `AuthorityAnswered`."""

from typing import NamedTuple, TypeAlias


class JackpotLeased(NamedTuple):
    """The floor lets wagers play for these jackpots for so many milliseconds more, counted from when it was asked."""

    nonce: str
    at: int
    jackpots: tuple[str, ...]
    signature: str
    left: int


JackpotEvent: TypeAlias = JackpotLeased
