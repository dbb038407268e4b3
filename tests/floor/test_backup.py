"""A floor that is lost comes back from its backup as the manual makes one, and the copy proves itself."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from config.floor import read_floor
from controller.floor.store.opening import open_store
from controller.floor.store.segments import write_segments
from controller.floor.verify import Proved, verify
from tests.floor.postgres import Server
from tests.floor.test_refused import NOW, Floor, with_floor
from tests.floor.test_store import OUR_KEY, asked, busy, filled  # noqa: F401 - a fixture


def test_a_backup_put_back_elsewhere_is_the_same_store_segment_by_segment(
    busy: Path,  # noqa: F811
    tmp_path: Path,
    database: str,
    request: pytest.FixtureRequest,
) -> None:
    kept, back = tmp_path / "kept", tmp_path / "back"
    back.mkdir()
    address = database.split('"')[1]
    on_postgres = "postgres" in request.node.name

    async def backed_up(floor: Floor) -> None:
        await filled(floor, busy)
        await write_segments(floor.store, NOW, 1)
        if on_postgres:
            subprocess.run(["pg_dump", "-Fc", "-f", str(kept), address], check=True, capture_output=True)
        else:
            with sqlite3.connect(address) as connection:
                connection.execute("vacuum into ?", (str(kept),))
        shutil.copytree(floor.store.segments.folder, back / "segments")  # after the database: it names none that lacks

    with_floor(tmp_path, database, backed_up)
    if on_postgres:
        server: Server = request.getfixturevalue("postgres_server")
        other = server.make_database(f"restored_{os.getpid()}")
        subprocess.run(["pg_restore", "-d", other, "--no-owner", str(kept)], check=True, capture_output=True)
        restored = f'postgres = "{other}"'
    else:
        shutil.copyfile(kept, back / "floor.db")
        restored = 'sqlite = "floor.db"'
    (back / "floor.toml").write_text(f'name = "house"\nlife = "live"\n[database]\n{restored}\n')

    async def proved() -> Proved:
        store = await open_store(read_floor(back / "floor.toml"), OUR_KEY)
        try:
            assert await asked(store, "select round from plays")
            return await verify(store, OUR_KEY, [busy])
        finally:
            await store.close()

    found = asyncio.run(proved())
    assert found.wrong == []
    assert any(line.endswith(", 0 are not on the floor yet") for line in found.said), found.said
