"""A language in which an evening at the table is told. Every word is one event, or a few that belong together.

Whatever is told, the laws of the table are checked after each event, every event and decision goes through JSON and
back, and the digest kept along the way is compared with the one taken from scratch.
"""

import json
from typing import Any, Self, TypeVar

from controller.books import load_book
from controller.facts.kinds import Answer, Decision, FaultName
from controller.games.craps.row import CRAPS
from controller.games.craps.rules.rulebook import RuleBook
from controller.table.digest import Digester, digest_of
from controller.table.events import (
    ButtonPressed,
    DoorMoved,
    Drawn,
    Event,
    Restarted,
    RollUnderWay,
    RollUnknown,
    Thrown,
    TimePassed,
    UnitFound,
    UnitLost,
)
from controller.table.machine import StepResult, step
from controller.table.phases import Phase
from controller.table.records import from_json, to_json
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.said import act_said
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.table.wishes import Wishes, wishes
from tests.asked import Command, cash_out, choose, done, pass_dice, shoot, wager
from tests.toy.game import ToyRules, toy_rules
from tools.simulator.checks import check

Kind = TypeVar("Kind")

SERIAL = 4711
NONCE = "a1b2c3d4e5f60718"


class Evening:
    """One table, from the moment its dice unit has answered and every seat has its credits."""

    def __init__(self, table: Table, credits: int) -> None:
        self.table = table
        self.history: list[tuple[Event, int]] = []
        self.told: list[Decision] = []
        self.first = table
        self._digester = Digester(table)
        self._digest = digest_of(table)
        self._ids: dict[str, int] = {}
        self.last = StepResult(table, [], None)
        self.unit_back()
        for seat in table.seats:
            self.operator("credit", seat=seat, amount=credits)
        self.told.clear()

    # ---- what happens ----

    def happens(self, event: Event, after: int = 0) -> Self:
        """One event, so many milliseconds after the one before."""
        before, known = self.table, self._digest
        self.last = step(before, event, after)
        check(before, event, self.last)
        assert digest_of(before) == known, "a state once reached never changes"
        for record in (event, *self.last.decisions):
            assert from_json(json.loads(json.dumps(to_json(record)))) == record
        self.table = self.last.table
        self._digest = self._digester.after(self.table, self.last.touched)
        assert self._digest == digest_of(self.table)
        self.history.append((event, after))
        self.told += self.last.decisions
        return self

    def next_id(self, client: str) -> int:
        """A client counts its commands, and goes on after whatever the table has heard from it."""
        known = self.table.clients.get(client)
        self._ids[client] = 1 + max(self._ids.get(client, 0), known.last_id if known else 0)
        return self._ids[client]

    def _from_terminal(self, seat: int) -> tuple[int, str, int, int]:
        client = f"terminal-{seat}"
        return seat, client, self.next_id(client), self.table.round

    def wager(self, seat: int, do: str, bet: str, amount: int | None = None, on: bool | None = None) -> Command:
        """What a player wants of a spot, under the next number."""
        return wager(*self._from_terminal(seat), do, bet, amount, on)

    def bet(self, seat: int, bet: str, amount: int) -> Self:
        """A player lays a wager."""
        return self.happens(self.wager(seat, "place", bet, amount))

    def take_down(self, seat: int, bet: str, amount: int | None = None) -> Self:
        """A player takes a wager down."""
        return self.happens(self.wager(seat, "take_down", bet, amount))

    def call(self, seat: int, bet: str, on: bool) -> Self:
        """A player turns a wager ON or OFF."""
        return self.happens(self.wager(seat, "turn", bet, None, on))

    def done(self, *seats: int) -> Self:
        """Players have finished betting."""
        for seat in seats:
            self.happens(done(*self._from_terminal(seat)))
        return self

    def wait(self, seconds: float) -> Self:
        """Nothing happens but time."""
        return self.happens(TimePassed(), round(seconds * 1000))

    def time_is_up(self) -> Self:
        """The time of this phase passes."""
        assert self.table.left is not None, f"nothing ends {self.table.phase}"
        return self.happens(TimePassed(), self.table.left)

    def close(self) -> Self:
        """The bet timer ends."""
        assert self.phase in (Phase.BETTING, Phase.DRAWING)
        return self.time_is_up()

    def draw(self, **levels: str) -> Self:
        """The chance that is wanted, with these Power Odds."""
        wanted = self.wishes.draw
        assert wanted is not None, f"no chance is wanted while {self.phase}, held by {self.holds}"
        return self.happens(Drawn(wanted.roll_id, NONCE, levels))

    def press(self, seat: int | None = None, fresh: bool = True) -> Self:
        """A SHOOT button, the shooter's where nobody is named."""
        return self.happens(ButtonPressed(seat or self.table.game.shooter or 0, fresh))

    def touch_shoot(self, seat: int) -> Self:
        """The button on the screen."""
        return self.happens(shoot(*self._from_terminal(seat)))

    def pass_dice(self, seat: int) -> Self:
        """A player does not want the dice."""
        return self.happens(pass_dice(*self._from_terminal(seat)))

    def throw(self, a: int, b: int, authentic: bool = True) -> Self:
        """The unit reports these faces for the wanted throw."""
        return self.unit_says("ok", (a, b), authentic=authentic)

    def unit_says(
        self, outcome: str, faces: tuple[int, int] = (0, 0), roll: int | None = None, authentic: bool = True
    ) -> Self:
        """A report of a throw, the wanted one where none is named."""
        throw = self.table.throw
        assert roll is not None or throw is not None, "no throw is wanted"
        number = roll if roll is not None or throw is None else throw.id
        return self.happens(Thrown(number or 0, outcome, {"faces": list(faces)}, authentic, "00", "11"))

    def to_the_throw(self) -> Self:
        """From the open window to the throw that is wanted."""
        self.close().draw()
        return self.press() if self.phase is Phase.SHOOTING else self

    def roll(self, a: int, b: int) -> Self:
        """The rest of the round, and the next window."""
        return self.to_the_throw().throw(a, b).time_is_up()

    def knows_nothing(self) -> Self:
        """The unit has never accepted the wanted throw."""
        assert self.table.throw is not None
        return self.happens(RollUnknown(self.table.throw.id))

    def is_rolling(self) -> Self:
        """The unit is throwing it just now."""
        assert self.table.throw is not None
        return self.happens(RollUnderWay(self.table.throw.id))

    def unit_lost(self) -> Self:
        """The link to the unit is gone."""
        return self.happens(UnitLost())

    def unit_back(self, serial: int = SERIAL, last_roll: int | None = None, faults: tuple[FaultName, ...] = ()) -> Self:
        """It is there, with the last roll that the table knows unless told otherwise."""
        known = self.table.unit.last_roll if self.table.unit else 0
        return self.happens(UnitFound(serial, known if last_roll is None else last_roll, False, faults))

    def door(self, name: str, is_open: bool) -> Self:
        """A door of the cabinet."""
        return self.happens(DoorMoved(name, is_open))

    def power_failure(self) -> Self:
        """The controller starts again from what it had written down."""
        self.table = from_plain(json.loads(json.dumps(plain(self.table), sort_keys=True)))
        return self.happens(Restarted())

    def operator(self, act: str, role: str = "supervisor", **more: Any) -> Self:
        """An operator's act."""
        client = f"operator-{role}"
        change = (more.get("change") or {}) if act == "settings" else {}
        wanted = self.table.game.returns_wanted(change) if change else None
        wanted = self.table.game.rules() if wanted is None and "least_return" in change else wanted
        if wanted is not None:
            more["returns"] = CRAPS.worked_out(RuleBook.model_validate(wanted))
        return self.happens(act_said(client, self.next_id(client), "ann", role, act, **more))

    def cash_out(self, seat: int) -> Self:
        """A player wants his free credits."""
        _, client, id, _ = self._from_terminal(seat)
        return self.happens(cash_out(seat, client, id))

    def keep(self, seat: int) -> Self:
        """After a power failure."""
        return self.happens(choose(*self._from_terminal(seat), keep=True))

    def withdraw(self, seat: int) -> Self:
        """After a power failure."""
        return self.happens(choose(*self._from_terminal(seat), keep=False))

    # ---- what is seen ----

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def round(self) -> int:
        return self.table.round

    @property
    def holds(self) -> set[str]:
        return set(self.table.holds)

    @property
    def wishes(self) -> Wishes:
        return wishes(self.table)

    @property
    def answer(self) -> Answer:
        assert self.last.answer is not None
        return self.last.answer

    @property
    def code(self) -> str:
        return self.answer.code

    def credits(self, seat: int) -> int:
        return self.table.game.money(seat).credits

    def layout(self, seat: int) -> dict[str, int]:
        """The wagers of a seat."""
        data = self.table.game.seat_data(seat)
        return dict(data["stakes"] if "stakes" in data else data["bets"])

    def all_told(self, kind: type[Kind]) -> list[Kind]:
        """The decisions of this kind since the evening began."""
        return [decision for decision in self.told if isinstance(decision, kind)]

    def just_told(self, kind: type[Kind]) -> list[Kind]:
        """The decisions of this kind in the last step."""
        return [decision for decision in self.last.decisions if isinstance(decision, kind)]


def an_evening(
    book: str = "electronic", seats: tuple[int, ...] = (1, 2, 3), credits: int = 100_000, **settings: Any
) -> Evening:
    """An evening of craps."""
    table = open_game("craps", load_book(book), seats, TableSettings(**settings))
    return Evening(table, credits)


def an_evening_of_the_toy(
    seats: tuple[int, ...] = (1, 2), credits: int = 1000, rules: ToyRules | None = None, **settings: Any
) -> Evening:
    """An evening of guessing numbers."""
    return Evening(open_game("toy", rules or toy_rules(), seats, TableSettings(**settings)), credits)
