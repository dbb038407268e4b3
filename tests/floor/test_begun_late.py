"""A journal that the floor began in the middle: its tables from there on, and with its past handed in, are proved."""

from pathlib import Path

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
from controller.uplink.outbox import Outbox
from controller.vault.books.clerk import Clerk
from controller.vault.journal.signing import public_of
from tests.floor.test_refused import NOW, Floor, with_floor
from tests.floor.test_store import asked, busy  # noqa: F401 - a journal with some of everything

KEY = Ed25519PrivateKey.generate()
TOGETHER = 14
TICKETS = "select number, state, amount, until from ticket order by number"
METERS = "select day, meter, amount from meters_by_day where amount != 0 order by day, meter"


def all_of(journal: Path) -> list[Batch]:
    """What an uplink would send, in batches of some entries."""
    outbox, found = Outbox(journal, [], "pit-1"), list[Batch]()
    while (batch := outbox.batch(found[-1].last if found else 0)) is not None:
        found += [piece_of(batch, first) for first in range(batch.first, batch.last + 1, TOGETHER)]
    outbox.close()
    return found


def piece_of(batch: Batch, first: int) -> Batch:
    """From this entry on."""
    last, begins = min(first + TOGETHER - 1, batch.last), first - batch.first
    hashes = [bytes.fromhex(batch.before), *chain(batch.before, batch.entries)]
    told = {
        **{"first": first, "last": last, "before": hashes[begins].hex(), "after": hashes[last + 1 - batch.first].hex()},
        **{"entries": batch.entries[begins : begins + TOGETHER]},
        **{"seals": [seal for seal in batch.seals if first <= seal.seq <= last]},
    }
    return batch.model_copy(update=told)


def said_after(past: list[Batch]) -> Enrolment:
    """What its cabinet says of it, and of its books there."""
    entries = [read_plain(line) for batch in past for line in batch.entries]
    books = Books(Clerk(), 0)
    books.take(entries)
    assert books.clerk.tickets.tickets or books.clerk.tickets.over, "some tickets are known there"
    return Enrolment(
        cabinet="pit-1",
        journal=past[-1].journal,
        life="live",
        public_key=entries[0]["public_key"],
        base=past[-1].last,
        hash=past[-1].after,
        sealed=max(seal.seq for batch in past for seal in batch.seals),
        books=books.clerk_text(),
        shown="{}",
    )


@pytest.mark.parametrize("middle", [4, 8], ids=["a ticket is half out", "it is over"])
def test_a_journal_begun_late_has_its_tickets_and_in_the_end_the_tables_of_one_that_was_followed(
    busy: Path,  # noqa: F811
    tmp_path: Path,
    database: str,
    middle: int,
) -> None:
    batches = all_of(busy)
    past, since = batches[:middle], batches[middle:]
    said, whole = said_after(past), dict[str, object]()

    async def from_the_beginning(floor: Floor) -> None:
        for batch in batches:
            assert (await floor.send(pack(batch))).code == "applied"
        whole.update({statement: await asked(floor.store, statement) for statement in (TICKETS, METERS)})

    async def begun_late(floor: Floor) -> None:
        async with floor.store.writing() as transaction:
            await enrol(transaction, said, "live", NOW)
            await decide(transaction, KEY, NOW, ENROLLED, {**said.model_dump(), "by": "olga"})
        assert await asked(floor.store, "select 1 as one from ticket"), "the books know it"
        assert (await floor.send(pack(since[0]))).code == "applied"
        assert (await verify(floor.store, public_of(KEY), [busy])).wrong == []
        await floor.store.make_days(days_in(past))
        async with floor.store.writing() as transaction:
            await hand_in(transaction, said.journal, past)
        for batch in since[1:]:
            assert (await floor.send(pack(batch))).code == "applied"
        assert (await verify(floor.store, public_of(KEY), [busy])).wrong == []
        assert {statement: await asked(floor.store, statement) for statement in (TICKETS, METERS)} == whole

    with_floor(tmp_path, f'sqlite = "{tmp_path / "whole.db"}"', from_the_beginning)
    with_floor(tmp_path, database, begun_late)
