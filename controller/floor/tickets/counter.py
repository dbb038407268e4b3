"""The counter of the cage: a person of the house does one thing with a ticket, in one transaction, at page or console.

Above what one person pays alone a second one says name and password. What was refused is on record as well.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.screen.people import PAYS, People
from controller.floor.store.database import Database
from controller.floor.store.opening import now_ms
from controller.floor.tickets.cage import Cage, NotSo
from controller.floor.tickets.papers import FloorTicket
from controller.floor.tickets.second_place import FloorCopy
from controller.table.paper.tickets.numbers import is_ticket_number


class Beside(NamedTuple):
    """Who stands beside, and proves it."""

    name: str = ""
    password: str = ""


ALONE = Beside()
Done = TypeVar("Done")


class Counter:
    """NotSo says why something was not done."""

    def __init__(
        self,
        database: Database,
        key: Ed25519PrivateKey,
        place: FloorCopy,
        pays_alone: int,
        people: People,
        turn: asyncio.Lock,
    ) -> None:
        self._database, self._key, self._place, self.pays_alone = database, key, place, pays_alone
        self._people, self._turn = people, turn

    async def look(self, typed: str, by: str) -> FloorTicket:
        """How a ticket stands."""
        number = _number(typed)
        return await self._does(lambda cage: cage.look(number, by))

    async def pay(self, typed: str, by: str, beside: Beside = ALONE) -> FloorTicket:
        """The paper stays here."""
        return await self._with(typed, by, beside, lambda cage, number: cage.pay(number, by, beside.name))

    async def settle(self, typed: str, state: str, by: str, beside: Beside) -> FloorTicket:
        """Both have looked where the paper of a locked ticket is."""
        return await self._with(typed, by, beside, lambda cage, number: cage.settle(number, state, by, beside.name))

    async def expire(self, by: str) -> list[FloorTicket]:
        """All that are valid no more."""
        return await self._does(lambda cage: cage.expire(by))

    async def _with(
        self, typed: str, by: str, beside: Beside, act: Callable[[Cage, str], Awaitable[FloorTicket]]
    ) -> FloorTicket:
        number = _number(typed)
        wrong = await self._wrong_with(beside)

        async def tried(cage: Cage) -> FloorTicket:
            try:
                if wrong:
                    raise NotSo(wrong)
                return await act(cage, number)
            except NotSo as error:
                await cage.refused({"ends": number[-4:], "by": by, "with": beside.name}, error.code)
                raise

        return await self._does(tried)

    async def _wrong_with(self, beside: Beside) -> str:
        """Looked at before the transaction: a hash takes its time."""
        if not beside.name:
            return ""
        person = await self._people.proven(*beside)
        if person is None:
            return "second_wrong"
        return "" if person.role in PAYS else "second_role"

    async def _does(self, act: Callable[[Cage], Awaitable[Done]]) -> Done:
        """A refusal is kept with its transaction, and said after it."""
        why: NotSo | None = None
        done: list[Done] = []
        async with self._turn:
            async with self._database.writing() as transaction:
                cage = await Cage.of(transaction, self._key, now_ms(), self.pays_alone)
                try:
                    done.append(await act(cage))
                except NotSo as error:
                    why = error
            self._place.say(cage.last)
        if why is not None:
            raise why
        return done[0]


def _number(typed: str) -> str:
    """As it is printed, in groups or not."""
    number = "".join(typed.replace("-", " ").split())
    if not is_ticket_number(number):
        raise NotSo("no_number")
    return number
