"""Stores of both kinds, and floors and uplinks of real processes."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.uplink import outbox
from tests.floor import postgres
from tests.floor.floors import Floors
from tests.vault.conftest import original  # noqa: F401 - a journal with some of everything

DATABASES = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """One of a worker; every test has a database of its own in it."""
    with postgres.server() as running:
        yield running


@pytest.fixture(autouse=True)
def long_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch of the outbox ends with the moment that it may look into a journal; here with the journal, however busy
    the machine is."""
    monkeypatch.setattr(outbox, "LONGEST_LOOK", 60.0)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The line of `[database]` for a new store: the same tests run on both."""
    if request.param == "sqlite":
        return f'sqlite = "{tmp_path / "floor.db"}"'
    running: postgres.Server = request.getfixturevalue("postgres_server")
    return f'postgres = "{running.make_database(f"floor_{next(DATABASES)}")}"'


@pytest.fixture
def floors(tmp_path: Path, database: str) -> Iterator[Floors]:
    """A floor that can be started, and cabinets that report to it."""
    house = Floors(tmp_path, database)
    yield house
    house.end()
