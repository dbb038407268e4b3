"""A process of a soak that is started again whenever it has ended, as systemd would do it."""

import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.drivers.machines import COMMAND, end

STARTS_AGAIN_AFTER = 0.3


class Kept:
    """One of them. It may end when it was hit; one that ends by itself is a finding."""

    def __init__(self, name: str, log: Path, *words: object) -> None:
        self.name, self._log, self._words = name, log, [*COMMAND, *map(str, words)]
        self.starts = 0
        self._start_at = 0.0
        self._killed = False
        self._stopped_until = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as out:
            self.process = subprocess.Popen(self._words, stdout=out, stderr=out)
        self.starts += 1
        self._killed = False

    def hit(self, number: signal.Signals) -> None:
        """Send it a signal that ends it."""
        if self.process is not None and self.process.poll() is None:
            self._killed = True
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)

    def freeze(self, seconds: float) -> None:
        """Stopped for so long."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGSTOP)
            self._stopped_until = time.monotonic() + seconds

    def look(self, now: float) -> None:
        """Let it go on, or start it again. One that ended by itself is a finding."""
        if self._stopped_until and now >= self._stopped_until:
            self._stopped_until = 0.0
            if self.process is not None:
                with suppress(ProcessLookupError):
                    self.process.send_signal(signal.SIGCONT)
        if self.process is None:
            if now >= self._start_at:
                self.start()
        elif self.process.poll() is not None:
            assert self._killed, f"{self.name} ended by itself:\n{self._log.read_text()[-3000:]}"
            self.process, self._start_at = None, now + STARTS_AGAIN_AFTER

    def memory_kb(self) -> int:
        """What it holds now."""
        if self.process is None:
            return 0
        with suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    return int(line.split()[1])
        return 0

    def close(self) -> None:
        """For good."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
            end(self.process)
