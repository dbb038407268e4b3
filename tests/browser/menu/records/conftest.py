"""One cabinet with a recorded week of play for all tests of these pages in a test process.

No test leans on another: each finds the table as it likes it, or makes it so.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, people_of, week_cabinet


@pytest.fixture(scope="session")
def week(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WeekCabinet]:
    with week_cabinet(tmp_path_factory.mktemp("week")) as found:
        people_of(found, browser)
        yield found


@pytest.fixture(scope="session")
def station(browser: Browser, week: WeekCabinet) -> Iterator[Menu]:
    found = Menu(browser, week)
    yield found
    found.close()


@pytest.fixture
def menu(station: Menu) -> Menu:
    """A supervisor stands before it, and stays from test to test: a PIN takes its time to be looked at."""
    station.page.locator("#operator, #entry").first.wait_for(timeout=PATIENCE_MS)
    if station.see("#dialog").is_visible():
        station.shut_dialog()
    if station.see("#entry").is_visible():
        station.enter("eve")
    return station
