"""A round opened with the recall of the cabinet: from the chain a journal is written that has this round and those
around it, and what reads a cabinet's journal reads it. It is gone when the question is answered.

What went before it is told as it is on a cabinet that archived it: left out, with the reason.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson

from controller.floor.store.database import Row, Transaction
from controller.floor.store.journals import Branch, branch_of, journal_of, lines
from controller.games.registry import table_row
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.as_seen import NoSuchRound, as_seen
from controller.records.rounds.chapter_then import MOST_ROUNDS
from controller.vault.journal.schema import lay_tables
from controller.vault.journal.snapshots import Snapshot, pack
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall

BEFORE, AFTER = MOST_ROUNDS + 10, 60
"""Rounds on either side that a hand may reach to; longer ones are told in part."""

Answer = TypeVar("Answer")
Plain = dict[str, Any]


class NotThere(Exception):
    """Why it cannot be shown; the code is one of recall's."""


class Around(NamedTuple):
    """What of a journal is needed to tell of a round, by the tables of a cabinet's journal."""

    branch: Branch
    life: str
    base: int
    birth: Plain
    entries: list[tuple[int, str]]
    rounds: Sequence[Row]
    log: Sequence[Row]


async def around(transaction: Transaction, journal: str, number: int) -> Around:
    """NotThere where there is no such round."""
    known = await journal_of(transaction, journal)
    if known is None:
        raise NotThere("no_such_round")
    branch = await branch_of(transaction, journal, known.branch)
    of = (journal, branch.branch)
    rounds = await transaction.rows(
        "select * from round where journal = $1 and branch = $2 and number >= $3 and number <= $4 order by number",
        *(*of, number - BEFORE, number + AFTER),
    )
    if not any(row["number"] == number for row in rounds):
        raise NotThere("no_such_round")
    first, last = min(row["first_seq"] for row in rounds), max(row["last_seq"] for row in rounds)
    log = await transaction.rows(
        "select * from event where journal = $1 and branch = $2 and seq <= $3 and (kind = 'settings' or id = 1) "
        "order by id",
        *(*of, last),
    )
    turned = sorted({row["seq"] for row in log} - {*range(first, last + 1)})
    wanted = [(first - 1, last), *((seq - 1, seq) for seq in turned)]
    entries = [found for after, end in wanted async for found in lines(transaction, branch, after, end)]
    birth = next(iter([line async for _, line in lines(transaction, branch, 0, 1)]))
    return Around(branch, known.life, first - 1, orjson.loads(birth), entries, rounds, log)


def told(found: Around, about: str, number: int) -> Plain:
    """The answer to one of recall's questions, and what the results of that game come from."""
    if about == "seen":
        return {"document": _read(found, lambda reader: as_seen(reader, number))}
    if about == "script":
        return {"document": _read(found, lambda reader: as_script(reader, number))}
    rounds = _read(found, lambda reader: recall(reader, Which(number=number)))
    device = table_row(found.birth["state"]["table"]["game"]["game"]).device
    return {"rounds": rounds, "more": False, "device": device}


def _read(found: Around, ask: Callable[[Reader], Answer]) -> Answer:
    with tempfile.TemporaryDirectory(prefix="boxcars-recalled-") as folder:
        file = Path(folder) / "journal.db"
        _write(file, found)
        try:
            with Reader(file) as reader:
                return ask(reader)
        except NoSuchRound:
            raise NotThere("no_such_round") from None
        except NoScript as reason:
            raise NotThere(f"no_script {reason}") from None


def _write(file: Path, found: Around) -> None:
    branch = found.branch
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        lay_tables(connection)
        connection.execute("pragma synchronous=off")
        connection.execute("begin")
        standing = (1, branch.journal, found.life, branch.public_key, found.base, bytes(32), 0)
        connection.execute("insert into vault values (?, ?, ?, ?, ?, ?, ?)", standing)
        rows = [(seq, line.encode(), b"") for seq, line in found.entries]
        connection.executemany("insert into entry values (?, ?, ?)", rows)
        born = pack(Snapshot(1, {"state": found.birth["state"]}))
        connection.execute("insert into snapshot values (?, ?, ?, '')", born)
        names = ("number", "first_seq", "last_seq", "opened_at", "ended_at", "how", "reason", "seats")
        connection.executemany("insert into round values (?, ?, ?, ?, ?, ?, ?, ?)", _cells(found.rounds, names))
        columns = ("id", "seq", "at", "kind", "seat", "text", "details")
        connection.executemany("insert into event_log values (?, ?, ?, ?, ?, ?, ?)", _cells(found.log, columns))
        connection.execute("commit")


def _cells(rows: Sequence[Row], names: Sequence[str]) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in rows]
