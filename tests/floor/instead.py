"""What stands in a planted bug in the place of what should be done."""

from collections.abc import Awaitable, Callable

from controller.floor.store.database import StoreFailure
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
    except StoreFailure:
        batch = unpack(data)
        return BatchVerdict("applied", batch.journal, batch.last, bytes.fromhex(batch.after))
