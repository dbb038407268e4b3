"""A screen's process lives until it is told to end, and no longer than any of its parts."""

import asyncio
import os
import signal

import pytest

from terminals.common.lifetime import end_wanted, run_until


class Part:
    """Lives for ever, unless it is to fail; knows how it ended."""

    def __init__(self) -> None:
        self.ended = False

    async def live(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True

    async def fail(self) -> None:
        await asyncio.sleep(0)
        raise OSError("the line is torn")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_it_ends_all_its_parts_in_good_order(number: signal.Signals) -> None:
    parts = Part(), Part()

    async def process() -> None:
        stop = end_wanted()
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
        await run_until(stop, *(part.live() for part in parts))

    asyncio.run(process())
    assert [part.ended for part in parts] == [True, True]


def test_a_part_that_fails_ends_the_others_and_says_why() -> None:
    part = Part()

    async def process() -> None:
        await run_until(asyncio.Event(), part.live(), part.fail())

    with pytest.raises(OSError, match="the line is torn"):
        asyncio.run(process())
    assert part.ended
