"""The dice unit of the simulated cabinet."""

from random import Random

from controller.games.interface import Shown
from controller.protocol.devices.dice import TO_DRIVER
from drivers.dice.words import WORDS
from tools.emulators.dice.dice import DiceBox, Thrown
from tools.emulators.dice.memory import Memory, Shelf
from tools.emulators.dice.orders import follow
from tools.emulators.dice.pace import Pace
from tools.emulators.dice.unit import Unit
from tools.simulator.dome.kind import UnitKind, Witness

SERIAL, MODEL = 1001, "BOXDICE1"
PACE = Pace(boot=0.1, shake=0.25, settle=0.05, unrest=0.15, sense=0.02, self_test=0.2)
FACES = slice(9, 11)
"""Where they stand in a result."""


class _Dice(DiceBox):
    def __init__(self, seed: int, witness: Witness) -> None:
        super().__init__(seed)
        self._witness = witness

    def throw(self, roll_id: int, scripted: int) -> tuple[Thrown, int]:
        """The next throw."""
        self._witness.moves(roll_id)
        return super().throw(roll_id, scripted)


class _Shelf(Shelf):
    def __init__(self, witness: Witness) -> None:
        super().__init__(None)
        self._witness = witness

    def store(self, memory: Memory) -> None:
        """Nowhere."""
        self._witness.sees(memory.results)


def _switched_on(key: bytes, seed: int, now: float, boots: Random, witness: Witness) -> Unit:
    return Unit(key, _Dice(seed, witness), _Shelf(witness), PACE, now, SERIAL, MODEL, boots)


def _shown(result: bytes) -> Shown:
    return {"faces": list(result[FACES])}


DICE = UnitKind(
    name="dice",
    serial=SERIAL,
    words=WORDS,
    told=TO_DRIVER,
    switched_on=_switched_on,
    follow=follow,
    orders=(
        "reboot",
        "power-cut 1",
        "power-cut 0.3 mid-shake",
        "power-cut 0.3 mid-shake",
        "babble 1.5",
        "freeze 2",
        "freeze 5",
        "lid open",
        "fault motor-stall",
        "fault sensor-dirty",
        "forge 1",
        "forge 2",
        "repeat-old",
        "unasked",
        "lose 2",
        "lose 6",
        "flip 0.002",
        "flip 0.02",
        "slow 150",
        "slow 400",
        "stall 2",
        "serial 77",
        "impossible 0 0 7",
        "impossible 200 1 1",
        "next leaning",
        "next stacked",
        "next missing",
        "next unreadable",
        "next foreign",
        "next never-rest",
    ),
    happens_once=("power-cut", "reboot", "next", "impossible", "forge"),
    opens="lid open",
    closes="lid close",
    shown=_shown,
)
