"""The pots of the floor at this cabinet: how they stand, for every screen, and the lease that wagers play under.

A question has a name that was never used before, and its answer counts from when it was asked: whatever was said late,
twice, or to another question, is no lease. The table is told of a lease only while something is put up for a pot.
"""

from collections.abc import Callable
from typing import NamedTuple

from controller.protocol.jackpots.pots import LEASE_MS
from controller.protocol.public import JackpotWon, PotShown
from controller.protocol.uplink import PotsAsked, PotsTold, WinTold
from controller.server.loop.hub import TableAtHand
from controller.table.jackpots.events import JackpotLeased
from controller.table.state import Table

ASK_EVERY = 500
RENEW_BELOW = 2500
"""Milliseconds that the table's lease is still good."""
STALE_MS = 1000
"""A pot that was asked for longer ago is not shown: meanwhile somebody may have won it."""
WON_SHOWN_MS = 30_000
MOST_ASKED = 16


class _Told(NamedTuple):
    said: PotsTold
    asked_at: int


class Pots:
    """Of one cabinet."""

    def __init__(self, nonce: Callable[[], str]) -> None:
        self._nonce = nonce
        self._asked: dict[str, int] = {}
        self._told: _Told | None = None
        self._ask_at = 0
        self._hits: dict[str, int] = {}
        """Jackpot → the last hit that was heard of."""
        self._won: tuple[WinTold, int] | None = None
        self._given: tuple[tuple[str, ...], int] = (), 0
        """What the table was told of last, and until when."""
        self._looked_at: Table | None = None
        self._found = False

    # ---- with the uplink ----

    def question(self, hub: TableAtHand) -> PotsAsked | None:
        """What is to be asked now, if anything; a table that plays for none is told what others have won."""
        if hub.now < self._ask_at:
            return None
        jackpots = hub.table.game.jackpots()
        self._ask_at = hub.now + ASK_EVERY
        nonce = self._nonce()
        self._asked[nonce] = hub.now
        while len(self._asked) > MOST_ASKED:
            del self._asked[next(iter(self._asked))]
        return PotsAsked(nonce=nonce, jackpots={name: of.digest() for name, of in jackpots.items()})

    def heard(self, hub: TableAtHand, said: PotsTold) -> None:
        """An answer; one to nothing that was asked, or to an older question than the one before, is none."""
        asked_at = self._asked.pop(said.nonce, None)
        if asked_at is None or (self._told is not None and asked_at <= self._told.asked_at):
            return
        self._told = _Told(said, asked_at)
        for pot in said.pots:  # what was won before anybody listened here is no news
            self._hits.setdefault(pot.jackpot, pot.hits)
        for win in reversed(said.wins):
            if win.hit > self._hits.get(win.jackpot, win.hit):
                self._hits[win.jackpot], self._won = win.hit, (win, hub.now)

    # ---- with the table ----

    def act(self, hub: TableAtHand) -> None:
        """The table has a lease while something is put up for a pot."""
        left, had, until = self._left(hub.now), *self._given
        lasts = until - hub.now  # the table knows of no time since its last event
        if self._told is None or left <= max(0, lasts):
            return
        said = self._told.said
        if (lasts < RENEW_BELOW or said.leased != had) and self._is_put_up(hub.table):
            self._given = said.leased, hub.now + left
            hub.apply(JackpotLeased(said.nonce, said.at, said.leased, said.lease, left))

    def _is_put_up(self, table: Table) -> bool:
        """Something, for any pot; each table is looked through once, since nothing changes in it."""
        if table is not self._looked_at:
            self._looked_at, self._found = table, _puts_up(table)
        return self._found

    def _left(self, now: int) -> int:
        if self._told is None or not self._told.said.leased:
            return 0
        return max(0, self._told.asked_at + LEASE_MS - now)

    # ---- for the screens ----

    def shown(self, hub: TableAtHand) -> tuple[PotShown, ...]:
        """Every jackpot of the rules in force, with its pot where that is known now."""
        fresh = self._told is not None and hub.now - self._told.asked_at <= STALE_MS
        pots = {pot.jackpot: pot.amount for pot in self._told.said.pots} if fresh and self._told else {}
        leased = self._told.said.leased if self._told is not None and self._left(hub.now) else ()
        return tuple(
            PotShown(jackpot=name, amount=pots.get(name), open=name in leased, bets=of.bets, trigger=of.trigger)
            for name, of in hub.table.game.jackpots().items()
        )

    def won(self, hub: TableAtHand) -> JackpotWon | None:
        """What was won in this house just now."""
        if self._won is None or hub.now - self._won[1] > WON_SHOWN_MS:
            return None
        win = self._won[0]
        return JackpotWon(jackpot=win.jackpot, hit=win.hit, cabinet=win.cabinet, amount=win.amount)


def _puts_up(table: Table) -> bool:
    return any(table.game.jackpot_stakes(name) for name in table.game.jackpots())
