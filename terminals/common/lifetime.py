"""How long a screen's process lives: until somebody ends it, or until one of its parts does."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import structlog
import zmq.asyncio

from terminals.common.watched import show_life
from terminals.common.web import Screen

log = structlog.get_logger()


async def run_screen(
    what: str,
    screen: Screen,
    port: int,
    context: zmq.asyncio.Context,
    *parts: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    """Serve the page and run the parts, until SIGTERM or SIGINT."""
    stop = end_wanted()
    found = await screen.serve(port)
    log.info(f"{what} ready", address=f"http://127.0.0.1:{found}/")
    try:
        await run_until(stop, show_life(f"{what}, page at port {found}"), *(part() for part in parts))
    finally:
        await screen.close()
        context.destroy(linger=0)


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
