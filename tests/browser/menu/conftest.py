"""One cabinet with its people for all tests of the service menu in a test process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.menu.cabinet import (
    SEATS,
    Cabinet,
    Menu,
    change_first_pin,
    let_in,
    make_the_first_supervisor,
    playing,
    put_credits_on,
)


@pytest.fixture(scope="session")
def cabinet(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cabinet]:
    """Of all tests that leave nothing behind."""
    with staffed(browser, tmp_path_factory.mktemp("cabinet")) as found:
        yield found


@contextmanager
def staffed(browser: Browser, place: Path) -> Iterator[Cabinet]:
    """Born today: its first supervisor has let in an attendant and a technician."""
    with playing(place) as found:
        found.key("OPERATOR", "on")
        menu = Menu(browser, found)
        make_the_first_supervisor(menu)
        for name in ("ann", "tom"):
            let_in(menu, name)
        for seat in range(1, SEATS + 1):
            put_credits_on(menu, seat, 500)
            menu.shut_dialog()
        menu.leave()
        for name in ("ann", "tom"):
            change_first_pin(menu, name)
            menu.leave()
        menu.turn_back("OPERATOR")
        menu.close()
        yield found


@pytest.fixture
def menu(browser: Browser, cabinet: Cabinet) -> Iterator[Menu]:
    """The page with the OPERATOR key turned and nobody signed in."""
    cabinet.key("OPERATOR", "on")
    found = Menu(browser, cabinet)
    yield found
    found.turn_back("OPERATOR")
    found.close()
