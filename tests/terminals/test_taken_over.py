"""Two terminals of one seat: the second takes over, the first rests, and whoever is touched plays."""

import asyncio
import time
from pathlib import Path

import aiohttp

from config.files.page_key import holding
from config.files.secrets import write_secret
from tests.drivers.machines import eventually, running
from tests.ports import free_port
from tests.server.cabinets import CabinetOfProcesses

KEY = "ab" * 32
SCREENS = """page_key = "{key}"
commands = "ipc://{run}/terminal/commands"
broadcasts = "ipc://{run}/public/broadcasts"
"""
LOOKED_AT = 3.0
"""Seconds: they took the seat from each other every quarter of a second."""


def times_taken_over(cabinet: CabinetOfProcesses) -> int:
    status = cabinet.status()
    assert status is not None
    return sum(trouble["times"] for trouble in status["troubles"] if trouble["code"] == "taken_over")


async def touch(port: int) -> None:
    """A person touches the screen."""
    origin = f"http://127.0.0.1:{port}"
    async with (
        aiohttp.ClientSession(headers=holding(port, KEY)) as session,
        session.ws_connect(f"{origin}/ws", origin=origin) as page,
    ):
        async for message in page:
            said = message.json()
            if said["kind"] == "link" and said["up"]:
                return
            if said.get("why") == "taken_over":
                await page.send_json({"kind": "come_back"})


def test_the_seat_stays_with_the_second_terminal_until_the_first_is_touched(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    screens = tmp_path / "screens.toml"
    write_secret(tmp_path / "page.key", KEY.encode())
    screens.write_text(SCREENS.format(run=cabinet.run, key=tmp_path / "page.key"))
    first, second = free_port(), free_port()
    with (
        cabinet.controller(),
        running("terminal", "--config", screens, "--seat", 1, "--port", first, log=tmp_path / "first.log"),
    ):
        eventually(lambda: "line up" in (tmp_path / "first.log").read_text(), "the first plays")
        with running("terminal", "--config", screens, "--seat", 1, "--port", second, log=tmp_path / "second.log"):
            eventually(lambda: times_taken_over(cabinet) >= 1, "the second takes over")
            time.sleep(LOOKED_AT)
            assert times_taken_over(cabinet) == 1
            asyncio.run(asyncio.wait_for(touch(first), 30))
            eventually(lambda: times_taken_over(cabinet) == 2, "the first has the seat back")
            time.sleep(LOOKED_AT)
            assert times_taken_over(cabinet) == 2
