"""A screen under systemd's watch: its loop says that it turns, for as long as it does."""

import asyncio

from config.process.supervisor import Supervisor

UNWATCHED = 60.0
"""Seconds between two turns where nobody wants to hear of them."""


async def show_life(status: str) -> None:
    """Ready; then, in the loop itself, a word for the watchdog as often as it wants one. Until cancelled."""
    supervisor = Supervisor()
    supervisor.ready(status)
    try:
        while True:
            supervisor.turned()
            await asyncio.sleep(supervisor.pause or UNWATCHED)
    finally:
        supervisor.stopping()
