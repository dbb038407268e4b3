"""Progressive jackpots on the way between a cabinet and the floor.

Which the cabinet plays for, what the pots stand at, and the floor's lease. A claim is asked as a ticket is
(`tickets`): `do` is `claim`, `request` is `ROLL/JACKPOT`. A lease is good for LEASE_MS from when the cabinet asked, by
the cabinet's own clock: it names what it asked with, so nothing that was said to another question, or to this one long
ago, is a lease.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from config.files.strict import Strict
from config.jackpots import MOST_JACKPOTS, JackpotName
from controller.protocol.floor import FloorAnswer, Hash, Name, Seq

POTS_PATH = "/v1/pots"
LEASE_MS = 5000
MOST_WINS = 5
"""That are told with the pots; people find the last twenty-five on the floor's page."""

Nonce = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16,64}$")]
LeaseSignature = Annotated[str, StringConstraints(pattern="^([0-9a-f]{128})?$")]


class PotsSaid(Strict):
    """Which jackpots this cabinet plays for, each by the digest of all that its rule book says of it."""

    v: int = Field(default=1, ge=1, le=1)
    cabinet: Name
    journal: Name
    nonce: Nonce
    jackpots: Annotated[dict[JackpotName, Hash], Field(max_length=MOST_JACKPOTS)]


class PotNow(Strict):
    """A pot, in units of which nothing is rounded up: as much as a hit would be paid now."""

    jackpot: JackpotName
    amount: Seq
    hits: Seq


class WinNow(Strict):
    """A pot that was won somewhere in this house."""

    jackpot: JackpotName
    hit: Seq
    cabinet: Name
    amount: Seq
    at: Seq
    """Milliseconds since 1970, by the floor's clock."""


class PotsAnswer(FloorAnswer):
    """How they stand, and for which of those that were named wagers may play for a little while."""

    nonce: Nonce
    leased: Annotated[list[JackpotName], Field(max_length=MOST_JACKPOTS)]
    lease: LeaseSignature
    """Over `lease_text`, with `at` of this answer; empty where nothing is leased."""
    pots: Annotated[list[PotNow], Field(max_length=MOST_JACKPOTS)]
    wins: Annotated[list[WinNow], Field(max_length=MOST_WINS)]


def lease_text(cabinet: str, journal: str, nonce: str, at: int, jackpots: Sequence[str]) -> bytes:
    """What a floor signs as a lease; it stands in the journal of whoever played under it."""
    return f"boxcars lease {cabinet} {journal} {nonce} {at} {' '.join(jackpots)}".encode()
