"""What the printer remembers across power loss: its last results, its texts, its counters.

Paper and bezel stand in the same file, although no memory holds them: they are there whether there is power or not.
"""

from dataclasses import dataclass, field
from pathlib import Path

from tools.emulators.common.shelf import FileShelf
from tools.emulators.printer.wire import NOT_KNOWN, POWER_LOST, RESULT_LAYOUT, SLOTS

RESULTS_KEPT = 16


@dataclass
class Record:
    """What became of one job. It begins as the worst that can be so, before the motor starts."""

    request: str
    """The PRINT as it was accepted, in hexadecimal: the same job with other bytes is refused."""
    outcome: int = POWER_LOST
    taken: int = NOT_KNOWN
    """As it is now."""
    told: int | None = None
    """As it was when the outcome was found; PRINTED is sent again with this."""

    def now(self, job: int) -> bytes:
        """What RESULT answers."""
        return RESULT_LAYOUT.pack(job, self.outcome, self.taken)

    def as_it_was(self, job: int) -> bytes:
        """What PRINTED says."""
        return RESULT_LAYOUT.pack(job, self.outcome, self.taken if self.told is None else self.told)


@dataclass
class Memory:
    """The printer's non-volatile memory, and what is in its mechanics."""

    boot_id: int = 0
    last_job: int = 0
    printed: int = 0
    faults: int = 0
    texts: list[str] = field(default_factory=lambda: [""] * len(SLOTS))
    results: dict[str, Record] = field(default_factory=dict)  # by job; the one under way is among them
    paper: int = 0
    bezel: bool = False

    def __post_init__(self) -> None:
        self.results = {
            job: record if isinstance(record, Record) else Record(**record)  # a dict, as the file has it
            for job, record in self.results.items()
        }

    def begin(self, job: int, request: bytes) -> Record:
        """The record of a job that is to be printed."""
        self.last_job = job
        record = self.results[str(job)] = Record(request.hex())
        return record

    def record(self, job: int) -> Record | None:
        """What is kept of a job."""
        return self.results.get(str(job))

    def last(self) -> Record | None:
        """What is kept of the last job: whatever is at the bezel is its paper."""
        return self.record(self.last_job)

    def make_room(self) -> None:
        """The oldest results go; not before the newest is one."""
        while len(self.results) > RESULTS_KEPT:
            del self.results[min(self.results, key=int)]

    def lose_everything(self) -> None:
        """What was written can no longer be read, and it is known to be so."""
        vars(self).update(vars(Memory(boot_id=self.boot_id, paper=self.paper, bezel=self.bezel)))


class Shelf(FileShelf[Memory]):
    """Where the memory lies: a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, Memory, "ticket printer")
