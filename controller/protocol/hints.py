"""What goes ahead of the batches: small words about single entries. Nothing rests on them; the entry itself follows."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from config.files.strict import Strict
from controller.protocol.floor import Name, Seq

Urgent = Literal["door", "hold", "large_win", "hand_pay"]
HINTS_PATH = "/v1/hints"
LARGEST_HINT = 1024


class HintSaid(Strict):
    """Entry `seq` of this journal calls for somebody. At or below the floor's cursor it says nothing new."""

    v: Literal[1] = 1
    cabinet: Name
    journal: Name
    seq: Seq
    at: Seq
    what: Urgent
    about: Annotated[str, StringConstraints(max_length=60)]
    """Which door and how, which hold, which seat."""
