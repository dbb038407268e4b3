"""Playing recorded events again: under the same engine they must lead to the same decisions and the same state."""

from collections.abc import Callable, Mapping
from typing import Any

from controller.table.canonical import canonical
from controller.table.digest import Digester
from controller.table.machine import step
from controller.table.records import BadRecord, from_json, to_json
from controller.table.state import Table
from controller.vault.faults import VaultFault

MakeTable = Callable[[Mapping[str, Any]], Table]
"""The table that its plain data describe; which game it is, the vault does not know."""


class Replay:
    """A table that is played again, entry by entry."""

    def __init__(self, state: Mapping[str, Any], make_table: MakeTable) -> None:
        self.table = make_table(state)
        self.digester = Digester(self.table)

    @property
    def digest(self) -> str:
        """Of the state as it is now."""
        return self.digester.digest(self.table)

    def take(self, entry: Mapping[str, Any]) -> None:
        """One recorded entry; VaultFault if it comes out otherwise."""
        if entry["kind"] != "step":
            return
        try:
            event = from_json(entry["event"])
        except BadRecord as error:
            raise VaultFault("replay_differs", f"entry {entry['seq']}: {error}", entry["seq"]) from None
        done = step(self.table, event, entry["elapsed"])  # type: ignore[arg-type]
        decided = [to_json(decision) for decision in done.decisions]
        if canonical(decided) != canonical(entry["decisions"]):
            what = f"entry {entry['seq']} ({entry['event']['type']}) is decided otherwise"
            raise VaultFault("replay_differs", what, entry["seq"])
        self.table = done.table
        if self.digester.after(self.table, done.touched) != entry["digest"]:
            raise VaultFault("replay_differs", f"entry {entry['seq']} leads to another state", entry["seq"])
