"""What the floor wants of a database: transactions, statements with `$1`, and many rows at once."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from controller.floor.store.segments import Segments

Row = Mapping[str, Any]


IN_TURN = "select only_one from floor for update"
"""Whoever holds this row writes the floor's own journal."""


class FloorStoreFailure(Exception):
    """The database did not do it; nothing of the transaction is kept."""


class Rows(NamedTuple):
    """Of one table."""

    table: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    where_there: str = ""
    """`on conflict …`: what becomes of a row that is there already; empty: none is."""


class StoreQuestion(NamedTuple):
    """One of several that are asked together."""

    columns: Sequence[str]
    """Of what is found, by name."""
    statement: str
    values: Sequence[Any] = ()
    """A list of them stands behind `= any($1)`."""


class Transaction(Protocol):
    """All of it, or nothing; kept on the disk when it has ended well."""

    segments: "Segments"
    """Where the older part of the raw chain lies."""

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]:
        """What is found."""
        ...

    async def find(self, *questions: StoreQuestion) -> Sequence[Sequence[Row]]:
        """What each of them finds, in one go: to ask costs more than to look."""
        ...

    async def run(self, statement: str, *values: Any) -> None:
        """One statement."""
        ...

    async def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """The same for each row."""
        ...

    async def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Rows that are not there yet, by the fastest way there is."""
        ...

    async def put(self, *tables: Rows) -> None:
        """Rows of several tables, in one go: to ask costs more than to write."""
        ...

    async def drop_days(self, before: int) -> None:
        """Rows of older days, in the tables that have days, are given up."""
        ...


class Database(Protocol):
    """One store, open."""

    segments: "Segments"

    def writing(self, in_turn: bool = False) -> AbstractAsyncContextManager[Transaction]:
        """A transaction. In turn: after all others that are, and what it looks at it looks at after them."""
        ...

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """A look at one moment."""
        ...

    async def make_days(self, days: Iterable[int]) -> None:
        """Room for rows of these days."""
        ...

    async def close(self) -> None:
        """Let go."""
        ...


async def one(transaction: Transaction, statement: str, *values: Any) -> Row | None:
    """The first row that is found, if any."""
    found = await transaction.rows(statement, *values)
    return found[0] if found else None
