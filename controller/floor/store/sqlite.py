"""The store in SQLite: nothing to install, for a room of a few machines. One connection in one thread, in turn."""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from config.files.reading import BadFile
from controller.floor.store.database import FloorStoreFailure, Row, Rows, StoreQuestion
from controller.floor.store.layout.tables import BY_DAY, SQLITE, VERSION, statements
from controller.floor.store.segments import Segments

PLACE = re.compile(r"\$(\d+)")
ANY = re.compile(r"= any\(\$(\d+)\)")
BUSY_MS = 10_000
Result = TypeVar("Result")


class SqliteTransaction:
    """Statements of the one transaction that is open."""

    def __init__(self, store: "SqliteStore") -> None:
        self._store, self.segments = store, store.segments

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]:
        """What is found."""
        return await self._store.do(lambda: self._found(statement, values))

    async def find(self, *questions: StoreQuestion) -> Sequence[Sequence[Row]]:
        """One after the other, in the thread."""
        return await self._store.do(lambda: [self._found(of.statement, of.values) for of in questions])

    def _found(self, statement: str, values: Sequence[Any]) -> list[Row]:
        places = [json.dumps(value) if isinstance(value, list) else value for value in values]
        return [dict(row) for row in self._store.connection.execute(_words(statement), places)]

    async def run(self, statement: str, *values: Any) -> None:
        """One statement."""
        await self._store.do(lambda: self._store.connection.execute(_words(statement), values))

    async def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same for each row."""
        await self._store.do(lambda: self._store.connection.executemany(_words(statement), rows))

    async def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Rows that are not there yet."""
        await self.put(Rows(table, columns, rows))

    async def put(self, *tables: Rows) -> None:
        """One table after the other, in the thread."""

        def put() -> None:
            for of in tables:
                places = ", ".join("?" * len(of.columns))
                statement = f"insert into {of.table} ({', '.join(of.columns)}) values ({places}) {of.where_there}"
                self._store.connection.executemany(statement, of.rows)

        await self._store.do(put)

    async def drop_days(self, before: int) -> None:
        """One after the other: there are no partitions here."""
        for table in BY_DAY:
            await self.run(f"delete from {table} where day < $1", before)


class SqliteStore:
    """One file."""

    def __init__(self, file: Path, segments: Segments) -> None:
        self.segments = segments
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="floor store")
        self._turn = asyncio.Lock()
        self._file = file
        self.connection: sqlite3.Connection

    async def open(self) -> None:
        """With tables of this version."""

        def begin() -> None:
            self.connection = sqlite3.connect(self._file, isolation_level=None, timeout=BUSY_MS / 1000)
            self.connection.row_factory = sqlite3.Row
            for pragma in ("journal_mode=wal", "synchronous=full", "trusted_schema=off"):
                self.connection.execute(f"pragma {pragma}")
            _migrate(self.connection)

        await self.do(begin)

    async def do(self, act: Callable[[], Result]) -> Result:
        """In the thread of the connection."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, act)
        except sqlite3.Error as error:
            raise FloorStoreFailure(f"{self._file}: {error}") from None

    @asynccontextmanager
    async def writing(self, in_turn: bool = False) -> AsyncIterator[SqliteTransaction]:  # noqa: ARG002
        """A transaction; whoever comes meanwhile waits, so all are in turn."""
        async with self._turn:
            try:
                await self.do(lambda: self.connection.execute("begin immediate"))
                yield SqliteTransaction(self)
                await self.do(self.connection.commit)
            except BaseException:
                await asyncio.shield(self.do(self.connection.rollback))
                raise

    def reading(self) -> Any:
        """The same: what is written is short."""
        return self.writing()

    async def make_days(self, days: Iterable[int]) -> None:
        """There are no partitions here."""

    async def close(self) -> None:
        """Let go."""
        if hasattr(self, "connection"):  # else it was never opened
            await self.do(self.connection.close)
        self._thread.shutdown()


def _migrate(connection: sqlite3.Connection) -> None:
    (was,) = connection.execute("pragma user_version").fetchone()
    if was > VERSION:
        raise BadFile(f"a newer Boxcars wrote this store: version {was}, this knows {VERSION}")
    for version in range(was + 1, VERSION + 1):
        connection.execute("begin immediate")
        for statement in statements(SQLITE, version):
            connection.execute(statement)
        connection.execute(f"pragma user_version={version}")
        connection.execute("commit")


def _words(statement: str) -> str:
    statement = ANY.sub(r"in (select value from json_each(?\1))", statement)
    return PLACE.sub(r"?\1", statement.replace(" for update", ""))
