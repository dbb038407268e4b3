"""An evening with seeded players, a seeded dice unit and seeded trouble. The same seed plays the same evening.

The laws of the table are checked after every event, and the digest kept along the way now and then against the one
taken from scratch. Everything that happens is an event of the pure machine; later issues put more of the real program
under the same players.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from controller.games.book import Book
from controller.games.registry import game_of
from controller.server.host.chance import chances_in, levels
from controller.table.digest import Digester, digest_of
from controller.table.events import (
    ButtonPressed,
    Command,
    DoorMoved,
    Drawn,
    Event,
    Restarted,
    TimePassed,
    UnitLost,
)
from controller.table.machine import COMMANDS, Step, step
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.said import act_said
from controller.table.state import Table
from controller.table.wishes import Wishes, wishes
from tools.simulator.checks import Broken, check
from tools.simulator.players import Player, Wishing
from tools.simulator.summary import Summary
from tools.simulator.unit import DiceUnit

CREDITS = 200_000
POOR = 5_000
FROM_SCRATCH_EVERY = 50
MOST_EVENTS_A_ROUND = 2_000
"""Beyond that the table does not come on, which is a fault of the machine or of the simulator."""


class Simulation:
    """One table and everybody around it."""

    def __init__(self, book: Book, seats: int, seed: int) -> None:
        self.random = Random(seed)
        game = game_of(book)
        self.table: Table = open_game(game.name, book, range(1, seats + 1))
        self.summary = Summary()
        wishing = Wishing(self.table.game.offer(), game.habits)
        self._players = {seat: Player(self.random, wishing, seat) for seat in self.table.seats}
        self._unit = DiceUnit(self.random)
        self._digester = Digester(self.table)
        self._acts = 0
        self.digest = ""
        self._happens(self._unit.found())

    def run(self, rounds: int) -> dict[str, Any]:
        """Play so many rounds, and say what happened."""
        most = MOST_EVENTS_A_ROUND * (rounds + 1)
        while self.summary.rounds.total() < rounds:
            if self.summary.counts["events"] > most:
                raise Broken(f"the table does not come on: {self.table.phase}, held by {sorted(self.table.holds)}")
            self._look()
        return {**self.summary.as_data(), "digest": self.digest}

    # ---- one look at the table ----

    def _look(self) -> None:
        if self.random.random() < 0.02:
            self._trouble()
        wanted = wishes(self.table)
        if wanted.locks:
            self._attend(wanted)
        if wanted.abort is not None and self.random.random() < 0.8:
            self._happens(self._unit.settles_abort(wanted.abort))
        if self.table.holds:
            self._remedy()
        elif wanted.draw is not None:
            self._draw(wanted.draw.roll_id, wanted.draw.spots)
        elif wanted.throw is not None:
            self._happens(self._unit.answers(wanted.throw), self.random.randrange(6000))
        else:
            self._by_phase(wanted)

    def _by_phase(self, wanted: Wishes) -> None:
        phase = self.table.phase
        if phase in (Phase.IDLE, Phase.BETTING):
            self._bets()
        elif wanted.shoot_lamp is not None:
            self._shooter(wanted.shoot_lamp)
        elif wanted.asked:
            for seat in wanted.asked:
                self._sends(self._players[seat].is_asked(self.table))
            self._time_is_up()
        else:
            self._time_is_up()

    def _bets(self) -> None:
        for player in self._players.values():
            if self.table.game.money(player.seat).credits < POOR and self.table.seats[player.seat].lock is None:
                self._operator("credit", seat=player.seat, amount=CREDITS)
            if self.random.random() < 0.6:
                for command in player.bets(self.table):
                    self._sends(command)
        self._time_is_up()

    def _shooter(self, seat: int) -> None:
        if self.random.random() < 0.1:
            self._happens(ButtonPressed(self.random.choice(list(self.table.seats)), self.random.random() < 0.5))
        if self.table.phase is Phase.SHOOTING:
            self._sends(self._players[seat].has_the_dice(self.table))
        if self.table.phase is Phase.SHOOTING:
            self._time_is_up()

    def _time_is_up(self) -> None:
        """Often the whole time passes at once, sometimes only a part of it."""
        left = wishes(self.table).due_in
        self._happens(TimePassed(), 1000 if left is None else self.random.choice((left, left, left + 700, left // 2)))

    def _draw(self, roll_id: int, spots: tuple[str, ...]) -> None:
        settings = self.table.game.settings()
        drawn = levels(spots, chances_in(settings), self.random.randrange) if spots else {}
        self._happens(Drawn(roll_id, self.random.randbytes(8).hex(), drawn))

    # ---- trouble, and its remedies ----

    def _trouble(self) -> None:
        troubles: tuple[Callable[[], None], ...] = (
            self._power_cut,
            self._power_cut_in_mid_shake,
            lambda: self._happens(UnitLost()),
            lambda: self._happens(DoorMoved(self.random.choice(("dome", "logic", "main")), True)),
            lambda: self._operator("hold"),
            lambda: self._operator("void", reference="simulated"),
            lambda: self._operator("begin_service"),
            lambda: self._operator("settings", change={"bet_time": self.random.randrange(10, 40)}),
            lambda: self._operator("settings", change={"denomination": self.random.choice((0, 50, 100))}),
        )
        self.random.choice(troubles)()

    def _power_cut(self) -> None:
        """The controller starts again from its snapshot, which must be the state to the bit."""
        before = digest_of(self.table)
        self.table = from_plain(json.loads(json.dumps(plain(self.table))))
        if digest_of(self.table) != before:
            raise Broken("the snapshot gives another state")
        self._happens(Restarted())

    def _power_cut_in_mid_shake(self) -> None:
        """The unit may have thrown while nobody listened."""
        wanted = wishes(self.table).throw
        if wanted is not None and wanted.shake and self.random.random() < 0.7:
            self._unit.shakes(wanted.roll_id)
        self._power_cut()

    def _remedy(self) -> None:
        hold = self.random.choice(sorted(self.table.holds))
        if hold == "dice_link":
            self._happens(self._unit.found(), self.random.randrange(30_000))
        elif hold in ("door_dome", "door_logic"):
            self._happens(DoorMoved(hold.removeprefix("door_"), False))
        elif hold == "service":
            self._operator("end_service")
        elif self.random.random() < 0.1 and self.table.result is None:
            self._operator(self.random.choice(("void", "close_out")), reference="simulated")
        elif hold in ("unit_changed", "roll_jump"):
            self._operator("accept_unit")
        else:
            self._operator("resume")

    def _attend(self, wanted: Wishes) -> None:
        for seat, lock in wanted.locks.items():
            if self.random.random() < 0.3:
                act = "reset_large_win" if lock == "large_win" else self.random.choice(("hand_pay", "cancel_hand_pay"))
                self._operator(act, seat=seat, reference=f"receipt {self._acts}")

    # ---- every event goes this way ----

    def _operator(self, act: str, **more: Any) -> None:
        self._acts += 1
        self._happens(act_said("service-menu", self._acts, "ann", "supervisor", act, **more))

    def _sends(self, command: Command | None) -> None:
        if command is not None:
            self._happens(command, self.random.randrange(300))

    def _happens(self, event: Event, elapsed: int = 0) -> None:
        done = self._step(event, elapsed)
        if isinstance(event, COMMANDS) and self.random.random() < 0.02:
            again = self._step(event, 0)
            if again.answer != done.answer or again.decisions:
                raise Broken(f"sent twice, {event} was not answered alike")

    def _step(self, event: Event, elapsed: int) -> Step:
        done = step(self.table, event, elapsed)
        check(self.table, event, done)
        self.table = done.table
        self.digest = self._digester.after(self.table, done.touched)
        if self.summary.counts["events"] % FROM_SCRATCH_EVERY == 0 and self.digest != digest_of(self.table):
            raise Broken(f"the digest kept along the way is not the one from scratch, after {event}")
        self.summary.note(event, done, elapsed)
        return done
