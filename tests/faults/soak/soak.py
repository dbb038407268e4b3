"""One soak: the machine, its players, its gremlin, and the comparison at the end."""

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from controller.server.zmq.endpoints import commands_endpoint
from tests.faults.soak import proof, staff
from tests.faults.soak.bounds import Taken, Watch, size_of
from tests.faults.soak.casino import sums
from tests.faults.soak.casino.patrons import Patron
from tests.faults.soak.gremlin import Gremlin
from tests.faults.soak.machine import BOARD, PEACE, UNDER_FIRE, Machine
from tests.faults.soak.players import SoakPlayer
from tests.server.players import Player, Players

SEATS = 64
STAKE = 5_000_000
CALM, STORM = 0.5, 12.0
"""Seconds between two acts of the gremlin."""
PATIENCE = 240.0
LOOK_EVERY = 0.5
TICKETS_ON_EVERY = 10.0


class Told(NamedTuple):
    """How a soak went."""

    seconds: float
    settled_rounds: int
    """In the journal: what was voided or withdrawn is not among them."""
    entries: int
    journal_bytes: int
    acknowledged: int
    """By players and visitors; each is in the journal, once."""
    acts_of_staff: int
    """Told to be done; each is in the journal."""
    refused: dict[str, int]
    """What the players were refused, by its code: mostly for being late, or for the table being held."""
    settlements: int
    """As the players heard them."""
    acts: dict[str, int]
    """Of the gremlin."""
    answered: dict[str, int]
    """What its visitors and the staff were told, by its code."""
    starts: dict[str, int]
    died: dict[str, int]
    """What ended by itself: only the edge may."""
    taken: dict[str, Taken]
    """The most of each process, all of it within `bounds.BOUNDS`."""
    proved: dict[str, str]
    """By `verify`: with `replay`, every event played again by a second table."""
    casino: sums.Told
    """What the casino's host and the journal were compared by."""
    started_again: str
    """Where a table stands that was started from a copy of the journal, in this process."""

    def rounds_a_minute(self) -> float:
        return 60 * self.settled_rounds / self.seconds


class Soak:
    """One cabinet, its players, its gremlin."""

    def __init__(
        self, place: Path, seed: int, seats: int = SEATS, calm: float = CALM, storm: float = STORM, kinds: int = 0
    ) -> None:
        """The last of the seats has our own terminal, and no player; `kinds`: so many acts at least are done."""
        self._pause, self._kinds = (calm, storm), kinds
        self._place, self._seats = place, seats
        self._random = random.Random(seed)
        self.machine = Machine(place, seats, self._random)
        self._gremlin = Gremlin(self.machine)
        self._look_at = 0.0
        self._patrons: list[Patron] = []
        self._receipts = 0
        self._tickets_on_at = 0.0
        self._evening_is_over = False
        """The table is held for good: nobody ends that, so that nothing moves while all say what they have."""

    def run(self, seconds: float) -> Told:
        """Play for so long under fire, then in peace until everything has come to rest, and compare."""
        began = time.monotonic()
        players: Players | None = None
        try:
            self.machine.start()
            self._watch = Watch(self.machine.kept, self._place / "memory")
            self._open_for_business()
            players = Players(self.machine.cabinet, self._seats - 1, seed=1, kind=SoakPlayer)
            self._patrons = self._come_to_the_casino()
            self._under_fire(players, seconds)
            self._end(players)
            self.machine.casino.close()
            self._watch.judge(time.monotonic() - began, self._place / "journal")
            self.machine.close()
            return self._compare(players, time.monotonic() - began)
        finally:
            self.machine.close()
            if players is not None:
                players.close()
            for patron in self._patrons:
                patron.socket.close()
            self.machine.cabinet.close_callers()

    def _under_fire(self, players: Players, seconds: float) -> None:
        self.machine.patience = UNDER_FIRE
        plays = next_act = time.monotonic()  # however long a busy machine took to come so far
        while time.monotonic() - plays < seconds or len(self._gremlin.done) < self._kinds:
            self._turn(players, True)
            if time.monotonic() >= next_act:
                self._gremlin.act()
                next_act = time.monotonic() + self._random.uniform(*self._pause)
        self._gremlin.leave()
        self.machine.patience = PEACE

    def _turn(self, players: Players, playing: bool) -> None:
        self.machine.look()
        self._gremlin.listen()
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + LOOK_EVERY
            self._watch.look()
            self.machine.casino.look()
            if not self._evening_is_over:
                self.machine.attend((players.table or {}).get("holds", {}))
            self._attend_the_casino()
        players.turn(time.monotonic(), playing)
        for patron in self._patrons:
            patron.hear_all(time.monotonic())
            if players.table is not None:
                patron.act(time.monotonic(), players.table if playing else {**players.table, "holds": {"rest": ""}})

    def _come_to_the_casino(self) -> list[Patron]:
        house, endpoint = self.machine.house, commands_endpoint(self.machine.run, "terminal")
        return [
            Patron(seat, endpoint, random.Random(self._random.random()), house) for seat in (house.first, house.second)
        ]

    def _attend_the_casino(self) -> None:
        """A cash-out that is no ticket is paid by hand; a seat that was shown too many strange tickets is let go."""
        for patron in self._patrons:
            if patron.waits_to_be_paid:
                self._receipts += 1
                self.machine.act("hand_pay", seat=patron.seat, reference=f"receipt-{self._receipts}")
        if time.monotonic() >= self._tickets_on_at:
            self._tickets_on_at = time.monotonic() + TICKETS_ON_EVERY
            self.machine.act("tickets_on", seat=self.machine.house.first)

    def _until(self, players: Players, done: Callable[[], bool], what: str, playing: bool = False) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, f"never happened: {what}; refused: {players.refused}; {players.table}"
            self._turn(players, playing)

    def _open_for_business(self) -> None:
        """Before anybody has come: what a player finds on his seat is where his own account begins."""
        self._again_until(self.machine.turn_key, "the key is turned")
        for seat in range(1, self._seats + 1):
            self._insist("credit", seat=seat, amount=STAKE)
        self._insist("add_person", name=staff.TOM, new_role="attendant", pin=staff.PIN)

    def _insist(self, act: str, **fields: Any) -> None:
        self._again_until(lambda: self.machine.done(act, **fields), f"{act} {fields} is done")

    def _again_until(self, does: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not does():
            assert time.monotonic() < until, f"never happened: {what}"
            self.machine.look()

    def _end(self, players: Players) -> None:
        """Everything works again; everybody has his answers; the table is held, and all say what they have."""
        self.machine.order("unit", "well")
        for words in ("door DOME close", "door MAIN close", "key OPERATOR on"):
            self.machine.order("boards", f"{BOARD} {words}")
        goal = players.table["round"] + 2 if players.table is not None else 2
        self._until(players, lambda: (players.table or {}).get("round", 0) >= goal, "two more rounds in peace", True)
        everybody = [*players.all, *self._patrons]
        self._until(players, lambda: not any(player.unanswered for player in everybody), "every command is answered")
        self._evening_is_over = True
        self._until(players, lambda: self.machine.done("hold"), "the table is held")
        self.machine.casino.rest()
        self._until(players, self.machine.is_told, "the casino's host knows everything")
        for player in everybody:
            player.you = {}
        self._until(players, _All(everybody), "every terminal knows how its seat stands")

    def _compare(self, players: Players, seconds: float) -> Told:
        journal, key = self._place / "journal", (self._place / "dice.key").read_bytes()
        report = proof.proved(journal, key)
        found = proof.read_back(journal)
        acknowledged = {(f"seat-{seat}", number) for seat, number in self.machine.acknowledged}
        for player in players.all:
            assert player.disputes == [], player.disputes
            acknowledged |= {(f"seat-{player.seat}", number) for number in player.acknowledged}
            own, told, ledger = player.credits, player.you["credits"], found.credits[player.seat]
            assert own == told == ledger, f"seat {player.seat}: {own} by his own account, {told} told, {ledger} booked"
        for patron in self._patrons:
            acknowledged |= {(f"seat-{patron.seat}", number) for number in patron.acknowledged}
            assert patron.you["credits"] == found.credits.get(patron.seat, 0), f"seat {patron.seat}: {patron.you}"
        proof.has_all(found, acknowledged, self.machine.acts_done)
        self._no_traceback()
        return Told(
            seconds=round(seconds, 1),
            settled_rounds=found.settled,
            entries=found.entries,
            journal_bytes=size_of(journal),
            acknowledged=len(acknowledged),
            acts_of_staff=len(self.machine.acts_done),
            refused=dict(players.refused.most_common()),
            settlements=sum(player.settled for player in players.all),
            acts=dict(sorted(self._gremlin.done.items())),
            answered=dict(self.machine.told.most_common()),
            starts={name: kept.starts for name, kept in self.machine.kept.items()},
            died={name: kept.died for name, kept in self.machine.kept.items() if kept.died},
            taken=self._watch.taken(),
            proved=report.proved,
            casino=sums.agree(journal, self.machine.casino, self.machine.house),
            started_again=proof.starts_again(journal, self._place / "started-again", key),
        )

    def _no_traceback(self) -> None:
        for name, kept in self.machine.kept.items():
            log = kept.log.read_text(errors="replace")
            assert "Traceback" not in log, f"{name}: {log[log.index('Traceback') :][:3000]}"


class _All:
    """Whether all players have heard what they have; they ask for it every two seconds."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players, self._asked_at = players, 0.0

    def __call__(self) -> bool:
        missing = [player for player in self._players if not player.you]
        if time.monotonic() - self._asked_at > 2:
            self._asked_at = time.monotonic()
            for player in missing:
                player.say(kind="snapshot_wanted")
        return not missing
