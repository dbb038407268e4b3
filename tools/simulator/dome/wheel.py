"""The wheel of the simulated cabinet. A second of it takes a tenth, so that an evening is not spent watching balls."""

from random import Random

from controller.games.interface import Shown
from controller.protocol.devices.wheel import TO_DRIVER
from drivers.wheel.words import WORDS
from tools.emulators.wheel.contradictions import CONTRADICTIONS
from tools.emulators.wheel.fate import OUTCOMES, Fates
from tools.emulators.wheel.memory import Memory, Shelf
from tools.emulators.wheel.orders import follow
from tools.emulators.wheel.unit import Unit
from tools.emulators.wheel.wheel import Pace
from tools.emulators.wheel.wire import Spun, unpacked
from tools.simulator.dome.kind import UnitKind, Witness

SERIAL, MODEL = 2001, "WHEEL-37"
PACE = Pace(boot=0.1, second=0.1, self_test=0.2)
BY_THEMSELVES = tuple(name for name in OUTCOMES if name not in ("ok", "aborted", "power-lost"))
"""Outcomes that a spin comes to though nobody breaks it off."""


class _Fates(Fates):
    """A spin asks for its chance once: when it begins."""

    def __init__(self, seed: int, witness: Witness) -> None:
        super().__init__(seed)
        self._witness = witness

    def chance(self, spin_id: int) -> Random:
        """Of this spin."""
        self._witness.moves(spin_id)
        return super().chance(spin_id)


class _Shelf(Shelf):
    def __init__(self, witness: Witness) -> None:
        super().__init__(None)
        self._witness = witness

    def store(self, memory: Memory) -> None:
        """Nowhere."""
        self._witness.sees(memory.results)


def _switched_on(key: bytes, seed: int, now: float, boots: Random, witness: Witness) -> Unit:
    return Unit(key, _Fates(seed, witness), _Shelf(witness), PACE, now, SERIAL, MODEL, boots)


def _shown(result: bytes) -> Shown:
    """Its number, if by the wheel's own document there is one in it."""
    found = unpacked(result)
    return {"number": found.number} if _counts(found) else {}


def _counts(found: Spun) -> bool:
    against = found.ball in (-1, 1) and found.ball * found.rotor < 0
    return found.outcome == OUTCOMES["ok"] and found.number <= 36 and found.revolutions >= 4 and against


WHEEL = UnitKind(
    name="wheel",
    serial=SERIAL,
    words=WORDS,
    told=TO_DRIVER,
    switched_on=_switched_on,
    follow=follow,
    orders=(
        "reboot",
        "power-cut 1",
        "power-cut 0.3 waiting",
        "power-cut 0.3 turning",
        "power-cut 0.3 falling",
        "power-cut 0.3 landed",
        "power-cut 2 landed",
        "power-cut 0.3 landed unread",
        "power-cut 0.3 done",
        "babble 1.5",
        "freeze 2",
        "freeze 5",
        "cover open",
        "fault rotor",
        "fault sensor-dirty",
        "fault ball-missing",
        "now interference",
        "forge 1",
        "forge 2",
        "repeat-old",
        "retell 17",
        "unasked",
        "forget",
        "pretend unknown 2",
        "pretend under-way 3",
        "refuse 1",
        "refuse 4",
        "refuse 5",
        "state 4",
        "lose spun 3",
        "lose reply 6",
        "lose ball 4",
        "double spun 3",
        "double reply 4",
        "garble spun 2",
        "delay spun 2500",
        "delay ball 2500",
        "delay reply 120",
        "ball 4 12",
        "ball 3 6 9999",
        "skip 3",
        "time launch 30",
        "time track 1",
        "time rattle 70",
        "time reading 30",
        "flip 0.002",
        "flip 0.02",
        "serial 77",
        *(f"contradict {name}" for name in CONTRADICTIONS),
        *(f"next {name}" for name in BY_THEMSELVES),
    ),
    happens_once=("power-cut", "reboot", "now", "next", "contradict", "forge", "refuse", "skip", "time"),
    opens="cover open",
    closes="cover close",
    shown=_shown,
)
