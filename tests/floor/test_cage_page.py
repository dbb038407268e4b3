"""The cage on the floor's page, as it is asked over HTTP: who may do what, why not, and what stands in the journal."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar
from argon2 import PasswordHasher
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.screen.pages import Pages
from controller.floor.screen.people import People
from controller.floor.store.decisions import decisions_of, first_wrong
from controller.floor.store.opening import now_ms
from controller.floor.tickets.cage import DAY_MS
from controller.floor.tickets.counter import Counter
from controller.floor.tickets.hold import hold
from controller.floor.tickets.papers import EXPIRED, ISSUED, LOCKED, REDEEMED, VOIDED, FloorTicket, Requester
from controller.floor.tickets.rows import papers, put_papers
from controller.floor.tickets.second_place import FloorCopy
from controller.vault.journal.signing import public_of
from tests.floor.test_refused import Floor, with_floor
from tests.floor.tills import forged

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(7, 39)))
PEOPLE = {"anna": "viewer", "carla": "cashier", "boris": "cashier", "emil": "auditor", "olga": "supervisor"}
QUICK = PasswordHasher(time_cost=1, memory_cost=64)
ALONE = 5000
"""The largest ticket that one person pays."""
LARGE, SMALL, LATE = forged(1, 1, 7), forged(1, 2, 7), forged(1, 3, 7)
LOCK, PAID, VOID, GONE, NOBODYS = (forged(1, sequence, 7) for sequence in (4, 5, 6, 7, 8))

PLACE = {"seq", "at", "kind"}


def password(name: str) -> str:
    return f"{name}'s long password"


class Asked:
    """Somebody's browser."""

    def __init__(self, session: ClientSession, page: str) -> None:
        self._session, self._page = session, page

    async def signs_in(self, name: str) -> int:
        said = {"name": name, "password": password(name)}
        async with self._session.post(f"{self._page}/session", json=said) as answer:
            return answer.status

    async def post(self, path: str, **said: Any) -> Any:
        """What is answered, or the status where that is nothing."""
        async with self._session.post(f"{self._page}/{path}", json=said) as answer:
            return await answer.json() if answer.ok else answer.status

    async def get(self, path: str) -> Any:
        async with self._session.get(f"{self._page}/{path}") as answer:
            return await answer.text() if answer.ok else answer.status


class Cage:
    """A store with a ticket of each kind, and its page."""

    def __init__(self, floor: Floor, place: FloorCopy) -> None:
        self.store, self.place = floor.store, place
        people = People(self.store)
        counter = Counter(self.store, KEY, place, ALONE, people, asyncio.Lock())
        self.pages = Pages("house", "live", KEY, self.store, people, counter)
        self.port = 0

    async def begins(self) -> None:
        now = now_ms()
        until, by = now // 1000 + 86_400, Requester("pit-1", "j", 0, "terminal 1/1")
        holder = Requester("pit-2", "k", 0, "1/1")
        made = [
            FloorTicket(LARGE, ISSUED, ALONE + 1, until, by, reserved_at=now),
            FloorTicket(SMALL, ISSUED, ALONE, until, by, reserved_at=now - 2 * DAY_MS),
            FloorTicket(LATE, ISSUED, 300, now // 1000 - 1, by, reserved_at=now - 40 * DAY_MS),
            FloorTicket(LOCK, LOCKED, 700, until, by, holder, now - 10 * DAY_MS),
            FloorTicket(PAID, REDEEMED, 800, until, by, holder, now),
            FloorTicket(VOID, VOIDED, 900, until, by, reserved_at=now),
            FloorTicket(GONE, EXPIRED, 100, until, by, reserved_at=now),
        ]
        async with self.store.writing() as transaction:
            await put_papers(transaction, made)
            people = [(name, role, QUICK.hash(password(name))) for name, role in PEOPLE.items()]
            await transaction.add("person", ("name", "role", "password"), people)
        self.port = await self.pages.serve(0)

    async def state(self, number: str) -> str:
        async with self.store.reading() as transaction:
            return (await papers(transaction, [number]))[number[:13]].state

    async def decided(self, kind: str) -> list[dict[str, Any]]:
        """Oldest first."""
        async with self.store.reading() as transaction:
            assert await first_wrong(transaction, public_of(KEY)) is None
            found = reversed(await decisions_of(transaction, kind))
            return [{name: value for name, value in one.items() if name not in PLACE} for one in found]

    @asynccontextmanager
    async def somebody(self, name: str) -> AsyncIterator[Asked]:
        """Who is signed in."""
        page = f"http://127.0.0.1:{self.port}"
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            asked = Asked(session, page)
            assert await asked.signs_in(name) == 200
            yield asked


def with_cage(tmp_path: Path, database: str, test: Callable[[Cage], Awaitable[None]]) -> None:
    async def run(floor: Floor) -> None:
        cage = Cage(floor, FloorCopy(tmp_path / "floor.head"))
        try:
            await cage.begins()
            await test(cage)
        finally:
            await cage.pages.close()

    with_floor(tmp_path, database, run)


def test_a_ticket_is_looked_up_and_paid_with_a_second_person_above_what_one_pays(tmp_path: Path, database: str) -> None:
    async def test(cage: Cage) -> None:
        async with cage.somebody("carla") as carla:
            grouped = " ".join(LARGE[at : at + 3] for at in range(0, 18, 3))
            found = (await carla.post("ticket", number=grouped))["ticket"]
            assert (found["number"], found["state"], found["amount"], found["alone"]) == (
                *(LARGE, ISSUED, ALONE + 1),
                False,
            )
            tried: list[tuple[str, dict[str, str]]] = [
                ("two", {}),
                ("same", {"beside": "carla", "password": password("carla")}),
                ("second_wrong", {"beside": "boris", "password": password("carla")}),
                ("second_wrong", {"beside": "nobody", "password": password("boris")}),
                ("second_role", {"beside": "anna", "password": password("anna")}),
                ("second_role", {"beside": "emil", "password": password("emil")}),
            ]
            for code, beside in tried:
                assert await carla.post("ticket/pay", number=LARGE, **beside) == {"ok": False, "code": code}
            assert await cage.state(LARGE) == ISSUED
            both = {"beside": "boris", "password": password("boris")}
            done = (await carla.post("ticket/pay", number=LARGE, **both))["ticket"]
            assert (done["state"], done["paid"]) == (REDEEMED, "paid by carla")
            again = await carla.post("ticket/pay", number=LARGE, **both)
            assert again == {"ok": False, "code": "is_redeemed"}
            assert (await carla.post("ticket/pay", number=SMALL))["ticket"]["state"] == REDEEMED
        refused = await cage.decided("ticket_refused")
        assert [row["why"] for row in refused] == [*(code for code, _ in tried), "is_redeemed"]
        assert {row["by"] for row in refused} == {"carla"}
        assert [(row["number"], row["by"], row["with"]) for row in await cage.decided("ticket_paid")] == [
            (LARGE, "carla", "boris"),
            (SMALL, "carla", ""),
        ]
        assert (await cage.decided("ticket_looked_at"))[0] == {"ends": LARGE[-4:], "found": True, "by": "carla"}
        async with cage.store.reading() as transaction:
            assert await cage.place.wrong(transaction) == ""
        said = cage.place.said()
        assert said is not None
        assert said.seq > 0

    with_cage(tmp_path, database, test)


def test_what_may_not_be_paid_is_refused_with_its_reason_and_stays_as_it_is(tmp_path: Path, database: str) -> None:
    async def test(cage: Cage) -> None:
        async with cage.somebody("olga") as olga:
            wanted = {PAID: "is_redeemed", VOID: "is_voided", GONE: "is_expired", LOCK: "is_locked", LATE: "late"}
            wanted |= {NOBODYS: "unknown", "12345": "no_number", SMALL[:-1] + "x": "no_number"}
            for number, code in wanted.items():
                assert await olga.post("ticket/pay", number=number) == {"ok": False, "code": code}
            for number in (NOBODYS, f"{LARGE[:13]}{NOBODYS[13:]}"):
                assert not (await olga.post("ticket", number=number))["ok"]
            assert (await olga.post("ticket", number=LATE))["ticket"]["late"]
            assert (await olga.post("ticket", number=LOCK))["ticket"]["machine"] == "pit-2"
            async with cage.store.writing() as transaction:
                await hold(transaction, now_ms(), "an older copy")
            for path in ("ticket", "ticket/pay"):
                assert await olga.post(path, number=SMALL) == {"ok": False, "code": "held"}
            assert await olga.post("ticket/expire") == {"ok": False, "code": "held"}
        assert await cage.state(SMALL) == ISSUED
        assert await cage.state(LATE) == ISSUED
        assert await cage.decided("ticket_paid") == []

    with_cage(tmp_path, database, test)


def test_a_lock_is_settled_by_two_and_what_is_past_its_day_expires_by_name(tmp_path: Path, database: str) -> None:
    async def test(cage: Cage) -> None:
        async with cage.somebody("carla") as carla:
            owed = await carla.get("liability.csv")
            assert owed.splitlines() == [
                "age,state,tickets,amount",
                f"under_1_day,issued,1,{ALONE + 1}",
                f"under_7_days,issued,1,{ALONE}",
                "under_30_days,locked,1,700",
                "past_its_day,issued,1,300",
            ]
            assert await carla.post("ticket/expire") == {"ok": True, "tickets": 1, "amount": 300}
            assert "past_its_day" not in await carla.get("liability")
            both = {"beside": "olga", "password": password("olga")}
            assert await carla.post("ticket/settle", number=LOCK, state=VOIDED, **both) == 400
            refused = await carla.post("ticket/settle", number=LOCK, state=ISSUED)
            assert refused == {"ok": False, "code": "two"}
            done = (await carla.post("ticket/settle", number=LOCK, state=ISSUED, **both))["ticket"]
            assert (done["state"], done["machine"]) == (ISSUED, "")
        assert await cage.state(LATE) == EXPIRED
        (settled,) = await cage.decided("ticket_settled")
        assert (settled["by"], settled["with"], settled["state"]) == ("carla", "olga", ISSUED)
        assert [row["number"] for row in await cage.decided("ticket_expired")] == [LATE]
        for kind in ("liability_looked_at", "liability_taken_away"):
            assert await cage.decided(kind) == [{"by": "carla"}]

    with_cage(tmp_path, database, test)


LOOKS = {("post", "ticket"), ("get", "liability"), ("get", "liability.csv")}
ACTS = {("post", "ticket/pay"), ("post", "ticket/settle"), ("post", "ticket/expire")}
MONEY = {("get", "money"), ("get", "rounds")}
MAY = {"anna": set[Any](), "carla": LOOKS | ACTS, "emil": LOOKS | MONEY, "olga": LOOKS | ACTS | MONEY}


def test_each_role_may_do_its_own_at_the_cage_and_nothing_else(tmp_path: Path) -> None:
    async def test(cage: Cage) -> None:
        for name, may in MAY.items():
            async with cage.somebody(name) as one:
                for how, path in LOOKS | ACTS | MONEY:
                    answer = await (one.post(path, number="", state=ISSUED) if how == "post" else one.get(path))
                    assert (answer == 403) == ((how, path) not in may), (name, path)

    with_cage(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)
