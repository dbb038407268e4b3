"""One browser for all the browser tests of a worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


@pytest.fixture(autouse=True)
def _needs_chromium() -> None:
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium: run `apt-get install chromium`")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield found
        found.close()
