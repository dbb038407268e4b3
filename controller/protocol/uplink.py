"""What the controller and the uplink say to each other.

What the floor is asked about tickets and won jackpots, and what it answered; and how its pots stand. The uplink reads
in the journal what is asked: it is told which entry asks, and that is on the disk by then. It keeps nothing; all that
has no answer is said again each second.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from config.jackpots import MOST_JACKPOTS, JackpotName
from controller.protocol.floor import Name
from controller.protocol.jackpots.pots import MOST_WINS, LeaseSignature, Nonce
from controller.protocol.message import Count, Message, Positive, WhoIsThere
from controller.protocol.public import Part
from controller.protocol.tickets import MOST_TOGETHER, Do, Request, Verdict

Hash = Annotated[str, StringConstraints(pattern="^([0-9a-f]{64})?$")]


class FloorAsk(Message):
    """An ask, and the entry of the journal in which it stands."""

    kind: Literal["floor_ask"] = "floor_ask"
    entry: Positive
    do: Do
    request: Request


class FloorAsks(Message):
    """All that the floor has not answered, and the last of its decisions that is in the journal."""

    kind: Literal["floor_asks"] = "floor_asks"
    asks: Annotated[list[FloorAsk], Field(max_length=MOST_TOGETHER)]
    heard: Count
    hash: Hash


class UplinkHere(Message):
    """An uplink is here: tell it what the floor is asked."""

    kind: Literal["uplink_here"] = "uplink_here"


class FloorAnswered(Message):
    """What the floor decided, where in its own journal, and the largest sequence of this cabinet's that it knows."""

    kind: Literal["floor_answered"] = "floor_answered"
    do: Do
    request: Request
    verdict: Verdict
    amount: Count
    decision: Count
    hash: Hash
    last: Count


class PotsAsked(Message):
    """How do the pots stand, and may wagers play for them? `nonce`: what this question is called."""

    kind: Literal["pots_asked"] = "pots_asked"
    nonce: Nonce
    jackpots: Annotated[dict[JackpotName, Hash], Field(max_length=MOST_JACKPOTS)]


class PotTold(Part):
    """A pot: what a hit would be paid, and how often it was hit."""

    jackpot: JackpotName
    amount: Count
    hits: Count


class WinTold(Part):
    """A pot that was won in this house, at which cabinet and when by the floor's clock."""

    jackpot: JackpotName
    hit: Count
    cabinet: Name
    amount: Count
    at: Count


class PotsTold(Message):
    """The floor's word on that question; `lease` is its signature, with the time that it signed."""

    kind: Literal["pots_told"] = "pots_told"
    nonce: Nonce
    leased: Annotated[tuple[JackpotName, ...], Field(max_length=MOST_JACKPOTS)]
    lease: LeaseSignature
    at: Count
    pots: Annotated[tuple[PotTold, ...], Field(max_length=MOST_JACKPOTS)]
    wins: Annotated[tuple[WinTold, ...], Field(max_length=MOST_WINS)]


FROM_UPLINK: TypeAdapter[UplinkHere | FloorAnswered | PotsTold] = TypeAdapter(
    Annotated[UplinkHere | FloorAnswered | PotsTold, Field(discriminator="kind")]
)
TO_UPLINK: TypeAdapter[FloorAsks | PotsAsked | WhoIsThere] = TypeAdapter(
    Annotated[FloorAsks | PotsAsked | WhoIsThere, Field(discriminator="kind")]
)
