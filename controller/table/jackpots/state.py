"""What a table knows of progressive jackpots. Frozen: a change makes another one, so that whoever knows one knows what
is in it. How long the lease is still good counts down in the table itself, as its other times do."""

from typing import Any, Final, NamedTuple

LOCK: Final = "pot"
"""What a seat is locked by while the floor has not said what it won."""
MOST_CLAIMS = 64
"""That wait for the floor; with so many no lease is good."""


class Lease(NamedTuple):
    """The floor's word, signed, that wagers of this journal may play for these jackpots."""

    nonce: str
    """What the cabinet called it when it asked."""
    at: int
    """Milliseconds since 1970, by the floor's clock: part of what it signed."""
    jackpots: tuple[str, ...]
    signature: str


class Claim(NamedTuple):
    """A hit that the floor has not answered, or has refused."""

    roll: int
    jackpot: str
    stakes: tuple[tuple[int, int], ...]
    """Seat and stake, by seat."""
    refused: bool = False

    @property
    def request(self) -> str:
        """What it is called: a roll has one hit of each jackpot, in whatever history of this journal."""
        return f"{self.roll}/{self.jackpot}"


class JackpotState(NamedTuple):
    """Of one table."""

    lease: Lease | None = None
    """The last that came."""
    closed: Lease | None = None
    """The one that was good when bets closed, while wagers put up under it wait for the roll."""
    claims: tuple[Claim, ...] = ()

    def plain(self) -> list[Any]:
        """As plain data; nothing, where there never was a jackpot."""
        return [] if self == NO_JACKPOTS else list(self)


NO_JACKPOTS = JackpotState()


def jackpots_of(row: list[Any]) -> JackpotState:
    """The state that such data describe, whether or not they went through JSON."""
    if not row:
        return NO_JACKPOTS
    lease, closed, claims = row
    read = (Claim(*one) for one in claims)
    of = tuple(one._replace(stakes=tuple((seat, stake) for seat, stake in one.stakes)) for one in read)
    return JackpotState(_lease(lease), _lease(closed), of)


def _lease(row: list[Any] | None) -> Lease | None:
    if row is None:
        return None
    nonce, at, jackpots, signature = row
    return Lease(nonce, at, tuple(jackpots), signature)
