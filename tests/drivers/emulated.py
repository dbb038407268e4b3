"""An emulated unit on a serial line as a real process, and the means to command it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

from tests.drivers.machines import eventually, running
from tools.emulators.common.control import Answer, order


@dataclass
class Emulated:
    """Where an emulated unit and its things are."""

    folder: Path
    device: str

    def provisioned(self) -> "Emulated":
        """With a key, and not switched on yet."""
        self.key_file.touch(0o600)
        self.key_file.write_bytes(bytes(range(16)))
        return self

    @property
    def port(self) -> Path:
        return self.folder / "unit"

    @property
    def key_file(self) -> Path:
        return self.folder / "key"

    @property
    def endpoint(self) -> str:
        """Where a controller would listen."""
        return f"ipc://{self.folder}/{self.device}"

    def settings(self, **more: object) -> Path:
        """A file for the driver."""
        file = self.folder / "cabinet.toml"
        lines = [f'endpoint = "{self.endpoint}"', f'port = "{self.port}"', *(f"{key} = {more[key]}" for key in more)]
        file.write_text(f"[{self.device}]\n" + "\n".join(lines) + "\n")
        return file

    def start(self, *words: object) -> AbstractContextManager["Popen[bytes]"]:
        return self._started(*words)

    @contextmanager
    def _started(self, *words: object) -> Iterator["Popen[bytes]"]:
        told = ("--link", self.port, "--key-file", self.key_file, *words)
        with running(self.device, "emulate", *told, log=self.folder / "emulator.log") as process:
            eventually(lambda: self.port.exists() or process.poll() is not None, "the emulated unit's port")
            yield process

    def order(self, words: str) -> Answer:
        answer = order(self.folder / "unit.control", words.split())
        assert answer["ok"], answer
        return answer
