"""The one writer's way in. What is appended waits; a commit puts all that waits on the disk in one transaction.

Nothing may be shown to anybody before `commit` has returned. A commit that fails is not tried again: the vault is
closed for good, and the process goes back to the last committed state, which is on the disk, and ends.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from controller.table.state import Client
from controller.vault.books.clerk import plain_clerk
from controller.vault.books.filing import write_books
from controller.vault.books.gaming_day import DaySettings, day_to_close, gaming_day
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault, VaultLost
from controller.vault.journal.chain import ChainLink, Entry, link
from controller.vault.journal.copied_head import finding_at_start, last_head, plain_head
from controller.vault.journal.files import KEY, WriterLock, journal_in, open_writer
from controller.vault.journal.identity import standing_of
from controller.vault.journal.keys import key_of
from controller.vault.journal.known_key import KnownKey
from controller.vault.journal.recovery import began_at, recover
from controller.vault.journal.schema import upgrade
from controller.vault.journal.second_place import SecondPlace
from controller.vault.journal.signing import Seal, fingerprint, head_text, public_of
from controller.vault.journal.snapshots import AnswersKept, Snapshot, pack, write_snapshot
from controller.vault.lifecycle.archive_remains import is_left_over, remove_some
from controller.vault.lifecycle.creation import REQUIRED, Dice, Life

MOST_WAITING = 20_000
"""Entries in one commit: two seconds of every terminal betting as fast as it can."""

LARGEST_ENTRY = 8 * 2**20
"""Bytes; a settlement of 512 seats with 12 wagers each is one tenth of it."""

SNAPSHOT_EVERY = 2_000
"""Entries, so that a start plays no more than about these again."""

FROM_THE_UNIT = frozenset({"UnitFound", "Thrown", "RollUnknown", "RollUnderWay", "ShakeRefused"})
"""Events that come from a dice unit, or from something that stands in for one."""

Clock = Callable[[], int]
"""UTC in milliseconds; written down with each entry, never decided by."""


class Vault:
    """A journal that is open for writing."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        *,
        dice: Dice,
        key: Path | None = None,
        second_place: Path | None = None,
        public_key: KnownKey | None = None,
    ) -> None:
        """Open, check and recover; VaultFault says why not. `dice` is what will throw in this run.

        `public_key` is the one that the journal has to be signed with, where that is known outside of it.
        """
        self.file = journal_in(path)
        self._clock = clock
        self._dice = dice
        self._lock = WriterLock(self.file.parent)
        self._second: SecondPlace | None = None
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[ChainLink] = []
        self._signs = False
        self.days_closed = 0
        """By this process."""
        try:
            self._open(key or self.file.parent / KEY, second_place, public_key)
        except BaseException:
            self._let_go()
            raise

    def _open(self, key: Path, second_place: Path | None, public_key: KnownKey | None) -> None:
        where = str(self.file)
        try:
            self._connection = open_writer(self.file)
            self.upgraded_from = upgrade(self._connection, where)
            standing = standing_of(self._connection, where)
            standing.check_dice(self._dice)
            if standing.end_seq:
                raise VaultFault("only_an_archive", where)
            if public_key is not None:
                public_key.check(standing.public_key, standing.journal)
            self._key = key_of(standing, key)
            self.recovered = recover(self._connection, standing, where)
            self._finding = finding_at_start(self._connection, standing, second_place)
            head = last_head(self._connection, standing)
        except sqlite3.Error as error:
            raise VaultFault("cannot_open", f"{where}: {error}") from None
        except UnicodeDecodeError as error:  # what SQLite complains of is no text
            raise VaultFault("file_damaged", f"{where}: {error}") from None
        self.standing = standing
        self.clerk = self.recovered.clerk
        """The books as of the last entry appended."""
        self.clerk.imbalance = None  # what the past had of it was dealt with when it happened
        self.seq, self._head = self.recovered.seq, self.recovered.hash
        """Of the last entry appended."""
        self.committed = self.seq
        """The last entry that is on the disk."""
        self._opened = began_at(self._connection, where)
        self._since_snapshot = self.seq - self.recovered.snapshot.seq
        self._answers = AnswersKept()
        self._answers.remember(self.recovered.snapshot.data["clients"])
        required = self.recovered.snapshot.data.get("second_place") == REQUIRED
        self.requires_second_place = required or (second_place is not None and standing.life is Life.LIVE)
        """Whether what is wrong with it holds the table: for money, but not on the day of the upgrade."""
        if second_place is not None:
            self._second = SecondPlace(second_place)
            self._second.put(head, self.clerk.tickets.last)

    # ---- what is so -----------------------------------------------------------------------------------------------

    @property
    def life(self) -> Life:
        """`live` or `demo`; every screen of a demo says so."""
        return self.standing.life

    @property
    def journal(self) -> str:
        """The journal's own name, given at its birth."""
        return self.standing.journal

    @property
    def fingerprint(self) -> str:
        """Of the public key that it is signed with."""
        return fingerprint(self.standing.public_key)

    def second_place_finding(self, at_start: bool) -> VaultFault | None:
        """What is wrong with the second place: when the journal was opened, or now."""
        if at_start or self._second is None:
            return self._finding
        return None if self.trouble is None else VaultFault("head_not_written", self.trouble)

    @property
    def drawn_before(self) -> int:
        """The largest sequence of a ticket that the second place knew of at the start."""
        return 0 if self._second is None else self._second.drawn_before

    @property
    def trouble(self) -> str | None:
        """Why the head cannot be copied to the second place; None while all is well."""
        return self._second.trouble if self._second is not None else None

    @property
    def wants_snapshot(self) -> bool:
        """Whether so much has been written since the last one that the next quiet moment should make another."""
        return self._since_snapshot >= SNAPSHOT_EVERY

    # ---- what is done ---------------------------------------------------------------------------------------------

    def append(self, kind: str, data: Mapping[str, Any]) -> int:
        """Put an entry behind the others; it waits for the next commit. Returns its sequence number."""
        self.connection()
        if kind == "step" and data["event"]["type"] in FROM_THE_UNIT:
            self.standing.check_dice(Dice(data["dice"]))
        if len(self._waiting) >= MOST_WAITING:
            raise VaultFault("too_many_waiting", f"{len(self._waiting)} entries since the last commit")
        at = self._clock()
        done = link(self._head, self.seq + 1, at, Entry(kind, dict(data)))
        if len(done.body) > LARGEST_ENTRY:
            raise VaultFault("entry_too_large", f"entry {done.seq} has {len(done.body)} bytes")
        self.clerk.take(done.seq, at, kind, data)
        self._waiting.append(done)
        self.seq, self._head = done.seq, done.hash
        self._since_snapshot += 1
        self._signs = self._signs or bool(self.clerk.round_rows)
        return done.seq

    def commit(self) -> None:
        """All that waits, in one transaction. When this returns, it is on the disk."""
        connection = self.connection()
        if not self._waiting:
            return
        try:
            connection.execute("begin immediate")
            connection.executemany("insert into entry values (?, ?, ?)", self._waiting)
            write_books(self.clerk, connection)
            head = self._sign(connection) if self._signs else None
            connection.execute("commit")
        except sqlite3.Error as error:
            self._lose(error)
        self.committed = self.seq
        self._waiting.clear()
        self.clerk.forget_rows()
        if self._second is not None:
            self._second.put(head, self.clerk.tickets.last)

    def snapshot(self, state: Mapping[str, Any], clients: Mapping[str, Client], of_day: str = "") -> None:
        """Commit what waits, then keep the whole state as of that, and beside it the answers of these clients."""
        self.commit()
        connection = self.connection()
        try:
            connection.execute("begin immediate")
            data = {
                "state": dict(state),
                "clients": self._answers.write(connection, clients),
                "clerk": plain_clerk(self.clerk),
                "engine": engine_version(),
                "before": self._head.hex(),
                "public_key": public_of(self._key).hex(),
                "second_place": REQUIRED if self.requires_second_place else "",
            }
            packed = pack(Snapshot(self.seq, data))
            write_snapshot(connection, packed, self.standing.base_snapshot, of_day)
            self.append("snapshot", {"of": packed.seq, "sha256": packed.hash.hex()})
            connection.executemany("insert into entry values (?, ?, ?)", self._waiting)
            self._sign(connection)
            connection.execute("commit")
        except sqlite3.Error as error:
            self._lose(error)
        self._waiting.clear()
        self.committed = self.seq
        self._since_snapshot = 0

    def begin_after(self, last: int, hash: bytes) -> None:
        """The journal begins after this entry, which is in an archive with all before it; its snapshot stays."""
        connection = self.connection()
        try:
            connection.execute("begin immediate")
            connection.execute("update vault set base_seq = ?, base_hash = ?", (last, hash))
            connection.execute("delete from snapshot where seq < ?", (last - 1,))
            connection.execute("commit")
        except sqlite3.Error as error:
            self._lose(error)
        self.standing = self.standing._replace(base_seq=last, base_hash=hash)

    @property
    def is_left_over(self) -> bool:
        """Whether entries are still here that an archive has."""
        return is_left_over(self.connection())

    def remove_archived(self) -> bool:
        """One short step of taking off what an archive has; False once all is done. Nothing may be half appended."""
        connection = self.connection()
        try:
            return remove_some(connection)
        except sqlite3.Error as error:
            self._lose(error)

    def clear_period(self, by: str) -> None:
        """The period meters begin again."""
        self.append("period_cleared", {"by": by})

    def day_to_close(self, settings: DaySettings) -> date | None:
        """The gaming day that is over by the clock and still open."""
        return day_to_close(self._clock(), self._last_day(), self._opened, settings)

    def day_running(self, settings: DaySettings) -> date | None:
        """The gaming day that it is by the clock; None if it has been closed before its time."""
        day, last = gaming_day(self._clock(), settings), self._last_day()
        return day if last is None or last < day else None

    def close_day(self, day: date, settings: DaySettings, by: str = "") -> None:
        """The gaming day ends, with totals of its own; before its time where somebody says so."""
        data = {"day": day.isoformat(), "closes": settings.closes.isoformat("minutes"), "zone": settings.zone.key}
        self.append("day_closed", data | ({"by": by} if by else {}))
        self.requires_second_place = self.life is Life.LIVE
        self.days_closed += 1

    def _last_day(self) -> date | None:
        """The last one closed, on the disk or waiting for it."""
        if self.clerk.day_rows:
            return date.fromisoformat(self.clerk.day_rows[-1].day)
        last = self.connection().execute("select max(day) from day").fetchone()[0]
        return None if last is None else date.fromisoformat(last)

    def close(self) -> None:
        """Let go of the file. What was not committed is gone, as it was never shown."""
        self._let_go()

    def connection(self) -> sqlite3.Connection:
        """What is written through, for as long as the vault is open."""
        if self._connection is None:
            raise VaultFault("vault_closed", str(self.file))
        return self._connection

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _sign(self, connection: sqlite3.Connection) -> dict[str, Any]:
        """The head, signed, into the open transaction, and as it goes to the second place."""
        at = self._clock()
        after = connection.execute("select max(seq) from seal").fetchone()[0]
        signature = self._key.sign(head_text(self.journal, self.seq, self._head, after))
        connection.execute("insert into seal values (?, ?, ?, ?, ?)", (self.seq, at, self._head, after, signature))
        self._signs = False
        return plain_head(self.standing, Seal(self.seq, at, self._head, after, signature), public_of(self._key))

    def _lose(self, error: sqlite3.Error) -> NoReturn:
        """A failed commit is the end of this process's writing. What the disk has is what was."""
        code = {"SQLITE_FULL": "disk_full"}.get(error.sqlite_errorname, "disk_error")
        if error.sqlite_errorname.startswith("SQLITE_READONLY"):
            code = "disk_read_only"
        committed = self.committed
        self._let_go()
        raise VaultLost(
            code,
            f"{self.file}: {error} ({error.sqlite_errorname}); entry {committed} is the last that is sure to be kept",
        ) from error

    def _let_go(self) -> None:
        if self._second is not None:
            self._second.close()
            self._second = None
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(sqlite3.Error):  # a disk that has failed cannot be closed better than this
                connection.close()
        self._waiting.clear()
        self._lock.release()
