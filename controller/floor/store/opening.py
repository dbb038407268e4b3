"""A floor's store, opened: for which floor it is, and its life, is written in it once and for good."""

import time
from pathlib import Path

from config.files.reading import BadFile
from config.floor import Floor
from controller.floor.store.database import Database, FloorStoreFailure, one
from controller.floor.store.layout.refill import FILLED, refill
from controller.floor.store.postgres import CONNECTIONS, PostgresStore
from controller.floor.store.segments import Segments
from controller.floor.store.sqlite import SqliteStore


async def open_store(floor: Floor, public_key: bytes, connections: int = CONNECTIONS) -> Database:
    """BadFile where the store is another floor's; StoreFailure where it cannot be opened."""
    settings, segments = floor.database, Segments(Path(floor.segments))
    store: SqliteStore | PostgresStore
    if settings.sqlite is not None:
        Path(settings.sqlite).parent.mkdir(parents=True, exist_ok=True)
        store = SqliteStore(Path(settings.sqlite), segments)
    else:
        assert settings.postgres is not None
        store = PostgresStore(settings.postgres, segments, connections)
    try:
        await store.open()
        await _check(store, floor, public_key)
        await refill(store)
    except BaseException:
        await store.close()
        raise
    return store


async def _check(store: Database, floor: Floor, public_key: bytes) -> None:
    async with store.writing() as transaction:
        await transaction.run(
            "insert into floor (only_one, name, life, public_key, filled) values (1, $1, $2, $3, $4) "
            "on conflict do nothing",
            *(floor.name, floor.life, public_key, FILLED),
        )
        row = await one(transaction, "select * from floor")
    if row is None:
        raise FloorStoreFailure("the store does not say whose it is")
    if row["life"] != floor.life:
        raise BadFile(f"life = {floor.life!r}, and this store was born {row['life']}; that never changes")
    if row["public_key"] != public_key:
        raise BadFile(f"this store is of floor {row['name']}, whose key is another one than ours")


def now_ms() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000
