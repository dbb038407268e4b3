"""What the unit remembers across power loss: its last results, the shake under way, its counters.

Written before anything that follows from it leaves the unit, by replacing the file as a whole. That holds against
the death of this process at any byte, not against power loss of the computer it runs on.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from config.reading import BadFile, read_text

RESULTS_KEPT = 16


@dataclass
class Memory:
    """The unit's non-volatile memory. Bytes are kept in hexadecimal."""

    boot_id: int = 0
    last_roll: int = 0
    shakes: int = 0
    scripted: int = 0  # lines of scripted dice used
    faults: int = 0
    under_way: list[str] | None = None  # roll id and nonce of a shake accepted, until its result is here
    results: dict[str, str] = field(default_factory=dict)  # roll id → payload and MAC

    def keep(self, roll_id: int, result: bytes) -> None:
        """The result of a roll; the oldest makes room."""
        self.results[str(roll_id)] = result.hex()
        self.under_way = None
        while len(self.results) > RESULTS_KEPT:
            del self.results[min(self.results, key=int)]

    def result(self, roll_id: int) -> bytes | None:
        found = self.results.get(str(roll_id))
        return bytes.fromhex(found) if found else None


class Shelf:
    """Where the memory lies: a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def load(self) -> Memory:
        if self._path is None or not self._path.exists():
            return Memory()
        try:
            return Memory(**json.loads(read_text(self._path)))
        except (ValueError, TypeError) as error:
            raise BadFile(f"{self._path}: is no memory of an emulated dice unit: {error}") from None

    def store(self, memory: Memory) -> None:
        if self._path is None:
            return
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_text(json.dumps(asdict(memory)))
        beside.replace(self._path)
