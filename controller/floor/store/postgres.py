"""The store in PostgreSQL 15 or newer, with a partition for each day of what grows."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg

from config.files.reading import BadFile
from controller.floor.store.database import IN_TURN, FloorStoreFailure, Row, Rows, StoreQuestion
from controller.floor.store.layout.tables import BY_DAY, NEW_BY_DAY, POSTGRES, VERSION, statements
from controller.floor.store.segments import Segments

CONNECTIONS = 8
STATEMENT_SECONDS = 60.0
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, asyncio.TimeoutError)
OLDEST_DAY, NEWEST_DAY = 18_262, 29_220
"""1 January 2020 to 1 January 2050: rows of a clock beyond have one partition together."""
OLDEST_SERVER = 150_000
MIGRATION_LOCK = 0x42584346
TYPES = (
    "select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type from pg_class c "
    "join pg_attribute a on a.attrelid = c.oid where c.relnamespace = current_schema()::regnamespace "
    "and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped"
)

PLACE = re.compile(r"\$(\d+)")

Types = dict[tuple[str, str], str]
"""Table and column → what is in it."""


class PostgresConnection(asyncpg.Connection):  # type: ignore[misc]
    """One that is given back as it is: nothing here sets anything that outlives its transaction."""

    def get_reset_query(self) -> str:
        """Nothing has to be undone."""
        return ""


class PostgresTransaction:
    """Statements of one transaction."""

    def __init__(self, connection: Any, segments: Segments, types: Types) -> None:
        self._connection, self.segments, self._types = connection, segments, types

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]:
        """What is found."""
        found: Sequence[Row] = await self._connection.fetch(statement, *values)
        return found

    async def find(self, *questions: StoreQuestion) -> Sequence[Sequence[Row]]:
        """By one statement, which has an array of rows for each of them."""
        parts, values = list[str](), list[Any]()
        for of in questions:
            statement = PLACE.sub(partial(_moved, len(values)), of.statement)
            parts.append(f"array(select row({', '.join(of.columns)}) from ({statement}) found)")
            values += of.values
        (found,) = await self._connection.fetch(f"select {', '.join(parts)}", *values)
        return [
            [dict(zip(of.columns, row, strict=True)) for row in rows]
            for of, rows in zip(questions, found.values(), strict=True)
        ]

    async def run(self, statement: str, *values: Any) -> None:
        """One statement."""
        await self._connection.execute(statement, *values)

    async def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same for each row, in one go."""
        await self._connection.executemany(statement, rows)

    async def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """By COPY."""
        if rows:
            await self._connection.copy_records_to_table(table, records=rows, columns=columns)

    async def put(self, *tables: Rows) -> None:
        """By one statement, whose values are columns."""
        parts, values = list[str](), list[Any]()
        for of in (of for of in tables if of.rows):
            names, first = ", ".join(of.columns), len(values) + 1
            places = (f"${n}::{self._types[of.table, name]}[]" for n, name in enumerate(of.columns, first))
            insert = f"insert into {of.table} ({names}) select * from unnest({', '.join(places)}) {of.where_there}"
            parts.append(f"put_{of.table} as ({insert})")
            values += map(list, zip(*of.rows, strict=True))
        if parts:
            await self._connection.execute(f"with {', '.join(parts)} select", *values)

    async def drop_days(self, before: int) -> None:
        """Whole partitions, at once; one by one only what a clock that was wrong put with the others."""
        for table in BY_DAY:
            parts = await self.rows(
                "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::text::regclass", table
            )
            for name in (row["name"] for row in parts):
                day = name.rpartition("_")[2]
                if day.isdecimal() and int(day) < before:
                    await self.run(f"drop table {name}")
            await self.run(f"delete from {table}_other where day < $1", before)


class PostgresStore:
    """One database, by a few connections."""

    def __init__(self, address: str, segments: Segments, connections: int = CONNECTIONS) -> None:
        self._address, self.segments, self._connections = address, segments, connections
        self._pool: Any = None
        self._types: Types = {}
        self._days: set[int] = set()
        """Those that are known to have their partitions."""
        self._one_makes = asyncio.Lock()

    async def open(self) -> None:
        """With tables of this version."""
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=1,
                max_size=self._connections,
                command_timeout=STATEMENT_SECONDS,
                init=self._connected,
                connection_class=PostgresConnection,
            )
            async with self._pool.acquire() as connection:
                await _migrate(connection)
                self._types = {(row["table"], row["column"]): row["type"] for row in await connection.fetch(TYPES)}
        except FAILURES as error:
            raise FloorStoreFailure(f"PostgreSQL: {error or type(error).__name__}") from None

    async def _connected(self, connection: Any) -> None:
        """What was there may not be there any more when it is gone: an older copy may have been put in its place."""
        connection.add_termination_listener(lambda _: self._days.clear())

    @asynccontextmanager
    async def writing(self, in_turn: bool = False) -> AsyncIterator[PostgresTransaction]:
        """A transaction of its own; those on one journal wait for each other at its row."""
        try:
            async with (
                self._pool.acquire() as connection,
                _in_turn(connection) if in_turn else connection.transaction(),
            ):
                yield PostgresTransaction(connection, self.segments, self._types)
        except FAILURES as error:
            raise FloorStoreFailure(f"PostgreSQL: {error or type(error).__name__}") from None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[PostgresTransaction]:
        """One moment, and nothing is changed."""
        try:
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                yield PostgresTransaction(connection, self.segments, self._types)
        except FAILURES as error:
            raise FloorStoreFailure(f"PostgreSQL: {error or type(error).__name__}") from None

    async def make_days(self, days: Iterable[int]) -> None:
        """A partition for each of these days in each table that has them, in a transaction that holds nothing else."""
        async with self._one_makes:
            new = sorted(day for day in set(days) - self._days if OLDEST_DAY <= day < NEWEST_DAY)
            if not new:
                return
            async with self.writing() as transaction:
                await transaction.run("select pg_advisory_xact_lock($1)", MIGRATION_LOCK)
                (floor,) = await transaction.rows("select kept_from from floor")
                for table in BY_DAY:
                    for day in (day for day in new if day >= floor["kept_from"]):
                        await transaction.run(
                            f"create table if not exists {table}_{day} partition of {table} "
                            f"for values from ({day}) to ({day + 1})"
                        )
            self._days.update(new)

    async def close(self) -> None:
        """Let go."""
        if self._pool is not None:
            self._pool.terminate()


@asynccontextmanager
async def _in_turn(connection: Any) -> AsyncIterator[None]:
    """It begins and waits for its turn by one message. A statement behind the wait sees what was written before."""
    try:
        await connection.execute(f"begin; {IN_TURN}")
        yield
    except BaseException:
        await connection.execute("rollback")
        raise
    await connection.execute("commit")


def _moved(by: int, place: re.Match[str]) -> str:
    return f"${int(place[1]) + by}"


async def _migrate(connection: Any) -> None:
    if connection.get_server_version().major < OLDEST_SERVER // 10_000:
        raise BadFile("PostgreSQL is older than 15")
    async with connection.transaction():
        await connection.execute("select pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("create table if not exists version (version bigint not null)")
        was = await connection.fetchval("select coalesce(max(version), 0) from version")
        if was > VERSION:
            raise BadFile(f"a newer Boxcars wrote this store: version {was}, this knows {VERSION}")
        for version in range(was + 1, VERSION + 1):
            for statement in statements(POSTGRES, version):
                await connection.execute(statement)
            for table in NEW_BY_DAY.get(version, ()):
                await connection.execute(f"create table {table}_other partition of {table} default")
            await connection.execute("insert into version values ($1)", version)
