"""A copy of the whole journal on a mounted medium, made while the table plays, and proved there.

SQLite copies one consistent view of it, page by page. The copy has its name once it is whole, on the medium, and
proved; beside it lies a report of what is in it, made from the copy itself.
"""

import json
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from config.files.reading import BadFile
from controller import manifest
from controller.background_jobs import PARTS, Tell, share
from controller.games.registry import by_rules
from controller.media import Shelf, check_room, file_name, forget_unfinished
from controller.records.sheets.journal_sheet import journal_document
from controller.records.sheets.meter_sheet import meter_document
from controller.server.loop.journal import wall_clock
from controller.table.snapshot import from_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.files import forget, sync_directory, sync_file
from controller.vault.journal.known_key import pinned
from controller.vault.lifecycle.archive import medium_fault
from controller.vault.prove.verify import prove
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader

PAGES_A_STEP = 256
"""A megabyte between two words about how far it is."""
COPYING = 400
"""Of all parts; the others are the proof."""


class ToExport(NamedTuple):
    """What goes where."""

    journal: Path
    shelf: Shelf
    medium: str
    manifest: Path | None
    pin: Path | None = None
    """Where the key stands that the journal has to be signed with."""


def export(wish: ToExport, tell: Tell) -> dict[str, Any]:
    """Copy, prove, report. VaultFault says what went wrong; nothing half has a name of its own."""
    medium = wish.shelf.find(wish.medium)
    with Reader(wish.journal) as reader:
        name = file_name("export", reader.standing.journal, wall_clock())
        copy, report = medium / f"{name}.db", medium / f"{name}.json"
        for file in (copy, report):
            if file.exists():
                raise VaultFault("file_exists", str(file))
        growing = medium / f"{copy.name}.new"
        try:
            forget_unfinished(medium, "export")
            _copy(reader, growing, share(tell, 0, COPYING))
            wanted = ProofWanted(from_plain, public_key=pinned(wish.pin))
            proof = prove(growing, wanted, share(tell, COPYING, PARTS))
            told = _report(growing, copy, proof.plain(), wish.manifest)
            _write(report, json.dumps(told, indent=1, sort_keys=True) + "\n")
            growing.rename(copy)
            sync_directory(medium)
        except (OSError, sqlite3.Error) as error:
            raise medium_fault(error, copy) from None
        except VaultFault as fault:
            if medium.exists():
                raise
            raise VaultFault("medium_failed", f"{copy}: it was pulled out") from fault
        finally:
            forget(growing, medium / f"{report.name}.new", *(() if copy.exists() else (report,)))
    return {
        "medium": wish.medium,
        "file": copy.name,
        "report": report.name,
        "bytes": copy.stat().st_size,
        "journal": proof.journal,
        "first": proof.first_seq,
        "last": proof.last_seq,
        "proved": proof.proved,
        "not_proved": proof.not_proved,
        "in_fields": proof.in_fields(),
        "fingerprint": proof.fingerprint,
        "own_key_only": proof.own_key_only,
    }


def _copy(reader: Reader, to: Path, tell: Tell) -> None:
    """One view of the journal is held meanwhile, so that what is written at the table does not begin it anew."""
    with reader.view() as connection:
        (pages,), (size,) = (connection.execute(f"pragma {what}").fetchone() for what in ("page_count", "page_size"))
        check_room(to.parent, pages * size)
        target = sqlite3.connect(to, isolation_level=None)
        try:
            target.execute("pragma journal_mode=off")
            connection.backup(target, pages=PAGES_A_STEP, progress=lambda _, left, of: tell(of - left, of), sleep=0)
            target.execute("pragma journal_mode=delete")
        except sqlite3.Error as error:
            raise medium_fault(error, to) from None
        finally:
            target.close()
    sync_file(to)


def _report(copy: Path, name: Path, proof: dict[str, Any], released: Path | None) -> dict[str, Any]:
    """Read from the copy, so that both say the same."""
    with Reader(copy) as reader:
        read = read_meters(reader)
        book, _, digest = by_rules(read.game, read.rules).settings()["rulebook"].partition(" ")
        told = journal_document(reader, wall_clock())
        meters = meter_document(read)
    return {
        "file": name.name,
        "journal": {key: value for key, value in told.items() if key not in ("file", "disk", "being_written")},
        "verify": proof,
        "rules": {"name": book, "digest": digest},
        "meters": meters,
        "software": _software(released),
    }


def _software(released: Path | None) -> dict[str, Any] | None:
    """The manifest's answer; None where none is configured."""
    if released is None:
        return None
    try:
        return manifest.check(released)
    except BadFile as error:
        return {"ok": False, "told": str(error)}


def _write(report: Path, text: str) -> None:
    growing = report.with_name(f"{report.name}.new")
    growing.write_text(text, encoding="utf-8")
    sync_file(growing)
    growing.rename(report)
