"""`boxcars run`: it is ended from the service menu as a cabinet is, and nobody plays twice at one place."""

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

from controller.cabinet_run.cabinet import PIN, SUPERVISOR
from controller.server.transport import commands_endpoint
from controller.service.station import Station
from controller.wire.looks import SeatsSeen
from drivers.emulation.control import order
from tests.drivers.machines import COMMAND, PATIENCE, boxcars, eventually
from tests.ports import free_ports


class Demo:
    """One start of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "run.log"
        words = ["run", "--place", folder / "demo", "--port", free_ports(4), "--seats", 1, "--fast"]
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


def _tried(demo: Demo) -> int | None:
    try:
        return demo.supervise()
    except Exception:
        return None
