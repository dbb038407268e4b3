"""Ways to lay hands on a journal, past our own triggers."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from controller.table.canonical import canonical, read_plain
from controller.vault.journal.chain import hash_of
from controller.vault.prove.report import ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.evening import KEY, make_table

Attack = Callable[[sqlite3.Connection], object]

MIDDLE = 150
"""An entry in the middle of the journal."""


def attack(directory: Path, act: Attack) -> None:
    """With SQLite's own tools, past the triggers."""
    with closing(sqlite3.connect(directory / "journal.db", isolation_level=None)) as connection:
        connection.execute("drop trigger entry_is_not_changed")
        connection.execute("drop trigger entry_is_not_deleted")
        act(connection)


def found(directory: Path, second_place: Path | None = None) -> ProofReport:
    return verify(directory, ProofWanted(make_table, KEY, second_place))


def sql(script: str) -> Attack:
    """Statements, one a line."""
    return lambda connection: connection.executescript(re.sub(r"\n  (?=\S)", ";\n", script))


def body(connection: sqlite3.Connection, seq: int) -> bytes:
    return bytes(connection.execute("select body from entry where seq = ?", (seq,)).fetchone()[0])


def more_money(connection: sqlite3.Connection, seq: int = MIDDLE) -> None:
    """The first amount in an entry grows."""
    entry = read_plain(body(connection, seq))
    entry["at"] += 1
    connection.execute("update entry set body = ? where seq = ?", (canonical(entry), seq))


def chained_anew(connection: sqlite3.Connection, seq: int = MIDDLE) -> None:
    """An entry is changed and every hash after it made to fit: a thief without the key."""
    more_money(connection, seq)
    (hash,) = connection.execute("select hash from entry where seq = ?", (seq - 1,)).fetchone()
    for number, text in connection.execute(
        "select seq, body from entry where seq >= ? order by seq", (seq,)
    ).fetchall():
        hash = hash_of(hash, text)
        connection.execute("update entry set hash = ? where seq = ?", (hash, number))


def swapped(connection: sqlite3.Connection) -> None:
    """Two entries change places."""
    connection.execute(f"update entry set seq = -1 where seq = {MIDDLE}")
    connection.execute(f"update entry set seq = {MIDDLE} where seq = {MIDDLE + 1}")
    connection.execute(f"update entry set seq = {MIDDLE + 1} where seq = -1")


def not_canonical(connection: sqlite3.Connection) -> None:
    """The same words with a space between them, and a hash that fits."""
    text = body(connection, MIDDLE).replace(b",", b", ", 1)
    (before,) = connection.execute("select hash from entry where seq = ?", (MIDDLE - 1,)).fetchone()
    connection.execute("update entry set body = ?, hash = ? where seq = ?", (text, hash_of(before, text), MIDDLE))
