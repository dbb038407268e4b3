"""Work beside the one that answers or plays ends with it, however it ends."""

import os
import signal
import subprocess
import sys
import threading
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


def tell_much(place: Path, tell: Tell) -> dict[str, Any]:
    """More than a pipe holds that nobody reads."""
    for done in range(20_000):
        tell(done, 20_000)
    (place / "over").write_text("yes")
    return {"all": True}


def not_to_be_ended(place: Path, _: Tell) -> dict[str, Any]:
    """As one that waits for a stick which does not answer."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
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


def test_work_goes_on_while_nobody_asks_how_far_it_is(tmp_path: Path) -> None:
    job = BackgroundJob(tell_much)
    job.start(tmp_path)
    try:
        eventually((tmp_path / "over").exists, "the work is over, and nobody has asked")
        eventually(lambda: job.now().answer == {"all": True}, "whoever asks then is told the answer")
    finally:
        job.close()


def test_who_closes_does_not_wait_for_a_worker_that_hangs(tmp_path: Path) -> None:
    job, pid = BackgroundJob(not_to_be_ended), tmp_path / "job"
    job.start(tmp_path)
    eventually(lambda: pid.exists() and pid.read_text(), "it is at work")
    closing = threading.Thread(target=job.close, daemon=True)
    closing.start()
    try:
        closing.join(30)
        assert not closing.is_alive(), "whoever closes would stand still as long as the stick"
        assert job.now().state == "failed"
    finally:
        os.kill(int(pid.read_text()), signal.SIGKILL)
        closing.join()


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
