"""One paper on its way: drawn in, read, held in escrow, stacked or given back, by a clock that is handed in."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from tools.emulators.bills.memory import ACCEPTOR, BOX, HAND, STACKER, Memory, Shelf
from tools.emulators.bills.paper import FALSE, Paper
from tools.emulators.bills.trouble import Trouble
from tools.emulators.common.reports import FOREVER


@dataclass(frozen=True)
class Pace:
    """How long the mechanics take."""

    boot: float = 0.5
    initialize: float = 1.0
    accept: float = 0.8
    stack: float = 0.8
    settle: float = 0.4
    give_back: float = 0.6


REAL = Pace()
FAST = Pace(boot=0.02, initialize=0.02, accept=0.02, stack=0.02, settle=0.02, give_back=0.02)


class Stage(Enum):
    """How far the paper in the path has come."""

    EMPTY = "empty"
    ACCEPTING = "accepting"
    ESCROW = "escrow"
    STACKING = "stacking"
    STACKED = "stacked"
    """The acceptor answers for it from here on."""
    SETTLING = "settling"
    RETURNING = "returning"
    RETURNED = "returned"
    """In a hand this very moment."""
    JAMMED = "jammed"


class Reason(Enum):
    """Why a paper comes back."""

    ASKED = "asked"
    UNKNOWN = "unknown"
    INHIBITED = "inhibited"
    ALL_INHIBITED = "all inhibited"
    SLIPPED = "slipped"
    STACKER = "stacker"


class Owner(Protocol):
    """The acceptor around the path."""

    def refuses(self, paper: Paper) -> Reason | None:
        """Why this paper is not taken, if it is not."""

    def holds(self) -> bool:
        """Whether papers wait in escrow."""

    def reached(self, stage: Stage, when: float) -> None:
        """The paper has come so far."""


class PaperPath:
    """The path, and the memory of where things lie."""

    def __init__(self, owner: Owner, shelf: Shelf, pace: Pace, trouble: Trouble) -> None:
        self._owner, self._shelf, self._pace, self._trouble = owner, shelf, pace, trouble
        self.memory: Memory = shelf.load()
        self.stage = Stage.EMPTY
        self.due = FOREVER
        """When the paper goes on by itself."""
        self.reason = Reason.ASKED
        self.early = False
        """Stacked is said while the paper can still be seen in the transport."""
        self.last: Paper | None = None
        """The paper that was stacked last."""
        self.recovered = False
        """The paper lay here when power came back."""

    @property
    def paper(self) -> Paper:
        """What is in the path, which is not empty."""
        assert self.memory.paper is not None
        return self.memory.paper

    def store(self) -> None:
        """Keep the memory as it is now."""
        self._shelf.store(self.memory)

    def advance(self, now: float) -> None:
        """Let everything happen that was to happen until now, in its order."""
        while self.due <= now:
            NEXT[self.stage](self, self.due)

    # ---- what a person does, and the host ----------------------------------------------------------------------------

    def insert(self, paper: Paper, now: float) -> None:
        """A person lets go of it at the mouth of an empty path."""
        self.memory.paper, self.memory.place, self.recovered = paper, ACCEPTOR, False
        self.memory.inserted += 1
        self._enter(Stage.ACCEPTING, now, self._pace.accept)

    def stack(self, now: float, early: bool = False) -> None:
        """Push it on into the box."""
        self.early = early
        self.memory.move(STACKER)
        self._enter(Stage.STACKING, now, self._pace.stack)

    def give_back(self, reason: Reason, now: float) -> None:
        """Push it out at the front."""
        self.reason = reason
        self.memory.move(ACCEPTOR)
        self.memory.rejected += reason != Reason.ASKED
        self._enter(Stage.RETURNING, now, self._pace.give_back)

    def settle(self, now: float) -> None:
        """What was told of the stacked paper was heard."""
        self._enter(Stage.SETTLING, now, self._pace.settle)

    def jam(self, place: str, now: float) -> None:
        """It sticks here until a person frees it."""
        self._trouble.jam = ""
        self.memory.move(place)
        self._enter(Stage.JAMMED, now, FOREVER)

    def free(self, place: str, now: float) -> None:
        """A person has opened the path and put the paper there."""
        self.memory.move(place)
        self._enter(Stage.EMPTY, now, FOREVER)

    # ---- power -------------------------------------------------------------------------------------------------------

    def stop(self, found: str | None) -> None:
        """Power is gone; the paper lies where it is, or where it slid to."""
        if found is not None:
            self.memory.move(found)
        self.stage, self.due = Stage.EMPTY, FOREVER
        self.store()

    def clear(self, now: float) -> None:
        """After a start: what lies in the path goes out or into the box, whichever is still possible."""
        if self.stage is Stage.JAMMED:
            return
        self.recovered = self.memory.paper is not None
        if self.memory.paper is not None and self.memory.place == STACKER:
            self.stack(now)
        elif self.memory.paper is not None:
            self.give_back(Reason.ASKED, now)

    # ---- by itself ---------------------------------------------------------------------------------------------------

    def _enter(self, stage: Stage, now: float, lasts: float) -> None:
        self.stage, self.due = stage, now + lasts
        self.store()
        self._owner.reached(stage, now)

    def _read(self, when: float) -> None:
        why = Reason.UNKNOWN if self.paper.type == FALSE else self._owner.refuses(self.paper)
        if self._trouble.jam == ACCEPTOR:
            self.jam(ACCEPTOR, when)
        elif why is not None:
            self.give_back(why, when)
        elif self._trouble.befalls("direct") or not self._owner.holds():
            self.stack(when)
        else:
            self._enter(Stage.ESCROW, when, FOREVER)

    def _held_too_long(self, when: float) -> None:
        self.give_back(Reason.ASKED, when)

    def _pushed_in(self, when: float) -> None:
        if self._trouble.jam == STACKER or self.memory.stacker != "in":
            self.jam(STACKER, when)
        elif self._trouble.befalls("slip"):
            self.give_back(Reason.SLIPPED, when)
        else:
            self.memory.accepted += 1
            self.last = self.paper
            self._into_box(unless=self.early)
            self._enter(Stage.STACKED, when, self._pace.settle)

    def _stacked(self, when: float) -> None:
        self.settle(when)

    def _settled(self, when: float) -> None:
        if self._trouble.jam == STACKER and self.memory.paper is not None:
            self.jam(STACKER, when)
            return
        self._into_box()
        self._enter(Stage.EMPTY, when, FOREVER)

    def _out(self, when: float) -> None:
        self.memory.move(HAND)
        self._enter(Stage.RETURNED, when, 0.0)

    def _into_box(self, unless: bool = False) -> None:
        if not unless:
            self.memory.move(BOX)


NEXT: dict[Stage, Callable[[PaperPath, float], None]] = {
    Stage.ACCEPTING: PaperPath._read,
    Stage.ESCROW: PaperPath._held_too_long,
    Stage.STACKING: PaperPath._pushed_in,
    Stage.STACKED: PaperPath._stacked,
    Stage.SETTLING: PaperPath._settled,
    Stage.RETURNING: PaperPath._out,
    Stage.RETURNED: PaperPath._settled,
}
