"""A batch that does not fit is refused by name and kept aside, changes nothing, and the next good one is taken."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import orjson
import pytest
import zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import read_floor
from controller.floor.store import alarms
from controller.floor.store.alarms import open_alarms
from controller.floor.store.database import Database, one
from controller.floor.store.opening import open_store
from controller.floor.witness.accepting import accept
from controller.floor.witness.witness import BatchVerdict, Witness
from controller.protocol.floor import LARGEST_BATCH, LARGEST_ENTRY, Above, Batch, batch_text, chain, id_of, pack
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import public_of
from controller.vault.lifecycle.creation import Birth, Life, bear
from tests.vault.evening import new_state
from tests.vault.forging import forge
from tests.vault.recorded import opened

NOW = 1_790_000_000_000
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
AT = 30
"""Entries that are there before the bad batch comes."""


class Floor:
    """A witness on a store, without a process."""

    def __init__(self, store: Database) -> None:
        self.store = store
        self.witness = Witness(store, "live", lambda: NOW)

    async def send(self, data: bytes, key: Ed25519PrivateKey = KEY, cabinet: str = "pit-1") -> BatchVerdict:
        """As an uplink would."""
        signature = key.sign(batch_text(id_of(data))).hex()
        return await self.witness.take(cabinet, public_of(KEY), data, signature)

    async def aside(self) -> list[str]:
        """Why, of everything that lies there."""
        async with self.store.reading() as transaction:
            return [row["code"] for row in await transaction.rows("select code from aside")]

    async def alarms(self) -> list[str]:
        """The codes."""
        async with self.store.reading() as transaction:
            return [row["code"] for row in await open_alarms(transaction)]


def with_floor(tmp_path: Path, database: str, test: Callable[[Floor], Awaitable[None]]) -> None:
    """A new store, for as long as the test."""
    file = tmp_path / "floor.toml"
    file.write_text(f'name = "house"\nlife = "live"\n[database]\n{database}\n')

    async def run() -> None:
        store = await open_store(read_floor(file), bytes(32))
        try:
            await test(Floor(store))
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture
def whole(original: Path) -> Batch:
    """The beginning of a journal, in one batch."""
    outbox = UplinkOutbox(original, [], "pit-1")
    batch = outbox.batch(0)
    outbox.close()
    assert batch is not None
    assert batch.last > 2 * AT
    return batch


def cut(whole: Batch, first: int, last: int) -> Batch:
    """A part of it."""
    hashes = [whole.before, *(hash.hex() for hash in chain(whole.before, whole.entries))]
    return whole.model_copy(
        update={
            "first": first,
            "last": last,
            "before": hashes[first - 1],
            "after": hashes[last],
            "entries": whole.entries[first - 1 : last],
            "seals": [seal for seal in whole.seals if first <= seal.seq <= last],
        }
    )


def changed(batch: Batch, **words: object) -> bytes:
    """With something else said."""
    return zstandard.compress(orjson.dumps({**batch.model_dump(), **words}))


def another_last_line(batch: Batch) -> bytes:
    """Its last entry is another, and the hash fits it."""
    entry = orjson.loads(batch.entries[-1]) | {"at": 1}
    lines = [*batch.entries[:-1], orjson.dumps(entry, option=orjson.OPT_SORT_KEYS).decode()]
    seals = [seal.model_dump() for seal in batch.seals if seal.seq < batch.last]
    return changed(batch, entries=lines, after=chain(batch.before, lines)[-1].hex(), seals=seals)


def fuller(batch: Batch) -> bytes:
    """More in it than a batch of several entries may have."""
    return changed(batch, entries=[*batch.entries[:-1], batch.entries[-1] + " " * LARGEST_BATCH])


def unsealed(batch: Batch) -> bytes:
    """Every signature in it is one of somebody else."""
    assert batch.seals
    seals = [seal.model_dump() | {"signature": "00" * 64} for seal in batch.seals]
    return changed(batch, seals=seals)


def skipping(batch: Batch) -> bytes:
    """The first signature in it is missing."""
    assert len(batch.seals) > 1
    return changed(batch, seals=[seal.model_dump() for seal in batch.seals[1:]])


BAD: dict[str, tuple[str, Callable[[Batch], bytes]]] = {
    "is no zstd": ("batch_unreadable", lambda _: b"not packed at all"),
    "is no JSON": ("batch_unreadable", lambda _: zstandard.compress(b"{")),
    "lacks a field": ("batch_unreadable", lambda of: changed(of, before=None)),
    "is of another version": ("batch_version", lambda of: changed(of, v=2)),
    "unpacks to too much": ("batch_too_large", lambda _: zstandard.compress(b" " * (LARGEST_ENTRY + 1))),
    "is fuller than may be": ("batch_too_large", fuller),
    "counts wrongly": ("batch_order", lambda of: changed(of, last=of.last + 1)),
    "has entries in another order": ("batch_order", lambda of: changed(of, entries=of.entries[::-1])),
    "lacks an entry": ("batch_order", lambda of: changed(of, entries=[of.entries[0], *of.entries[2:]])),
    "leads elsewhere": ("batch_chain", lambda of: changed(of, after="00" * 32)),
    "has a line that is no entry": ("entry_unreadable", lambda of: changed(of, entries=["x", *of.entries[1:]])),
    "is signed by another key inside": ("seal_bad", unsealed),
    "lacks a signature in between": ("seal_bad", skipping),
    "begins after another entry": ("batch_chain", lambda of: changed(of, before="11" * 32)),
    "speaks for another cabinet": ("other_cabinet", lambda of: changed(of, cabinet="pit-2")),
}


@pytest.mark.parametrize("what", BAD)
def test_a_batch_that_does_not_fit_is_refused_by_name_and_kept_aside(what: str, whole: Batch, tmp_path: Path) -> None:
    code, make = BAD[what]
    batch = cut(whole, AT + 1, whole.last)
    data = make(batch)

    async def test(floor: Floor) -> None:
        before = await floor.send(pack(cut(whole, 1, AT)))
        assert (before.code, before.seq) == ("applied", AT)
        verdict = await floor.send(data)
        assert verdict.code == code
        assert await floor.aside() == [code]
        assert await floor.alarms() == [code]
        good = await floor.send(pack(batch))
        assert (good.code, good.seq) == ("applied", batch.last)

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)


def test_an_unknown_signature_an_overlap_and_a_gap_change_nothing(whole: Batch, tmp_path: Path, database: str) -> None:
    async def test(floor: Floor) -> None:
        assert (await floor.send(pack(cut(whole, 1, AT)), STRANGER)).code == "signature_bad"
        assert (await floor.aside(), await floor.alarms()) == (["signature_bad"], ["signature_bad"])
        assert (await floor.send(pack(cut(whole, 1, AT)))).seq == AT
        assert (await floor.send(pack(cut(whole, 1, AT)))).code == "known", "the same again is the same"
        gap = await floor.send(pack(cut(whole, AT + 2, AT + 9)))
        assert (gap.code, gap.seq) == ("gap", AT)
        overlap = await floor.send(pack(cut(whole, AT - 9, AT + 9)))
        assert (overlap.code, overlap.seq) == ("applied", AT + 9)
        rest = await floor.send(pack(cut(whole, AT + 5, whole.last)))
        assert (rest.seq, rest.hash.hex()) == (whole.last, whole.after)

    with_floor(tmp_path, database, test)


@pytest.mark.parametrize("place", [2, AT - 1, AT])
def test_another_entry_anywhere_in_what_is_known_is_a_fork_at_that_very_entry(
    place: int, whole: Batch, tmp_path: Path, database: str
) -> None:
    async def test(floor: Floor) -> None:
        await floor.send(pack(cut(whole, 1, AT // 2)))
        await floor.send(pack(cut(whole, AT // 2 + 1, AT)))
        assert (await floor.send(another_last_line(cut(whole, 1, place)))).code == "fork"
        async with floor.store.reading() as transaction:
            row = await one(transaction, "select seq from alarm where code = 'fork'")
        assert row is not None
        assert row["seq"] == place
        assert (await floor.send(pack(cut(whole, 1, whole.last)))).code == "quarantined", "a person has to look"

    with_floor(tmp_path, database, test)


def test_a_new_journal_of_a_cabinet_has_to_follow_on_the_last_entry_of_the_old_one(
    whole: Batch, tmp_path: Path
) -> None:
    other = opened(tmp_path / "other")
    other.close()
    outbox = UplinkOutbox(tmp_path / "other", [], "pit-1")
    stranger = outbox.batch(0)
    outbox.close()
    assert stranger is not None

    async def test(floor: Floor) -> None:
        assert (await floor.send(pack(whole))).code == "applied"
        assert (await floor.send(pack(stranger))).code == "not_following"

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)


def test_the_journal_of_a_demo_is_refused_by_a_live_floor_and_kept_aside(tmp_path: Path, database: str) -> None:
    bear(tmp_path / "demo", Birth(Life.DEMO, new_state(), NOW))
    outbox = UplinkOutbox(tmp_path / "demo", [], "pit-1")
    demo = outbox.batch(0)
    outbox.close()
    assert demo is not None

    async def test(floor: Floor) -> None:
        verdict = await floor.send(pack(demo))
        assert (verdict.code, verdict.seq) == ("other_life", 0)
        assert (await floor.aside(), await floor.alarms()) == (["other_life"], ["other_life"])

    with_floor(tmp_path, database, test)


def with_a_ticket(batch: Batch) -> bytes:
    """In its last entry a ticket gets its number, and is given to a printer."""
    drawn = {"type": "TicketDrawn", "seat": 3, "move": "out", "number": "1" * 18, "sequence": 41, "amount": 500}
    printing = {"type": "TicketPrinting", "seat": 3, "move": "out", "job": 6, "serial": 78, "amount": 500}
    entry = orjson.loads(batch.entries[-1])
    assert entry["kind"] == "step"
    entry["decisions"] = [drawn | {"time": 1, "zone": 0, "days": 30}, printing]
    lines = [*batch.entries[:-1], orjson.dumps(entry, option=orjson.OPT_SORT_KEYS).decode()]
    seals = [seal.model_dump() for seal in batch.seals if seal.seq < batch.last]
    return changed(batch, entries=lines, after=chain(batch.before, lines)[-1].hex(), seals=seals)


def test_after_another_past_was_accepted_the_floor_says_up_to_where_numbers_went(whole: Batch, tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        known = await floor.send(with_a_ticket(cut(whole, 1, AT)))
        assert (known.code, known.above) == ("applied", None), "there is one past"
        assert (await floor.send(pack(cut(whole, 1, AT)))).code == "fork"
        async with floor.store.writing() as transaction:
            await accept(transaction, whole.journal, None)
        told = await floor.witness.cursor("pit-1", whole.journal)
        assert (told.seq, told.above) == (AT - 1, Above(ticket=41, jobs={"3": 6}))

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)


def test_a_cabinet_that_adds_to_its_old_journal_after_a_new_one_is_an_alarm(whole: Batch, tmp_path: Path) -> None:
    part = cut(whole, 1, AT)
    bear(tmp_path / "next", Birth(Life.LIVE, new_state(), NOW, follows=f"{whole.journal} {AT} {part.after}"))
    outbox = UplinkOutbox(tmp_path / "next", [], "pit-1")
    following = outbox.batch(0)
    outbox.close()
    assert following is not None

    async def test(floor: Floor) -> None:
        assert (await floor.send(pack(part))).code == "applied"
        assert (await floor.send(pack(following))).code == "applied"
        assert (await floor.send(pack(part))).code == "known", "what it has already is no news"
        assert (await floor.send(pack(cut(whole, AT + 1, whole.last)))).code == "two_journals"
        assert await floor.alarms() == ["two_journals"]

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)


def test_a_journal_written_anew_by_its_own_key_differs_from_its_first_other_entry_on(
    original: Path, whole: Batch, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    forge(copy, parts=())
    outbox = UplinkOutbox(copy, [], "pit-1")
    forged = outbox.batch(0)
    outbox.close()
    assert forged is not None

    async def test(floor: Floor) -> None:
        assert (await floor.send(pack(whole))).code == "applied"
        assert (await floor.send(pack(forged))).code == "fork"

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)


def test_alarms_that_were_seen_and_strangers_leave_room_for_those_that_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alarms, "MOST_ALARMS", 4)
    monkeypatch.setattr(alarms, "MOST_OF_STRANGERS", 2)

    async def test(floor: Floor) -> None:
        async def raised(code: str, cabinet: str, of_a_stranger: bool = False) -> bool:
            async with floor.store.writing() as transaction:
                return await alarms.raise_alarm(transaction, NOW, code, cabinet, "", 0, "", of_a_stranger)

        strangers = [await raised("no_key", f"nobody-{number}", of_a_stranger=True) for number in range(5)]
        assert strangers == [True, True, False, False, False]
        assert [await raised("fork", f"pit-{number}") for number in range(3)] == [True, True, False]
        async with floor.store.writing() as transaction:
            for number in range(1, 5):
                assert await alarms.see_alarm(transaction, number, "eve")
        assert await raised("fork", "pit-9"), "what somebody has seen is in nobody's way"
        assert await floor.alarms() == ["fork"]

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)
