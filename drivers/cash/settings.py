"""Which of the devices of a settings file a technician means: that of a seat, or the only one."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from config.drivers import BillSettings, DriverSettings, TicketPrinterSettings
from config.files.reading import BadFile, read_toml, validate
from drivers.common.serial.port import PortName, parse_port

Settings = TypeVar("Settings", BillSettings, TicketPrinterSettings)


def read(file: Path) -> DriverSettings:
    """All that the file says, or BadFile."""
    return validate(DriverSettings, read_toml(file), str(file))


def of_seat(found: Sequence[Settings], seat: int | None, file: Path, table: str) -> Settings:
    """The device of this seat, or the only one, or BadFile."""
    if not found:
        raise BadFile(f"{file}: {table}: no table [[{table}]] is there")
    meant = [one for one in found if seat in (None, one.seat)]
    if len(meant) == 1:
        return meant[0]
    seats = ", ".join(str(one.seat) for one in found)
    raise BadFile(f"{file}: {table}: which seat? --seat is one of {seats}")


def port_of(settings: Settings, file: Path, table: str) -> PortName:
    """The port that its table names, or BadFile."""
    try:
        return parse_port(settings.port)
    except ValueError as error:
        raise BadFile(f"{file}: {table}.port: {error}") from None
