"""Settings of the drivers: where the hardware is, which of it is ours, where the controller listens."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from config.strict import Strict

Endpoint = Annotated[str, StringConstraints(pattern=r"^(ipc|tcp|inproc)://\S+$", max_length=200)]
Usb16 = Annotated[int, Field(ge=0, le=0xFFFF)]


PortText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Model = Annotated[str, StringConstraints(min_length=1, max_length=8)]
Serial = Annotated[int, Field(ge=0, le=0xFFFF_FFFF)]
LONGEST_TICKET_TEXT = 48
"""Bytes of UTF-8 that a printer keeps for each."""


class UnitSettings(Strict):
    """A unit on a serial line."""

    endpoint: Endpoint
    port: PortText
    model: Model | None = None
    serial: Serial | None = None


class DiceSettings(UnitSettings):
    """`[dice]`: the dice unit."""


class WheelSettings(UnitSettings):
    """`[wheel]`: the wheel unit; a unit of another model, a dice unit above all, is refused."""

    model: Model = "WHEEL-37"


def _for_a_ticket(text: str) -> str:
    if len(text.encode()) > LONGEST_TICKET_TEXT:
        raise ValueError(f"longer than the {LONGEST_TICKET_TEXT} bytes that a ticket has room for")
    if not text.isprintable():
        raise ValueError("control signs cannot be printed")
    return text


TicketText = Annotated[str, AfterValidator(_for_a_ticket)]


class TicketTexts(Strict):
    """`[tickets.texts]`: what stands on every ticket."""

    house: TicketText
    place: TicketText
    asset: TicketText
    sign: TicketText
    one: TicketText
    many: TicketText


class TicketPrinterSettings(Strict):
    """`[tickets]`: the ticket printer. Its serial number has to be said: a job belongs to one printer."""

    port: PortText
    model: Model = "TICKET-P"
    serial: Serial
    texts: TicketTexts


class PanelSettings(Strict):
    """`[panel]`: the boards on the USB of this host."""

    endpoint: Endpoint
    boards: Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=64)]], Field(max_length=64)]
    vendor: Usb16 = 0x1209
    product: Usb16 = 0xC0DE
    usb: Annotated[str, StringConstraints(pattern=r"^(libusb|emulated:.+)$", max_length=200)] = "libusb"


class DriverSettings(Strict):
    """A file that may hold any of these tables."""

    dice: DiceSettings | None = None
    wheel: WheelSettings | None = None
    tickets: TicketPrinterSettings | None = None
    panel: PanelSettings | None = None
