"""What a journal is, as its file says: name, life, key, and where its first entry continues from."""

import sqlite3
from typing import NamedTuple

from controller.vault.faults import VaultFault
from controller.vault.journal.signing import fingerprint
from controller.vault.lifecycle.creation import Dice, Life

COLUMNS = (str, str, bytes, int, bytes, int)


class VaultRow(NamedTuple):
    """The one row of `vault`."""

    journal: str
    life: Life
    public_key: bytes
    base_seq: int
    """The last entry that has been archived; 0 where none has."""
    base_hash: bytes
    end_seq: int
    """Of an archive, its last entry; 0: a journal that goes on."""

    @property
    def fingerprint(self) -> str:
        """Of the key that it is signed with, for everything that is handed out."""
        return fingerprint(self.public_key)

    @property
    def base_snapshot(self) -> int:
        """The snapshot that an archived journal goes on from; the last archived entry names it."""
        return self.base_seq - 1

    def check_dice(self, dice: Dice) -> None:
        """Law 13: no emulator and no scripted dice on a live journal."""
        if self.life is Life.LIVE and dice is not Dice.UNIT:
            raise VaultFault("demo_dice", f"dice from {dice} on journal {self.journal}, which is live")


def standing_of(connection: sqlite3.Connection, where: str) -> VaultRow:
    """Read it; VaultFault where there is none."""
    try:
        row = connection.execute("select journal, life, public_key, base_seq, base_hash, end_seq from vault").fetchone()
    except sqlite3.OperationalError as error:
        raise VaultFault("not_a_vault", f"{where}: {error}") from None
    if row is None:
        raise VaultFault("not_a_vault", f"{where} was never finished")
    if tuple(map(type, row)) != COLUMNS or row[1] not in set(Life):
        raise VaultFault("file_damaged", f"{where}: its own description cannot be read")
    return VaultRow(row[0], Life(row[1]), *row[2:])


def hash_at(connection: sqlite3.Connection, standing: VaultRow, seq: int) -> bytes | None:
    """The hash of one entry, also of the last archived one; None where there is no such entry."""
    if seq == standing.base_seq:
        return standing.base_hash
    row = connection.execute("select hash from entry where seq = ?", (seq,)).fetchone()
    return None if row is None else bytes(row[0])
