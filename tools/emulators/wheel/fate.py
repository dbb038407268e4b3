"""How the next spins end: as physics will have it, as a script says, or as a person put first."""

import random
from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from config.files.reading import BadFile, read_text


class End(Enum):
    """Where in a spin an outcome is found."""

    BEFORE_LAUNCH = auto()
    TURNING = auto()
    FALLING = auto()
    NEVER_RESTS = auto()
    READING = auto()


OUTCOMES = {
    "ok": 0,
    "same-direction": 1,
    "not-spun": 2,
    "few-revolutions": 3,
    "foreign-object": 4,
    "no-compartment": 5,
    "ball-out": 6,
    "ball-broken": 7,
    "rotor-stopped": 8,
    "rotor-not-turning": 9,
    "interference": 10,
    "aborted": 11,
    "power-lost": 12,
    "unreadable": 13,
}
ENDS = {
    "ok": End.READING,
    "same-direction": End.READING,
    "not-spun": End.BEFORE_LAUNCH,
    "few-revolutions": End.READING,
    "foreign-object": End.READING,
    "no-compartment": End.NEVER_RESTS,
    "ball-out": End.FALLING,
    "ball-broken": End.TURNING,
    "rotor-stopped": End.READING,
    "rotor-not-turning": End.BEFORE_LAUNCH,
    "interference": End.TURNING,
    "aborted": End.BEFORE_LAUNCH,
    "power-lost": End.TURNING,
    "unreadable": End.READING,
}
NUMBERS = tuple(str(number) for number in range(37))
LONGEST_WAITING = 100


@dataclass(frozen=True)
class Fate:
    """What is to become of one spin; a number or revolutions that nobody ordered are left to physics."""

    outcome: str = "ok"
    number: int | None = None
    revolutions: int | None = None


def parse_fate(words: list[str]) -> Fate:
    """`17`, the name of an outcome, or `few-revolutions 2`; ValueError says what may stand here."""
    if len(words) == 1 and words[0] in NUMBERS:
        return Fate(number=int(words[0]))
    if words[:1] == ["few-revolutions"] and words[1:] in ([], ["0"], ["1"], ["2"], ["3"]):
        return Fate("few-revolutions", revolutions=int((words[1:] or ["3"])[0]))
    if len(words) == 1 and words[0] in OUTCOMES:
        return Fate(words[0])
    raise ValueError(
        f"{' '.join(words) or 'nothing'}: allowed are a number from 0 to 36, few-revolutions with 0 to 3 after it, or "
        + ", ".join(OUTCOMES)
    )


def read_script(path: Path) -> list[Fate]:
    """Spins from a file, one per line; `#` begins a comment."""
    fates = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.partition("#")[0].split()
        try:
            fates += [parse_fate(words)] if words else []
        except ValueError as error:
            raise BadFile(f"{path}: line {number}: {error}") from None
    if not fates:
        raise BadFile(f"{path}: holds no spin; a line is a number, as in 17, or an outcome, as in ball-out")
    return fates


class Fates:
    """Says what becomes of the next spin, and where its chance comes from."""

    def __init__(self, seed: int | None = None, script: list[Fate] | None = None) -> None:
        self._seed = seed
        self._script = script
        self.first: deque[Fate] = deque(maxlen=LONGEST_WAITING)  # what a person wants to see next

    def next(self, scripted: int) -> tuple[Fate, int]:
        """The next fate, and how much of the script is used up; a script begins anew at its end."""
        if self.first:
            return self.first.popleft(), scripted
        if self._script:
            return self._script[scripted % len(self._script)], scripted + 1
        return Fate(), scripted

    def chance(self, spin_id: int) -> random.Random:
        """From the spin id, so that a seed means the same numbers however often the unit was restarted."""
        return random.SystemRandom() if self._seed is None else random.Random(f"{self._seed}/{spin_id}")
