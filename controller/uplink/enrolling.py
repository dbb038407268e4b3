"""Where this journal begins, and its books at that entry: what a floor needs that has not seen what was before."""

import sqlite3
from pathlib import Path

import orjson

from controller.facts.english import plain_text
from controller.protocol.enrolling import Enrolment
from controller.table.canonical import read_plain
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import NOTHING_BEFORE
from controller.vault.journal.identity import VaultRow
from controller.vault.journal.snapshots import Packed, unpack
from controller.vault.read.reader import Reader


def enrolment(journal: Path, cabinet: str) -> Enrolment:
    """VaultFault where the journal is not whole enough to say."""
    with Reader(journal) as reader, reader.view() as connection:
        standing = reader.standing
        return _from_base(connection, standing, cabinet) if standing.base_seq else _from_birth(connection, cabinet)


def _from_birth(connection: sqlite3.Connection, cabinet: str) -> Enrolment:
    born = read_plain(connection.execute("select body from entry where seq = 1").fetchone()[0])
    return Enrolment(
        cabinet=cabinet,
        journal=born["journal"],
        life=born["life"],
        public_key=born["public_key"],
        base=0,
        hash=NOTHING_BEFORE.hex(),
        sealed=0,
        books="",
        shown="{}",
    )


def _from_base(connection: sqlite3.Connection, standing: VaultRow, cabinet: str) -> Enrolment:
    statement = "select seq, body, hash from snapshot where seq = ?"
    row = connection.execute(statement, (standing.base_snapshot,)).fetchone()
    sealed = connection.execute("select after from seal where seq > ? order by seq", (standing.base_seq,)).fetchone()
    if row is None or sealed is None:
        raise VaultFault("snapshot_bad", f"nothing says what the books were after entry {standing.base_seq}")
    data = unpack(Packed(*row)).data
    table = data["state"]["table"]
    return Enrolment(
        cabinet=cabinet,
        journal=standing.journal,
        life=standing.life.value,
        public_key=data["public_key"],
        base=standing.base_seq,
        hash=standing.base_hash.hex(),
        sealed=sealed[0],
        books=plain_text(data["clerk"]),
        shown=orjson.dumps({"game": table["game"]["game"], "phase": table["phase"]}).decode(),
    )
