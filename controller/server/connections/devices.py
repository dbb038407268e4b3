"""The devices that a game's outcomes come from, one row each. Which of them a cabinet has, the game of its journal says
(`TableRow.device`)."""

from collections.abc import Callable
from typing import Any

from controller.protocol.message import cut
from controller.server.connections.dice_desk import DiceDesk
from controller.server.connections.driver_desk import NoDesk
from controller.server.connections.unit_desk import DeskSettings, UnitDesk
from controller.server.connections.wheel_desk import WheelDesk
from controller.server.loop.hub import Desk

DEVICES: dict[str, Callable[[DeskSettings], UnitDesk[Any]]] = {"dice": DiceDesk, "wheel": WheelDesk}
"""Device, which is its role too → its desk."""


def desks_of(device: str, settings: DeskSettings) -> tuple[UnitDesk[Any], dict[str, Desk]]:
    """The desk of the device that is played with, and a desk for the role of each: the others are sent away."""
    desk = DEVICES[device](settings)
    away = NoDesk(cut(f"this cabinet plays with the {device} unit; its driver alone is heard"))
    return desk, {name: desk if name == device else away for name in DEVICES}
