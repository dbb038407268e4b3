"""Starts the browser of a kiosk, and ends it when dead: `python -m terminals.common.kiosk PAGE COMMAND …`.

A browser can live while its page has crashed. The screen's own process counts the pages that are open; where none is
for too long, the browser is ended, and whoever started us starts all anew. A screen process that does not answer is
no reason: the page waits for it too.

The key of the pages must not stand on a command line, which everybody may read. The browser is sent to a file of its
own user, which leads it on to the page.
"""

import html
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from config.files.page_key import address, holding, read_page_key

LOOKED_EVERY = 1.0
"""Seconds."""
DARK_AFTER = 10.0
"""Seconds without a page, once there was one."""
FIRST_AFTER = 60.0
"""Seconds that a browser may take until its first page is open."""
ENDS_WITHIN = 5.0
"""Seconds that a browser gets to end in order."""
DARK = 3
"""How we end when the browser had to be ended."""


class PageWatch:
    """Decides, from how many pages were open when, whether the browser is dead."""

    def __init__(self, now: float) -> None:
        self._since = now
        self._had_one = False

    def is_dark(self, pages: int | None, now: float) -> bool:
        """`None`: the screen's process did not answer."""
        if pages is None or pages > 0:
            self._since, self._had_one = now, self._had_one or bool(pages)
            return False
        return now - self._since >= (DARK_AFTER if self._had_one else FIRST_AFTER)


def pages_open(page: str, key: str) -> int | None:
    """What the process that serves this page says; None where it says nothing."""
    at = urlsplit(page)
    port = at.port or 80
    connection = HTTPConnection(at.hostname or "", port, timeout=2)
    try:
        connection.request("GET", "/pages", headers=holding(port, key))
        answer = connection.getresponse()
        return int(json.loads(answer.read(1000))["pages"]) if answer.status == 200 else None
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()


def way_in(page: str, key: str, folder: Path) -> str:
    """The address of a file that leads to the page with its key; only its owner reads it."""
    to = html.escape(address(urlsplit(page).port or 80, key))
    path = folder / "page.html"
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={to}">\n')
    return path.as_uri()


def watch(
    browser: "subprocess.Popen[bytes]",
    page: str,
    clock: Callable[[], float],
    sleep: Callable[[float], None],
    key: str = "",
) -> int:
    """Until the browser ends, or has to be ended. Returns how."""
    looking = PageWatch(clock())
    while (ended := browser.poll()) is None:
        if looking.is_dark(pages_open(page, key), clock()):
            browser.terminate()
            try:
                browser.wait(ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                browser.kill()
            print(f"kiosk: no page of {page} is open; the browser is started again", file=sys.stderr, flush=True)
            return DARK
        sleep(LOOKED_EVERY)
    return ended


def main() -> int:
    """The page, then the browser's own words."""
    page, *command = sys.argv[1:]
    key = read_page_key(None) or ""
    start = way_in(page, key, Path(os.environ["HOME"])) if key else page
    with subprocess.Popen([word.replace(page, start) for word in command]) as browser:
        try:
            return watch(browser, page, time.monotonic, time.sleep, key)
        finally:
            if browser.poll() is None:
                browser.kill()


if __name__ == "__main__":
    sys.exit(main())
