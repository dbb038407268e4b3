"""How a journal is born: `live` or `demo` for good, with the rules and the first state in its first entry."""

import sqlite3
import uuid
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.chain import NOTHING_BEFORE, Entry, link
from controller.vault.clerk import Clerk, plain_clerk, write_books
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault
from controller.vault.files import JOURNAL, KEY, open_writer, sync_directory
from controller.vault.schema import VERSION, lay_tables
from controller.vault.signing import head_text, make_key, public_of
from controller.vault.snapshots import Snapshot, pack, write_snapshot


class Life(StrEnum):
    """What a journal is for, from its first entry on."""

    LIVE = "live"
    DEMO = "demo"


class Dice(StrEnum):
    """What throws."""

    UNIT = "unit"
    EMULATOR = "emulator"
    SCRIPT = "script"


class Birth(NamedTuple):
    """What the first entry says."""

    life: Life
    state: Mapping[str, Any]
    """The table just opened, as plain data; the rules it is played by are in it, word for word."""
    at: int
    follows: str = ""
    """The journal that this machine kept before, and its last hash."""


def bear(directory: Path, birth: Birth) -> str:
    """Make a new vault in this directory; gives the name of its journal."""
    if (directory / JOURNAL).exists():
        raise VaultFault("vault_exists", str(directory))
    try:
        directory.mkdir(parents=True, exist_ok=True)
        key = make_key(directory / KEY)
        connection = open_writer(directory / JOURNAL)
    except (OSError, sqlite3.Error) as error:
        raise VaultFault("cannot_open", f"{directory}: {error}") from None
    journal = uuid.uuid4().hex
    try:
        lay_tables(connection)
        connection.execute("begin immediate")
        connection.execute(
            "insert into vault values (1, ?, ?, ?, 0, ?, 0)", (journal, birth.life, public_of(key), NOTHING_BEFORE)
        )
        data = {
            "journal": journal,
            "life": birth.life.value,
            "public_key": public_of(key).hex(),
            "schema": VERSION,
            "engine": engine_version(),
            "follows": birth.follows,
            "state": dict(birth.state),
        }
        clerk = Clerk()
        born = link(NOTHING_BEFORE, 1, birth.at, Entry("born", data))
        clerk.take(1, birth.at, "born", data)
        packed = pack(first_snapshot({**data, "at": birth.at}, born.hash))
        second = link(born.hash, 2, birth.at, Entry("snapshot", {"of": 1, "sha256": packed.hash.hex()}))
        write_snapshot(connection, packed, 0)
        connection.executemany("insert into entry values (?, ?, ?)", [born, second])
        write_books(clerk, connection)
        signature = key.sign(head_text(journal, 2, second.hash, 0))
        connection.execute("insert into seal values (?, ?, ?, ?, ?)", (2, birth.at, second.hash, 0, signature))
        connection.execute("commit")
    finally:
        connection.close()
    sync_directory(directory)
    sync_directory(directory.parent)
    return journal


def first_snapshot(born: Mapping[str, Any], hash: bytes) -> Snapshot:
    """What the snapshot of a birth says."""
    clerk = Clerk()
    clerk.take(1, born["at"], "born", born)
    return Snapshot(
        1,
        {
            "state": {name: value for name, value in born["state"].items() if name != "clients"},
            "clients": [],
            "clerk": plain_clerk(clerk),
            "engine": born["engine"],
            "before": hash.hex(),
            "public_key": born["public_key"],
        },
    )
