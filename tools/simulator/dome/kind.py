"""What the simulator has to know of a kind of unit: its emulator, its driver's words, how it can misbehave.

What a unit really did is not asked of the controller: a witness sees when it goes to work, and whatever it signs.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from pydantic import TypeAdapter

from controller.games.interface import Shown
from drivers.common.unit.words import Words
from tools.emulators.common.trouble import LineTrouble
from tools.simulator.serial.unit import Speaking


class Witness:
    """Sees what a unit does, whatever anybody says of it."""

    def __init__(self) -> None:
        self.moved: Counter[int] = Counter()
        """Id → how often dice or ball were set in motion for it."""
        self.signed: defaultdict[int, set[str]] = defaultdict(set)
        """Id → all that the unit has ever kept as its result."""
        self.watch: Callable[[int, int], None] = lambda _id, _times: None

    def moves(self, id: int) -> None:
        """The unit goes to work for this id."""
        self.moved[id] += 1
        self.watch(id, self.moved[id])

    def sees(self, results: Mapping[str, str]) -> None:
        """The results in its memory, as they are now."""
        for id, result in results.items():
            self.signed[int(id)].add(result)


class EmulatedUnit(Speaking, Protocol):
    """What a unit has that can be told to misbehave on its line."""

    @property
    def trouble(self) -> LineTrouble:
        """What goes wrong."""

    def latch(self, faults: int) -> None:
        """The fault latch as it is from now on."""


@dataclass(frozen=True)
class UnitKind:
    """One kind of unit."""

    name: str
    """Of the device: its role on the wire too."""
    serial: int
    words: Words
    told: TypeAdapter[Any]
    """What its driver is told."""
    switched_on: Callable[[bytes, Any, float, Random, Witness], EmulatedUnit]
    """Key, seed, the time, where boot ids come from, who watches."""
    follow: Callable[[Any, list[str], float], None]
    """An order of its emulator."""
    orders: tuple[str, ...]
    """How it misbehaves."""
    happens_once: tuple[str, ...]
    """How orders begin after which nothing has to be made well."""
    opens: str
    closes: str
    """Orders that move its lid or cover."""
    shown: Callable[[bytes], Shown]
    """What a signed result shows; nothing, where it tells of no outcome or says what cannot be."""
