"""The shipped journal, watched."""

from typing import Any

from controller.server.loop.journal import Journal
from controller.vault.journal.writer import Clock
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from tools.simulator.cabinet.agenda import Act
from tools.simulator.laws.laws import Laws

SNAPSHOT_EVERY = 120
"""Entries; sooner than on a real machine, so that snapshots are made, and started from, all the time."""


class WatchedJournal(Journal):
    """The shipped journal, with the laws looking on; `touch` may end the process before a commit, or right after it."""

    def __init__(self, kept: KeptTable, clock: Clock, laws: Laws, touch: Act, committed: Act) -> None:
        super().__init__(kept, Dice.EMULATOR, clock)
        self.kept, self._laws, self._touch, self._then = kept, laws, touch, committed
        self._snapshot_at = kept.vault.seq

    def take(self, event: Any, elapsed: int = 0) -> None:
        """Apply an event."""
        before = self.kept.table
        super().take(event, elapsed)
        self._laws.took(before, event, self.kept.table)

    def commit(self) -> Any:
        """All that was taken is on disk."""
        self._touch()
        told = super().commit()
        self._laws.committed(self.kept)
        self._touch()
        self._then()
        return told

    def rest(self) -> None:
        """A quiet moment."""
        super().rest()
        if self.kept.vault.seq - self._snapshot_at >= SNAPSHOT_EVERY:
            self._snapshot_at = self.kept.vault.seq
            with self.failure:
                self.kept.snapshot()
