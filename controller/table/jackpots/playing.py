"""Jackpots in a round: the lease, the close, and what a result feeds and hits."""

from collections.abc import Mapping

from controller.facts.jackpot_kinds import JackpotFed
from controller.games.jackpots import contribution
from controller.table.jackpots.claims import claim
from controller.table.jackpots.events import JackpotLeased
from controller.table.jackpots.state import MOST_CLAIMS, Lease
from controller.table.state import Table
from controller.table.work import Work

NO_LEASE = "no jackpot lease"
"""Why a wager went back, as it stands in the record."""
LONGEST_LEASE = 5000
"""Milliseconds."""


def leased(work: Work, event: JackpotLeased) -> None:
    """Good from now on for so long; a newer one takes the place of the older."""
    table = work.table
    lease = Lease(event.nonce[:64], event.at, event.jackpots, event.signature[:128])
    table.jackpots = table.jackpots._replace(lease=lease)
    table.lease_left = max(0, min(event.left, LONGEST_LEASE))


def close(work: Work) -> None:
    """Bets close: what was put up for a pot that the floor does not lease now goes back."""
    table = work.table
    jackpots = table.game.jackpots()
    if not jackpots:
        return
    lease = _good_lease(table)
    good = () if lease is None else lease.jackpots
    work.returned(table.game.return_unleased([name for name in jackpots if name not in good]), NO_LEASE)
    plays = any(table.game.jackpot_stakes(name) for name in jackpots)
    table.jackpots = table.jackpots._replace(closed=lease if plays else None)


def _good_lease(table: Table) -> Lease | None:
    full = len(table.jackpots.claims) >= MOST_CLAIMS
    return None if full or not table.lease_left else table.jackpots.lease


def feed(work: Work) -> None:
    """A result is about to be settled: what was put up in this round feeds its pots."""
    table = work.table
    lease = table.jackpots.closed
    if lease is None:
        return
    for name, jackpot in table.game.jackpots().items():
        stake = sum(table.game.jackpot_stakes(name).values())
        if stake:
            parts = contribution(jackpot, stake)
            work.decide(JackpotFed(name, _roll(table), stake, parts, *lease))
    table.jackpots = table.jackpots._replace(closed=None)


def hit(work: Work, hits: Mapping[str, Mapping[int, int]]) -> None:
    """The result has hit these, if any: one claim for all of them."""
    if hits:
        claim(work, _roll(work.table), hits)


def _roll(table: Table) -> int:
    return table.last_roll if table.throw is None else table.throw.id
