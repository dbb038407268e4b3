"""A journal that the floor began in the middle: its tables from there on, and with its past handed in, are proved."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.floor.store.decisions import decide
from controller.floor.verify import verify
from controller.floor.witness.beginnings import ENROLLED
from controller.floor.witness.books import Books
from controller.floor.witness.enrolling import enrol
from controller.floor.witness.handing_in import days_in, hand_in
from controller.protocol.enrolling import Enrolment
from controller.protocol.floor import Batch, chain, pack
from controller.table.canonical import read_plain
from controller.uplink.outbox import UplinkOutbox
from controller.vault.books.clerk import Clerk
from controller.vault.journal.signing import public_of
from tests.floor.test_refused import NOW, Floor, cut, with_floor
from tests.floor.test_store import asked, busy  # noqa: F401 - a journal with some of everything

KEY = Ed25519PrivateKey.generate()
PIECES = 5
TICKETS = "select number, state, amount, until, at from ticket"
METERS = "select day, meter, amount from meters_by_day where amount != 0 and meter not like 'variance:%'"
"""Variances can be larger than 64 bits, and SQLite sums those roughly."""


def told(do: str, number: str, verdict: str) -> dict[str, Any]:
    """An authority's word on this ticket."""
    words = {"seat": 1, "do": do, "request": "r", "number": number, "verdict": verdict, "amount": 500}
    return {"type": "AuthorityTold", **words, "heeded": True}


def drawn(number: str, sequence: int) -> list[dict[str, Any]]:
    """A ticket gets its number."""
    words = {"seat": 1, "move": "out", "number": number, "sequence": sequence, "amount": 500}
    return [{"type": "TicketDrawn", **words, "time": 1, "zone": 0, "days": 30}, told("reserve", number, "reserved")]


WITH_TICKETS: tuple[list[dict[str, Any]], ...] = (
    [*drawn("one", 1), told("issue", "one", "issued"), *drawn("two", 2)],
    [told("lock", "one", "granted"), told("issue", "two", "issued")],
    [],
    [told("redeem", "one", "redeemed"), *drawn("three", 3)],
    [told("issue", "three", "issued")],
)
"""What one step of each piece decides besides."""


@pytest.fixture
def pieces(busy: Path) -> list[Batch]:  # noqa: F811
    """A journal with tickets in it, unsigned, in some batches."""
    outbox = UplinkOutbox(busy, [], "pit-1")
    whole = outbox.batch(0)
    outbox.close()
    assert whole is not None
    size = whole.last // PIECES
    lines = list(whole.entries)
    for place, decisions in enumerate(WITH_TICKETS):
        at = next(n for n in range(place * size, len(lines)) if orjson.loads(lines[n])["kind"] == "step")
        entry = orjson.loads(lines[at])
        entry["decisions"] = [*entry.get("decisions", []), *decisions]
        lines[at] = orjson.dumps(entry, option=orjson.OPT_SORT_KEYS).decode()
    whole = whole.model_copy(update={"entries": lines, "seals": [], "after": chain(whole.before, lines)[-1].hex()})
    return [cut(whole, n * size + 1, (n + 1) * size) for n in range(PIECES)]


def said_after(past: list[Batch]) -> Enrolment:
    """What its cabinet says of it, and of its books there."""
    entries = [read_plain(line) for batch in past for line in batch.entries]
    books = Books(Clerk(), 0)
    books.take(entries)
    return Enrolment(
        cabinet="pit-1",
        journal=past[-1].journal,
        life="live",
        public_key=entries[0]["public_key"],
        base=past[-1].last,
        hash=past[-1].after,
        sealed=0,
        books=books.clerk_text(),
        shown="{}",
    )


async def looked_up(floor: Floor) -> list[Any]:
    """What a house asks, on both databases in one order."""
    found = [await asked(floor.store, statement) for statement in (TICKETS, METERS)]
    return [sorted(tuple(row.values()) for row in rows) for rows in found]


@pytest.mark.parametrize("begins", [1, 2, 3])
def test_a_journal_begun_late_has_its_tickets_and_in_the_end_the_tables_of_one_that_was_followed(
    pieces: list[Batch], tmp_path: Path, database: str, begins: int
) -> None:
    past, since, whole = pieces[:begins], pieces[begins:], list[Any]()
    said = said_after(past)

    async def followed(floor: Floor) -> None:
        for batch in pieces:
            assert (await floor.send(pack(batch))).code == "applied"
        whole.extend(await looked_up(floor))

    async def begun_late(floor: Floor) -> None:
        async with floor.store.writing() as transaction:
            await enrol(transaction, said, "live", NOW)
            await decide(transaction, KEY, NOW, ENROLLED, {**said.model_dump(), "by": "olga"})
        assert {row["number"] for row in await asked(floor.store, TICKETS)} == {"one", "two"}, "its books know them"
        assert (await floor.send(pack(since[0]))).code == "applied"
        assert (await verify(floor.store, public_of(KEY), [])).wrong == []
        await floor.store.make_days(days_in(past))
        async with floor.store.writing() as transaction:
            await hand_in(transaction, said.journal, past)
        for batch in since[1:]:
            assert (await floor.send(pack(batch))).code == "applied"
        assert (await verify(floor.store, public_of(KEY), [])).wrong == []
        assert await looked_up(floor) == whole

    with_floor(tmp_path, f'sqlite = "{tmp_path / "whole.db"}"', followed)
    assert [row[:2] for row in whole[0]] == [("one", "redeemed"), ("three", "issued"), ("two", "issued")]
    with_floor(tmp_path, database, begun_late)


def test_a_past_of_days_that_were_given_up_is_proved_and_leaves_no_rows_of_them(
    pieces: list[Batch], tmp_path: Path, database: str
) -> None:
    past, since = pieces[:2], pieces[2:]

    async def test(floor: Floor) -> None:
        store, said = floor.store, said_after(past)
        async with store.writing() as transaction:
            await enrol(transaction, said, "live", NOW)
            await decide(transaction, KEY, NOW, ENROLLED, {**said.model_dump(), "by": "olga"})
        for batch in since:
            assert (await floor.send(pack(batch))).code == "applied"
        first = max(days_in(pieces)) + 1
        async with store.writing() as transaction:
            await transaction.drop_days(first)
            await transaction.run("update floor set kept_from = $1", first)
        await store.make_days(days_in(past))
        async with store.writing() as transaction:
            await hand_in(transaction, said.journal, past)
        assert await asked(store, "select 1 as one from event") == []
        assert (await verify(store, public_of(KEY), [])).wrong == []

    with_floor(tmp_path, database, test)
