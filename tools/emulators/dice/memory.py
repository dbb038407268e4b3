"""What the unit remembers across power loss: its last results, the shake under way, its counters."""

from dataclasses import dataclass, field
from pathlib import Path

from tools.emulators.common.shelf import FileShelf

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


class Shelf(FileShelf[Memory]):
    """Where the memory lies: a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, Memory, "dice unit")
