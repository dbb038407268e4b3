"""A browser that lives without a page is ended; one whose screen process is away is left alone."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import aiohttp

from config.files.page_key import holding
from terminals.common.kiosk import DARK, DARK_AFTER, FIRST_AFTER, PageWatch, pages_open, watch
from terminals.common.web import Page, Screen

KEY = "ab" * 32
PAGE = "http://127.0.0.1:9/"
SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]


def test_a_page_that_is_loaded_anew_is_away_for_a_moment_and_one_that_stays_away_is_dead() -> None:
    looking = PageWatch(0)
    assert not looking.is_dark(1, 100)
    assert not looking.is_dark(0, 100 + DARK_AFTER - 1)
    assert not looking.is_dark(1, 110)
    assert looking.is_dark(0, 110 + DARK_AFTER)


def test_a_browser_may_take_its_time_until_its_first_page_and_not_for_ever() -> None:
    looking = PageWatch(0)
    assert not looking.is_dark(0, FIRST_AFTER - 1)
    assert looking.is_dark(0, FIRST_AFTER)


def test_a_screen_process_that_is_away_is_no_fault_of_the_browser() -> None:
    looking = PageWatch(0)
    assert not looking.is_dark(1, 1)
    assert not any(looking.is_dark(None, now) for now in range(2, 600))
    assert not looking.is_dark(0, 600)
    assert pages_open("http://127.0.0.1:9/", KEY) is None


class Pages(BaseHTTPRequestHandler):
    """Says that one page is open, once; then none."""

    left = 1

    def do_GET(self) -> None:
        body = json.dumps({"pages": max(0, self.left)}).encode()
        type(self).left -= 1
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None: ...


@contextmanager
def a_screen() -> Iterator[str]:
    Pages.left = 1
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_browser_without_a_page_is_ended_and_says_why_by_how_we_end() -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    with a_screen() as page, subprocess.Popen(SLEEPS) as browser:
        assert watch(browser, page, lambda: now[0], sleep) == DARK
        assert browser.wait() != 0
    assert DARK_AFTER <= now[0] <= DARK_AFTER + 2


def test_a_browser_that_ends_by_itself_ends_the_kiosk_as_it_ended() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "terminals.common.kiosk",
            "http://127.0.0.1:9/",
            sys.executable,
            "-c",
            "raise SystemExit(7)",
        ],
        check=False,
    )
    assert done.returncode == 7


def test_a_screen_counts_its_pages() -> None:
    async def none_said(page: Page, said: dict[str, object]) -> None: ...

    async def count() -> list[int | None]:
        screen = Screen(Path(__file__).parent, KEY, list, none_said)
        port = await screen.serve(0)
        address = f"http://127.0.0.1:{port}/"
        found = [await asyncio.to_thread(pages_open, address, KEY)]
        of_it = {"Origin": address.rstrip("/"), **holding(port, KEY)}
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}ws", headers=of_it):
            while screen.pages == 0:
                await asyncio.sleep(0.01)
            found.append(await asyncio.to_thread(pages_open, address, KEY))
        while screen.pages:
            await asyncio.sleep(0.01)
        found.append(await asyncio.to_thread(pages_open, address, KEY))
        await screen.close()
        return found

    assert asyncio.run(count()) == [0, 1, 0]


def test_the_key_of_the_pages_is_on_no_command_line_and_reaches_the_browser(tmp_path: Path) -> None:
    (tmp_path / "page.key_secret").write_text(KEY)
    says = "import sys, urllib.request as u; print(sys.argv[1]); print(u.urlopen(sys.argv[1][6:]).read().decode())"
    done = subprocess.run(
        [sys.executable, "-m", "terminals.common.kiosk", PAGE, sys.executable, "-c", says, f"--app={PAGE}"],
        env={**os.environ, "HOME": str(tmp_path), "CREDENTIALS_DIRECTORY": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    told, led_to = done.stdout.split("\n", 1)
    assert KEY not in told
    assert f"{PAGE}?key={KEY}" in led_to
    assert (tmp_path / "page.html").stat().st_mode & 0o077 == 0
