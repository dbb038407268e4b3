"""What an installed cabinet is by the game that it plays: its rule book, and the device that the outcomes come from.

The installer runs before the program is there, so this stands here; a test compares it with the program's own rows.
"""

from typing import NamedTuple

from config.devices import UNITS, Device


class InstalledGame(NamedTuple):
    """What is written into the settings of a new machine."""

    device: Device
    rulebook: str


GAMES = {
    "craps": InstalledGame(UNITS["dice"], "electronic"),
    "roulette": InstalledGame(UNITS["wheel"], "mbs_roulette_v3"),
}
