"""What outlives power loss: the paper and where it lies, the box, and the counters."""

from dataclasses import dataclass, field
from pathlib import Path

from tools.emulators.bills.paper import Paper
from tools.emulators.common.shelf import FileShelf

ACCEPTOR, STACKER, BOX, HAND = "acceptor", "stacker", "box", "hand"
"""Where a paper is: it can be given back; it cannot any more; it is stacked; a person has it."""


@dataclass
class Memory:
    """Things that lie somewhere, and counters that are kept."""

    paper: Paper | None = None
    place: str = HAND
    box: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    """What was in boxes that were pulled out."""
    returned: list[str] = field(default_factory=list)
    stacker: str = "in"
    """Also `out` and `full`."""
    inserted: int = 0
    accepted: int = 0
    rejected: int = 0
    frauds: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.paper, dict):  # as the file has it
            self.paper = Paper(**self.paper)

    def move(self, place: str) -> None:
        """The paper lies here now."""
        if self.paper is None:
            return
        self.place = place
        if place == BOX:
            self.box.append(self.paper.name)
        if place == HAND:
            self.returned.append(self.paper.name)
        if place in (BOX, HAND):
            self.paper = None


class Shelf(FileShelf[Memory]):
    """Where the memory lies: a file, or nowhere."""

    def __init__(self, path: Path | None) -> None:
        super().__init__(path, Memory, "bill acceptor")
