"""Facts of money that the casino's host moves, in English."""

from collections.abc import Mapping
from typing import Any

from controller.facts.english import Said, says

NOT_DONE = says("seat {seat}: a transfer of {amount} was not done, the host is told {status}")
WAITS = says("seat {seat}: a transfer of {amount} waits for what is on its way in")
REGISTERED = says("address {address}: the host's registration is {became}")
OFFERED = says("seat {seat}: a cash-out of {amount} is {became} to the host")


def done(fact: Mapping[str, Any]) -> Said:
    """Where the money went."""
    way = "onto" if fact["into_seat"] else "from"
    return f"seat {fact['seat']}: the host moved {fact['amount']} {way} the seat", fact["move"]
