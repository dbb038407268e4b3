"""What the controller and the uplink say to each other: what the floor is asked about tickets, and what it answered.

The uplink reads in the journal what is asked: it is told which entry asks, and that is on the disk by then. It keeps
nothing; all that has no answer is said again each second.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from controller.protocol.message import Count, Message, Positive, WhoIsThere
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


FROM_UPLINK: TypeAdapter[UplinkHere | FloorAnswered] = TypeAdapter(
    Annotated[UplinkHere | FloorAnswered, Field(discriminator="kind")]
)
TO_UPLINK: TypeAdapter[FloorAsks | WhoIsThere] = TypeAdapter(
    Annotated[FloorAsks | WhoIsThere, Field(discriminator="kind")]
)
