"""What the screens promise in every state, size and language: readable, large enough to touch, nothing cut off.

The states are played on the real cabinet (`scenes.py`), the page is measured as it is drawn (`measure.js`).
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.cabinet import cabinet
from tests.browser.measuring import LANGUAGES, SIZES, Looks, look, resize, speak
from tests.browser.scenes import Play

SMALLEST = 2.5
"""Hundredths of the screen's short side, on the display: 13 mm on a screen of half a metre, read from four metres."""


@pytest.fixture(scope="module")
def measured(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[Looks], list[Looks]]]:
    """All scenes of the electronic book: the player's page, in a language that changes with the scene; the display."""
    with cabinet(tmp_path_factory.mktemp("scenes"), credits=200_000) as here:
        play = Play(browser, here)
        pages, displays = [], []
        for number, scene in enumerate(play.scenes()):
            for size in SIZES:
                resize(play.page, size)
                pages.append(look(play.page, f"{scene} {size[0]}x{size[1]} {play.page.get_attribute('html', 'lang')}"))
                resize(play.display, size)
                displays.append(look(play.display, f"display, {scene} {size[0]}x{size[1]}"))
            resize(play.page, SIZES[0])
        play.close()
        yield pages, displays
