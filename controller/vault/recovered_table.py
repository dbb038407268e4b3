"""The table that a journal gives: its last snapshot, and what was decided since."""

from controller.table.phases import Phase
from controller.table.state import Table
from controller.vault.engine import engine_version
from controller.vault.faults import VaultFault
from controller.vault.journal.recovery import Recovered
from controller.vault.prove.replay import MakeTable, Replay


def recovered_table(recovered: Recovered, make_table: MakeTable, where: str, mending: bool) -> tuple[Table, bool]:
    """The table as it was after the last entry, and whether another engine had decided until then."""
    wrote = recovered.snapshot.data["engine"]
    another, takes_over = wrote != engine_version(), False
    steps = [entry for entry in recovered.entries if entry["kind"] == "step"]
    if another and steps:
        takes_over = mending
        if not takes_over:
            text = f"{where} was written by {wrote}; {len(steps)} entries follow its last snapshot"
            raise VaultFault("other_engine", text)
    try:
        replay = Replay(recovered.state, make_table, of_another_engine=takes_over)
    except (ValueError, KeyError, TypeError) as error:
        raise VaultFault("snapshot_bad", f"{where}: {error}") from None
    if another and not takes_over and replay.table.phase is not Phase.IDLE:
        raise VaultFault("other_engine", f"{where} was written by {wrote}, and its table is not idle")
    try:
        for entry in recovered.entries:
            replay.take(entry)
    except VaultFault as fault:
        if not takes_over:
            raise
        text = f"{where} was written by {wrote}; this version does not decide the same: {fault.details}"
        raise VaultFault("other_engine", text, fault.seq) from None
    return replay.table, another
