"""Older copies of a floor's store, of either kind, which a test puts back. Nobody has the store open meanwhile."""

import asyncio
import shutil
from pathlib import Path
from typing import Protocol

import asyncpg

from config.floor import DatabaseSettings


class Copy(Protocol):
    """A backup."""

    def put_back(self, runner: asyncio.Runner) -> None:
        """In the place of what is there now."""


def copy_of(runner: asyncio.Runner, of: DatabaseSettings) -> Copy:
    """As the store is now."""
    if of.sqlite is not None:
        return FileCopy(Path(of.sqlite))
    assert of.postgres is not None
    return DatabaseCopy(runner, of.postgres)


class FileCopy:
    """Of SQLite's file."""

    def __init__(self, file: Path) -> None:
        self._file, self._copy = file, file.with_name("older.db")
        shutil.copyfile(file, self._copy)

    def put_back(self, _runner: asyncio.Runner) -> None:
        for suffix in ("-wal", "-shm"):
            self._file.with_name(f"{self._file.name}{suffix}").unlink(missing_ok=True)
        shutil.copyfile(self._copy, self._file)


class DatabaseCopy:
    """Of a database of PostgreSQL's."""

    def __init__(self, runner: asyncio.Runner, address: str) -> None:
        self._server, _, self._name = address.rpartition("/")
        runner.run(self._run(f"create database {self._name}_older template {self._name}"))

    def put_back(self, runner: asyncio.Runner) -> None:
        runner.run(self._run(f"drop database {self._name}"))
        runner.run(self._run(f"create database {self._name} template {self._name}_older"))

    async def _run(self, statement: str) -> None:
        connection = await asyncpg.connect(f"{self._server}/postgres")
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
