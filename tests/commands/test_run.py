"""`boxcars run`: it is ended from the service menu as a cabinet is, and nobody plays twice at one place."""

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

from controller.protocol.stations.views import SeatsSeen
from controller.server.zmq.endpoints import commands_endpoint
from controller.service.station import Station
from tests.drivers.machines import COMMAND, PATIENCE, boxcars, eventually
from tests.ports import free_ports
from tools.demo.cabinet import PIN, SUPERVISOR
from tools.emulators.common.control import order


class Demo:
    """One start of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "run.log"
        self.port = free_ports(4)
        words = ["run", "--place", folder / "demo", "--port", self.port, "--seats", 1, "--fast"]
        self.words = [str(word) for word in words]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([*COMMAND, *self.words], stdout=log, stderr=log)
        eventually(lambda: "Open http" in self.said or self.process.poll() is not None, "the cabinet plays")
        assert self.process.poll() is None, self.said
        found = re.search(r'"ipc://(.*?)/public', (folder / "demo/screens.toml").read_text())
        assert found is not None
        self.run = Path(found[1])

    @property
    def said(self) -> str:
        return self.log.read_text()

    @property
    def page(self) -> str:
        """The address that it printed."""
        found = re.search(r"Open (\S+)", self.said)
        assert found is not None
        return found[1]

    def door(self) -> str:
        """What the service menu's door says."""
        with Station(commands_endpoint(self.run, "operator"), "test", PATIENCE) as station:
            return station.hello().code

    def supervise(self, *acts: tuple[str, dict[str, Any]]) -> int:
        """A supervisor turns the key and does this; gives what is on the seats."""
        order(self.run / "usb.control", ["CABINET", "key", "OPERATOR", "on"])
        with Station(commands_endpoint(self.run, "operator"), "test", PATIENCE) as station:
            station.come_in(SUPERVISOR, PIN)
            on_seats = station.look("seats", SeatsSeen).on_seats
            for act, fields in acts:
                answer = station.act(act, **fields)
                assert answer.ok, answer
        return on_seats


def test_the_demo_is_ended_and_started_anew_from_the_service_menu_and_never_runs_twice(tmp_path: Path) -> None:
    demo = Demo(tmp_path)
    try:
        assert demo.door() == "key_needed"  # the demo's own key is back, and the controller has heard of it
        twice = boxcars(*demo.words)
        assert twice.returncode == 2
        assert re.fullmatch(r"boxcars: somebody plays at .* already; .*--place DIR\n", twice.stderr)
        on_seats = demo.supervise(("hold", {}), ("restart", {"reference": "settings"}))
        assert on_seats == 50_000
        eventually(lambda: "is started anew" in demo.said, "the controller is started anew")
        again = eventually(lambda: _tried(demo), "it answers again")
        assert again == on_seats
        demo.supervise(("power_off", {"reference": "closing"}))
        assert demo.process.wait(PATIENCE) == 0
        assert "The machine is switched off" in demo.said
        assert "has ended by itself" not in demo.said
        assert not demo.run.exists()
    finally:
        if demo.process.poll() is None:
            demo.process.send_signal(signal.SIGINT)
            demo.process.wait(PATIENCE)


def test_the_demo_says_what_it_does_stands_up_again_is_found_and_gives_credits_to_a_player_without(
    tmp_path: Path,
) -> None:
    demo = Demo(tmp_path)
    try:
        steps = ("a new demo", "the controller", "records, dice unit and panels", "the screens of 1 seats", "credits")
        assert [step for step in steps if f"… {step}" not in demo.said] == []
        (tmp_path / "var").mkdir()
        (tmp_path / "var" / "demo").symlink_to(tmp_path / "demo")
        found = subprocess.run([*COMMAND, "status"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr
        assert "demo" in found.stdout.lower()
        page = demo.page
        assert 'aria-pressed="true">OPERATOR key off' in read(page)
        order(demo.run / "usb.control", ["CABINET", "key", "OPERATOR", "on"])
        assert 'aria-pressed="true">OPERATOR key on' in read(page)
        order(demo.run / "usb.control", ["CABINET", "key", "OPERATOR", "off"])
        assert "Keys turned: none" in read(page, "credit/1")
        assert demo.supervise() == 60_000
        pid = next(pid for pid in children(demo.process.pid) if "controller" in words_of(pid))
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: "controller has ended by itself, and is started again" in demo.said, "it is said")
        assert eventually(lambda: _tried(demo), "it answers again") == 60_000
    finally:
        demo.process.send_signal(signal.SIGINT)
        demo.process.wait(PATIENCE)


def read(page: str, press: str | None = None) -> str:
    """The demo's first page, or what comes of one of its buttons."""
    here, _, _ = page.partition("?")
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.open(page, timeout=PATIENCE).close()
    headers = {"Origin": here.rstrip("/")}
    asked = urllib.request.Request(here + (press or ""), data=None if press is None else b"", headers=headers)
    with browser.open(asked, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def children(of: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{of}/task/{of}/children").read_text().split()]


def words_of(pid: int) -> list[str]:
    """Its command line."""
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def _tried(demo: Demo) -> int | None:
    try:
        return demo.supervise()
    except Exception:
        return None
