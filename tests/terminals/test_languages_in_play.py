"""The languages that the table is set to, followed by a screen of a running machine."""

import asyncio
import json
from pathlib import Path

import aiohttp

from config.page_key import holding
from config.secrets import write_secret
from tests.drivers.machines import PATIENCE, running
from tests.ports import free_port
from tests.server.cabinets import CabinetOfProcesses

SCREENS = """
commands = "ipc://{run}/terminal/commands"
display_commands = "ipc://{run}/display/commands"
broadcasts = "ipc://{run}/public/broadcasts"
records = "ipc://{run}/answers/terminal/commands"
page_key = "{key}"
"""
KEY = "ab" * 32


async def languages_of(port: int, cabinet: CabinetOfProcesses) -> list[list[str]]:
    """What the page of a terminal is told, before and after a supervisor has left only Spanish."""
    address = f"http://127.0.0.1:{port}"
    told: list[list[str]] = []
    async with aiohttp.ClientSession() as http:
        while True:
            try:
                socket = await http.ws_connect(f"{address}/ws", headers={"Origin": address, **holding(port, KEY)})
                break
            except aiohttp.ClientConnectorError:
                await asyncio.sleep(0.2)
        while len(told) < 2:
            said = json.loads((await socket.receive()).data)
            if said["kind"] == "look":
                told.append(said["languages"])
                if len(told) == 1:
                    cabinet.station().settings(languages=["es"])
        await socket.close()
    return told


def test_a_language_taken_from_the_table_is_gone_from_its_screens(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    screens, port = tmp_path / "screens.toml", free_port()
    write_secret(tmp_path / "page.key", KEY.encode())
    screens.write_text(SCREENS.format(run=cabinet.run, key=tmp_path / "page.key"))
    words = ("terminal", "--config", screens, "--seat", 1, "--port", port)
    with cabinet.controller(), running(*words, log=tmp_path / "terminal.log"):
        told = asyncio.run(asyncio.wait_for(languages_of(port, cabinet), PATIENCE))
        cabinet.close_callers()
    assert told == [["en", "zh", "es"], ["es"]]
