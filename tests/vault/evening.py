"""An evening at the table, made up from a seed: players, operators, doors, faults, and a dice unit that signs.

It only looks at the table and at its wishes, as the world does, so it can go on after a restart. Every kind of event
comes up sooner or later.
"""

import hashlib
import hmac
import random
import struct
from typing import Any, NamedTuple

from controller.books import load_book
from controller.table import events as e
from controller.table.cash.wins import form_of
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import act_said
from controller.table.state import Table
from controller.table.wishes import wishes
from controller.vault.kept_table import KeptTable
from tests.asked import Command, cash_out, choose, done, pass_dice, shoot, wager

BY_HAND = ("hand_pay", "jackpot")

KEY = bytes(range(16))
OUTCOMES = ("ok", "leaning", "stacked", "die_missing", "unreadable", "aborted", "foreign_object", "extra_die")
SEATS = (1, 2, 3, 5)
BETS = ("pass_line", "dont_pass", "come", "field", "place:6", "place:8", "hard:8", "any_seven", "horn:12", "hop:5-6")
MORE_BETS = ("c_and_e", "hot_shooter", "pass_odds", "buy:4", "lay:10", "dont_come", "any_craps", "e", "no_such_bet")

make_table = from_plain


def new_state(seats: tuple[int, ...] = SEATS, book: str = "electronic") -> dict[str, Any]:
    """A table that has just been opened, as plain data."""
    return plain(open_game("craps", load_book(book), seats))


class Now(NamedTuple):
    """What happens next."""

    event: e.Event
    elapsed: int


class Clock:
    """A clock that goes on by a millisecond whenever it is looked at."""

    def __init__(self, now: int = 1_790_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        self.now += 1
        return self.now


class Evening:
    """What the world does."""

    def __init__(self, seed: int, restless: float = 0.03) -> None:
        self._chance = random.Random(seed)
        self._restless = restless
        self._ids: dict[str, int] = {}
        self._moves = 0

    def go_on_at(self, table: Table) -> None:
        """Terminals and menus remember how far they have counted; so does this world, which has been away."""
        self._ids = {name: client.last_id for name, client in table.clients.items()}
        self._moves = 1000 + table.round

    def next(self, table: Table) -> Now:
        """One thing that happens at this table now."""
        chance = self._chance
        if table.holds:
            return Now(self._remedy(table), chance.randrange(2000))
        locked = wishes(table).locks
        if locked and chance.random() < 0.3:
            return Now(self._unlock(table, *next(iter(locked.items()))), 700)
        if chance.random() < self._restless:
            return Now(self._trouble(table), chance.randrange(500))
        match table.phase:
            case Phase.IDLE | Phase.BETTING:
                return self._bet(table)
            case Phase.CLOSED:
                return Now(self._draw(table), 5)
            case Phase.SHOOTING:
                return self._shoot(table)
            case Phase.ROLLING | Phase.RECOVERY:
                return Now(self._roll(table), 2700)
            case Phase.ASKING:
                return self._choose(table)
        return Now(e.TimePassed(), table.left or 1000)

    # ---- people -------------------------------------------------------------------------------------------------

    def _bet(self, table: Table) -> Now:
        chance = self._chance
        seat = chance.choice(table.game.seat_numbers())
        if table.game.money(seat).credits < 5_000:
            return Now(self._act("credit", "anna", "attendant", seat=seat, amount=50_000), 900)
        roll = chance.random()
        if table.phase is Phase.BETTING and roll < 0.12:
            return Now(e.TimePassed(), table.left or 1)
        if table.phase is Phase.BETTING and roll < 0.2:
            return Now(done(seat, *self._id(f"seat{seat}"), table.round), 300)
        if roll < 0.23:
            return Now(self._cash(table, seat), 200)
        return Now(self._wager(table, seat), chance.randrange(800))

    def _wager(self, table: Table, seat: int) -> Command:
        chance = self._chance
        bet = chance.choice(BETS if chance.random() < 0.8 else MORE_BETS)
        round = table.round if chance.random() < 0.97 else table.round - 1
        do = "take_down" if chance.random() < 0.08 else "place"
        amount = None if do == "take_down" else 100 * chance.randrange(1, 12)
        return wager(seat, *self._id(f"seat{seat}"), round, do, bet, amount)

    def _cash(self, table: Table, seat: int) -> e.Event:
        chance = self._chance
        asked = [name for name, move in table.moves.items() if move.state == "asked" and move.instrument not in BY_HAND]
        if asked:
            return e.MoveEnded(asked[0], chance.random() < 0.7, "done by the instrument")
        if chance.random() < 0.3:
            return cash_out(seat, *self._id(f"seat{seat}"))
        self._moves += 1
        into = chance.random() < 0.6
        return e.MoveAsked(f"bill-{self._moves}", seat, "bill" if into else "ticket", 2_000, into)

    def _shoot(self, table: Table) -> Now:
        shooter, roll = table.game.shooter or 0, self._chance.random()
        if roll < 0.5:
            return Now(e.ButtonPressed(shooter, True), 1500)
        if roll < 0.75:
            return Now(shoot(shooter, *self._id(f"seat{shooter}"), table.round), 1500)
        if roll < 0.85:
            return Now(pass_dice(shooter, *self._id(f"seat{shooter}"), table.round), 800)
        return Now(e.TimePassed(), table.left or 1)

    def _choose(self, table: Table) -> Now:
        asked = wishes(table).asked
        if not asked or self._chance.random() < 0.2:
            return Now(e.TimePassed(), table.left or 1)
        return Now(choose(asked[0], *self._id(f"seat{asked[0]}"), table.round, self._chance.random() < 0.7), 2000)

    def _act(self, act: str, operator: str, role: str, **words: Any) -> OperatorAct:
        return act_said(*self._id(f"menu-{operator}"), operator, role, act, **words)

    def _unlock(self, table: Table, seat: int, lock: str) -> e.Event:
        act = "hand_pay" if lock in BY_HAND else "reset_large_win"
        number = self._ids.get("menu-anna", 0)
        form = {"form": f"form {number}"} if form_of(table, seat) else {}
        return self._act(act, "anna", "attendant", seat=seat, reference=f"receipt {number}", **form)

    def _id(self, client: str) -> tuple[str, int]:
        self._ids[client] = self._ids.get(client, 0) + 1
        return client, self._ids[client]

    # ---- the cabinet --------------------------------------------------------------------------------------------

    def _trouble(self, table: Table) -> e.Event:
        chance = self._chance
        seat = chance.choice(table.game.seat_numbers())
        bet_time = {"bet_time": chance.randrange(10, 40)}
        happens: list[e.Event] = [
            e.DoorMoved("dome", True),
            e.DoorMoved("drop", chance.random() < 0.5),
            e.KeyTurned("operator", True),
            e.UnitLost(),
            e.LidMoved(True),
            e.FaultsChanged(("sensor_dead",)),
            e.SeatJoined(seat),
            e.SeatLeft(seat),
            e.ButtonPressed(seat, False),
            e.Restarted(),
            e.RollUnknown(3),
            e.RollUnderWay(table.throw.id if table.throw else 3),
            e.ShakeRefused(table.throw.id if table.throw else 3, "busy", table.last_roll),
            self._act("hold", "anna", "attendant", reference="a spilled drink"),
            self._act("void", "boris", "supervisor", reference="a player fell ill"),
            self._act("settings", "boris", "supervisor", change=bet_time),
            self._act("credit", "mallory", "technician", seat=seat, amount=100),
            self._act("begin_service", "tom", "technician"),
        ]
        return chance.choice(happens)

    def _remedy(self, table: Table) -> e.Event:
        holds, chance = table.holds, self._chance
        for door in ("dome", "logic"):
            if f"door_{door}" in holds:
                return e.DoorMoved(door, False)
        if "lid" in holds:
            return e.LidMoved(False)
        if "dice_fault" in holds:
            return e.FaultsChanged(())
        if "dice_link" in holds:
            return e.UnitFound(4711, table.last_roll)
        if "service" in holds:
            return self._act("end_service", "tom", "technician")
        if holds.keys() & {"no_rolls", "dice", "malfunction"} and chance.random() < 0.4:
            return self._act("void", "boris", "supervisor", reference="the dice stay where they are")
        if "unit_changed" in holds or "roll_jump" in holds:
            return self._act("accept_unit", "boris", "supervisor")
        if chance.random() < 0.05:
            return self._act("close_out", "boris", "supervisor", reference="the unit is dead for good")
        return self._act("resume", "boris", "supervisor")

    def _draw(self, table: Table) -> e.Drawn:
        wish = wishes(table).draw
        assert wish is not None
        levels = {spot: self._chance.choice(("low", "high")) for spot in wish.spots if self._chance.random() < 0.05}
        return e.Drawn(wish.roll_id, f"{self._chance.getrandbits(64):016x}", levels)

    def _roll(self, table: Table) -> e.Event:
        if table.throw is None:
            return self._draw(table) if wishes(table).draw is not None else e.TimePassed()
        if table.phase is Phase.RECOVERY and self._chance.random() < 0.3:
            return e.RollUnknown(table.throw.id)
        outcome = "ok" if self._chance.random() < 0.9 else self._chance.choice(OUTCOMES[1:])
        faces = (self._chance.randrange(1, 7), self._chance.randrange(1, 7)) if outcome == "ok" else (0, 0)
        return thrown(table.throw.id, table.throw.nonce, outcome, faces, forged=self._chance.random() < 0.02)


def thrown(id: int, nonce: str, outcome: str, faces: tuple[int, int], forged: bool = False) -> e.Thrown:
    """The unit's report, signed as the interface document says."""
    payload = struct.pack(">QBBBBHB", id, OUTCOMES.index(outcome), *faces, 1, 2731, 0)
    mac = hmac.new(KEY, bytes.fromhex(nonce) + payload, hashlib.sha256).digest()[:8]
    mac = bytes(8) if forged else mac
    return e.Thrown(id, outcome, {"faces": list(faces)}, not forged, payload.hex(), mac.hex())


def play(kept: KeptTable, evening: Evening, events: int, together: int = 3) -> None:
    """Let so many things happen, committing now and then as a loop would."""
    for number in range(events):
        kept.take(*evening.next(kept.table))
        if number % together == 0:
            kept.commit()
            kept.rest()
    kept.commit()


def close_day(kept: KeptTable, day: str) -> None:
    """The gaming day is over: its snapshot stays for the archive."""
    kept.vault.append("day_closed", {"day": day, "closes": "06:00", "zone": "UTC"})
    kept.vault.snapshot(plain(kept.table, answers=False), kept.table.clients, of_day=day)
