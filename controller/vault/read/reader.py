"""Reading a journal, live or dead, without disturbing who writes it: every question is one short view of the file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from controller.table.canonical import read_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.files import journal_in, open_reader
from controller.vault.journal.identity import standing_of
from controller.vault.journal.schema import readable


class Reader:
    """One journal, open for reading."""

    def __init__(self, path: Path) -> None:
        self.file = journal_in(path)
        self._connection = open_reader(self.file)
        try:
            self.schema = readable(self._connection, str(self.file))
            self.standing = standing_of(self._connection, str(self.file))
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def view(self) -> Iterator[sqlite3.Connection]:
        """One consistent view; what is written meanwhile is not in it."""
        try:
            self._connection.execute("begin")
            try:
                yield self._connection
            finally:
                self._connection.execute("rollback")
        except sqlite3.DatabaseError as error:
            raise VaultFault("file_damaged", f"{self.file}: {error}") from None
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise VaultFault("entry_unreadable", f"{self.file}: {type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Done."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def entries(connection: sqlite3.Connection, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Entries from one to another, both included."""
    for (body,) in connection.execute("select body from entry where seq between ? and ? order by seq", (first, last)):
        yield read_plain(body)
