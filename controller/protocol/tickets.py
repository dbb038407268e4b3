"""What a cabinet asks the floor about tickets and won jackpots, and what it is told: each ask known by the entry.

The name of an ask is its journal, the entry and what it asks under which request; with it goes the hash of that entry.
The same again is answered the same. The same name with another hash is another past, and is refused.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from config.files.strict import Strict
from controller.protocol.floor import FloorAnswer, Hash, Name, Seq

TICKETS_PATH = "/v1/tickets"
MOST_TOGETHER = 16
"""Asks of one cabinet in one request."""

Do = Literal["reserve", "issue", "void", "lock", "redeem", "cancel", "claim"]
Request = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Verdict = Annotated[str, StringConstraints(pattern="^[a-z_]{1,20}$")]
Number = Annotated[str, StringConstraints(pattern="^([0-9]{18})?$")]
"""Of a ticket; empty where a jackpot is claimed (`jackpots`)."""


class AskSaid(Strict):
    """One ask, as it stands in entry `seq`."""

    seq: Annotated[Seq, Field(ge=1)]
    hash: Hash
    do: Do
    request: Request
    number: Number
    amount: Seq
    until: Seq
    """Of a number to be reserved: the second since 1970 from which on it is worth nothing."""


class AsksSaid(Strict):
    """Some asks of one journal, and the last decision of the floor that it has, with its hash."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    heard: Seq
    heard_hash: Annotated[str, StringConstraints(pattern="^([0-9a-f]{64})?$")]
    asks: Annotated[list[AskSaid], Field(max_length=MOST_TOGETHER)]


class AskDecided(Strict):
    """What was decided of one ask, and where in the floor's own journal. 0: it is not decided yet."""

    seq: Seq
    do: Do
    request: Request
    verdict: Verdict
    amount: Seq
    decision: Seq
    hash: Annotated[str, StringConstraints(pattern="^([0-9a-f]{64})?$")]


class TicketsAnswer(FloorAnswer):
    """The floor's word on them: what is decided so far, and the largest sequence that this cabinet had reserved."""

    told: Annotated[list[AskDecided], Field(max_length=MOST_TOGETHER)]
    last: Seq
