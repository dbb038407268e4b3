"""Jackpots with everything that goes wrong, from a seed, and the laws that hold all the while and in the end."""

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from controller.games.jackpots import PARTS
from controller.table.phases import Phase
from controller.uplink.believing import NoFloor
from controller.vault.read.old_records import facts_of
from controller.vault.read.reader import Reader
from tests.floor.exchanges import FAULTS, SQLITE
from tests.jackpots.house import JackpotCabinet, JackpotHouse

STEPS = 24


class Broken(AssertionError):
    """A law."""


class Trouble:
    """One evening of a house."""

    def __init__(self, folder: Path, seed: int, database: str = SQLITE) -> None:
        self.chance = random.Random(seed)
        self.house = JackpotHouse(folder, database=database)

    def plays(self, steps: int = STEPS) -> None:
        """All of it, and the end."""
        try:
            for _ in range(steps):
                self._step(self.chance.choice(self.house.tables))
            self.ends()
        finally:
            self.house.end()

    def _step(self, table: JackpotCabinet) -> None:
        chance = self.chance
        if table.table.table.phase is Phase.IDLE and not table.table.table.holds:
            faces = (6, 6) if chance.random() < 0.3 else (1, chance.randint(2, 6))
            seats = [seat for seat in (1, 2, 3) if seat not in table.locks and chance.random() < 0.7]
            lease = chance.random() < 0.8
            late = 0 if chance.random() < 0.8 else 6000
            table.plays(*faces, asks=lease, late=late, **{f"s{n}_horn__12": 100 * chance.randint(1, 7) for n in seats})
            self._check_lease(table)
        match chance.randrange(6):
            case 0:
                table.of.cut()
            case 1:
                self.house.stop()
                self.house.start()
            case 2:
                self.house.fails = True
                self._tries(table)
                self.house.fails = False
            case 3:
                table.of.line.at = {table.of.line.count + 1: chance.choice(FAULTS)}
            case _:
                self._tries(table)
        table.of.exchanges()
        self.law(table)

    def _tries(self, table: JackpotCabinet) -> None:
        with contextlib.suppress(NoFloor):
            table.of.reports()

    def _check_lease(self, table: JackpotCabinet) -> None:
        for close, nonce in table.closed:
            if close - table.asked_at[nonce] >= 5000:
                raise Broken("a lease was good after its end")
        table.closed.clear()

    # ---- laws ----

    def law(self, table: JackpotCabinet) -> None:
        """At any time: a pot is whole, and a table has paid no more than was decided for it."""
        for name in self.house.jackpots:
            if not self.house.pot(name).is_whole():
                raise Broken(f"the pot of {name} is not whole")
        paid = sum(fact["amount"] for fact in _facts(table) if fact["type"] == "JackpotPaid")
        if paid > self._won(table):
            raise Broken("more was paid than was won")

    def _won(self, table: JackpotCabinet) -> int:
        statement = "select sum(prize) as many from claim where cabinet = $1 and state = 'won'"
        rows = self.house.look(lambda transaction: transaction.rows(statement, table.of.name))
        return int(rows[0]["many"] or 0)

    def ends(self) -> None:
        """Everything is said, and then the books of all sides agree."""
        for table in self.house.tables:
            table.of.line.at = {}
            table.settles()
            table.settles()
        fed = dict.fromkeys(self.house.jackpots, 0)
        for table in self.house.tables:
            facts = list(_facts(table))
            paid = sum(fact["amount"] for fact in facts if fact["type"] == "JackpotPaid")
            if paid != self._won(table) or table.locks:
                raise Broken(f"{table.of.name} paid {paid}, and {self._won(table)} was won; it locks {table.locks}")
            claims = [jackpot for fact in facts if fact["type"] == "JackpotClaimed" for jackpot in fact["hits"]]
            told = [fact for fact in facts if fact["type"] == "AuthorityTold" and fact["heeded"]]
            if len(claims) != len(told):
                raise Broken(f"{len(claims)} claims, and {len(told)} answers were heeded")
            for fact in facts:
                if fact["type"] == "JackpotFed":
                    fed[fact["jackpot"]] += fact["parts"]
        for name in self.house.jackpots:
            pot = self.house.pot(name)
            if (pot.fed, pot.bases) != (fed[name], pot.base * PARTS * (pot.hits + 1)) or not pot.is_whole():
                raise Broken(f"{name} was fed {fed[name]} by the journals, and says {pot}")
        wrong = [*self.house.proved(), *sorted(self.house.alarms())]
        if wrong:
            raise Broken("; ".join(wrong))


def _facts(table: JackpotCabinet) -> Iterator[dict[str, Any]]:
    with Reader(table.of.journal) as reader, reader.view() as connection:
        for (body,) in connection.execute("select body from entry order by seq").fetchall():
            entry = orjson.loads(body)
            if entry["kind"] == "step":
                yield from map(dict, facts_of(entry))
