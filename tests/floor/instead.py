"""What stands in a planted bug in the place of what should be done."""

from collections.abc import Awaitable, Callable

from controller.floor.store.database import FloorStoreFailure, Transaction
from controller.floor.store.journals import Branch, KeptBatch, go_on
from controller.floor.witness.books import Kept
from controller.floor.witness.witness import BatchVerdict, Witness
from controller.protocol.floor import unpack

take = Witness.take


def nothing(result: object = None) -> Callable[..., Awaitable[object]]:
    """It is asked for, and not done."""

    async def does(*_: object, **__: object) -> object:
        return result

    return does


async def answered_before_its_commit(
    self: Witness, cabinet: str, key: bytes, data: bytes, signature: str
) -> BatchVerdict:
    """Whatever becomes of the store, the batch is said to be in it."""
    try:
        return await take(self, cabinet, key, data, signature)
    except FloorStoreFailure:
        batch = unpack(data)
        return BatchVerdict("applied", batch.journal, batch.last, bytes.fromhex(batch.after))


async def without_the_chain(transaction: Transaction, branch: Branch, kept: Kept, _: KeptBatch) -> None:
    """The books go on, and the bytes they came of are not kept."""
    await go_on(transaction, branch, kept)


async def without_rows(transaction: Transaction, branch: Branch, kept: Kept, batch: KeptBatch) -> None:
    """Only the chain is kept, and how far it goes."""
    await go_on(transaction, branch, Kept([], [], [], [], [], {}, kept.books, kept.shown), batch)
