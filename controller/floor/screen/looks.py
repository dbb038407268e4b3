"""What the page asks for once somebody is signed in: money, results, rounds, people. Every look at money, and every
file that is taken away, is a decision in the floor's own journal, with who looked and at what.
"""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.screen.free_line import Remembered, remembered
from controller.floor.screen.people import (
    LONGEST_PASSWORD,
    ROLES,
    SEES_MONEY,
    SHORTEST_PASSWORD,
    SUPERVISOR,
    People,
    SignedIn,
    all_people,
    remove_person,
    set_person,
)
from controller.floor.screen.recalled import NotThere, around, told
from controller.floor.store.alarms import cabinets, see_alarm
from controller.floor.store.database import Database, Transaction
from controller.floor.store.decisions import decide
from controller.floor.store.opening import now_ms
from controller.floor.store.read.falling import fairness
from controller.floor.store.read.money import MoneyQuestion, money
from controller.floor.store.read.searching import Search, search

PARTS = ("machines", "games", "days", "bets", "cash", "tickets")
"""Of money, each of which is a file too."""
MOST_IN_A_FILE = 10_000
FIGURE = 19
"""Digits of a number that is asked for, at most."""
LONGEST_NAME = 64

Plain = dict[str, Any]
Query = Mapping[str, str]
Look = Callable[[web.Request, SignedIn], Awaitable[web.StreamResponse]]


class Looks:
    """Answers for people who are known."""

    def __init__(self, key: Ed25519PrivateKey, database: Database, people: People, headers: Mapping[str, str]) -> None:
        self._key, self._database, self._people, self.headers = key, database, people, headers

    def routes(self) -> dict[tuple[str, str], tuple[Look, frozenset[str]]]:
        """Method and path → what answers, and the roles that may ask."""
        everybody, chiefs = frozenset(ROLES), frozenset({SUPERVISOR})
        return {
            ("GET", "/money"): (self._money, SEES_MONEY),
            ("GET", "/money.csv"): (self._money_file, SEES_MONEY),
            ("GET", "/fairness"): (self._fairness, everybody),
            ("GET", "/rounds"): (self._rounds, SEES_MONEY),
            ("GET", "/rounds.csv"): (self._rounds_file, SEES_MONEY),
            ("POST", "/recall/{journal}"): (self._recall, SEES_MONEY),
            ("POST", "/seen"): (self._seen, chiefs),
            ("POST", "/password"): (self._password, everybody),
            ("GET", "/people"): (self._all_people, chiefs),
            ("POST", "/people"): (self._set_person, chiefs),
            ("POST", "/people/remove"): (self._remove_person, chiefs),
        }

    # ---- money ----

    async def _money(self, request: web.Request, person: SignedIn) -> web.Response:
        asked = _asked(request.query)
        async with self.noted("money_looked_at", person, {"page": "money", **asked._asdict()}) as transaction:
            return self.json(await money(transaction, asked))

    async def _money_file(self, request: web.Request, person: SignedIn) -> web.Response:
        asked, part = _asked(request.query), request.query.get("part", "machines")
        if part not in PARTS:
            raise web.HTTPBadRequest(headers=self.headers)
        async with self.noted("money_taken_away", person, {"part": part, **asked._asdict()}) as transaction:
            found = await money(transaction, asked)
        return self.file(f"floor-{part}.csv", [_flat(row) for row in found[part]])

    async def _fairness(self, request: web.Request, _person: SignedIn) -> web.Response:
        asked = _asked(request.query)
        async with self._database.reading() as transaction:
            return self.json(await fairness(transaction, asked.first, asked.last, asked.cabinet))

    # ---- rounds ----

    async def _rounds(self, request: web.Request, person: SignedIn) -> web.Response:
        asked = await self._search(request.query)
        async with self.noted("rounds_looked_for", person, _for_the_record(asked)) as transaction:
            found = await search(transaction, asked, now_ms())
        return self.json({"understood": asked.of._asdict(), "rounds": found})

    async def _rounds_file(self, request: web.Request, person: SignedIn) -> web.Response:
        asked = await self._search(request.query)
        async with self.noted("rounds_taken_away", person, _for_the_record(asked)) as transaction:
            found = await search(transaction, asked, now_ms(), MOST_IN_A_FILE)
        return self.file("floor-rounds.csv", found)

    async def _recall(self, request: web.Request, person: SignedIn) -> web.Response:
        """One of the questions of the cabinet's recall, about a round of this journal."""
        said, journal = await self.said(request), request.match_info["journal"][:LONGEST_NAME]
        about, number = str(said.get("about")), said.get("number")
        if about not in ("rounds", "seen", "script") or type(number) is not int:
            raise web.HTTPBadRequest(headers=self.headers)
        try:
            what = {"journal": journal, "round": number, "about": about}
            async with self.noted("round_looked_at", person, what) as transaction:
                found = await around(transaction, journal, number)
            details = await asyncio.to_thread(told, found, about, number)
        except NotThere as error:
            code, _, reason = str(error).partition(" ")
            if about == "rounds" and code == "no_such_round":
                return self.json({"ok": True, "code": "", "reason": "", "details": {"rounds": [], "more": False}})
            return self.json({"ok": False, "code": code, "reason": reason, "details": {}})
        return self.json({"ok": True, "code": "", "reason": "", "details": details})

    async def _search(self, query: Query) -> Search:
        """The free line, and over it what the fields say."""
        async with self._database.reading() as transaction:
            names = [row["cabinet"] for row in await cabinets(transaction)]
        of = remembered(query.get("line", ""), names)
        fields: Plain = {name: query[name][:LONGEST_NAME] for name in ("cabinet", "bet", "result") if query.get(name)}
        if (seat := _number(query, "seat")) is not None:
            fields["seat"] = seat
        if "bet" in fields or "result" in fields:
            fields["or_bet"] = False
        times = (_number(query, name) for name in ("since", "until", "before"))
        return Search(Remembered(**{**of._asdict(), **fields}), _number(query, "zone") or 0, *times)

    # ---- people, and what they see to ----

    async def _seen(self, request: web.Request, person: SignedIn) -> web.Response:
        number = (await self.said(request)).get("number")
        if type(number) is not int:
            raise web.HTTPBadRequest(headers=self.headers)
        async with self._database.writing() as transaction:
            done = await see_alarm(transaction, number, person.name)
            if done:
                await self._note(transaction, "alarm_seen", person, {"number": number})
        return self.json({"ok": done})

    async def _password(self, request: web.Request, person: SignedIn) -> web.Response:
        said = await self.said(request)
        old, new = str(said.get("old", "")), str(said.get("new", ""))
        if not SHORTEST_PASSWORD <= len(new) <= LONGEST_PASSWORD:
            return self.json({"ok": False, "code": "short"})
        if not await self._people.is_own(person.name, old):
            return self.json({"ok": False, "code": "wrong"})
        async with self._database.writing() as transaction:
            await set_person(transaction, person.name, person.role, new)
            await self._note(transaction, "password_changed", person, {"name": person.name})
        return self.json({"ok": True})

    async def _all_people(self, _request: web.Request, _person: SignedIn) -> web.Response:
        async with self._database.reading() as transaction:
            return self.json([one._asdict() for one in await all_people(transaction)])

    async def _set_person(self, request: web.Request, person: SignedIn) -> web.Response:
        said = await self.said(request)
        name, role, password = (str(said.get(field, "")).strip() for field in ("name", "role", "password"))
        if not name or len(name) > LONGEST_NAME or role not in ROLES:
            raise web.HTTPBadRequest(headers=self.headers)
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            return self.json({"ok": False, "code": "short"})
        async with self._database.writing() as transaction:
            await set_person(transaction, name, role, password)
            await self._note(transaction, "person_set", person, {"name": name, "role": role})
        self._people.put_out(name)
        return self.json({"ok": True})

    async def _remove_person(self, request: web.Request, person: SignedIn) -> web.Response:
        name = str((await self.said(request)).get("name", ""))[:LONGEST_NAME]
        if name == person.name:
            return self.json({"ok": False, "code": "own"})
        async with self._database.writing() as transaction:
            await remove_person(transaction, name)
            await self._note(transaction, "person_removed", person, {"name": name})
        self._people.put_out(name)
        return self.json({"ok": True})

    # ---- how it is said ----

    async def _note(self, transaction: Transaction, kind: str, person: SignedIn, what: Plain) -> None:
        await decide(transaction, self._key, now_ms(), kind, {**what, "by": person.name})

    @asynccontextmanager
    async def noted(self, kind: str, person: SignedIn, what: Plain) -> AsyncIterator[Transaction]:
        """A look that is on record before anything is seen."""
        async with self._database.writing() as transaction:
            await self._note(transaction, kind, person, what)
        async with self._database.reading() as transaction:
            yield transaction

    async def said(self, request: web.Request) -> Plain:
        """What the page says with its question."""
        try:
            said = orjson.loads(await request.read())
        except orjson.JSONDecodeError:
            said = None
        if not isinstance(said, dict):
            raise web.HTTPBadRequest(headers=self.headers)
        return said

    def json(self, what: Any) -> web.Response:
        """An answer."""
        return web.Response(body=orjson.dumps(what), content_type="application/json", headers=self.headers)

    def file(self, name: str, rows: Sequence[Mapping[str, Any]]) -> web.Response:
        """One that is taken away."""
        given = {**self.headers, "Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(text=as_csv(rows), content_type="text/csv", headers=given)


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """With a line of names; no spreadsheet takes a cell for a formula."""
    file = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([[_cell(row.get(name, "")) for name in names] for row in rows])
    return file.getvalue()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _flat(row: Mapping[str, Any]) -> Plain:
    """A band as two columns, and meters each as one."""
    told = {name: value for name, value in row.items() if name not in ("band", "meters")}
    if "band" in row:
        told["band_from"], told["band_to"] = row["band"] or ("", "")
    return {**told, **row.get("meters", {})}


def _number(query: Query, name: str) -> int | None:
    text = query.get(name, "")
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < FIGURE else None


def _asked(query: Query) -> MoneyQuestion:
    first, last = _number(query, "first"), _number(query, "last")
    names = (query.get("cabinet", "")[:LONGEST_NAME], query.get("game", "")[:LONGEST_NAME])
    return MoneyQuestion(
        MoneyQuestion().first if first is None else first, MoneyQuestion().last if last is None else last, *names
    )


def _for_the_record(asked: Search) -> Plain:
    """What was said, without what was left open."""
    told = {**asked.of._asdict(), "since": asked.since, "until": asked.until}
    return {name: value for name, value in told.items() if value not in (None, "", False)}
