"""Real pages against the real cabinet with emulated hardware and scripted dice. Every wait is for a condition."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.drivers.machines import COMMAND, eventually

PATIENCE_MS = 60_000


@contextmanager
def cabinet(place: Path, *dice: str) -> Iterator[int]:
    """`boxcars run` with two seats; gives the port of its index."""
    (place / "dice.txt").write_text("\n".join(dice) + "\n")
    port = free_ports()
    words = ["run", "--place", place / "demo", "--port", port, "--seats", 2, "--fast", "--dice", place / "dice.txt"]
    with (place / "run.log").open("wb") as log:
        process = subprocess.Popen([*COMMAND, *map(str, words)], stdout=log, stderr=log)
    try:
        eventually(lambda: "Open" in (place / "run.log").read_text() or process.poll() is not None, "the cabinet plays")
        assert process.poll() is None, (place / "run.log").read_text()
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def free_ports() -> int:
    """A port that is free, and so are the next ones as far as anybody can tell."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return min(found, 65_000)


def open_seat(browser: Browser, port: int, seat: int) -> Page:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"http://127.0.0.1:{port + 1 + seat}/")
    page.wait_for_selector('[data-spot="pass_line"].open')
    return page


def test_a_person_bets_shoots_wins_reloads_and_is_told_why_a_bet_is_refused(browser: Browser, tmp_path: Path) -> None:
    with cabinet(tmp_path, "5 6", "2 2") as port:
        page = open_seat(browser, port, 1)
        expect(page.locator("#demo")).to_be_visible()
        page.click('[data-spot="come"]')
        expect(page.locator("#toast")).to_contain_text("Only while a point stands")
        page.click('[data-spot="pass_line"]')
        expect(page.locator("#credits")).to_have_text("$495")
        expect(page.locator('[data-chip="pass_line"] .chip:not(.pending)')).to_be_visible()
        page.click('[data-act="undo"]')
        expect(page.locator("#credits")).to_have_text("$500")
        page.click('[data-spot="pass_line"]')
        expect(page.locator("#credits")).to_have_text("$495")
        page.reload()
        expect(page.locator('[data-chip="pass_line"]')).to_be_visible()
        page.click("#done")
        page.click("#shoot")
        expect(page.locator("#rolled")).to_have_text("Rolled 11", timeout=PATIENCE_MS)
        expect(page.locator("#credits")).to_have_text("$500", timeout=PATIENCE_MS)
        page.close()


def test_a_cash_out_asks_once_more_and_then_waits_for_an_attendant(browser: Browser, tmp_path: Path) -> None:
    with cabinet(tmp_path, "3 4") as port:
        page = open_seat(browser, port, 2)
        page.click("#cash-out")
        page.click("#cash-yes")
        expect(page.locator("#lock")).to_contain_text("attendant is on the way", timeout=PATIENCE_MS)
        expect(page.locator("#lock")).to_contain_text("$500")
        page.close()
