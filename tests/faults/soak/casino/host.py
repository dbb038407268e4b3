"""The host of a soak's casino, in a thread of its own: it polls all along, does its duty, moves money, turns the seats
off and on, and does to the line what the gremlin orders.

It knows how each transfer ended before it asks for another, and reads anew what it may have missed, as a real one does.
"""

import queue
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from tests.faults.soak.casino.house import ADDRESSES, ASSETS
from tests.sas import page
from tools.sas_host.answers import Kind
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import Host, Pace, message_of
from tools.sas_host.duty import Duty
from tools.sas_host.faults import FAULTS
from tools.sas_host.lines.line import LineLost
from tools.sas_host.lines.socket_line import Place, SocketLine
from tools.sas_host.trouble import Trouble
from tools.sas_host.wire import aft

PATIENCE = 1.0
"""Seconds for a first byte, and for a driver to come: a busy machine is late, and no finding here."""
ACTS = (0.2, 1.2)
"""Seconds between two things that the host does of its own accord."""
SILENCE = 6.5
"""Seconds in which the host says nothing: the link goes down, and addresses chirp."""
OFFERED = 0.7
"""How many of the cash-outs it takes."""
LARGEST = 2_000
"""Cents of a transfer."""
FAULTS_OF_THE_LINE = tuple(
    name for name in FAULTS if name not in ("garbage", "cut-transfer", "transfer-twice", "long-silence")
)
"""Of the workshop's: garbage may poll the other address, whose answer nobody would read; transfers are done here."""
OWN_FAULTS = ("silent", "a transfer twice", "a transfer cut", "numbers denied")


class CasinoHost(threading.Thread):
    """One host, two machines."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(name="casino", daemon=True)
        self._place = Place(f"unix:{path}", listens=True)
        self._random = random.Random(seed)
        self.casino = Casino(random.Random(seed + 1))
        self.orders: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Faults to be done, by their names."""
        self.done: Counter[str] = Counter()
        self.figures: dict[int, dict[str, int]] = {}
        """Every meter of the page at the end, by address and code."""
        self.failed: BaseException | None = None
        self._rests, self._ends = threading.Event(), threading.Event()
        self._to_read = set(ADDRESSES)
        """Where an answer may have been missed."""
        self._on: set[tuple[int, int]] = set()
        """What was turned on for good at the end."""
        self._acts_at = 0.0

    # ---- for the soak --------------------------------------------------------------------------

    def rest(self) -> None:
        """Begin nothing new: both seats are turned on again, and what is under way is ended."""
        self._rests.set()

    @property
    def polls(self) -> str:
        """What came of all polls, in words."""
        return ", ".join(f"{count} {what}" for what, count in sorted(self._host.counts.items()) if count)

    @property
    def is_at_rest(self) -> bool:
        """Whether it knows how everything ended that it began."""
        turned_on = len(self._on) == 2 * len(ADDRESSES)
        return self._rests.is_set() and turned_on and not self._duty.open and not self._to_read

    def look(self) -> None:
        """Raises what ended the thread, if anything has."""
        if self.failed is not None:
            raise self.failed

    def close(self) -> None:
        """Read the last figures and hang up; raises what ended the thread before."""
        self._ends.set()
        if self.is_alive():
            self.join()
        self.look()

    # ---- the thread ----------------------------------------------------------------------------

    def run(self) -> None:
        try:
            line = self._opened()
            if line is not None:
                self._polls(line)
                line.close()
        except BaseException as error:  # whatever it was, the soak tells it
            self.failed = error
        self._place.close()

    def _opened(self) -> SocketLine | None:
        while not self._ends.is_set():
            try:
                return SocketLine(self._place, PATIENCE)
            except LineLost:
                continue
        return None

    def _polls(self, line: SocketLine) -> None:
        self._host = Host(line, Pace(patience=PATIENCE))
        self._duty = Duty(self._host, self.casino)
        self._host.tell = self._duty.hear
        while not self._ends.is_set():
            try:
                self._turn()
            except LineLost:
                self._to_read.update(ADDRESSES)
                self._reopen(line)
        for address in ADDRESSES:
            self._duty.read_transfer(address)
            self.figures[address] = dict(chain.from_iterable(self._asked(address, some) for some in page.chunks()))

    def _asked(self, address: int, rows: list[tuple[str, str]]) -> list[tuple[str, int]]:
        return page.asked(self._host, address, rows)[1]

    def _reopen(self, line: SocketLine) -> None:
        while not self._ends.is_set():
            try:
                line.reopen()
            except LineLost:
                continue
            return

    def _turn(self) -> None:
        for address in ADDRESSES:
            self._host.general(address)
            self._duty.manners.takes_cash_outs = self._random.random() < OFFERED
            self._duty.turn()
        for address in sorted(self._to_read):
            self._read_again(address)
        for address in list(self._duty.open):
            self._duty.read_transfer(address)
        if self._rests.is_set():
            self._turn_on()
        elif not self.orders.empty():
            self._ill_treat(self.orders.get())
        elif time.monotonic() >= self._acts_at:
            self._acts_at = time.monotonic() + self._random.uniform(*ACTS)
            self._random.choice(DOES)(self, self._random.choice(ADDRESSES))

    def _turn_on(self) -> None:
        self._duty.manners.gives_numbers = True
        for address in ADDRESSES:
            for poll in (0x02, 0x06):
                if (address, poll) not in self._on and self._host.ask(address, poll).kind is Kind.ACK:
                    self._on.add((address, poll))

    # ---- what may have been missed ---------------------------------------------------------------

    def _read_again(self, address: int) -> None:
        """Transfers, tickets in, and tickets out and hand-pays."""
        if not self._duty.read_transfer(address):
            return
        if address == ADDRESSES[0]:
            self._duty.read_ticket(address)
            self._duty.read_validation(address)
        if address not in self._duty.owed | self._duty.unread:
            self._to_read.discard(address)

    # ---- what it does of its own accord ----------------------------------------------------------

    def _wished(self, address: int) -> tuple[int, aft.Cents, int, int]:
        kind = self._random.choice((aft.TO_MACHINE, aft.TO_MACHINE, aft.TO_HOST))
        return address, aft.Cents(self._random.randrange(1, LARGEST)), kind, ASSETS[address]

    def _begun(self, address: int) -> aft.Transfer | None:
        return None if address in self._duty.open else self._duty.begin(*self._wished(address))

    def _moves(self, address: int) -> None:
        if address not in self._duty.open:
            self.done["a transfer"] += 1
            self._duty.move(*self._wished(address))

    def _locks(self, address: int) -> None:
        """For a second or two; now and then it moves money meanwhile."""
        self.done["a lock"] += 1
        self._host.ask(address, 0x74, bytes((0x00, 0x00)) + self._random.choice((b"\x01\x00", b"\x02\x50")))

    def _unlocks(self, address: int) -> None:
        self._host.ask(address, 0x74, bytes((0x80, 0, 0, 0)))

    def _turns(self, address: int) -> None:
        """Play and notes, off and on."""
        self.done["play or notes turned"] += 1
        self._host.ask(address, self._random.choice((0x01, 0x02, 0x02, 0x02, 0x06, 0x06, 0x07)))

    def _reads_meters(self, address: int) -> None:
        self._duty.read_meters(address)

    # ---- what the gremlin orders -----------------------------------------------------------------

    def _ill_treat(self, name: str) -> None:
        self.done[name] += 1
        address = self._random.choice(ADDRESSES)
        match name:
            case "silent":
                end = time.monotonic() + SILENCE
                while time.monotonic() < end and not self._rests.is_set():
                    self._host.stray(self._host.line.hear(min(end, time.monotonic() + PATIENCE)))
            case "a transfer twice":
                self._says_twice(address)
            case "a transfer cut":
                self._cuts(address)
            case "numbers denied":
                self._duty.manners.gives_numbers = not self._duty.manners.gives_numbers
            case _:
                FAULTS[name](Trouble(self._host, self._duty, address, self._random))
                self._host.in_step()
                self._to_read.add(address)

    def _says_twice(self, address: int) -> None:
        """The same bytes twice, and once more after a step between: the money is moved once."""
        if (transfer := self._begun(address)) is not None:
            message = message_of(address, 0x72, transfer.body())
            self._host.raw(message)
            self._host.raw(message)
            self._host.in_step()
            self._host.raw(message)
            self._host.in_step()

    def _cuts(self, address: int) -> None:
        """The line breaks anywhere in it, or in its answer."""
        if (transfer := self._begun(address)) is not None:
            message = message_of(address, 0x72, transfer.body())
            said = self._random.randrange(len(message) + 60)
            self._host.cut(message[:said], max(0, said - len(message)))


DOES: tuple[Callable[[CasinoHost, int], None], ...] = (
    CasinoHost._moves,
    CasinoHost._moves,
    CasinoHost._moves,
    CasinoHost._locks,
    CasinoHost._unlocks,
    CasinoHost._turns,
    CasinoHost._reads_meters,
)
