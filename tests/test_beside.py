"""Work beside the one that answers or plays ends with it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from controller.background_jobs import BackgroundJob, Tell
from controller.books import load_book
from controller.server.staff.settings.cap_check import CapCheck
from tests.drivers.machines import eventually


def work_for_ever(place: Path, tell: Tell) -> dict[str, Any]:
    """It says who it is, and goes on."""
    tell(0, 1)
    (place / "job").write_text(str(os.getpid()))
    while True:
        time.sleep(60)


def begin_both(place: Path) -> None:
    """What a controller may have under way when somebody kills it."""
    job, check, rules = BackgroundJob(work_for_ever), CapCheck(), load_book("electronic").model_dump(mode="json")
    job.start(place)
    check.begin("craps", rules, rules, {}).result()
    assert check._pool is not None
    (place / "check").write_text(" ".join(map(str, check._pool._processes)))
    time.sleep(600)


def test_a_killed_process_leaves_none_of_its_workers_behind(tmp_path: Path) -> None:
    begin = f"import pathlib, tests.test_beside as it; it.begin_both(pathlib.Path({str(tmp_path)!r}))"
    parent = subprocess.Popen([sys.executable, "-c", begin], cwd=Path(__file__).parents[1])
    try:
        files = [tmp_path / "job", tmp_path / "check"]
        eventually(lambda: all(file.exists() and file.read_text() for file in files), "both are at work")
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    workers = [int(file.read_text()) for file in files]
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), "the workers have ended")
