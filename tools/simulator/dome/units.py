"""The kinds of units that the simulator has, by the device that a game is played with."""

from tools.simulator.dome.dice import DICE
from tools.simulator.dome.kind import UnitKind
from tools.simulator.dome.wheel import WHEEL

UNITS: dict[str, UnitKind] = {kind.name: kind for kind in (DICE, WHEEL)}
