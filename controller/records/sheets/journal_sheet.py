"""The journal itself, and the disk it lies on, as a document."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

from controller.vault.books.event_log import texts_of
from controller.vault.journal.files import is_written
from controller.vault.journal.schema import VERSION
from controller.vault.journal.signing import fingerprint
from controller.vault.read.reader import Reader


def journal_document(reader: Reader, now: int) -> dict[str, Any]:
    """How large, how far, when last signed, how much room."""
    file, standing = reader.file, reader.standing
    with reader.view() as connection:
        first, last, entries = connection.execute("select min(seq), max(seq), count(*) from entry").fetchone()
        seal = connection.execute("select seq, at from seal order by seq desc limit 1").fetchone()
        snapshots = [row for (row,) in connection.execute("select seq from snapshot order by seq")]
        rounds, oldest = connection.execute("select count(*), min(opened_at) from round").fetchone()
        (free,), (page,) = (connection.execute(f"pragma {what}").fetchone() for what in ("freelist_count", "page_size"))
        engine = _writes(connection)
        logged = connection.execute("select count(*) from event_log").fetchone()[0]
    disk = shutil.disk_usage(file.parent)
    return {
        "journal": standing.journal,
        "life": standing.life.value,
        "public_key": standing.public_key.hex(),
        "fingerprint": fingerprint(standing.public_key),
        "file": str(file),
        "schema": VERSION,
        "engine": engine,
        "being_written": is_written(file.parent),
        "entries": entries,
        "first": first,
        "last": last,
        "archived_through": standing.base_seq,
        "rounds": rounds,
        "oldest_round_at": oldest,
        "lines_in_the_log": logged,
        "snapshots": snapshots,
        "signed": None if seal is None else {"entry": seal[0], "at": seal[1]},
        "bytes": sum(_size(part) for part in (file, file.with_name(file.name + "-wal"))),
        "free_inside": free * page,
        "disk": {"bytes": disk.total, "free": disk.free},
        "clock": now,
    }


def _writes(connection: sqlite3.Connection) -> str | None:
    """The engine that decides: of the process that began to write last, not of the one that reads here."""
    began = (*texts_of("started"), *texts_of("born"))
    found = "select details from event_log where kind = 'journal' and text in (?, ?, ?, ?) order by id desc limit 1"
    row = connection.execute(found, began).fetchone()
    engine: str | None = None if row is None else json.loads(row[0]).get("engine")
    return engine


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
