"""The last of the floor's own decisions in a second place: a floor that was restored from a backup finds itself older.

It is written after each commit and before anybody is answered. Behind the database it says nothing, as after a cut;
ahead of it, or with another hash, the database is an older copy.
"""

import json
import os
from pathlib import Path

from controller.floor.store.database import Transaction, one
from controller.floor.store.decisions import Decided, last_decision

LENGTH, LONGEST = 200, 500
"""As it is written, which is less than a sector of any disk, and at most read."""


class FloorCopy:
    """One file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def say(self, last: Decided) -> None:
        """The newest over the one before, in one write of one length: whoever asks waits for it, and to put another
        file in its place makes some disks write at once."""
        text = json.dumps({"seq": last.seq, "hash": last.hash.hex()}).ljust(LENGTH)
        file = os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o644)
        try:
            os.pwrite(file, text.encode(), 0)
        finally:
            os.close(file)

    def said(self) -> Decided | None:
        """None where nothing lies there, or nothing that can be read."""
        try:
            said = json.loads(self._file.read_bytes()[:LONGEST])
            return Decided(int(said["seq"]), bytes.fromhex(said["hash"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    async def wrong(self, transaction: Transaction) -> str:
        """Why this database may be an older copy; empty: it is not."""
        said = self.said()
        if said is None:
            asked = await one(transaction, "select name from asked where decision > 0 limit 1")
            return (
                "" if asked is None else f"{self._file} is not there, so nobody knows whether this is the newest store"
            )
        if not said.seq or await knows(transaction, said):
            return ""
        last = await last_decision(transaction)
        return f"decision {said.seq} was made, and the store, which ends with {last.seq}, has not got it"


async def knows(transaction: Transaction, said: Decided) -> bool:
    """Whether the floor has this decision, or it is one of those that it is known to have lost."""
    row = await one(transaction, "select hash from decision where seq = $1", said.seq)
    if row is not None and bytes(row["hash"]) == said.hash:
        return True
    statement = "select seq from lost where seq = $1 and hash = $2 and done = 1"
    return await one(transaction, statement, said.seq, said.hash.hex()) is not None
