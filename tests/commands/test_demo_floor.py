"""`make floor`: a floor and cabinets that report to it, ended as a whole and found again as they were."""

import http.cookiejar
import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.drivers.machines import PATIENCE, eventually
from tests.ports import free_ports
from tools.demo.floor import NAME, PASSWORD, PORTS


class House:
    """One start of it, with two cabinets."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "floor.log"
        port = free_ports(2 + 2 * PORTS)
        self.page = f"http://127.0.0.1:{port}"
        words = ["--place", str(folder / "house"), "--port", str(port), "--cabinets", "2", "--fast"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([sys.executable, "-m", "tools.demo.floor", *words], stdout=log, stderr=log)

    @property
    def said(self) -> str:
        return self.log.read_text()

    def plays(self) -> None:
        """Every cabinet is there."""
        there = lambda: "Play at pit-2" in self.said or self.process.poll() is not None  # noqa: E731
        eventually(there, "all of it, some thirty processes, is there", 4 * PATIENCE)
        assert self.process.poll() is None, self.said

    def machines(self) -> list[dict[str, Any]]:
        """As the floor's page shows them, to who signs in as it was printed."""
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        browser = urllib.request.build_opener(cookies)
        said = json.dumps({"name": NAME, "password": PASSWORD}).encode()
        browser.open(f"{self.page}/session", said, timeout=PATIENCE).close()
        with browser.open(f"{self.page}/now", timeout=PATIENCE) as stream:
            return list(json.loads(stream.readline().removeprefix(b"data: "))["machines"])

    def end(self) -> None:
        """As a person ends it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)


def test_the_demo_of_a_floor_shows_its_cabinets_ends_as_a_whole_and_goes_on_where_it_was(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        house.plays()
        shown = eventually(lambda: _all_reported(house), "both cabinets have reported")
        assert {one["cabinet"]: one["game"] for one in shown} == {"pit-1": "craps", "pit-2": "roulette"}
        eventually(
            lambda: all(_somebody_plays(one) for one in house.machines()), "somebody plays by themselves at both"
        )
        pages = re.findall(r"Play at pit-\d: (\S+)", house.said)
        for page in pages:
            urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(page, timeout=PATIENCE).close()
    finally:
        house.end()
    assert house.process.returncode == 0, house.said
    assert "has ended. It said last" not in house.said
    entries = {one["cabinet"]: one["entries"] for one in shown}
    again = House(tmp_path)
    try:
        again.plays()
        shown = eventually(lambda: _all_reported(again), "they are there again")
        assert all(one["entries"] >= entries[one["cabinet"]] for one in shown)
        assert all(one["journal"] for one in shown)
    finally:
        again.end()


def _somebody_plays(machine: dict[str, Any]) -> bool:
    """The first wager begins a round."""
    return machine["phase"] not in ("", "idle")


def _all_reported(house: House) -> list[dict[str, Any]]:
    found = house.machines()
    return found if len(found) == 2 and all(one["entries"] for one in found) else []
