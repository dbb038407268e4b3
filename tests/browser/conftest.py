"""One browser and one cabinet for all the browser tests of a worker; every test finds an empty layout."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser
from xdist.scheduler import LoadScopeScheduling

from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.player import Player, house_rolls
from tests.conftest import CHROMIUM
from tests.drivers.machines import eventually

PURSE = 80_000
"""What a seat begins a test with, in cents."""


class Sits(Protocol):
    """Opens a page at a seat."""

    def __call__(self, seat: int = 1, size: tuple[int, int] = (1920, 1080), **how: Any) -> Player: ...


class ByCabinet(LoadScopeScheduling):  # type: ignore[misc]
    """Tests on one cabinet go to one worker, which starts it once; the others go file by file."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        return folder if folder.endswith(("/menu", "/records")) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByCabinet | None:
    """With `--dist loadfile`, as the Makefile says it."""
    return ByCabinet(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(autouse=True)
def _needs_chromium() -> None:
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium: run `apt-get install chromium`")


@pytest.fixture(scope="session")
def _electronic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    with cabinet(tmp_path_factory.mktemp("cabinet"), credits=PURSE) as found:
        yield found


@pytest.fixture
def table(browser: Browser, _electronic: Cabinet) -> Cabinet:
    """The cabinet with the electronic book, its layout empty, before a come-out roll."""
    tidy(browser, _electronic)
    return _electronic


@pytest.fixture
def new_hand(browser: Browser, table: Cabinet) -> Cabinet:
    """The same, before the first roll of a hand."""
    if table.attendant.table()["hand"]["rolls"]:
        seven_out(browser, table, "2 2", "3 4")
    return table


def tidy(browser: Browser, cabinet: Cabinet) -> None:
    """A test that ends in mid-hand leaves work for an attendant; one that tells its story to the end leaves none."""
    staff = cabinet.attendant
    for seat, now in staff.seats().items():
        if now.lock == "hand_pay":
            staff.act("cancel_hand_pay", seat=seat, reference="tidy")
        if now.lock == "large_win":
            staff.act("reset_large_win", seat=seat)
    if any(now.wagers for now in staff.seats().values()):
        staff.act("hold")
        staff.act("close_out", reference="tidy")
    cabinet.unit("lid", "close")
    if "operator" in staff.table()["holds"]:
        staff.act("resume")
    eventually(lambda: not staff.table()["holds"], "nothing holds the table")
    if staff.table()["hand"]["point"]:
        seven_out(browser, cabinet, "3 4")


def seven_out(browser: Browser, cabinet: Cabinet, *throws: str) -> None:
    """The house rolls these, for a player who has a bet on the field."""
    player = Player(browser, cabinet, 1)
    for dice in throws:
        player.bet("field")
        house_rolls(player, dice)
    player.page.close()


@pytest.fixture
def sits(browser: Browser, table: Cabinet) -> Iterator[Sits]:
    """Players at the table; their pages are closed at the end, and none may have complained."""
    players: list[Player] = []

    def sit(seat: int = 1, size: tuple[int, int] = (1920, 1080), **how: Any) -> Player:
        players.append(Player(browser, table, seat, size, **how))
        return players[-1]

    yield sit
    for player in players:
        player.leave()
