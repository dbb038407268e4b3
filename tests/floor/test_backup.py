"""A floor that is lost comes back from its backup as the manual makes one, and the copy proves itself."""

import asyncio
import datetime
import os
import shutil
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from config.files.reading import BadFile
from config.floor import read_floor
from controller.floor.store.layout.tables import VERSION
from controller.floor.store.opening import open_store
from controller.floor.store.segments import write_segments
from controller.floor.verify import Proved, verify
from tests.drivers.machines import eventually
from tests.floor.floors import Cabinet, Floors
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


Said = pytest.CaptureFixture[str]


def test_a_lost_node_comes_back_with_its_keys_and_is_brought_what_its_copy_lacks_and_gives_up_days_by_name(
    floors: Floors, tmp_path: Path, database: str, request: pytest.FixtureRequest, capsys: Said
) -> None:
    cabinet = floors.cabinet("pit-1")
    floors.start_floor()
    floors.start_uplink(cabinet)
    cabinet.plays(seed=3, events=40)
    floors.until_delivered()
    assert floors.says("segments") == 0
    kept, address = tmp_path / "kept", database.split('"')[1]
    kept.mkdir()
    if address.startswith("postgres"):
        subprocess.run(["pg_dump", "-Fc", "-f", str(kept / "database"), address], check=True, capture_output=True)
    else:
        with sqlite3.connect(address) as connection:
            connection.execute("vacuum into ?", (str(kept / "database"),))
    for name in ("segments", "keys"):
        shutil.copytree(tmp_path / name, kept / name)

    cabinet.plays(seed=4, events=40)
    floors.until_delivered()
    floors.signal("floor", signal.SIGKILL)
    _lose(floors)
    for name in ("segments", "keys"):
        shutil.copytree(kept / name, tmp_path / name)
    if address.startswith("postgres"):
        server: Server = request.getfixturevalue("postgres_server")
        other = server.make_database(f"elsewhere_{os.getpid()}")
        subprocess.run(["pg_restore", "-d", other, "--no-owner", str(kept / "database")], check=True)
        floors.config.write_text(floors.config.read_text().replace(address, other))
    else:
        shutil.copyfile(kept / "database", address)
    floors.start_floor()
    eventually(lambda: _has_all_of(floors, cabinet, capsys), "the cabinet has brought what the copy lacked")
    assert floors.alarms() == []

    today = datetime.datetime.now(datetime.UTC).date()
    assert floors.says("forget", str(today + datetime.timedelta(days=2)), "--by", "olga") != 0, "it has not come yet"
    assert floors.says("forget", "yesterday", "--by", "olga") != 0
    assert floors.says("forget", str(today), "--by", "olga") == 0
    assert _has_all_of(floors, cabinet, capsys)


def test_a_floor_that_lost_its_keys_is_made_anew_and_every_cabinet_is_given_its_certificate(
    floors: Floors, capsys: Said
) -> None:
    if "postgres" in floors.config.read_text():
        pytest.skip("a floor is its keys, whatever keeps its tables")
    cabinet = floors.cabinet("pit-1")
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    floors.signal("floor", signal.SIGKILL)
    floors.signal("pit-1", signal.SIGTERM)
    _lose(floors)
    assert floors.says("init") == 0  # its certificate lies where the cabinet's settings name it
    assert floors.says("cabinet", "pit-1", cabinet.public_key) == 0
    floors.start_floor()
    floors.start_uplink(cabinet)
    cabinet.plays(seed=5, events=20)
    eventually(lambda: _has_all_of(floors, cabinet, capsys), "all of the journal was told to the new floor")
    assert floors.alarms() == []


def test_a_store_that_a_newer_boxcars_wrote_is_refused_by_name(tmp_path: Path, database: str) -> None:
    async def nothing(_: Floor) -> None:
        pass

    with_floor(tmp_path, database, nothing)
    address = database.split('"')[1]
    if address.startswith("postgres"):
        subprocess.run(["psql", "-qc", f"insert into version values ({VERSION + 1})", address], check=True)
    else:
        with sqlite3.connect(address) as connection:
            connection.execute(f"pragma user_version = {VERSION + 1}")
    with pytest.raises(BadFile, match=f"a newer Boxcars wrote this store: version {VERSION + 1}"):
        with_floor(tmp_path, database, nothing)


def _lose(floors: Floors) -> None:
    """All that the node had on its disk, but for the settings."""
    for name in ("segments", "keys"):
        shutil.rmtree(floors.folder / name, ignore_errors=True)
    for file in floors.folder.glob("floor.*"):
        if file != floors.config:
            file.unlink()


def _has_all_of(floors: Floors, cabinet: Cabinet, capsys: Said) -> bool:
    """And all of it is proved."""
    capsys.readouterr()
    code = floors.says("verify", str(cabinet.journal))
    said = capsys.readouterr().out
    if "is not on this floor" in said:
        return False  # nothing of it was heard yet
    assert code == 0, said
    return ", 0 are not on the floor yet" in said
