"""Where the emulated dice come from: a seed, a script, or the operating system; and what a person put first."""

import random
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from config.files.reading import BadFile, read_text

OUTCOMES = {
    "ok": 0,
    "leaning": 1,
    "stacked": 2,
    "missing": 3,
    "unreadable": 4,
    "aborted": 5,
    "foreign": 6,
    "extra": 7,
    "lid": 8,
    "never-rest": 9,
    "power-lost": 10,
}
SCRIPTABLE = ("leaning", "stacked", "missing", "unreadable", "foreign", "extra", "never-rest")
"""The outcomes that dice come to by themselves; the others need somebody to do something."""
LONGEST_WAITING = 100


@dataclass(frozen=True)
class Thrown:
    """How a shake ends: an outcome, and faces as the unit will report them."""

    outcome: int
    die_a: int = 0
    die_b: int = 0


def parse_throw(words: list[str]) -> Thrown:
    """`3 4` or an outcome that dice come to by themselves; ValueError says what may stand here."""
    if len(words) == 2 and all(word in tuple("123456") for word in words):
        return Thrown(0, int(words[0]), int(words[1]))
    if len(words) == 1 and words[0] in SCRIPTABLE:
        return Thrown(OUTCOMES[words[0]])
    raise ValueError(f"{' '.join(words) or 'nothing'}: allowed are two faces from 1 to 6, or {', '.join(SCRIPTABLE)}")


def read_script(path: Path) -> list[Thrown]:
    """Throws from a file, one a line; `#` begins a comment."""
    throws = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.partition("#")[0].split()
        try:
            throws += [parse_throw(words)] if words else []
        except ValueError as error:
            raise BadFile(f"{path}: line {number}: {error}") from None
    if not throws:
        raise BadFile(f"{path}: holds no throw; a line is two faces, as in 3 4, or an outcome, as in leaning")
    return throws


class DiceBox:
    """Throws the dice of the emulated unit."""

    def __init__(self, seed: int | None = None, script: list[Thrown] | None = None) -> None:
        self._seed = seed
        self._script = script
        self.first: deque[Thrown] = deque(maxlen=LONGEST_WAITING)  # what a person wants to see next

    def throw(self, roll_id: int, scripted: int) -> tuple[Thrown, int]:
        """The next throw, and how much of the script is used up; a script begins anew at its end."""
        if self.first:
            return self.first.popleft(), scripted
        if self._script:
            return self._script[scripted % len(self._script)], scripted + 1
        # from the roll id, so that a seed means the same dice however often the unit was restarted
        source = random.SystemRandom() if self._seed is None else random.Random(f"{self._seed}/{roll_id}")
        return Thrown(0, source.randint(1, 6), source.randint(1, 6)), scripted
