"""What both acceptors are: a paper path, a line and a switch; what is said on the line is each protocol's own."""

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from tools.emulators.bills.memory import BOX, HAND, Shelf
from tools.emulators.bills.paper import TICKET, DataSet, Paper
from tools.emulators.bills.path import Pace, PaperPath, Reason, Stage
from tools.emulators.bills.trouble import PowerCut, Trouble
from tools.emulators.common.orders import BadOrder

MOVING = (Stage.STACKING, Stage.RETURNING)
"""A host may have ordered these: it hears that they begin before the power goes."""
Heard = tuple[int, bytes]
"""A request: its number and its data."""


class Acceptor(ABC):
    """An acceptor, from one switching on to the next and beyond."""

    one_wire = False
    """Whether the host hears its own bytes back."""

    def __init__(self, shelf: Shelf, notes: DataSet, pace: Pace, now: float, chance: Random | None = None) -> None:
        self.notes, self.pace = notes, pace
        self.trouble = Trouble(chance=chance or Random())
        self.path = PaperPath(self, shelf, pace, self.trouble)
        self.fault = 0
        """A code of the protocol's own; 0 is none."""
        self.cheated = False
        self._off_until: float | None = None
        self._echo = b""
        self._switch_on(now)

    # ---- what each protocol says -------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, now: float) -> None:
        """Firmware begins: everything as after a reset."""

    @abstractmethod
    def understood(self, data: bytes, now: float) -> list[Heard]:
        """The requests that end in these bytes."""

    @abstractmethod
    def answer(self, request: int, data: bytes, now: float) -> bytes | None:
        """The answer as it goes out on the line, or None for silence."""

    @abstractmethod
    def refuses(self, paper: Paper) -> Reason | None:
        """Why this paper is not taken, if it is not."""

    @abstractmethod
    def holds(self) -> bool:
        """Whether papers wait in escrow."""

    @abstractmethod
    def say(self, stage: Stage, when: float) -> None:
        """The paper has come so far: tell the host as the protocol has it."""

    @abstractmethod
    def stacker_moved(self) -> None:
        """The box was pulled out, put back, or found full."""

    @abstractmethod
    def glance(self, now: float) -> dict[str, Any]:
        """What the protocol adds to `show`."""

    def ready(self, _: float) -> bool:
        """Whether it has begun to work since it started."""
        return True

    # ---- power -------------------------------------------------------------------------------------------------------

    def _switch_on(self, now: float) -> None:
        self._off_until = None
        self._line: list[tuple[float, bytes]] = []
        self._cut_once_said = False
        self.up_at = now + self.pace.boot
        self.start(now)

    def cut_power(self, seconds: float, now: float, found: str | None = None) -> None:
        """Nothing works until power is back; `found` is where the paper slides meanwhile."""
        self._off_until = now + seconds
        self._line.clear()
        self.path.stop(found)

    def is_dead(self, now: float) -> bool:
        """Whether nothing is heard or said."""
        return now < self.trouble.frozen_until or self._off_until is not None

    def is_up(self, now: float) -> bool:
        """Whether the firmware works and can hear."""
        return not self.is_dead(now) and now >= self.up_at

    def _due_cut(self, moment: str) -> PowerCut | None:
        cut = self.trouble.cut
        if cut is None or cut.moment != moment:
            return None
        self.trouble.cut = None
        return cut

    def come_to(self, moment: str, now: float) -> bool:
        """Whether the power goes at this moment."""
        cut = self._due_cut(moment)
        if cut is not None:
            self.cut_power(cut.seconds, now, cut.found)
        return cut is not None

    def told(self, moment: str) -> None:
        """The answer that is being given tells the host of this; the power may go once that has left."""
        self._cut_once_said |= self.trouble.cut is not None and self.trouble.cut.moment == moment

    def reached(self, stage: Stage, when: float) -> None:
        """The paper has come so far."""
        if stage in MOVING:
            self.told(stage.value)
        elif self.come_to(stage.value, when):
            return
        self.say(stage, when)

    # ---- the clock and the line --------------------------------------------------------------------------------------

    def hear(self, data: bytes, now: float) -> None:
        """Take in bytes from the host."""
        if not data:
            return
        if self.one_wire:
            self._echo += data
        self._advance(now)
        if not self.is_up(now):
            return
        for request, words in self.understood(self.trouble.flip(data), now):
            if not self.trouble.befalls("deaf") and not self.is_dead(now):
                self._serve(request, words, now)

    def _serve(self, request: int, data: bytes, now: float) -> None:
        frame = self.answer(request, data, now)
        if frame is not None and not self.is_dead(now):
            self._line.append(self.trouble.on_the_way(frame, now))

    def tick(self, now: float) -> bytes:
        """Let time pass; returns what goes out on the line."""
        self._advance(now)
        out, self._echo = self._echo, b""
        if self.is_dead(now):
            return out
        out += self.trouble.flip(b"".join(frame for when, frame in self._line if when <= now))
        self._line = [(when, frame) for when, frame in self._line if when > now]
        if self._cut_once_said and not self._line:
            self._cut_once_said = False
            self.come_to(self.trouble.cut.moment if self.trouble.cut else "", now)
        return out + self.trouble.noise(now)

    def _advance(self, now: float) -> None:
        if self._off_until is not None and now >= self._off_until:
            self._switch_on(now)
        if not self.is_dead(now):
            self.path.advance(now)

    def next_time(self) -> float:
        """When `tick` next has something to do."""
        if self._off_until is not None:
            return self._off_until
        trouble = self.trouble
        times = [self.path.due, *(when for when, _ in self._line)]
        times += [trouble.next_noise] if trouble.next_noise < trouble.babble_until else []
        return max(min(times), trouble.frozen_until)

    def host_left(self) -> None:
        """Nobody has the port open: what would be sent is lost."""
        self._line.clear()
        self._echo = b""

    # ---- what a person does ------------------------------------------------------------------------------------------

    def insert(self, paper: Paper, now: float) -> None:
        """Put in a note or a ticket."""
        if not self.is_up(now) or not self.ready(now):
            raise BadOrder("the acceptor is off or starting and draws nothing in")
        if self.path.stage is not Stage.EMPTY or self.path.memory.paper is not None:
            raise BadOrder("the last paper is still in the path")
        if self.path.memory.stacker != "in" or self.fault or self.cheated:
            raise BadOrder("out of order: the box, a fault or a fraud stops it")
        self.path.insert(paper, now)

    def move_stacker(self, state: str) -> None:
        """The box is `in`, `out` or `full`; pulled out, what is in it goes with it."""
        memory = self.path.memory
        if state == memory.stacker:
            return
        if state == "out":
            memory.taken += memory.box
            memory.box = []
        memory.stacker = state
        self.path.store()
        self.stacker_moved()

    def cheat(self, pull: bool, now: float) -> None:
        """A fraud is noticed; with `pull` the paper under way, or the last in the box, is in a hand again."""
        memory = self.path.memory
        memory.frauds += 1
        if pull and memory.paper is not None:
            self.path.free(HAND, now)
        elif pull and memory.box:
            memory.returned.append(memory.box.pop())
            self.path.store()
        self.cheated = True

    def free(self, place: str, now: float) -> None:
        """A jam is cleared by hand."""
        if self.path.stage is not Stage.JAMMED:
            raise BadOrder("nothing is jammed")
        if place == BOX and self.path.memory.stacker == "out":
            raise BadOrder("there is no box to put it in")
        self.path.free(place, now)

    def is_ticket(self) -> bool:
        """Whether a ticket is in the path."""
        return self.path.memory.paper is not None and self.path.memory.paper.type == TICKET
