"""The cabinet put together: the controller's process lives, is killed, and comes back; rounds are counted.

What turns is the shipped loop, by its own `turn`. While it waits the world goes on, and whatever happens there may end
the process: before a commit, in the middle of a write, between a commit and the answer to it.
"""

import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from config.files.secrets import write_secret
from controller.books import load_rules
from controller.games.registry import table_row
from controller.server.connections.boards import BoardPlace
from controller.server.loop.cabinet import DeskSettings, build_loop
from controller.server.loop.loop import Loop
from controller.server.loop.outbox import QUEUE_BYTES
from controller.server.loop.ports import StoreFailed
from controller.table.events import Restarted
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.files import KEY
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import ProofWanted, verify
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.attendant import BOARD, Attendant, Panel
from tools.simulator.cabinet.beside import CapNotWorkedOut, PlainPins, SeededChance, without_logs
from tools.simulator.cabinet.disk import Disk, under_sqlite
from tools.simulator.cabinet.laws import LawBroken, Laws, WatchedJournal
from tools.simulator.cabinet.network import Killed, Kind, Network, Weather
from tools.simulator.cabinet.plan import OF_A_PLAYER, OF_SLOTS, QUICK, Item, Planner, Setup
from tools.simulator.cabinet.terminals import Terminal, parsed
from tools.simulator.cash.laws import CashLaws
from tools.simulator.cash.slots import Slots
from tools.simulator.cash.staff import CashStaff
from tools.simulator.dome.dome import Dome
from tools.simulator.dome.units import UNITS
from tools.simulator.floor.laws import JackpotLaws
from tools.simulator.floor.pots import pots_for
from tools.simulator.floor.uplink import SimulatedUplink

MEMORY = Path("/dev/shm")
"""A disk that is simulated needs no real one."""
WALL_CLOCK, FASTER, HOUR = 1_790_000_000_000, 40, 3_600_000
"""The wall's clock runs ahead of the cabinet's, and jumps, so that gaming days end and tickets lapse."""
ROUND_AT_MOST = 30 * 60_000
"""Milliseconds; a round that takes longer will never end."""
STARTS_AGAIN_AFTER, TRIES_AGAIN_AFTER = 200, 1500
QUIET_AT_MOST = 10 * 60_000
BET_TIME = 4
TIMERS = {"bet_time": BET_TIME, **QUICK}
"""Those of the game, where it has them as its own."""
SETTINGS = TableSettings(bet_time=BET_TIME, shoot_time=2, result_time=1, withdraw_time=4, large_win=40_000)


class PowerCut(Killed):
    """Everything ends here."""


class Cabinet:
    """One run."""

    def __init__(self, setup: Setup, items: Sequence[Item] | None = None) -> None:
        """`items` is a plan that was written down; without one it is made up as the rounds come."""
        self.setup = setup
        game, self._book = load_rules(setup.rulebook)
        pots = pots_for(self._book, setup.seed) if setup.jackpots else {}
        if pots:
            said = self._book.model_dump(mode="json", exclude_none=True)
            self._book = game.book.model_validate(
                {**said, "jackpots": {name: of.model_dump() for name, of in pots.items()}}
            )
        quick = {name: seconds for name, seconds in TIMERS.items() if name in self._book.setting_names()}
        self._table = open_game(game.name, self._book.turned(quick), range(1, setup.seats + 1), SETTINGS)
        self._planner = None if items is not None else Planner(setup, self._table.game)
        self._written = items or ()
        self.items: list[Item] = []
        """What was planned for the rounds that have begun."""
        self.counts: Counter[str] = Counter()
        self.agenda = Agenda()
        self._began = self.agenda.time
        seed = setup.seed
        self._key = Random(f"{seed}/unit key").randbytes(16)
        self.network = Network(self.agenda, Random(f"{seed}/network"), self._touch, self._shown)
        kind = UNITS[table_row(game.name).device]
        self.dome = Dome(kind, self.agenda, self.network, seed, self._key)
        self.slots = Slots(setup.slots, self.agenda, self.network, seed)
        self.uplink = SimulatedUplink(self.agenda, self.network, seed, pots) if pots else None
        jackpots = None if self.uplink is None else JackpotLaws(pots, self.uplink)
        self.laws = Laws(kind, self.dome.witness, CashLaws(self.slots.papers), jackpots)
        self._cash_staff = CashStaff(self.slots, self.laws.cash, self.agenda, seed)
        self.panel = Panel(self.agenda, self.network)
        bets = game.habits.always
        self.terminals = {
            seat: Terminal(seat, self.agenda, self.network, seed, self.laws.answered, bets)
            for seat in self._table.seats
        }
        self.attendant = Attendant(
            self.agenda, self.network, self._seen, self.laws.answered, self.dome, self.panel, seed, self._cash_staff
        )
        self._chance = SeededChance(Random(f"{seed}/chance"))
        self._pins = PlainPins()
        self._epochs = Random(f"{seed}/epochs")
        self._journal: WatchedJournal | None = None
        self._loop: Loop | None = None
        self._frozen_until = self._hours_on = 0
        self._kill_in: tuple[int, Killed] | None = None
        self._claim_cut: tuple[int, int] | None = None
        self._starts_again_after = STARTS_AGAIN_AFTER
        self._round = 0
        self._round_began = self.agenda.time
        self._quiet = False

    # ---- a run ----

    def run(self) -> dict[str, Any]:
        """Play so many rounds, and say what happened; LawBroken where a law does not hold."""
        top = Path(tempfile.mkdtemp(prefix="boxcars-cabinet-", dir=MEMORY if MEMORY.is_dir() else None))
        self._place = top / "journal"
        self._disk = Disk(top)
        try:
            with under_sqlite(self._disk), without_logs():
                self._bear()
                self._start()
                while sum(self.laws.ended.values()) < self.setup.rounds:
                    self._once()
                self._end_quietly()
                return self._told()
        finally:
            self._let_go()
            shutil.rmtree(top, ignore_errors=True)

    def _bear(self) -> None:
        random = Random(f"{self.setup.seed}/birth")
        self._place.mkdir()
        write_secret(self._place / KEY, random.randbytes(32))
        bear(self._place, Birth(Life.DEMO, plain(self._table), self._wall_clock(), name=random.randbytes(16).hex()))

    def _wall_clock(self) -> int:
        return WALL_CLOCK + FASTER * self.agenda.time + self._hours_on * HOUR

    def _once(self) -> None:
        if self.agenda.time - self._round_began > ROUND_AT_MOST:
            raise LawBroken("stuck", self._where())
        if self._loop is None:
            self._in_its_process(self.agenda.step)
        elif self.agenda.time < self._frozen_until:
            if self.agenda.next_time() <= self._frozen_until:
                self._in_its_process(self.agenda.step)
            else:
                self.agenda.time = self._frozen_until
        else:
            self._in_its_process(self._loop.turn)

    def _where(self) -> str:
        if self._journal is None:
            return f"round {self._round} does not end: no controller runs"
        table = self._journal.table
        return f"round {self._round} does not end: {table.phase}, held by {sorted(table.holds)}"

    # ---- the controller's process ----

    def _in_its_process(self, act: Any) -> None:
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
        """Whatever is left of the process goes; nothing of it reaches the disk any more."""
        self.counts[f"controller {how}"] += 1
        self._let_go()
        self.agenda.after(self._starts_again_after, self._start)
        self._starts_again_after = STARTS_AGAIN_AFTER

    def _let_go(self) -> None:
        self.network.controller_went()
        self.slots.authority.controller_went()
        self._loop, self._kill_in, self._frozen_until = None, None, 0
        journal, self._journal = self._journal, None
        if journal is not None:
            was_dead, self._disk.dead = self._disk.dead, True
            journal.kept.vault.close()
            self._disk.dead = was_dead

    def _start(self) -> None:
        """What `controller.server.host.process` does, but for sockets and signals."""
        if self._loop is not None:
            return
        self.counts["starts"] += 1
        try:
            kept = KeptTable.open(self._place, self._wall_clock, from_plain, dice=Dice.EMULATOR)
            journal = WatchedJournal(kept, self._wall_clock, self.laws, self._touch, self._committed)
            self._journal = journal
            self.laws.opened(kept)
            journal.rest()
            journal.take(Restarted())
            if self.slots.slots:
                journal.take(self.slots.set_up())
            journal.commit()
        except (VaultFault, VaultLost, StoreFailed) as fault:
            self._did_not_start(fault)
            return
        self.slots.authority.of_journal(lambda: journal.tickets, lambda: self._wall_clock() // 1000)
        self._loop = build_loop(self._desks(), self.agenda, journal, self.network, self._chance)
        self._loop.public_views.epoch = self._epochs.randbytes(8).hex()
        self.network.controller_came()

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
            unit_key=self._key,
            shake_ms=1000,
            shake_strength=150,
            boards={BOARD: BoardPlace(1, True)},
            local_seats=frozenset(self.terminals),
            second_process="take_over",
            emulated_allowed=True,
            demo=True,
            cap_check=CapNotWorkedOut(),
            pins=self._pins,
            authority=self.slots.authority,
        )

    def _touch(self) -> None:
        """The controller reaches outside; it may be the last thing that it does."""
        if self._kill_in is not None:
            left, killed = self._kill_in
            if left <= 0:
                self._kill_in = None
                raise killed
            self._kill_in = left - 1, killed

    def _shown(self, data: bytes) -> None:
        self.laws.shown(parsed(data))

    def _seen(self) -> Table | None:
        """The table, as who stands before it sees it: between two turns all of it is committed."""
        return self._journal.table if self._loop is not None and self._journal is not None else None

    def _committed(self) -> None:
        """A commit has returned: has another round begun?"""
        assert self._journal is not None
        self.counts["commits"] += 1
        number = self._journal.table.round
        self._cut_at_a_claim(self._journal.table)
        if number != self._round:
            self._round, self._round_began = number, self.agenda.time
            self._plan(number)

    def _cut_at_a_claim(self, table: Table) -> None:
        """The one that was ordered: the controller is killed while the floor is asked what was won."""
        if self._claim_cut is not None and table.jackpots.claims:
            (touches, self._starts_again_after), self._claim_cut = self._claim_cut, None
            self._kill_in = touches, Killed()

    # ---- what is to happen ----

    def _plan(self, number: int) -> None:
        if self._planner is not None:
            items = self._planner.items(number)
        else:
            items = [item for item in self._written if item.round == number]
        self.items += items
        for seat, terminal in self.terminals.items():
            mine = [i for i in items if i.what in OF_A_PLAYER and i.args[0] == seat]
            terminal.plan(number, mine)
        for item in items:
            if item.what not in OF_A_PLAYER:
                self.agenda.after(item.after, lambda item=item: self._happens(item))  # type: ignore[misc]

    def _happens(self, item: Item) -> None:
        if self._quiet:
            return
        self.counts[f"trouble: {item.what}"] += 1
        args = item.args
        match item.what:
            case "terminals":
                self.terminals[args[1]].misbehave(args[0], *args[2:])
            case "network":
                self._weather(*args)
            case "unit":
                self.dome.order(args[0])
            case "drivers":
                (self.panel.trouble if args[0] == "panel" else self.dome.driver_trouble)(*args[1:])
            case "controller":
                self._controller_trouble(*args)
            case "disk":
                what, after, lasts = args
                self._disk.fail(what, after)
                self.agenda.after(lasts, self._mend_disk)
            case "power":
                touches, *how = args
                self._kill_in = touches, PowerCut(*how)
            case "people":
                self._people(*args)
            case "note":
                self.slots.put_in_note(*args)
            case "ticket":
                self.slots.put_in_ticket(*args)
            case "twins":
                self.slots.put_in_twins(*args)
            case "hours":
                self._hours_on += args[0]
            case "slot lines" | "floor lines":
                self._weather(*args)
            case "floor" if args[0] == "cut":
                self._claim_cut = args[1], args[2]
            case "floor" if self.uplink is not None:
                self.uplink.happens(*args)
            case kind if kind in OF_SLOTS:
                self.slots.happens(*args)

    def _weather(self, role: str, kind: Kind, rate: float, lasts: int, seed: int) -> None:
        self.network.weather.append(Weather(role, kind, rate, self.agenda.time + lasts, Random(seed)))

    def _controller_trouble(self, what: str, count: int, away: int) -> None:
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
                self._frozen_until = self.agenda.time + count

    def _mend_disk(self) -> None:
        """The next start succeeds."""
        if not self._disk.dead:
            self._disk.mend()

    def _people(self, what: str, words: dict[str, Any]) -> None:
        match what:
            case "cash_out":
                self.terminals[words["seat"]].command("cash_out")
            case "door":
                self.panel.open_door(words["door"])
            case "press":
                self.panel.press(words["button"])
            case "key":
                self.panel.turn_key(words["key"])
            case _:
                self.attendant.act(what, **words)

    def _power_is_cut(self, unit_too: bool, away: int, seed: int) -> None:
        self._starts_again_after = away
        self._ends("lost its power")
        self._disk.cut_power(Random(seed))
        self.counts["power cuts"] += 1
        self.dome.driver_trouble("kill", away)
        self.panel.trouble("kill", away)
        for terminal in self.terminals.values():
            terminal.misbehave("crash", away, 0)
        if unit_too:
            self.dome.cut_power(away)
        if self.slots.slots:
            self.slots.power_is_cut(away, unit_too)

    # ---- the end ----

    def _end_quietly(self) -> None:
        """No more trouble: everybody comes back, every command is answered, every account is compared."""
        self._quiet = True
        self.network.weather.clear()
        self._mend_disk()
        self._kill_in = self._claim_cut = None
        if self.uplink is not None:
            self.uplink.calm()
        if self.slots.slots:
            self.slots.be_well()
        for terminal in self.terminals.values():
            terminal.resting = True
        until = self.agenda.time + QUIET_AT_MOST
        while not (self._loop is not None and all(terminal.is_quiet for terminal in self.terminals.values())):
            if self.agenda.time > until:
                raise LawBroken("stuck", "the terminals do not come to rest when all trouble is over")
            self._once()
        self._settle_cash(until)
        for terminal in self.terminals.values():
            terminal.ask()
        while not (all(terminal.you for terminal in self.terminals.values()) and self._all_agree()):
            if self.agenda.time > until:
                self._compare()
                raise LawBroken("stuck", "a terminal is not told how its seat stands")
            self._once()
        self._let_go()
        report = verify(self._place, ProofWanted(from_plain, self._key))
        if report.fault is not None:
            raise LawBroken("verify", str(report.fault))

    def _settle_cash(self, until: int) -> None:
        """Whatever is open of notes and tickets comes to its end."""
        while not ((table := self._seen()) is not None and self._nothing_is_open(table)):
            if self.agenda.time > until:
                raise LawBroken("stuck", f"money does not come to rest: {table and (table.cash, table.jackpots)}")
            self._once()
        self.laws.at_end(self.slots.authority.owed())

    def _nothing_is_open(self, table: Table) -> bool:
        pots = self.uplink is None or (self.uplink.is_done() and not table.jackpots.claims)
        return pots and (not self.slots.slots or self._cash_staff.is_done(table))

    def _all_agree(self) -> bool:
        """What was told last may be on its way yet."""
        try:
            self._compare()
        except LawBroken:
            return False
        return True

    def _compare(self) -> None:
        """Every terminal was told what its seat has."""
        if self._journal is not None:
            for seat, terminal in self.terminals.items():
                self.laws.has(self._journal.kept, seat, terminal.purse_now)

    def _told(self) -> dict[str, Any]:
        laws = self.laws
        return {
            "seed": self.setup.seed,
            "rulebook": self._book.name,
            "seats": self.setup.seats,
            "faults": list(self.setup.faults),
            "rounds": dict(sorted(laws.ended.items())),
            "milliseconds": self.agenda.time - self._began,
            "entries": laws.entries,
            "rolls": laws.rolls,
            "answers": laws.answers,
            "messages": self.network.sent,
            "writes": self._disk.writes,
            "happened": dict(sorted(self.counts.items())),
            "cash": dict(sorted(laws.cash.seen.items())),
            "jackpots": {} if laws.jackpots is None else dict(sorted(laws.jackpots.seen.items())),
            "history": laws.head,
        }
