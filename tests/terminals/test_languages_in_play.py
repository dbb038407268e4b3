"""The languages that the table is set to, followed by a screen of a running machine."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import config
from config.files.page_key import holding
from config.files.secrets import write_secret
from config.text.languages import languages
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
ROOT = Path(config.__file__).parent.parent
PRODUCT = ("config", "controller", "drivers", "terminals")
CATALOGUES = ("terminals/common/page/words", "terminals/menu/page/menu-words")


class Told:
    """What a page heard of its languages, and the words that it then fetched."""

    def __init__(self) -> None:
        self.languages: list[list[str]] = []
        self.words: dict[str, str] = {}


def leave_only(cabinet: CabinetOfProcesses, language: str) -> None:
    """What a supervisor does."""
    cabinet.station().settings(languages=[language])


async def page_of(port: int, cabinet: CabinetOfProcesses, language: str) -> Told:
    """A page of a terminal, before and after a supervisor has left only this language."""
    address, told = f"http://127.0.0.1:{port}", Told()
    async with aiohttp.ClientSession(headers=holding(port, KEY)) as http:
        socket = await _connected(http, address)
        left: asyncio.Task[None] | None = None
        while len(told.languages) < 2:
            said = json.loads((await socket.receive()).data)
            if said["kind"] == "look":
                told.languages.append(said["languages"])
                if left is None:  # beside this loop: the pulse of the page's line is answered by who listens
                    left = asyncio.create_task(asyncio.to_thread(leave_only, cabinet, language))
        assert left is not None
        await left
        async with http.get(f"{address}/words/{language}.json") as found:
            told.words = await found.json()
        await socket.close()
    return told


async def _connected(http: aiohttp.ClientSession, address: str) -> Any:
    while True:
        try:
            return await http.ws_connect(f"{address}/ws", headers={"Origin": address})
        except aiohttp.ClientConnectorError:
            await asyncio.sleep(0.2)


def turn_to(language: str, place: Path) -> tuple[Told, dict[str, Any]]:
    """A running cabinet is set to one language: what its page heard, and the setting as the menu then sees it."""
    cabinet = CabinetOfProcesses(place)
    screens, port = place / "screens.toml", free_port()
    write_secret(place / "page.key", KEY.encode())
    screens.write_text(SCREENS.format(run=cabinet.run, key=place / "page.key"))
    words = ("terminal", "--config", screens, "--seat", 1, "--port", port)
    with cabinet.controller(), running(*words, log=place / "terminal.log"):
        told = asyncio.run(asyncio.wait_for(page_of(port, cabinet, language), PATIENCE))
        settings = cabinet.station().look("settings")["settings"]
        cabinet.close_callers()
    return told, next(row for row in settings if row["name"] == "languages")


def test_a_language_taken_from_the_table_is_gone_from_its_screens(tmp_path: Path) -> None:
    told, _ = turn_to("es", tmp_path)
    assert told.languages == [list(languages()), ["es"]]


def test_a_language_is_added_by_its_two_files_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house, place = tmp_path / "house", tmp_path / "place"
    place.mkdir()
    for package in PRODUCT:
        shutil.copytree(ROOT / package, house / package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in CATALOGUES:
        english = json.loads((house / folder / "en.json").read_text())
        marked = {key: f"xx {text}" for key, text in english.items()}
        (house / folder / "xx.json").write_text(json.dumps(marked))
    monkeypatch.chdir(house)  # where processes begin, their packages are looked for first
    told, setting = turn_to("xx", place)
    every = [*languages(), "xx"]
    assert [sorted(heard) for heard in told.languages] == [sorted(every), ["xx"]]
    assert told.words["language.name"] == "xx English"
    assert (setting["value"], sorted(setting["choices"])) == (["xx"], sorted(every))
