"""What the host wants, as it is told to the controller."""

from typing import NamedTuple

from controller.protocol.devices.sas import Order
from controller.protocol.devices.sas_tickets import SasTicketOrder


class OrderWanted(NamedTuple):
    """An order."""

    order: Order
    notes: int = 0
    after_each: bool = False
    clock: int = 0
    ticket: SasTicketOrder | None = None
