"""How a journal is born: `live` or `demo` for good, with the rules and the first state in its first entry."""

import sqlite3
import uuid
from collections.abc import Mapping
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.vault.books.clerk import Clerk, plain_clerk
from controller.vault.books.filing import write_books
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import NOTHING_BEFORE, Entry, link
from controller.vault.journal.files import JOURNAL, KEY, open_writer, sync_directory
from controller.vault.journal.schema import VERSION, lay_tables
from controller.vault.journal.signing import head_text, make_key, public_of, read_key
from controller.vault.journal.snapshots import Snapshot, pack, write_snapshot


class Life(StrEnum):
    """What a journal is for, from its first entry on."""

    LIVE = "live"
    DEMO = "demo"


class Dice(StrEnum):
    """What throws."""

    UNIT = "unit"
    EMULATOR = "emulator"
    SCRIPT = "script"


REQUIRED = "required"
"""What a journal for money says of its second place; one of an older Boxcars says so after its next gaming day."""


class Birth(NamedTuple):
    """What the first entry says."""

    life: Life
    state: Mapping[str, Any]
    """The table just opened, as plain data; the rules it is played by are in it, word for word."""
    at: int
    follows: str = ""
    """The journal that this machine kept before, and its last hash."""
    by: str = ""
    """Who began it."""
    reason: str = ""
    """Why, where there is more to say than which journal it follows."""
    name: str = ""
    """What the journal is called; made up where nothing is said, as no two may have the same."""
    figures: Mapping[str, Any] | None = None
    """What every bet is expected to hold, as an entry `figures` says it; else the first start works it out."""


def bear(directory: Path, birth: Birth) -> str:
    """Make a new vault in this directory; returns the name of its journal.

    The journal gets its name last, when it is whole and synced, so what an interrupted birth leaves is no journal. A
    key that lies there without one is of such a birth, and is used.
    """
    if (directory / JOURNAL).exists():
        raise VaultFault("vault_exists", str(directory))
    coming = directory / f"{JOURNAL}.coming"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for leftover in directory.glob(f"{coming.name}*"):
            leftover.unlink()
        key = read_key(directory / KEY) if (directory / KEY).exists() else make_key(directory / KEY)
        journal = _write(coming, key, birth)
        coming.rename(directory / JOURNAL)
        sync_directory(directory)
        sync_directory(directory.parent)
    except (OSError, sqlite3.Error) as error:
        raise VaultFault("cannot_open", f"{directory}: {error}") from None
    return journal


def _write(file: Path, key: Ed25519PrivateKey, birth: Birth) -> str:
    """The first entry, the first snapshot, and the entry that names it."""
    journal, public = birth.name or uuid.uuid4().hex, public_of(key)
    data = {
        "journal": journal,
        "life": birth.life.value,
        "public_key": public.hex(),
        "schema": VERSION,
        "engine": engine_version(),
        "follows": birth.follows,
        "by": birth.by,
        "state": dict(birth.state),
        **({"second_place": REQUIRED} if birth.life is Life.LIVE else {}),
        **({"reason": birth.reason} if birth.reason else {}),
        **({} if birth.figures is None else {"figures": dict(birth.figures)}),
    }
    clerk = Clerk()
    born = link(NOTHING_BEFORE, 1, birth.at, Entry("born", data))
    clerk.take(1, birth.at, "born", data)
    packed = pack(first_snapshot({**data, "at": birth.at}, born.hash))
    second = link(born.hash, 2, birth.at, Entry("snapshot", {"of": 1, "sha256": packed.hash.hex()}))
    signature = key.sign(head_text(journal, 2, second.hash, 0))
    with closing(open_writer(file)) as connection:
        lay_tables(connection)
        connection.execute("begin immediate")
        connection.execute(
            "insert into vault values (1, ?, ?, ?, 0, ?, 0)", (journal, birth.life, public, NOTHING_BEFORE)
        )
        write_snapshot(connection, packed, 0)
        connection.executemany("insert into entry values (?, ?, ?)", [born, second])
        write_books(clerk, connection)
        connection.execute("insert into seal values (?, ?, ?, ?, ?)", (2, birth.at, second.hash, 0, signature))
        connection.execute("commit")
        connection.execute("pragma wal_checkpoint(truncate)")
    return journal


def first_snapshot(born: Mapping[str, Any], hash: bytes) -> Snapshot:
    """What the snapshot of a birth says."""
    clerk = Clerk()
    clerk.take(1, born["at"], "born", born)
    return Snapshot(
        1,
        {
            "state": born["state"],
            "clients": [],
            "clerk": plain_clerk(clerk),
            "engine": born["engine"],
            "before": hash.hex(),
            "public_key": born["public_key"],
            **({"second_place": born["second_place"]} if "second_place" in born else {}),
        },
    )
