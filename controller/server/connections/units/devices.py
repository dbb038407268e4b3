"""The desks of the devices that a game's outcomes come from. Which of them a cabinet has, the game of its journal says
(`TableRow.device`)."""

from importlib import import_module
from typing import Any

from config.devices import UNITS
from controller.protocol.message import cut
from controller.server.connections.driver_desk import NoDesk
from controller.server.connections.units.unit_desk import UnitDesk, UnitDeskSettings
from controller.server.loop.hub import Desk


def desks_of(device: str, settings: UnitDeskSettings) -> tuple[UnitDesk[Any], dict[str, Desk]]:
    """The desk of the device that is played with, and a desk for the role of each: the others are sent away."""
    desk = desk_of(device)(settings)
    away = NoDesk(cut(f"this cabinet plays with the {device} unit; its driver alone is heard"))
    return desk, {name: desk if name == device else away for name in UNITS}


def desk_of(device: str) -> type[UnitDesk[Any]]:
    """By its name: `WheelDesk` in `wheel_desk`."""
    found: type[UnitDesk[Any]] = getattr(import_module(f"{__package__}.{device}_desk"), f"{device.title()}Desk")
    return found
