"""A process of a soak that is started again whenever it has ended, as systemd would do it."""

import resource
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.drivers.machines import COMMAND, end

STARTS_AGAIN_AFTER = 0.3


class Kept:
    """One of them. It may end when it was hit; one that ends by itself is a finding, unless it is there to die."""

    def __init__(
        self, name: str, log: Path, *words: object, descriptors: int | None = None, may_die: bool = False
    ) -> None:
        self.name, self.log, self._words = name, log, [*COMMAND, *map(str, words)]
        self._descriptors, self._may_die = descriptors, may_die
        self.starts = 0
        self.died = 0
        """How often it ended by itself."""
        self._start_at = 0.0
        self._killed = False
        self._stopped_until = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(self._words, stdout=out, stderr=out)
        if self._descriptors is not None:
            with suppress(ProcessLookupError):
                resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (self._descriptors, self._descriptors))
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
        """Let it go on, or start it again."""
        if self._stopped_until and now >= self._stopped_until:
            self._stopped_until = 0.0
            if self.process is not None:
                with suppress(ProcessLookupError):
                    self.process.send_signal(signal.SIGCONT)
        if self.process is None:
            if now >= self._start_at:
                self.start()
        elif self.process.poll() is not None:
            self.died += not self._killed
            assert self._killed or self._may_die, f"{self.name} ended by itself:\n{self.log.read_text()[-3000:]}"
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

    def descriptors(self) -> int:
        """How many it has open now."""
        if self.process is None:
            return 0
        with suppress(OSError):
            return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())
        return 0

    def close(self) -> None:
        """For good."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGCONT)
            end(self.process)
