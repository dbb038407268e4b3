"""The cabinet put together: what stands around the controller's process, what happens to it, and how a run ends."""

import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from controller.books import load_rules
from controller.games.registry import table_row
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.attendant import Attendant, Panel
from tools.simulator.cabinet.beside import without_logs
from tools.simulator.cabinet.disk import Disk, under_sqlite
from tools.simulator.cabinet.network import Kind, Network, Weather
from tools.simulator.cabinet.plan import OF_A_PLAYER, OF_SLOTS, QUICK, Item, Planner, Setup
from tools.simulator.cabinet.process import ControllerProcess, Surroundings
from tools.simulator.cabinet.terminals import Terminal, parsed
from tools.simulator.cash.laws import CashLaws
from tools.simulator.cash.slots import Slots
from tools.simulator.cash.staff import CashStaff
from tools.simulator.checks import LawBroken
from tools.simulator.dome.dome import Dome
from tools.simulator.dome.units import UNITS
from tools.simulator.floor.laws import JackpotLaws
from tools.simulator.floor.pots import pots_for
from tools.simulator.floor.uplink import SimulatedUplink
from tools.simulator.laws.laws import Laws

MEMORY = Path("/dev/shm")
"""A disk that is simulated needs no real one."""
ROUND_AT_MOST = 30 * 60_000
"""Milliseconds; a round that takes longer will never end."""
QUIET_AT_MOST = 10 * 60_000
BET_TIME = 4
TIMERS = {"bet_time": BET_TIME, **QUICK}
"""Those of the game, where it has them as its own."""
SETTINGS = TableSettings(bet_time=BET_TIME, shoot_time=2, result_time=1, withdraw_time=4, large_win=40_000)


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
        self._unit_key = Random(f"{seed}/unit key").randbytes(16)
        self.network = Network(self.agenda, Random(f"{seed}/network"), lambda: self._process.touch(), self._shown)
        kind = UNITS[table_row(game.name).device]
        self.dome = Dome(kind, self.agenda, self.network, seed, self._unit_key)
        self.slots = Slots(setup.slots, self.agenda, self.network, seed)
        self.uplink = SimulatedUplink(self.agenda, self.network, seed, pots) if pots else None
        jackpots = None if self.uplink is None else JackpotLaws(pots, self.uplink)
        self.laws = Laws(kind, self.dome.witness, CashLaws(self.slots.papers), jackpots)
        self._cash_staff = CashStaff(self.slots, self.laws.cash, self.agenda, seed)
        self.panel = Panel(self.agenda, self.network)
        bets = game.habits.always
        self.terminals = {
            seat: Terminal(seat, self.agenda, self.network, seed, self.laws.answers.told, bets)
            for seat in self._table.seats
        }
        around = Surroundings(
            agenda=self.agenda,
            network=self.network,
            slots=self.slots,
            laws=self.laws,
            unit_key=self._unit_key,
            seats=frozenset(self.terminals),
            counts=self.counts,
            committed=self._committed,
            power_is_cut=self._power_is_cut,
        )
        self._process = ControllerProcess(seed, around)
        seen = self._process.seen
        self.attendant = Attendant(
            self.agenda, self.network, seen, self.laws.answers.told, self.dome, self.panel, seed, self._cash_staff
        )
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
                self._process.begin(self._place, self._disk, self._table)
                while sum(self.laws.ended.values()) < self.setup.rounds:
                    self._once()
                self._end_quietly()
                return self._told()
        finally:
            self._process.let_go()
            shutil.rmtree(top, ignore_errors=True)

    def _once(self) -> None:
        if self.agenda.time - self._round_began > ROUND_AT_MOST:
            raise LawBroken("stuck", self._where())
        self._process.once()

    def _where(self) -> str:
        kept = self._process.kept
        if kept is None:
            return f"round {self._round} does not end: no controller runs"
        table = kept.table
        return f"round {self._round} does not end: {table.phase}, held by {sorted(table.holds)}"

    def _committed(self, number: int) -> None:
        """A commit has returned: has another round begun?"""
        if number != self._round:
            self._round, self._round_began = number, self.agenda.time
            self._plan(number)

    def _shown(self, data: bytes) -> None:
        self.laws.shown(parsed(data))

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
                self._process.trouble(*args)
            case "disk":
                self._process.disk_trouble(*args)
            case "power":
                self._process.lose_power(*args)
            case "people":
                self._people(*args)
            case "note":
                self.slots.put_in_note(*args)
            case "ticket":
                self.slots.put_in_ticket(*args)
            case "twins":
                self.slots.put_in_twins(*args)
            case "hours":
                self._process.turn_wall_clock(*args)
            case "slot lines" | "floor lines":
                self._weather(*args)
            case "floor" if args[0] == "cut":
                self._process.cut_at_a_claim(args[1], args[2])
            case "floor" if self.uplink is not None:
                self.uplink.happens(*args)
            case kind if kind in OF_SLOTS:
                self.slots.happens(*args)

    def _weather(self, role: str, kind: Kind, rate: float, lasts: int, seed: int) -> None:
        self.network.weather.append(Weather(role, kind, rate, self.agenda.time + lasts, Random(seed)))

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

    def _power_is_cut(self, unit_too: bool, away: int) -> None:
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
        self._process.calm()
        if self.uplink is not None:
            self.uplink.calm()
        if self.slots.slots:
            self.slots.be_well()
        for terminal in self.terminals.values():
            terminal.resting = True
        until = self.agenda.time + QUIET_AT_MOST
        while not (self._process.is_running and all(terminal.is_quiet for terminal in self.terminals.values())):
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
        self._process.let_go()
        report = verify(self._place, ProofWanted(from_plain, self._unit_key))
        if report.fault is not None:
            raise LawBroken("verify", str(report.fault))

    def _settle_cash(self, until: int) -> None:
        """Whatever is open of notes and tickets comes to its end."""
        while not ((table := self._process.seen()) is not None and self._nothing_is_open(table)):
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
        if (kept := self._process.kept) is not None:
            for seat, terminal in self.terminals.items():
                self.laws.has(kept, seat, terminal.purse_now)

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
            "answers": laws.answers.count,
            "messages": self.network.sent,
            "writes": self._disk.writes,
            "happened": dict(sorted(self.counts.items())),
            "cash": dict(sorted(laws.cash.seen.items())),
            "jackpots": {} if laws.jackpots is None else dict(sorted(laws.jackpots.seen.items())),
            "history": laws.head,
        }
