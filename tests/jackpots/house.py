"""A floor with pots, and two cabinets at whose tables they are played for: real journals, stores and signatures."""

from pathlib import Path
from typing import Any

from config.jackpots import Jackpot
from controller.floor.jackpots.rows import pots
from controller.floor.jackpots.told import jackpots_now
from controller.floor.keys import floor_key
from controller.floor.verify import verify
from controller.floor.witness.accepting import accept
from controller.games.jackpots import Pot
from controller.protocol import floor as wire
from controller.server.loop.ports import Dealt
from controller.table import events as e
from controller.table.commands.clients import last_id
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.snapshot import plain
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from controller.uplink.believing import NoFloor, NotBelieved, TurnedAway
from controller.vault.journal.signing import public_of
from tests.asked import wager
from tests.floor.exchanges import SQLITE, Cabinet, House
from tests.floor.tills import Till
from tests.jackpots.playing import BOTH, book

SEATS = (1, 2, 3)


class Table(Till):
    """The controller of one cabinet, as far as jackpots know it; a test plays players and dice."""

    def __init__(self, *of: Any) -> None:
        self._known_at = 0
        super().__init__(*of)

    def apply(self, event: e.Event) -> None:
        elapsed, self._known_at = self.now - self._known_at, self.now
        self.store.take(event, max(0, elapsed))

    def draw(self, _spots: object, _settings: object) -> Dealt:
        self.digits += 1
        return Dealt(f"{id(self) % 2**32:08x}{self.digits:08x}", {})

    def turn(self) -> None:
        self.pots.act(self)
        super().turn()

    def credit(self, seat: int, amount: int) -> None:
        """Somebody pays in."""
        id = last_id(self.table, "operator-anna") + 1
        self.apply(act_said("operator-anna", id, "anna", "supervisor", "credit", seat=seat, amount=amount))

    def bet(self, seat: int, bet: str, amount: int) -> None:
        """A player lays a wager."""
        client = f"terminal-{seat}"
        id = last_id(self.table, client) + 1
        self.apply(wager(seat, client, id, self.table.round, "place", bet, amount, None))

    def closes(self) -> None:
        """The bet timer ends; two seconds before it the turn in which a lease may come."""
        assert self.table.phase is Phase.BETTING, (self.table.phase, self.table.holds)
        self.now += self.table.left or 0
        self.apply(e.TimePassed())

    def rolls(self, a: int, b: int) -> None:
        """From the close to the next window, with these faces."""
        wanted = self.wishes.draw
        assert wanted is not None, (self.table.phase, self.table.holds)
        self.apply(e.Drawn(wanted.roll_id, f"{wanted.roll_id:016x}", {}))
        if self.table.phase is Phase.SHOOTING:
            self.now += self.table.left or 0
            self.apply(e.TimePassed())
        throw = self.table.throw
        assert throw is not None
        self.apply(e.Thrown(throw.id, "ok", {"faces": [a, b]}, True, "00", "11"))
        self.now += self.table.left or 0
        self.apply(e.TimePassed())
        self.kept.commit()


class JackpotCabinet:
    """A cabinet of the house, and how its players have fared."""

    def __init__(self, of: Cabinet) -> None:
        self.of = of
        self.asked_at: dict[str, int] = {}
        """Question about the pots → when it was asked, since this controller started."""
        self.closed: list[tuple[int, str]] = []
        """When bets were closed under which lease."""

    @property
    def table(self) -> Table:
        till = self.of.till
        assert isinstance(till, Table)
        return till

    @property
    def locks(self) -> dict[int, str]:
        return self.table.wishes.locks

    def credits(self, seat: int) -> int:
        return self.table.table.game.money(seat).credits

    def hears_pots(self) -> bool:
        """One question about the pots, and its answer; whether one came."""
        till = self.table
        till.now += 500
        question = till.pots.question(till)
        if question is None:
            return False
        self.asked_at[question.nonce] = till.now
        try:
            told = self.of.asking.pots(question)
        except (NoFloor, NotBelieved, TurnedAway):
            return False
        till.pots.heard(till, told)
        till.pots.act(till)
        return True

    def round(self, a: int, b: int, **bets: int) -> None:
        """Wagers `sSEAT_BET=amount`, under a lease where the floor gives one, and this roll; and the batch goes."""
        self.plays(a, b, True, 0, **bets)
        self.of.reports()

    def plays(self, a: int, b: int, asks: bool = True, late: int = 0, **bets: int) -> None:
        """The same, and nothing is reported. `late`: so long the machine was frozen before bets closed."""
        for spot, amount in bets.items():
            seat, _, bet = spot.partition("_")
            self.table.bet(int(seat[1:]), bet.replace("__", ":"), amount)
        if self.table.table.phase is Phase.IDLE:
            free = [seat for seat in SEATS if seat not in self.locks]
            if not free:
                return
            self.table.bet(free[-1], "field", 100)
        self.table.now += max(0, (self.table.table.left or 0) - 1000)
        if asks:
            self.hears_pots()
        self.table.now += late
        self.table.closes()
        if self.table.table.jackpots.closed is not None:
            self.closed.append((self.table.now, self.table.table.jackpots.closed.nonce))
        if self.table.table.phase is Phase.IDLE:  # nothing was left
            return
        self.table.rolls(a, b)

    def settles(self) -> None:
        """Reports, and asks until the floor has nothing more to say."""
        self.of.reports()
        for _ in range(4):
            self.of.exchanges()
        self.of.reports()


class JackpotHouse(House):
    """With every pot that the tables play for."""

    def __init__(self, folder: Path, jackpots: dict[str, Any] | None = None, database: str = SQLITE) -> None:
        said = BOTH if jackpots is None else jackpots
        of = {name: Jackpot.model_validate(one) for name, one in said.items()}
        state = plain(open_game("craps", book(said), SEATS, TableSettings()))
        super().__init__(folder, of, Table, state, database)
        self.tables = [JackpotCabinet(cabinet) for cabinet in self.cabinets]
        for table in self.tables:
            for seat in SEATS:
                table.table.credit(seat, 1_000_000)
            table.of.reports()

    def pot(self, name: str) -> Pot:
        """How it stands."""
        found: Pot = self.look(pots)[name].pot
        return found

    def told(self, name: str) -> dict[str, Any]:
        """Its meters."""
        (one,) = (one for one in self.look(jackpots_now)["jackpots"] if one["jackpot"] == name)
        return dict(one)

    def proved(self) -> list[str]:
        """What is wrong with the store."""
        return list(self.runner.run(verify(self.store, public_of(floor_key(self.keys)), [])).wrong)

    def accepts(self, cabinet: str) -> None:
        """A person has looked at its other history, and follows that."""
        (journal,) = [one.of.outbox.standing().journal for one in self.tables if one.of.name == cabinet]
        floor_key(self.keys)
        self.look(lambda transaction: accept(transaction, journal, None))

    def leases_now(self, table: JackpotCabinet) -> bool:
        """Whether what it was told last is a lease."""
        return table.table.pots._left(table.table.now) > 0

    def seq_of(self, table: JackpotCabinet) -> int:
        """Which entry of its journal the floor has last."""
        of = table.of
        answer = of.line.asks(f"{wire.CURSOR_PATH}/{of.outbox.standing().journal}", b"", wire.FloorAnswer)
        return int(answer.seq)

    def sends_its_other_past(self, table: JackpotCabinet) -> None:
        """From the last entry that both have, as an uplink finds it."""
        of, seq = table.of, self.seq_of(table)
        path = f"{wire.CURSOR_PATH}/{of.outbox.standing().journal}?seq="
        while seq and of.line.asks(f"{path}{seq}", b"", wire.FloorAnswer).hash != of.outbox.entry(seq)[1].hex():
            seq -= 1
        batch = of.outbox.batch(seq)
        assert batch is not None
        data = wire.pack(batch)
        of.line.asks(wire.BATCHES_PATH, data, wire.FloorAnswer, of.key.sign(wire.batch_text(wire.id_of(data))).hex())
