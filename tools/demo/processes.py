"""The processes of a cabinet: started in order, watched, ended in the opposite order; only our own, by their pid."""

import signal
import subprocess
import sys
import time
from pathlib import Path

BOXCARS = (sys.executable, "-c", "from controller.commands import main; raise SystemExit(main())")
END_PATIENCE = 10.0
"""Seconds that a process has to end in good order."""


class Processes:
    """What was started here."""

    def __init__(self, logs: Path, patience: float = END_PATIENCE) -> None:
        self._logs, self._patience = logs, patience
        logs.mkdir(parents=True, exist_ok=True)
        self._words: dict[str, tuple[str, ...]] = {}
        self._started: list[tuple[str, subprocess.Popen[bytes]]] = []

    def start(self, name: str, *words: object) -> subprocess.Popen[bytes]:
        """One `boxcars` process, with a log of its own. Ctrl-C is for us alone, so that the end has an order."""
        with (self._logs / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [*BOXCARS, *map(str, words)], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._words[name] = tuple(map(str, words))
        self._started.append((name, process))
        return process

    def again(self, name: str) -> None:
        """One that has ended is started as it was, and keeps its place in the order."""
        place = next(number for number, (of, _) in enumerate(self._started) if of == name)
        self._wait(self._started[place][1])
        process = self.start(name, *self._words[name])
        self._started.pop()
        self._started[place] = name, process

    def fallen(self) -> str | None:
        """The name of one that has ended by itself, if any has."""
        return next(iter(self.all_fallen()), None)

    def all_fallen(self) -> list[str]:
        """All that have."""
        return [name for name, process in self._started if process.poll() is not None]

    def said_last(self, name: str) -> str:
        """The end of its log."""
        lines = (self._logs / f"{name}.log").read_text(errors="replace").splitlines()
        return "\n".join(lines[-5:])

    def end(self) -> None:
        """The last started first: screens, then drivers, and the controller when nobody speaks to it any more."""
        for _, process in reversed(self._started):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                self._wait(process)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + self._patience
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        if process.poll() is None:
            process.kill()
            process.wait()
