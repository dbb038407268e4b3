"""Settings of the devices: where a driver finds its own, and what of each the controller has to know."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from config.devices import UNITS
from config.files.reading import BadFile
from config.files.strict import PathText, Strict
from config.sas import SasSettings

Endpoint = Annotated[str, StringConstraints(pattern=r"^(ipc|tcp|inproc)://\S+$", max_length=200)]
Usb16 = Annotated[int, Field(ge=0, le=0xFFFF)]


PortText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Model = Annotated[str, StringConstraints(min_length=1, max_length=8)]
Serial = Annotated[int, Field(ge=0, le=0xFFFF_FFFF)]
SeatNumber = Annotated[int, Field(ge=1, le=9999)]
LONGEST_TICKET_TEXT = 48
"""Bytes of UTF-8 that a printer keeps for each."""


class UnitSettings(Strict):
    """A unit on a serial line: `[dice]`, `[wheel]`."""

    endpoint: Endpoint
    port: PortText
    model: Model | None = None
    """A unit of another model is refused; nothing said, as its driver knows it."""
    serial: Serial | None = None


def _for_a_ticket(text: str) -> str:
    if len(text.encode()) > LONGEST_TICKET_TEXT:
        raise ValueError(f"longer than the {LONGEST_TICKET_TEXT} bytes that a ticket has room for")
    if not text.isprintable():
        raise ValueError("control signs cannot be printed")
    return text


TicketText = Annotated[str, AfterValidator(_for_a_ticket)]


class TicketTexts(Strict):
    """`[ticket_texts]`: what stands on every ticket, whichever printer it comes from."""

    house: TicketText
    place: TicketText
    asset: TicketText
    sign: TicketText
    one: TicketText
    many: TicketText


class TicketPrinterSettings(Strict):
    """`[[tickets]]`: the ticket printer of a seat. Its serial number has to be said: a job belongs to one printer."""

    seat: SeatNumber
    endpoint: Endpoint = "ipc:///run/boxcars/tickets/commands"
    port: PortText
    model: Model | None = None
    serial: Serial


class PanelSettings(Strict):
    """`[panel]`: the boards on the USB of this host."""

    endpoint: Endpoint
    boards: Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=64)]], Field(max_length=64)]
    vendor: Usb16 = 0x1209
    product: Usb16 = 0xC0DE
    usb: Annotated[str, StringConstraints(pattern=r"^(libusb|emulated:.+)$", max_length=200)] = "libusb"


class BillSettings(Strict):
    """`[[bills]]`: the bill acceptor of a seat. What is said of it has to be so, or it takes nothing."""

    seat: SeatNumber
    endpoint: Endpoint = "ipc:///run/boxcars/bills/commands"
    port: PortText
    protocol: Literal["cctalk", "id003"]
    country: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
    """As the acceptor calls the currency of its notes."""
    decimals: Annotated[int, Field(ge=0, le=4)] = 2
    notes: Annotated[list[Annotated[int, Field(ge=0, le=10**9)]], Field(min_length=1, max_length=16)]
    """What its first, second, … type is worth, in the smallest unit; 0 is none."""
    serial: Annotated[int, Field(ge=0, le=0xFF_FFFF)] | None = None
    product: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = None
    version: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = None
    checksum: Literal["simple", "crc"] = "simple"
    ticket_stacked: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(min_length=2, max_length=2)] | None = (
        None
    )
    """The event that proves a stacked ticket; without one a ccTalk acceptor takes no tickets."""

    @model_validator(mode="after")
    def _is_pinned(self) -> Self:
        """ccTalk by serial and product; ID-003, which has neither, by its version."""
        pins = ("serial", "product") if self.protocol == "cctalk" else ("version",)
        if lacks := [name for name in pins if getattr(self, name) is None]:
            raise ValueError(
                f"{self.protocol} needs {' and '.join(lacks)}: another acceptor may not stand in its place"
            )
        return self


MOST_SEATS = 64
"""With a device of a kind, behind one driver process."""


class DriverSettings(Strict):
    """`drivers.toml`, a file that may hold any of these tables."""

    dice: UnitSettings | None = None
    wheel: UnitSettings | None = None
    panel: PanelSettings | None = None
    bills: Annotated[list[BillSettings], Field(max_length=MOST_SEATS)] = []
    tickets: Annotated[list[TicketPrinterSettings], Field(max_length=MOST_SEATS)] = []
    ticket_texts: TicketTexts | None = None
    sas: SasSettings | None = None

    @model_validator(mode="after")
    def _are_apart(self) -> Self:
        """A seat has one acceptor and one printer, and a line has one of them."""
        for table, found in (("bills", self.bills), ("tickets", self.tickets)):
            for what in ("seat", "port"):
                said = [getattr(one, what) for one in found]
                if twice := sorted({str(value) for value in said if said.count(value) > 1}):
                    raise ValueError(f"{table}: {what} {twice[0]} is named twice")
        if self.tickets and self.ticket_texts is None:
            raise ValueError("[ticket_texts] is missing: a ticket says whose it is")
        return self


class OutcomeUnitSettings(Strict):
    """The unit that outcomes come from: its key, and whether it may be an emulated one."""

    key_file: PathText
    emulated: bool = False
    """An emulated unit may be used; never with a live journal."""


class DiceUnitSettings(OutcomeUnitSettings):
    """`[dice_unit]`: the dice unit, and how it is asked to shake."""

    shake_ms: Annotated[int, Field(ge=1000, le=10_000)] = 2500
    strength: Annotated[int, Field(ge=1, le=255)] = 180


class WithUnits(Strict):
    """The tables of `cabinet.toml` for units: one of these, by the game that is played."""

    dice_unit: DiceUnitSettings | None = None
    wheel_unit: OutcomeUnitSettings | None = None

    def units(self) -> dict[str, OutcomeUnitSettings]:
        """The units that are told of, by the name of their table."""
        said = {unit.settings: getattr(self, unit.settings) for unit in UNITS.values()}
        return {name: unit for name, unit in said.items() if unit is not None}

    def unit_of(self, device: str) -> OutcomeUnitSettings:
        """The unit of this device; BadFile where nothing is said of it."""
        table = UNITS[device].settings
        unit = self.units().get(table)
        if unit is None:
            raise BadFile(f"[{table}] is missing: the game of this table is played with it")
        return unit
