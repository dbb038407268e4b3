"""What a bundle is made of, and how it is packed: one zip file, bounded, whole before it has its name."""

import json
import os
import platform
import sqlite3
import subprocess
import threading
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple

from config.files.reading import BadFile
from controller.background_jobs import Tell
from controller.manifest import read_manifest
from controller.media import Shelf, check_room, file_name
from controller.protocol.status import Status
from controller.records.sheets.journal_sheet import journal_document
from controller.server.loop.journal import wall_clock
from controller.server.zmq.query import Asker, NoAnswer
from controller.support.scrubbing import fields, log_lines, words
from controller.vault.faults import VaultFault
from controller.vault.journal.files import sync_directory, sync_file
from controller.vault.lifecycle.archive import medium_fault
from controller.vault.read.reader import Reader

SYSTEM_LOG = ("journalctl", "--unit=boxcars-*", "--output=cat", "--no-pager", "--since=-2d", "--lines=20000")
PATIENCE_S = 60.0
"""Seconds that the system log has to tell what it has."""
MOST_LOGGED = 2000
"""Lines of the event log, the latest."""
LARGEST_LOG = 8 << 20
"""Bytes of the system log that are looked at."""
LARGEST = 12 << 20
"""Bytes of a whole bundle before it is packed."""
STATUS_PATIENCE_MS = 1000
OF_THE_MACHINE = (
    "door", "key", "hold", "fault", "power", "dice_unit", "test", "no_roll", "late", "malfunction", "software",
    "second_place", "journal",
)  # fmt: skip
"""Kinds of the event log that are told; what is about money, papers or persons is not."""
OF_THE_JOURNAL = (
    "life", "schema", "engine", "entries", "first", "last", "archived_through", "rounds", "lines_in_the_log",
    "being_written", "bytes", "free_inside", "disk", "clock",
)  # fmt: skip


class ToBundle(NamedTuple):
    """What is gathered, and where it goes."""

    journal: Path
    run: Path
    """Where the controller's sockets are."""
    shelf: Shelf | None
    medium: str
    """Its name on the shelf; without a shelf, a directory."""
    manifest: Path | None = None
    trend: dict[str, Any] | None = None
    system_log: Sequence[str] = SYSTEM_LOG


def bundle(wish: ToBundle, tell: Tell) -> dict[str, Any]:
    """Gather and pack. VaultFault says why it cannot be."""
    folder = Path(wish.medium) if wish.shelf is None else wish.shelf.find(wish.medium)
    parts: dict[str, str] = {}
    for done, (name, text) in enumerate(_parts(wish)):
        room = LARGEST - sum(map(len, parts.values()))
        parts[name] = text.encode()[: max(0, room)].decode(errors="ignore")
        tell(done, len(PARTS))
    check_room(folder, sum(map(len, parts.values())))
    with Reader(wish.journal) as reader:
        path = folder / f"{file_name('support', reader.standing.journal, wall_clock())}.zip"
    growing = path.with_name(f"{path.name}.new")
    try:
        with zipfile.ZipFile(growing, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, text in parts.items():
                packed.writestr(name, text)
        sync_file(growing)
        growing.rename(path)
        sync_directory(folder)
    except OSError as error:
        growing.unlink(missing_ok=True)
        raise medium_fault(error, path) from None
    return {"medium": wish.medium, "file": path.name, "bytes": path.stat().st_size, "parts": list(parts)}


def _parts(wish: ToBundle) -> Iterator[tuple[str, str]]:
    for name, make in PARTS.items():
        yield name, make(wish)


def _about(wish: ToBundle) -> str:
    """Versions of all that runs here."""
    try:
        released = None if wish.manifest is None else read_manifest(wish.manifest)
    except BadFile:
        released = None
    return _text(
        {
            "packages": dict(sorted((one.name, one.version) for one in distributions())),
            "release": released and {"version": released.version, "sha256": released.digest},
            "python": platform.python_version(),
            "kernel": " ".join(os.uname()[index] for index in (0, 2, 4)),
            "system": _system(),
        }
    )


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return ""


def _status(wish: ToBundle) -> str:
    """As the controller says it, in words without figures where it says sentences."""
    asker = Asker(wish.run)
    try:
        status = asker.status(STATUS_PATIENCE_MS)
    except NoAnswer as error:
        return _text({"no_answer": words(str(error))})
    finally:
        asker.close()
    return _text(status_told(status))


def status_told(status: Status) -> dict[str, Any]:
    """What of a status may be told."""
    told = status.model_dump(mode="json", exclude={"journal", "holds", "troubles", "links"})
    troubles = [fields(trouble.model_dump()) for trouble in status.troubles]
    holds = {reason: words(text) for reason, text in status.holds.items()}
    links = [{"role": link.role, "up": link.up, "silent_ms": link.silent_ms} for link in status.links]
    return {**told, "holds": holds, "troubles": troubles, "links": links}


def _journal(wish: ToBundle) -> str:
    try:
        with Reader(wish.journal) as reader:
            told = journal_document(reader, wall_clock())
    except VaultFault as fault:
        return _text({"fault": fault.code})
    return _text({name: told[name] for name in OF_THE_JOURNAL})


def _events(wish: ToBundle) -> str:
    """What happened to the machine, the latest first."""
    marks = ", ".join("?" * len(OF_THE_MACHINE))
    query = f"select at, kind, seat, text, details from event_log where kind in ({marks}) order by id desc limit ?"
    try:
        with Reader(wish.journal) as reader, reader.view() as connection:
            rows = connection.execute(query, (*OF_THE_MACHINE, MOST_LOGGED)).fetchall()
    except (VaultFault, sqlite3.Error) as error:
        return words(str(error))
    return "".join(f"{json.dumps(_event(*row), ensure_ascii=False)}\n" for row in rows)


def _event(at: int, kind: str, seat: int, text: str, details: str) -> dict[str, Any]:
    try:
        said = json.loads(details)
    except ValueError:
        said = None
    about = fields(said) if isinstance(said, dict) else {"text": words(details)}
    return {**about, "at": at, "kind": kind, "seat": seat, "type": words(text)}


def _log(wish: ToBundle) -> str:
    """What our processes wrote; on a machine without systemd there is none."""
    try:
        with subprocess.Popen(
            wish.system_log, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        ) as process:
            assert process.stdout is not None
            patience = threading.Timer(PATIENCE_S, process.kill)
            patience.start()
            said = process.stdout.read(LARGEST_LOG).decode("utf-8", errors="replace")
            patience.cancel()
            process.kill()
    except OSError as error:
        return words(f"no system log: {error}")
    return "".join(f"{line}\n" for line in log_lines(said.splitlines()))


def _trend(wish: ToBundle) -> str:
    return _text(wish.trend or {})


def _text(told: object) -> str:
    return json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


PARTS = {
    "about.json": _about,
    "status.json": _status,
    "journal.json": _journal,
    "trend.json": _trend,
    "events.jsonl": _events,
    "log.jsonl": _log,
}
"""File → how it is made."""
