"""Settings of the drivers: where the hardware is, which of it is ours, where the controller listens."""

from typing import Annotated

from pydantic import Field, StringConstraints

from config.strict import Strict

Endpoint = Annotated[str, StringConstraints(pattern=r"^(ipc|tcp|inproc)://\S+$", max_length=200)]
Usb16 = Annotated[int, Field(ge=0, le=0xFFFF)]


class UnitSettings(Strict):
    """A unit on a serial line."""

    endpoint: Endpoint
    port: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    model: Annotated[str, StringConstraints(min_length=1, max_length=8)] | None = None
    serial: Annotated[int, Field(ge=0, le=0xFFFF_FFFF)] | None = None


class DiceSettings(UnitSettings):
    """`[dice]`: the dice unit."""


class WheelSettings(UnitSettings):
    """`[wheel]`: the wheel unit; a unit of another model, a dice unit above all, is refused."""

    model: Annotated[str, StringConstraints(min_length=1, max_length=8)] = "WHEEL-37"


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
    panel: PanelSettings | None = None
