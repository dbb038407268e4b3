"""The tables say what the journal says, on both databases; the raw chain lies in files; an older store becomes this."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zstandard

from config.floor import read_floor
from controller.floor.store.database import Database, FloorStoreFailure
from controller.floor.store.decisions import first_wrong
from controller.floor.store.opening import open_store
from controller.floor.store.segments import all_segments, write_segments
from controller.floor.verify import verify
from controller.protocol.floor import pack
from controller.uplink.outbox import UplinkOutbox
from controller.vault.read.old_records import facts_of
from controller.vault.read.reader import Reader, entries
from tests.floor.postgres import Server
from tests.floor.test_refused import NOW, Floor, with_floor
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened, round_of_all_kinds

OUR_KEY = bytes(32)
SAMPLES = Path(__file__).parent / "samples"
DAY = 20_000


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening that begins with some of everything: doors, holds, notes, tickets."""
    kept = opened(tmp_path_factory.mktemp("busy") / "vault")
    for now in round_of_all_kinds():
        kept.take(*now)
    kept.commit()
    world = Evening(seed=6, restless=0.06)
    world.go_on_at(kept.table)
    play(kept, world, 150)
    kept.close()
    return kept.vault.file.parent


async def filled(floor: Floor, journal: Path) -> None:
    """With every entry of a journal, in small batches."""
    outbox, after = UplinkOutbox(journal, [], "pit-1"), 0
    while (batch := outbox.batch(after)) is not None:
        assert (await floor.send(pack(batch))).code == "applied"
        after = batch.last
    outbox.close()


def facts(journal: Path, kind: str) -> list[dict[str, Any]]:
    """Of one kind, as the journal has them."""
    with Reader(journal) as reader, reader.view() as connection:
        steps = [entry for entry in entries(connection, 1, 2**40) if entry["kind"] == "step"]
    return [dict(fact) for entry in steps for fact in facts_of(entry) if fact["type"] == kind]


async def asked(store: Database, statement: str) -> list[dict[str, Any]]:
    """As an analyst asks."""
    async with store.reading() as transaction:
        return [dict(row) for row in await transaction.rows(statement)]


def test_each_record_is_found_by_a_view_as_the_journal_tells_it(busy: Path, tmp_path: Path, database: str) -> None:
    async def test(floor: Floor) -> None:
        await filled(floor, busy)
        for view, kind, pairs in (
            ("moves", "MoveChanged", (("move", "move"), ("amount", "amount"), ("state", "state"))),
            ("acts", "ActDone", (("act", "act"), ("who", "by"), ("reason", "reason"))),
            ("doors", "DoorChanged", (("door", "door"), ("became", "became"))),
        ):
            rows = await asked(floor.store, f"select * from {view} where cabinet = 'pit-1' order by seq, place")
            due = facts(busy, kind)
            assert due, f"there is no {kind} in what was played"
            assert [[row[ours] for ours, _ in pairs] for row in rows] == [[of[its] for _, its in pairs] for of in due]
        began = [fact for fact in facts(busy, "HoldChanged") if fact["on"]]
        held = await asked(floor.store, "select reason, at, until from holds order by seq")
        assert [row["reason"] for row in held] == [fact["reason"] for fact in began]
        assert all(row["until"] is None or row["until"] >= row["at"] for row in held)

    with_floor(tmp_path, database, test)


def test_what_every_seat_played_and_each_day_counted_is_what_the_meters_say(
    busy: Path, tmp_path: Path, database: str
) -> None:
    async def test(floor: Floor) -> None:
        await filled(floor, busy)
        (lifetime,) = await asked(floor.store, "select lifetime from meter where scope = 0")
        counts = json.loads(lifetime["lifetime"])
        days = await asked(floor.store, "select meter, sum(amount) as amount from meters_by_day group by meter")
        wagered = {row["meter"]: int(row["amount"]) for row in days if row["meter"].startswith("wagered:")}
        assert wagered == {name: value for name, value in counts.items() if name.startswith("wagered:")}
        (played,) = await asked(floor.store, "select sum(cost) as cost, sum(back) as back from plays")
        settled = await asked(floor.store, "select sum(cost) as cost, sum(back) as back from settlements")
        open_round = [row for row in facts(busy, "Settled") if row["result"] != "off"]
        assert open_round
        assert (int(played["cost"]), int(played["back"])) == tuple(int(settled[0][name]) for name in ("cost", "back"))

    with_floor(tmp_path, database, test)


def test_segments_hold_the_very_bytes_and_one_that_was_changed_or_is_gone_is_named(
    busy: Path, tmp_path: Path, database: str
) -> None:
    async def test(floor: Floor) -> None:
        store = floor.store
        await filled(floor, busy)
        bodies = [bytes(row["body"]) for row in await asked(store, "select body from batch order by first")]
        assert await write_segments(store, NOW, 2**40) == 0, "so much has not come yet"
        assert await write_segments(store, NOW, 1) == 1
        assert {len(row["body"]) for row in await asked(store, "select body from batch")} == {0}
        async with store.reading() as transaction:
            (segment,) = await all_segments(transaction)
            assert await first_wrong(transaction, OUR_KEY) is None
        file = store.segments.folder / segment.file
        assert file.read_bytes() == b"".join(bodies)
        shown = subprocess.run(["zstd", "-dc", str(file)], check=True, capture_output=True).stdout
        assert shown.count(b'"cabinet":"pit-1"') == len(bodies)
        good = await verify(store, OUR_KEY, [busy])
        assert good.wrong == []

        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        changed = await verify(store, OUR_KEY, [])
        assert changed.wrong == [f"segment {segment.file} is not the one that was written"]
        file.unlink()
        gone = await verify(store, OUR_KEY, [])
        assert gone.wrong[0].startswith(f"segment {segment.file} cannot be read")

    with_floor(tmp_path, database, test)


def test_days_that_were_given_up_are_gone_and_what_is_kept_is_still_proved(
    busy: Path, tmp_path: Path, database: str
) -> None:
    async def test(floor: Floor) -> None:
        store = floor.store
        await filled(floor, busy)
        await write_segments(store, NOW, 1)
        (row,) = await asked(store, "select max(day) as last from event")
        async with store.writing() as transaction:
            await transaction.drop_days(row["last"] + 1)
            await transaction.run("update floor set kept_from = $1", row["last"] + 1)
        assert await asked(store, "select 1 as one from events") == []
        assert (await verify(store, OUR_KEY, [busy])).wrong == []
        await store.make_days({row["last"]})
        async with store.writing() as transaction:
            await transaction.run("update floor set kept_from = 0")
        assert any("event is not what" in wrong for wrong in (await verify(store, OUR_KEY, [])).wrong)

    with_floor(tmp_path, database, test)


def with_older(tmp_path: Path, database: str, test: Callable[[Database], Awaitable[None]]) -> None:
    """A store that a Boxcars of 19 November 2026 has written, opened by this one."""
    (tmp_path / "floor.toml").write_text(f'name = "house"\nlife = "live"\n[database]\n{database}\n')

    async def run() -> None:
        store = await open_store(read_floor(tmp_path / "floor.toml"), OUR_KEY)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_an_older_store_is_brought_up_and_its_new_tables_are_filled_from_its_chain(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    address = database.split('"')[1]
    kind = "sqlite" if database.startswith("sqlite") else "sql"
    sample = zstandard.ZstdDecompressor().decompress((SAMPLES / f"store-1.{kind}.zst").read_bytes())
    if kind == "sqlite":
        Path(address).write_bytes(sample)
    else:
        assert isinstance(request.getfixturevalue("postgres_server"), Server)
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", address], input=sample, check=True, capture_output=True)

    async def test(store: Database) -> None:
        assert await asked(store, "select move from moves"), "its moves were only in the chain"
        assert (await verify(store, OUR_KEY, [])).wrong == []
        assert (await asked(store, "select filled from floor"))[0]["filled"] == 2

    with_older(tmp_path, database, test)
    with_older(tmp_path, database, test)


def test_a_day_whose_table_is_gone_as_an_older_copy_was_put_back_is_made_anew(
    tmp_path: Path, postgres_server: Server
) -> None:
    """The floor has run on meanwhile."""
    address = postgres_server.make_database("put_back")

    async def put_back(floor: Floor) -> None:
        await floor.store.make_days([DAY])
        subprocess.run(["psql", "-qc", f"drop table roll_{DAY}", address], check=True)
        ends = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = "
        subprocess.run(["psql", "-qc", f"{ends} current_database()", address], check=True, capture_output=True)
        while True:
            try:
                await floor.store.make_days([DAY])
                found = await asked(floor.store, f"select to_regclass('roll_{DAY}')::text as name")
                break
            except FloorStoreFailure:
                continue
        assert found == [{"name": f"roll_{DAY}"}]

    with_floor(tmp_path, f'postgres = "{address}"', put_back)


def test_who_gives_up_while_a_transaction_begins_leaves_none_open(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        other = sqlite3.connect(tmp_path / "floor.db", isolation_level=None)
        other.execute("begin immediate")  # the cage's own command, say

        async def writes() -> None:
            async with floor.store.writing() as transaction:
                await transaction.run("select 1")

        waiting = asyncio.create_task(writes())
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(waiting), 0.2)  # it waits for the other one in the store's thread
        waiting.cancel()
        other.execute("rollback")
        other.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await writes()

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', test)
