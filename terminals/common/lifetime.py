"""How long a screen's process lives: until somebody ends it, or until one of its parts does."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any


def end_wanted() -> asyncio.Event:
    """Set by SIGTERM or SIGINT, from now on."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def run_until(stop: asyncio.Event, *parts: Coroutine[Any, Any, None]) -> None:
    """Run the parts until then. Half a screen is none: one that fails ends all, and the process with its error."""
    tasks = [asyncio.create_task(part) for part in parts]
    stopped = asyncio.create_task(stop.wait())
    ended, _ = await asyncio.wait([*tasks, stopped], return_when=asyncio.FIRST_COMPLETED)
    for task in (*tasks, stopped):
        task.cancel()
    await asyncio.gather(*tasks, stopped, return_exceptions=True)
    for task in ended:
        task.result()
