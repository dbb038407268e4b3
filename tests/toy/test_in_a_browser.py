"""The toy on a whole cabinet of real processes, played at a page in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.cabinet import Cabinet, cabinet
from tests.drivers.machines import PATIENCE, eventually

HERE = Path(__file__).parent


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cabinet]:
    """Every process of this cabinet has the toy among its games."""
    monkeypatch.setenv("PYTHONPATH", f"{HERE / 'joins'}:{HERE.parent.parent}")
    with cabinet(tmp_path, book=str(HERE / "toy.toml"), credits=80_000) as found:
        yield found


def test_a_player_guesses_a_number_at_a_page_and_is_paid(table: Cabinet, browser: Browser) -> None:
    faults: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.on("pageerror", lambda error: faults.append(str(error)))
    table.dice("5 1")
    page.goto(table.address(1))
    spot = page.locator("[data-spot='number:5']")
    spot.click()
    page.get_by_role("button", name="Done").click()
    eventually(lambda: table.attendant.table()["game"]["numbers"] == [5], "the wheel has stopped")
    page.locator("#credits", has_text="820").wait_for(timeout=PATIENCE * 1000)
    assert "Number 5" in (spot.get_attribute("aria-label") or "")
    assert page.locator("#rolled").inner_text() == "5"
    assert not page.locator("#puck").is_visible()
    page.close()
    assert faults == []
