"""What an installed cabinet is by the game that it plays: its rule book, and the device that the outcomes come from.

The installer runs before the program is there, so this stands here; a test compares it with the program's own rows.
"""

from typing import NamedTuple


class Device(NamedTuple):
    """What outcomes come from, as units, users, keys and device names call it."""

    name: str
    says: str

    @property
    def driver(self) -> str:
        return f"boxcars-{self.name}.service"

    @property
    def emulator(self) -> str:
        return f"boxcars-emulator-{self.name}.service"

    @property
    def key(self) -> str:
        return f"{self.name}.key"

    @property
    def settings(self) -> str:
        """Its table in `cabinet.toml`."""
        return f"{self.name}_unit"


class Game(NamedTuple):
    """What is written into the settings of a new machine."""

    device: Device
    rulebook: str


DEVICES = {device.name: device for device in (Device("dice", "the dice unit"), Device("wheel", "the wheel"))}
GAMES = {
    "craps": Game(DEVICES["dice"], "electronic"),
    "roulette": Game(DEVICES["wheel"], "mbs_roulette_v3"),
}
