"""Playing recorded events again: under the same engine they must lead to the same decisions and the same state.

Another engine may use other words and keep its state in another form. What it must do the same to take over is what
counts: money, phases, dice, holds, settings, and whether something was taken or refused.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.table.canonical import canonical
from controller.table.digest import Digester
from controller.table.machine import step
from controller.table.records import BadRecord, completed, from_json, to_json
from controller.table.state import Table
from controller.vault.faults import VaultFault
from controller.vault.read.old_records import event_as_now, facts_of

COUNTS: dict[str, tuple[str, ...]] = {
    "Posting": ("account", "of", "amount"),
    "Refused": ("seat",),
    "PhaseEntered": ("phase", "round"),
    "ShooterChosen": ("seat",),
    "DrawTaken": ("roll_id", "nonce", "levels"),
    "NoRoll": ("roll_id", "so_far"),
    "ResultKnown": ("roll_id", "result"),
    "Settled": ("seat", "bet", "stake", "result", "paid", "stays", "vigorish"),
    "Returned": ("seat", "bet", "amount"),
    "RoundEnded": ("round", "how"),
    "HoldChanged": ("reason", "on"),
    "Asked": ("seats",),
    "MoveChanged": ("move", "seat", "amount", "into_seat", "state"),
    "SettingsChanged": ("new",),
    "TrialDrawn": ("roll_id", "nonce"),
}
"""Of which decisions what must be the same where another engine takes over in the midst of play."""

MakeTable = Callable[[Mapping[str, Any]], Table]
"""The table that its plain data describe; which game it is, the vault does not know."""


class Replay:
    """A table that is played again, entry by entry."""

    def __init__(self, state: Mapping[str, Any], make_table: MakeTable, *, of_another_engine: bool = False) -> None:
        self.table = make_table(state)
        self._of_another_engine = of_another_engine
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
            event = from_json(completed(event_as_now(entry["event"])) if self._of_another_engine else entry["event"])
        except BadRecord as error:
            raise VaultFault("replay_differs", f"entry {entry['seq']}: {error}", entry["seq"]) from None
        done = step(self.table, event, entry["elapsed"])  # type: ignore[arg-type]
        decided = [to_json(decision) for decision in done.decisions]
        if not self._same(decided, entry):
            what = f"entry {entry['seq']} ({entry['event']['type']}) is decided otherwise"
            raise VaultFault("replay_differs", what, entry["seq"])
        self.table = done.table
        digest = self.digester.after(self.table, done.touched)
        if digest != entry["digest"] and not self._of_another_engine:
            raise VaultFault("replay_differs", f"entry {entry['seq']} leads to another state", entry["seq"])

    def _same(self, decided: list[dict[str, Any]], entry: Mapping[str, Any]) -> bool:
        if not self._of_another_engine:
            return canonical(decided) == canonical(entry["decisions"])
        return canonical(_what_counts(decided)) == canonical(_what_counts(facts_of(entry)))


def _what_counts(decisions: Sequence[Mapping[str, Any]]) -> list[Any]:
    kinds = [(row, COUNTS[row["type"]]) for row in decisions if row["type"] in COUNTS]
    return [[row["type"], *(row[field] for field in fields)] for row, fields in kinds]
