"""Facts of money that the casino's host moves, or knows by a number, in English: what was asked and what it is told."""

from collections.abc import Mapping
from typing import Any

from controller.facts.english import Said, says

WAITS = says("seat {seat}: a transfer of {amount} waits for what is on its way in")
REGISTERED = says("address {address}: the host's registration is {became}")
OFFERED = says("seat {seat}: a cash-out of {amount} is {became} to the host")
TICKET_VALIDATED = says("seat {seat}: a ticket of {amount} came out, the host is told of …{ends}", "{move}")
HAND_PAY_VALIDATED = says("seat {seat}: a hand-pay of {amount} was paid, the host is told", "{move}")
INTO, REDEEMED = 0x00, 0x00
"""The way of a transfer, and the end of a ticket that came in, as SAS numbers them."""


def done(fact: Mapping[str, Any]) -> Said:
    """Where the money went."""
    way = "onto" if fact["into_seat"] else "from"
    told = "00" if fact["whole"] else "01: no more could be"
    return f"seat {fact['seat']}: the host moved {fact['amount']} {way} the seat, and is told {told}", fact["move"]


def not_done(fact: Mapping[str, Any]) -> Said:
    """Where the money was to go, and why it did not."""
    way = "onto" if fact["way"] == INTO else "from"
    what = f"a transfer of {fact['amount']} {way} the seat was not done"
    return f"seat {fact['seat']}: {what}, the host is told {fact['status']:02X}", ""


def redeemed(fact: Mapping[str, Any]) -> Said:
    """A ticket that the host was asked about: in the box, or given back."""
    came = f"a ticket of {fact['amount']} is in the box" if fact["status"] == REDEEMED else "a ticket was given back"
    return f"seat {fact['seat']}: {came}, the host is told {fact['status']:02X}", fact["request"]
