"""The controller's process on its simulated disk: it lives, is killed, and comes back.

What turns is the shipped loop, by its own `turn`. While it waits the world goes on, and whatever happens there may end
the process: before a commit, in the middle of a write, between a commit and the answer to it.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from config.files.secrets import write_secret
from controller.server.connections.boards import BoardPlace
from controller.server.host.cabinet import DeskSettings, build_loop
from controller.server.loop.loop import Loop
from controller.server.loop.outbox import QUEUE_BYTES
from controller.server.loop.ports import StoreFailed
from controller.table.events import Restarted
from controller.table.snapshot import from_plain, plain
from controller.table.state import Table
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.files import KEY
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.attendant import BOARD
from tools.simulator.cabinet.beside import CapNotWorkedOut, PlainPins, SeededChance
from tools.simulator.cabinet.disk import Disk, Trouble
from tools.simulator.cabinet.network import Killed, Network
from tools.simulator.cash.slots import Slots
from tools.simulator.checks import LawBroken
from tools.simulator.laws.journal import WatchedJournal
from tools.simulator.laws.laws import Laws

WALL_CLOCK, FASTER, HOUR = 1_790_000_000_000, 40, 3_600_000
"""The wall's clock runs ahead of the cabinet's, and jumps, so that gaming days end and tickets lapse."""
STARTS_AGAIN_AFTER, TRIES_AGAIN_AFTER = 200, 1500


class PowerCut(Killed):
    """Everything ends here."""


class Surroundings(NamedTuple):
    """What stands around the process, and who hears of it."""

    agenda: Agenda
    network: Network
    slots: Slots
    laws: Laws
    unit_key: bytes
    seats: frozenset[int]
    counts: Counter[str]
    committed: Callable[[int], None]
    """Hears the number of the round after each commit."""
    power_is_cut: Callable[[bool, int], None]
    """Whether the unit has lost it too, and for how many milliseconds it is away."""


class ControllerProcess:
    """One after the other, on the same journal."""

    def __init__(self, seed: int, around: Surroundings) -> None:
        self._seed, self._around = seed, around
        self._agenda, self._counts, self._laws, self._slots = around.agenda, around.counts, around.laws, around.slots
        self._chance = SeededChance(Random(f"{seed}/chance"))
        self._pins = PlainPins()
        self._epochs = Random(f"{seed}/epochs")
        self._journal: WatchedJournal | None = None
        self._loop: Loop | None = None
        self._frozen_until = self._hours_on = 0
        self._kill_in: tuple[int, Killed] | None = None
        self._claim_cut: tuple[int, int] | None = None
        self._starts_again_after = STARTS_AGAIN_AFTER

    # ---- life ----

    def begin(self, place: Path, disk: Disk, table: Table) -> None:
        """A journal is born here, of this table, and the first process starts."""
        self._place, self._disk = place, disk
        random = Random(f"{self._seed}/birth")
        place.mkdir()
        write_secret(place / KEY, random.randbytes(32))
        bear(place, Birth(Life.DEMO, plain(table), self._wall_clock(), name=random.randbytes(16).hex()))
        self._start()

    def once(self) -> None:
        """A turn of the loop, or while it does not turn, whatever happens next."""
        if self._loop is None:
            self._in_it(self._agenda.step)
        elif self._agenda.time < self._frozen_until:
            if self._agenda.next_time() <= self._frozen_until:
                self._in_it(self._agenda.step)
            else:
                self._agenda.time = self._frozen_until
        else:
            self._in_it(self._loop.turn)

    def let_go(self) -> None:
        """Whatever is left of it goes, and nothing of it reaches the disk any more."""
        self._around.network.controller_went()
        self._slots.authority.controller_went()
        self._loop, self._kill_in, self._frozen_until = None, None, 0
        journal, self._journal = self._journal, None
        if journal is not None:
            was_dead, self._disk.dead = self._disk.dead, True
            journal.kept.vault.close()
            self._disk.dead = was_dead

    @property
    def is_running(self) -> bool:
        """Whether its loop turns."""
        return self._loop is not None

    @property
    def kept(self) -> KeptTable | None:
        """The table and its journal, as the process has them; None while there is none."""
        return None if self._journal is None else self._journal.kept

    def seen(self) -> Table | None:
        """The table, as who stands before it sees it: between two turns all of it is committed."""
        return self._journal.table if self._loop is not None and self._journal is not None else None

    def _wall_clock(self) -> int:
        return WALL_CLOCK + FASTER * self._agenda.time + self._hours_on * HOUR

    def _in_it(self, act: Callable[[], None]) -> None:
        try:
            act()
            if self._loop is not None:
                self._look_at(self._loop)
                if self._loop.stopping and self._journal is not None:
                    self._journal.close()
                    self._ends("stopped")
        except PowerCut as cut:
            self._power_is_cut(*cut.args)
        except Killed:
            self._ends("killed")
        except StoreFailed:
            self._store_failed()

    def _look_at(self, loop: Loop) -> None:
        """After a turn: no message made it fail, and nothing heaps up."""
        if loop.counters.counts["not_taken.failed"]:
            raise LawBroken("failed", str(loop.counters.troubles()[0]))
        peers, waiting = loop.outbox.facts()
        if waiting > peers * QUEUE_BYTES:
            raise LawBroken("bounds", f"{waiting} bytes wait for {peers} peers")

    def _store_failed(self) -> None:
        if self._disk.dead:
            self._ends("killed while writing")
            self._disk.mend()
        elif self._disk.struck:
            self._ends("ended by its disk")
        else:
            raise LawBroken("store", "the store failed, and nothing was wrong with the disk")

    def _ends(self, how: str) -> None:
        self._counts[f"controller {how}"] += 1
        self.let_go()
        self._agenda.after(self._starts_again_after, self._start)
        self._starts_again_after = STARTS_AGAIN_AFTER

    def _start(self) -> None:
        """What `controller.server.host.process` does, but for sockets and signals."""
        if self._loop is not None:
            return
        self._counts["starts"] += 1
        try:
            kept = KeptTable.open(self._place, self._wall_clock, from_plain, dice=Dice.EMULATOR)
            journal = WatchedJournal(kept, self._wall_clock, self._laws, self.touch, self._committed)
            self._journal = journal
            self._laws.opened(kept)
            journal.rest()
            journal.take(Restarted())
            if self._slots.slots:
                journal.take(self._slots.set_up())
            journal.commit()
        except (VaultFault, VaultLost, StoreFailed) as fault:
            self._did_not_start(fault)
            return
        self._slots.authority.of_journal(lambda: journal.tickets, lambda: self._wall_clock() // 1000)
        self._loop = build_loop(self._desks(), self._agenda, journal, self._around.network, self._chance)
        self._loop.public_views.epoch = self._epochs.randbytes(8).hex()
        self._around.network.controller_came()

    def _did_not_start(self, fault: Exception) -> None:
        if not (self._disk.struck or self._disk.dead):
            raise LawBroken("start", f"the controller does not start: {fault}") from fault
        dead = self._disk.dead
        self._starts_again_after = TRIES_AGAIN_AFTER
        self._ends("did not start, for its disk")
        if dead:
            self._disk.mend()

    def _desks(self) -> DeskSettings:
        return DeskSettings(
            unit_key=self._around.unit_key,
            shake_ms=1000,
            shake_strength=150,
            boards={BOARD: BoardPlace(1, True)},
            local_seats=self._around.seats,
            second_process="take_over",
            emulated_allowed=True,
            demo=True,
            cap_check=CapNotWorkedOut(),
            pins=self._pins,
            authority=self._slots.authority,
        )

    def touch(self) -> None:
        """The controller reaches outside; it may be the last thing that it does."""
        if self._kill_in is not None:
            left, killed = self._kill_in
            if left <= 0:
                self._kill_in = None
                raise killed
            self._kill_in = left - 1, killed

    def _committed(self) -> None:
        """A commit has returned."""
        assert self._journal is not None
        self._counts["commits"] += 1
        self._cut_at_a_claim(self._journal.table)
        self._around.committed(self._journal.table.round)

    def _cut_at_a_claim(self, table: Table) -> None:
        """The one that was ordered: the controller is killed while the floor is asked what was won."""
        if self._claim_cut is not None and table.jackpots.claims:
            (touches, self._starts_again_after), self._claim_cut = self._claim_cut, None
            self._kill_in = touches, Killed()

    # ---- what happens to it ----

    def trouble(self, what: str, count: int, away: int) -> None:
        """It is killed, stopped or frozen."""
        if self._loop is None:
            return
        self._starts_again_after = away
        match what:
            case "kill":
                self._kill_in = count, Killed()
            case "kill_writing":
                self._disk.fail("killed", count)
            case "kill_torn":
                self._disk.fail("torn", count)
            case "stop":
                self._loop.stopping = True
            case "freeze":
                self._frozen_until = self._agenda.time + count

    def disk_trouble(self, what: Trouble, after: int, lasts: int) -> None:
        """Its disk fails for so long."""
        self._disk.fail(what, after)
        self._agenda.after(lasts, self._mend_disk)

    def _mend_disk(self) -> None:
        """The next start succeeds."""
        if not self._disk.dead:
            self._disk.mend()

    def lose_power(self, touches: int, unit_too: bool, away: int, seed: int) -> None:
        """When it has reached outside so often."""
        self._kill_in = touches, PowerCut(unit_too, away, seed)

    def _power_is_cut(self, unit_too: bool, away: int, seed: int) -> None:
        self._starts_again_after = away
        self._ends("lost its power")
        self._disk.cut_power(Random(seed))
        self._counts["power cuts"] += 1
        self._around.power_is_cut(unit_too, away)

    def cut_at_a_claim(self, touches: int, away: int) -> None:
        """At the next one that the floor is asked."""
        self._claim_cut = touches, away

    def turn_wall_clock(self, hours: int) -> None:
        """So far ahead."""
        self._hours_on += hours

    def calm(self) -> None:
        """No more trouble."""
        self._mend_disk()
        self._kill_in = self._claim_cut = None
