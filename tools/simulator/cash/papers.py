"""Every paper there is, and where it is: counted by who sees the paper, and asked of nobody."""

from collections import Counter, defaultdict
from typing import NamedTuple

from tools.emulators.bills.memory import BOX, HAND, Memory, Shelf
from tools.emulators.bills.paper import TICKET, Paper
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.wire import Job

WHOLE = 1.0


class Printed(NamedTuple):
    """A paper that came out of a printer."""

    number: str
    amount: int
    part: float


class Papers:
    """Pockets, acceptors, boxes and bezels of all seats."""

    def __init__(self) -> None:
        self.worth: dict[str, int] = {}
        """Name of a note → what it is worth."""
        self.notes_in: Counter[int] = Counter()
        """Seat → what its acceptor answers for, in money."""
        self.tickets_in: Counter[str] = Counter()
        """Number → how often such a paper was taken in."""
        self.printed: defaultdict[str, list[Printed]] = defaultdict(list)
        self.pockets: defaultdict[int, list[str]] = defaultdict(list)
        """Seat → tickets of its player, by their numbers."""
        self.doubted: set[int] = set()
        """Seats whose acceptor has told what was not so, or has kept silent about what was."""
        self._count = 0

    def note(self, kind: int, value: int) -> Paper:
        """Another note, unlike all others."""
        self._count += 1
        name = f"note {self._count}"
        self.worth[name] = value
        return Paper(kind, name)

    def taken_in(self, seat: int, paper: Paper) -> None:
        """The acceptor answers for it from here on."""
        if paper.type == TICKET:
            self.tickets_in[paper.name] += 1
        else:
            self.notes_in[seat] += self.worth.get(paper.name, 0)

    def came_out(self, seat: int, paper: Paper) -> None:
        """Somebody has it in the hand again."""
        if paper.type == TICKET:
            self.pockets[seat].append(paper.name)

    def is_out(self, number: str) -> bool:
        """Whether a whole ticket of this number ever came out of a printer."""
        return any(one.part == WHOLE for one in self.printed.get(number, ()))


class SeatShelf(Shelf):
    """The memory of a seat's acceptor, looked at whenever it changes."""

    def __init__(self, seat: int, papers: Papers) -> None:
        super().__init__(None)
        self._seat, self._papers = seat, papers

    def load(self) -> Memory:
        """An empty one."""
        return SeatMemory(self._seat, self._papers)

    def store(self, memory: Memory) -> None:
        """Nowhere; but a paper that is answered for may lie in the path still."""
        assert isinstance(memory, SeatMemory)
        memory.look()


class SeatMemory(Memory):
    def __init__(self, seat: int, papers: Papers) -> None:
        super().__init__()
        self._seat, self._papers = seat, papers
        self._counted = self._accepted = 0
        self.is_in = False
        """Whether what was put in last is answered for."""

    def look(self) -> None:
        """Has another one been counted as accepted, or put in?"""
        if self.inserted > self._counted:
            self._counted, self.is_in = self.inserted, False
            self._accepted = self.accepted
        elif self.accepted > self._accepted and self.paper is not None:
            self._accepted = self.accepted
            self.goes_in()

    def move(self, place: str) -> None:
        """The paper lies here now."""
        paper = self.paper
        if place == BOX:
            self.goes_in()
        super().move(place)
        if paper is not None and place == HAND:
            self._papers.came_out(self._seat, paper)

    def goes_in(self) -> None:
        """The paper in the path is answered for, once."""
        if self.paper is not None and not self.is_in:
            self.is_in = True
            self._papers.taken_in(self._seat, self.paper)


class Bezel(Tray):
    """Where a seat's tickets come out, and are looked at."""

    def __init__(self, papers: Papers) -> None:
        super().__init__(None)
        self._papers = papers
        self._at_bezel: list[str] = []

    def lay(self, job: Job, texts: object, part: float = WHOLE) -> None:  # noqa: ARG002
        """A paper, or a part of one."""
        self._papers.printed[job.digits].append(Printed(job.digits, job.amount, part))
        self._at_bezel.append(job.digits)

    def emptied(self) -> list[str]:
        """What lay there."""
        taken, self._at_bezel = self._at_bezel, []
        return taken
