"""What the unit remembers across power loss: its last results, the spin under way and how far it came, its counters."""

from dataclasses import dataclass, field
from pathlib import Path

from tools.emulators.common.shelf import FileShelf

RESULTS_KEPT = 16


@dataclass
class SpinKept:
    """The spin under way as its last stage left it; where the ball will lie is no memory, but the ball's own affair."""

    spin_id: int
    nonce: str
    stage: int = 0
    revolutions: int = 0
    ball: int = 0
    rotor: int = 0
    elapsed: int = 0
    outcome: int = 0
    lies_in: int = 0


@dataclass
class Memory:
    """The unit's non-volatile memory. Bytes are kept in hexadecimal."""

    boot_id: int = 0
    last_spin: int = 0
    last_nonce: str = ""
    spins: int = 0
    scripted: int = 0  # lines of the script used
    faults: int = 0
    under_way: SpinKept | None = None  # a spin accepted, until its result is here
    results: dict[str, str] = field(default_factory=dict)  # spin id → payload and MAC

    def __post_init__(self) -> None:
        if isinstance(self.under_way, dict):  # as the file has it
            self.under_way = SpinKept(**self.under_way)

    def keep(self, spin_id: int, result: bytes) -> None:
        """The result of a spin; the oldest makes room."""
        self.results[str(spin_id)] = result.hex()
        self.under_way = None
        while len(self.results) > RESULTS_KEPT:
            del self.results[min(self.results, key=int)]

    def result(self, spin_id: int) -> bytes | None:
        """The payload and MAC of a spin, if they are still kept."""
        found = self.results.get(str(spin_id))
        return bytes.fromhex(found) if found else None

    def oldest(self) -> bytes | None:
        """The result kept for longest."""
        return self.result(min(map(int, self.results))) if self.results else None


class Shelf(FileShelf[Memory]):
    """Where the memory lies: a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, Memory, "wheel unit")
