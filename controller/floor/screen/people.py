"""Who may look at a floor's page: names, roles, passwords as argon2 hashes, and sessions that end.

A hash takes a tenth of a second on purpose; it is worked out in a thread, one at a time, so guesses wait.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from controller.floor.store.database import Database, Transaction, one

VIEWER, CASHIER, AUDITOR, SUPERVISOR = "viewer", "cashier", "auditor", "supervisor"
ROLES = (VIEWER, CASHIER, AUDITOR, SUPERVISOR)
SEES_MONEY = frozenset({AUDITOR, SUPERVISOR})
PAYS = frozenset({CASHIER, SUPERVISOR})
SEES_TICKETS = SEES_MONEY | PAYS
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
SESSION_SECONDS = 8 * 3600
IDLE_SECONDS = 1800
MOST_SESSIONS = 200
WRONG_BEFORE_LOCK = 5
LOCK_SECONDS = 300
MOST_LOCKS = 1000
MOST_WAITING = 8
"""Passwords that wait to be checked; whoever comes then is told to come again."""
NOBODY = "$argon2id$v=19$m=32768,t=3,p=1$bm9ib2R5IGlzIGhlcmU$HcJaf5U42dFo7ldXl1kZBBTVhFPZIVCfXyxQfPFHfCw"
"""Checked in place of a hash that there is not: a name nobody has takes as long to refuse."""


class SignedIn(NamedTuple):
    """Somebody who is signed in."""

    name: str
    role: str


class ScreenSession:
    """One, of one browser."""

    def __init__(self, person: SignedIn, now: float) -> None:
        self.person, self.began, self.used = person, now, now

    def lasts(self, now: float) -> bool:
        """Neither too old nor idle for too long."""
        return now - self.began < SESSION_SECONDS and now - self.used < IDLE_SECONDS


async def set_person(transaction: Transaction, name: str, role: str, password: str) -> None:
    """With this role and password from now on."""
    hashed = await asyncio.to_thread(PasswordHasher().hash, password)
    await transaction.run(
        "insert into person (name, role, password) values ($1, $2, $3) "
        "on conflict (name) do update set role = excluded.role, password = excluded.password",
        *(name, role, hashed),
    )


async def remove_person(transaction: Transaction, name: str) -> None:
    """Nobody signs in by this name any more."""
    await transaction.run("delete from person where name = $1", name)


async def all_people(transaction: Transaction) -> list[SignedIn]:
    """Everybody who may look."""
    return [SignedIn(row["name"], row["role"]) for row in await transaction.rows("select * from person order by name")]


class People:
    """Sessions, and who may begin one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sessions: OrderedDict[str, ScreenSession] = OrderedDict()
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._one = asyncio.Lock()
        self._waiting = 0
        self._put_out = 0
        """How often sessions were ended since somebody is another, or is here no more."""

    async def sign_in(self, name: str, password: str) -> str | None:
        """The key of a new session; None where that is not the name and its password, or it is locked."""
        person = await self.proven(name, password)
        if person is None:
            return None
        key = secrets.token_hex(32)
        self._sessions[key] = ScreenSession(person, time.monotonic())
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return key

    async def proven(self, name: str, password: str) -> SignedIn | None:
        """Who gave a name and its password; wrong ones are counted, but for those of a name that is locked."""
        if self._waiting >= MOST_WAITING or self._is_locked(name):
            return None
        self._waiting += 1
        try:
            async with self._one:
                person = None if self._is_locked(name) else await self._as_now(name, password[:LONGEST_PASSWORD])
        finally:
            self._waiting -= 1
        if person is None:
            self._note_wrong(name)
            return None
        self._wrong.pop(name, None)
        return person

    async def _as_now(self, name: str, password: str) -> SignedIn | None:
        """Who was put out while the hash was worked out would come in as what they were."""
        while True:
            before, person = self._put_out, await self._known(name, password)
            if before == self._put_out:
                return person

    async def _known(self, name: str, password: str) -> SignedIn | None:
        async with self._database.reading() as transaction:
            row = await one(transaction, "select * from person where name = $1", name)
        try:
            await asyncio.to_thread(PasswordHasher().verify, NOBODY if row is None else row["password"], password)
        except (VerificationError, InvalidHashError):
            return None
        return None if row is None else SignedIn(name, row["role"])

    def _is_locked(self, name: str) -> bool:
        wrong = [at for at in self._wrong.get(name, []) if time.monotonic() - at < LOCK_SECONDS]
        return len(wrong) >= WRONG_BEFORE_LOCK

    def _note_wrong(self, name: str) -> None:
        self._wrong[name] = [*self._wrong.pop(name, []), time.monotonic()][-WRONG_BEFORE_LOCK:]
        while len(self._wrong) > MOST_LOCKS:
            self._wrong.popitem(last=False)

    def who(self, key: str) -> SignedIn | None:
        """Of a session that lasts."""
        session, now = self._sessions.get(key), time.monotonic()
        if session is None:
            return None
        if not session.lasts(now):
            del self._sessions[key]
            return None
        session.used = now
        return session.person

    async def is_own(self, name: str, password: str) -> bool:
        """Whether this is the password of this name; whoever guesses here is counted too."""
        return await self.proven(name, password) is not None

    def put_out(self, name: str) -> None:
        """All sessions of this name have ended."""
        self._put_out += 1
        for key in [key for key, session in self._sessions.items() if session.person.name == name]:
            del self._sessions[key]

    def sign_out(self, key: str) -> None:
        """It has ended."""
        self._sessions.pop(key, None)
