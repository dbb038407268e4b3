"""What the cage asks on the floor's page: a ticket looked up, paid, settled; what has expired; what is owed on paper.

Each look and each act is a decision of the floor, with who it was; so is what was refused.
"""

from collections.abc import Awaitable
from typing import Any

from aiohttp import web

from controller.floor.screen.looks import LONGEST_NAME, Look, Looks
from controller.floor.screen.people import LONGEST_PASSWORD, PAYS, SEES_TICKETS, SignedIn
from controller.floor.store.opening import now_ms
from controller.floor.tickets.cage import CAGE, Age, NotSo, liability
from controller.floor.tickets.counter import Beside, Counter
from controller.floor.tickets.papers import ISSUED, REDEEMED, FloorTicket

LONGEST_TYPED = 60
Plain = dict[str, Any]


class CageLooks:
    """Answers for people who are known."""

    def __init__(self, looks: Looks, counter: Counter) -> None:
        self._looks, self._counter = looks, counter

    def routes(self) -> dict[tuple[str, str], tuple[Look, frozenset[str]]]:
        """Method and path → what answers, and the roles that may ask."""
        return {
            ("POST", "/ticket"): (self._ticket, SEES_TICKETS),
            ("POST", "/ticket/pay"): (self._pay, PAYS),
            ("POST", "/ticket/settle"): (self._settle, PAYS),
            ("POST", "/ticket/expire"): (self._expire, PAYS),
            ("GET", "/liability"): (self._liability, SEES_TICKETS),
            ("GET", "/liability.csv"): (self._liability_file, SEES_TICKETS),
        }

    async def _ticket(self, request: web.Request, person: SignedIn) -> web.Response:
        said = await self._looks.said(request)
        return await self._told(self._counter.look(_typed(said), person.name))

    async def _pay(self, request: web.Request, person: SignedIn) -> web.Response:
        said = await self._looks.said(request)
        return await self._told(self._counter.pay(_typed(said), person.name, _beside(said)))

    async def _settle(self, request: web.Request, person: SignedIn) -> web.Response:
        said = await self._looks.said(request)
        state = said.get("state")
        if state not in (REDEEMED, ISSUED):
            raise web.HTTPBadRequest(headers=self._looks.headers)
        return await self._told(self._counter.settle(_typed(said), state, person.name, _beside(said)))

    async def _expire(self, _request: web.Request, person: SignedIn) -> web.Response:
        try:
            gone = await self._counter.expire(person.name)
        except NotSo as error:
            return self._refused(error)
        return self._looks.json({"ok": True, "tickets": len(gone), "amount": sum(one.amount for one in gone)})

    async def _liability(self, _request: web.Request, person: SignedIn) -> web.Response:
        return self._looks.json([one._asdict() for one in await self._owed("liability_looked_at", person)])

    async def _liability_file(self, _request: web.Request, person: SignedIn) -> web.Response:
        owed = await self._owed("liability_taken_away", person)
        return self._looks.file("floor-liability.csv", [one._asdict() for one in owed])

    async def _owed(self, kind: str, person: SignedIn) -> list[Age]:
        async with self._looks.noted(kind, person, {}) as transaction:
            return await liability(transaction, now_ms())

    async def _told(self, done: Awaitable[FloorTicket]) -> web.Response:
        """As much as whoever pays has to know."""
        try:
            paper = await done
        except NotSo as error:
            return self._refused(error)
        here = paper.holder.cabinet == CAGE
        told = {
            **{"number": paper.number, "state": paper.state, "amount": paper.amount, "printed_at": paper.by.cabinet},
            **{"reserved_at": paper.reserved_at, "changed_at": paper.changed_at, "until": 1000 * paper.until},
            **{"late": 1000 * paper.until <= now_ms(), "alone": paper.amount <= self._counter.pays_alone},
            **{"machine": "" if here else paper.holder.cabinet, "paid": paper.holder.request if here else ""},
        }
        return self._looks.json({"ok": True, "ticket": told})

    def _refused(self, error: NotSo) -> web.Response:
        return self._looks.json({"ok": False, "code": error.code})


def _typed(said: Plain) -> str:
    return str(said.get("number", ""))[:LONGEST_TYPED]


def _beside(said: Plain) -> Beside:
    return Beside(str(said.get("beside", "")).strip()[:LONGEST_NAME], str(said.get("password", ""))[:LONGEST_PASSWORD])
