"""What people do with a ticket at a counter. Each act, and each look, is an entry of the floor's own journal."""

from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.store.database import Transaction
from controller.floor.store.decisions import Deciding
from controller.floor.tickets.hold import why_held
from controller.floor.tickets.papers import DRAWN, EXPIRED, ISSUED, LOCKED, NOBODY, REDEEMED, FloorTicket, Requester
from controller.floor.tickets.rows import paper_of, papers, put_papers

CAGE = "cage"
"""Who holds what was paid there."""
DAY_MS = 86_400_000
AGES = ((1, "under_1_day"), (7, "under_7_days"), (30, "under_30_days"))
OLDER, OVERDUE = "older", "past_its_day"
REASONS = {
    "held": "tickets are held, nothing is paid; when all cabinets have reported, a supervisor says `rebuild`",
    "no_number": "that is not the number of a ticket; read all eighteen digits again, at both ends of the paper",
    "unknown": "no ticket of this house has that number; read it again, keep the paper and call a supervisor",
    "is_reserved": "it is not out as far as the house knows; its cabinet says whether a hand-pay stands in its place",
    "is_issued": "it is out, and nobody has it locked; pay it",
    "is_locked": "a machine has it; two persons look for the paper there and `settle` it",
    "is_redeemed": "it was paid already; keep the paper and call a supervisor",
    "is_voided": "it was voided, its money is paid by hand at its cabinet; keep the paper and call a supervisor",
    "is_expired": "it has expired; keep the paper and call a supervisor",
    "late": "it is valid no more; call a supervisor",
    "two": "this takes two persons: say the other one --with NAME, who gives a password",
    "same": "this takes two persons, and that is the same one twice",
    "second_wrong": "the second person's name and password do not belong together, or are locked; try again",
    "second_role": "the second person has to be a cashier or a supervisor; ask one of these",
}
"""Why it was not done, and what to do; on the page in the words of its languages."""


class NotSo(Exception):
    """Why it was not done, for a person; the code is a key of REASONS."""

    def __init__(self, code: str, more: str = "") -> None:
        super().__init__(REASONS[code] + (f" ({more})" if more else ""))
        self.code = code


class Age(NamedTuple):
    """Open tickets of one age."""

    age: str
    state: str
    tickets: int
    amount: int


class Cage:
    """In one transaction; whoever answers cabinets waits meanwhile."""

    def __init__(self, transaction: Transaction, deciding: Deciding, now: int, pays_alone: int) -> None:
        self._transaction, self._deciding, self._now, self._pays_alone = transaction, deciding, now, pays_alone

    @classmethod
    async def of(cls, transaction: Transaction, key: Ed25519PrivateKey, now: int, pays_alone: int) -> "Cage":
        """NotSo while tickets are held: nothing is paid on a guess."""
        deciding = await Deciding.of(transaction, key)
        held = await why_held(transaction)
        if held:
            raise NotSo("held", held)
        return cls(transaction, deciding, now, pays_alone)

    async def look(self, number: str, by: str) -> FloorTicket:
        """How it stands."""
        paper = (await papers(self._transaction, [number])).get(number[DRAWN])
        found = paper is not None and paper.number == number
        await self._note("ticket_looked_at", {"ends": number[-4:], "found": found, "by": by})
        if paper is None or not found:
            raise NotSo("unknown")
        return paper

    async def pay(self, number: str, by: str, beside: str) -> FloorTicket:
        """It is worth nothing from here on: the paper is in the drawer."""
        paper = await self._known(number, (ISSUED,))
        if paper.until <= self._now // 1000:
            raise NotSo("late")
        if paper.amount > self._pays_alone:
            _two(by, beside)
        holder = Requester(CAGE, "", 0, f"paid by {by}"[:80])
        return await self._becomes(paper._replace(state=REDEEMED, holder=holder), "ticket_paid", by, beside)

    async def settle(self, number: str, state: str, by: str, beside: str) -> FloorTicket:
        """Two persons have looked for the paper of a locked ticket: in the stacker, or in the player's hand."""
        _two(by, beside)
        paper = await self._known(number, (LOCKED,))
        holder = paper.holder if state == REDEEMED else NOBODY
        return await self._becomes(paper._replace(state=state, holder=holder), "ticket_settled", by, beside)

    async def expire(self, by: str) -> list[FloorTicket]:
        """All that are valid no more; what is locked does not expire."""
        rows = await self._transaction.rows(
            "select * from paper where state = 'issued' and until <= $1 order by drawn", self._now // 1000
        )
        gone = [paper_of(row)._replace(state=EXPIRED, changed_at=self._now) for row in rows]
        for paper in gone:
            await self._note("ticket_expired", {"number": paper.number, "amount": paper.amount, "by": by})
        await put_papers(self._transaction, gone)
        return gone

    async def refused(self, what: dict[str, Any], why: str) -> None:
        """Somebody wanted what may not be; it stands beside what was done."""
        await self._note("ticket_refused", {**what, "why": why})

    async def _known(self, number: str, states: tuple[str, ...]) -> FloorTicket:
        paper = (await papers(self._transaction, [number])).get(number[DRAWN])
        if paper is None or paper.number != number:
            raise NotSo("unknown")
        if paper.state not in states:
            raise NotSo(f"is_{paper.state}")
        return paper

    async def _becomes(self, paper: FloorTicket, kind: str, by: str, beside: str) -> FloorTicket:
        what = {"number": paper.number, "state": paper.state, "amount": paper.amount, "by": by, "with": beside}
        await self._note(kind, what)
        await put_papers(self._transaction, [paper._replace(changed_at=self._now)])
        return paper

    async def _note(self, kind: str, what: dict[str, Any]) -> None:
        self._deciding.add(self._now, kind, what)
        await self._deciding.keep()

    @property
    def last(self) -> Any:
        """The last decision, for the second place."""
        return self._deciding.last


def _two(by: str, beside: str) -> None:
    if not beside:
        raise NotSo("two")
    if beside.casefold() == by.casefold():
        raise NotSo("same")


async def liability(transaction: Transaction, now: int) -> list[Age]:
    """What is owed on paper, by how long it has been out."""
    rows = await transaction.rows(
        "select state, amount, until, reserved_at from paper where state in ('issued', 'locked')"
    )
    counted: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        of = counted.setdefault((_age(row["reserved_at"], row["until"], now), row["state"]), [0, 0])
        of[0] += 1
        of[1] += row["amount"]
    order: list[str] = [*(name for _, name in AGES), OLDER, OVERDUE]
    by_age: Callable[[tuple[str, str]], tuple[int, str]] = lambda of: (order.index(of[0]), of[1])  # noqa: E731
    return [Age(*of, *counted[of]) for of in sorted(counted, key=by_age)]


def _age(reserved_at: int, until: int, now: int) -> str:
    if until <= now // 1000:
        return OVERDUE
    days = (now - reserved_at) / DAY_MS
    return next((name for least, name in AGES if days < least), OLDER)
