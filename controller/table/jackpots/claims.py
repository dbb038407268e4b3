"""A hit is asked and answered. Until the floor has answered, the seats that won are locked; no time ends that.

The floor knows a claim by the entry that asks. Its answer comes once or a hundred times, and is paid once: a claim that
is not waiting moves nothing.
"""

from collections.abc import Mapping

from controller.facts.cash_kinds import AuthorityTold, FloorAsked
from controller.facts.jackpot_kinds import JackpotClaimed, JackpotPaid, JackpotRefused
from controller.facts.kinds import SeatChanged
from controller.games.interface import Settled
from controller.games.jackpots import shares
from controller.table.cash.events import AuthorityAnswered
from controller.table.cash.seat import AuthorityAsk
from controller.table.cash.wins import seen_by_a_person
from controller.table.jackpots.state import LOCK, Claim
from controller.table.state import Table
from controller.table.work import Refuse, Work

CLAIM = "claim"
WON, REFUSED = "won", "refused"
HOUSE = "jackpot"
"""The account that pays."""


def claim(work: Work, roll: int, hits: Mapping[str, Mapping[int, int]]) -> None:
    """One claim for all hits of a roll, each asked by this entry; whoever won waits for the answer."""
    table = work.table
    new = [Claim(roll, jackpot, tuple(sorted(stakes.items()))) for jackpot, stakes in hits.items()]
    table.jackpots = table.jackpots._replace(claims=(*table.jackpots.claims, *new))
    said = {one.jackpot: {str(seat): stake for seat, stake in one.stakes} for one in new}
    work.decide(JackpotClaimed(roll, table.round, said))
    for one in new:
        work.decide(FloorAsked(0, CLAIM, one.request, "", 0, 0))
        for seat, _ in one.stakes:
            work.change_seat(seat, claims=table.seats[seat].claims + 1)
            work.decide(SeatChanged(seat, LOCK))


def asks(table: Table) -> list[AuthorityAsk]:
    """What the floor is still asked."""
    return [AuthorityAsk(CLAIM, one.request, "") for one in table.jackpots.claims if not one.refused]


def answered(work: Work, event: AuthorityAnswered) -> None:
    """Paid once, to whom it was locked for; refused, a person looks. Anything else moves nothing."""
    waiting = {one.request: one for one in work.table.jackpots.claims if not one.refused}
    of = waiting.get(event.request)
    heeded = of is not None and event.amount >= 0 and event.decision > 0 and event.verdict in (WON, REFUSED)
    told = AuthorityTold(
        *(0, CLAIM, event.request[:80], "", event.verdict[:20]),
        *(event.amount, heeded, event.decision, event.hash[:64]),
    )
    if of is None or not heeded:
        if work.table.count_refusal(0):
            work.decide(told)
        return
    work.decide(told)
    if event.verdict == WON:
        _pay(work, of, event)
    else:
        _replace(work, of, of._replace(refused=True))
        work.decide(JackpotRefused(of.roll, of.jackpot, event.decision))


def _pay(work: Work, of: Claim, event: AuthorityAnswered) -> None:
    stakes = dict(of.stakes)
    won = shares(event.amount, stakes)
    for seat, amount in won.items():
        work.table.game.pay(seat, amount)
        work.decide(JackpotPaid(seat, of.jackpot, of.roll, amount, event.amount, event.decision))
    work.post("house", HOUSE, -event.amount)
    _ends(work, of)
    rows = [Settled(seat, of.jackpot, stake, "win", won[seat]) for seat, stake in of.stakes]
    seen_by_a_person(work, of.request, rows)


def release(work: Work, seat: int, by: str) -> None:
    """A person says that what the floor refused is not waited for any more."""
    refused = [one for one in work.table.jackpots.claims if one.refused and seat in dict(one.stakes)]
    if not refused:
        raise Refuse("not_locked", f"seat {seat} waits for no person because of a jackpot")
    for one in refused:
        _ends(work, one, by)


def _ends(work: Work, of: Claim, by: str = "") -> None:
    _replace(work, of)
    for seat, _ in of.stakes:
        state = work.change_seat(seat, claims=work.table.seats[seat].claims - 1)
        if state.lock is None:
            work.decide(SeatChanged(seat, "unlocked", by, lock=LOCK))


def _replace(work: Work, of: Claim, *by: Claim) -> None:
    table = work.table
    claims = (other for one in table.jackpots.claims for other in (by if one == of else (one,)))
    table.jackpots = table.jackpots._replace(claims=tuple(claims))
