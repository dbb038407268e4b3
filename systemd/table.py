"""The table on this machine: whether it is idle, its journal, and the copy of it that an upgrade keeps.

Looking needs no controller and changes nothing. The journal is copied only while nobody writes it.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from systemd.machine import is_active, run
from systemd.places import COPIES, COPIES_KEPT, CURRENT, VAULT
from systemd.refusals import InstallRefused

IDLE = "idle"
JOURNAL = "journal.db"


def has_journal() -> bool:
    """Whether one was born."""
    return (VAULT / JOURNAL).exists()


def check_idle() -> None:
    """Asks the running controller; Refused while somebody plays. One that does not run is looked at by its journal."""
    if is_active("boxcars-controller.service"):
        _check_running()
    elif has_journal() and CURRENT.exists():
        check_at_rest()


def _check_running() -> None:
    asked = run(CURRENT / "bin/boxcars", "status", "--json", fine=True)
    if asked.returncode:
        raise InstallRefused("table_not_idle", "the controller runs and does not answer")
    status: dict[str, Any] = json.loads(asked.stdout)
    playing = [seat["seat"] for seat in status["seats"] if seat["wagers"]]
    if status["phase"] != IDLE or playing:
        lying = f", wagers of seat {', '.join(map(str, playing))}" if playing else ""
        raise InstallRefused("table_not_idle", f"phase {status['phase']}, round {status['round']}{lying}")


def check_at_rest() -> None:
    """The journal was closed in order, on an idle table; or Refused."""
    shown = run(CURRENT / "bin/boxcars", "vault", "show", "--journal", VAULT, "--json", fine=True)
    if shown.returncode:
        raise InstallRefused("journal_not_at_rest", shown.stderr.strip())
    found: dict[str, Any] = json.loads(shown.stdout)
    if not found["at_rest"]:
        raise InstallRefused("journal_not_at_rest", f"journal {found['journal']}")
    if found["phase"] != IDLE:
        raise InstallRefused("table_not_idle", f"phase {found['phase']}")


def keep_copy(version: str) -> Path:
    """The journal as it is now, for a rollback: whole and on the disk before it counts. The last few are kept."""
    place, coming = COPIES / f"{int(time.time())}-{version}", COPIES.with_name(f"{COPIES.name}.coming")
    _copy(VAULT, coming)
    COPIES.mkdir(parents=True, exist_ok=True)
    coming.rename(place)
    for old in sorted(COPIES.iterdir())[:-COPIES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return place


def last_copy() -> Path | None:
    """Of the latest upgrade."""
    found = sorted(COPIES.iterdir()) if COPIES.is_dir() else []
    return found[-1] if found else None


def schema_of(vault: Path) -> int:
    """The number of a journal's schema."""
    with _reading(vault) as connection:
        return int(connection.execute("pragma user_version").fetchone()[0])


def played_since(copy: Path) -> bool:
    """Whether money moved, or a round was played, since this copy was made."""
    return _books(copy) != _books(VAULT)


def bring_back(copy: Path) -> None:
    """The copy takes the journal's place, whole and on the disk by then; what was there is kept beside it.

    Whoever pulls the plug between the two renames has both, and `end_what_was_begun` ends the work.
    """
    aside, copying, coming = (VAULT.with_name(f"vault.{name}") for name in (f"after-{copy.name}", "copying", "coming"))
    for left in (aside, coming):
        shutil.rmtree(left, ignore_errors=True)
    _copy(copy, copying)
    copying.rename(coming)
    VAULT.rename(aside)
    coming.rename(VAULT)
    os.sync()


def end_what_was_begun() -> None:
    """The plug was pulled while a journal took another one's place: no new one is born for that."""
    coming = VAULT.with_name("vault.coming")
    if not has_journal() and (coming / JOURNAL).exists():
        coming.rename(VAULT)  # also where systemd has made an empty directory since
        os.sync()


def _copy(vault: Path, to: Path) -> None:
    """With the owner, the group and the mode that the journal has here."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(vault, to)
    run("chown", "-R", "--reference", VAULT, to)
    to.chmod(VAULT.stat().st_mode & 0o7777)
    os.sync()


def _books(vault: Path) -> list[Any]:
    with _reading(vault) as connection:
        accounts = connection.execute("select name, of, amount from account order by name, of").fetchall()
        return [accounts, connection.execute("select max(number) from round").fetchall()]


@contextlib.contextmanager
def _reading(vault: Path) -> Iterator[sqlite3.Connection]:
    """A copy is read, so that nothing is made or changed beside the journal, whatever its log still holds."""
    with tempfile.TemporaryDirectory(prefix="boxcars-look-", dir="/var/tmp") as folder:
        for name in (JOURNAL, f"{JOURNAL}-wal"):
            if (vault / name).exists():
                shutil.copyfile(vault / name, Path(folder) / name)
        with contextlib.closing(sqlite3.connect(Path(folder) / JOURNAL)) as connection:
            yield connection
