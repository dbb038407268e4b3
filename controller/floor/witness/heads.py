"""Where a cabinet says that its journal stands: not behind what it has sent, nor on another past."""

from config.text.sentence import Sentence
from controller.floor.store.alarms import end_alarm, heard, raise_alarm
from controller.floor.store.database import Transaction, one
from controller.floor.store.journals import QUARANTINED, Branch, KnownJournal, branches_of, hash_at
from controller.floor.witness.checking import is_sealed
from controller.protocol.floor import GAP, HeadSaid, SealSaid


class Finding(Exception):
    """Something a cabinet may not do, and at which entry."""

    def __init__(self, code: str, why: str, seq: int = 0) -> None:
        super().__init__(why)
        self.code, self.seq = code, seq


async def note_clock(transaction: Transaction, said: HeadSaid, now: int, bound_ms: int) -> None:
    """It was heard, and how far its clock is off; that is an alarm, and no refusal.

    One word alone may have waited, for a link or for a floor that slept: so the one before has to say the same.
    """
    await heard(transaction, said.cabinet, now)
    off, sealed = said.at - now, 0 if said.seal is None else said.seal.seq
    row = await one(transaction, "select clock_off from cabinet where cabinet = $1", said.cabinet)
    assert row is not None
    await transaction.run(
        "update cabinet set clock_off = $2, head = $3, waiting = $4, sealed = $5, spoken_at = $6 where cabinet = $1",
        *(said.cabinet, off, said.head, said.waiting, sealed, now),
    )
    if abs(off) > bound_ms and abs(row["clock_off"]) > bound_ms:
        await raise_alarm(transaction, now, "clock", said.cabinet, "", 0, Sentence(f"{off} ms", {"off": off}))
    elif abs(off) <= bound_ms:
        await end_alarm(transaction, "clock", said.cabinet)


async def judge_head(transaction: Transaction, journal: KnownJournal, branch: Branch, said: HeadSaid) -> Finding | None:
    """What is wrong with it; None where nothing is."""
    if journal.cabinet != said.cabinet:
        return Finding("journal_of_two", f"{said.cabinet} has journal {said.journal} of {journal.cabinet}")
    if await waiting_branch(transaction, branch) is not None:
        return Finding("quarantined", "another history waits for a person")
    if said.head < branch.seq:
        return Finding("rolled_back", f"it ends with entry {said.head}, the floor has {branch.seq}", branch.seq)
    if said.head == branch.seq and said.head_hash != branch.hash.hex():
        return Finding("rolled_back", f"entry {said.head} is another than the floor has", branch.seq)
    if said.base > branch.seq:
        return Finding(GAP, f"it begins after entry {said.base}, the floor has {branch.seq}")
    return None if said.seal is None else await _judge_seal(transaction, branch, said.seal)


async def _judge_seal(transaction: Transaction, branch: Branch, seal: SealSaid) -> Finding | None:
    """The newest one: not older than one that the floor has, nor of another entry, nor of another key."""
    if seal.seq < branch.seal_seq:
        why = f"it was last signed at entry {seal.seq}, the floor has a signature of {branch.seal_seq}"
        return Finding("rolled_back", why, branch.seq)
    known = await hash_at(transaction, branch, seal.seq) if seal.seq > branch.from_seq else None
    if known is None:
        return None
    if known.hex() != seal.hash:
        return Finding("rolled_back", f"entry {seal.seq} was signed as another than the floor has", branch.seq)
    if not is_sealed(seal, branch.journal, branch.public_key):
        return Finding("seal_bad", f"the signature of entry {seal.seq} is not of this journal's key", seal.seq)
    return None


async def branch_now(transaction: Transaction, journal: KnownJournal) -> tuple[Branch, Branch | None]:
    """The history that is followed, and another one that no person has looked at."""
    found = await branches_of(transaction, journal.journal)
    followed = next(one for one in found if one.branch == journal.branch)
    return followed, next((one for one in found if one.state == QUARANTINED), None)


async def waiting_branch(transaction: Transaction, branch: Branch) -> Branch | None:
    """Another history of this journal that no person has looked at."""
    found = await branches_of(transaction, branch.journal)
    return next((one for one in found if one.state == QUARANTINED), None)
