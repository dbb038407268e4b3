"""An emulated unit as a real process, and the means to command it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

import pytest

from tests.drivers.machines import eventually, running
from tools.emulators.common.control import Answer, order


@dataclass
class Emulated:
    """Where an emulated unit and its things are."""

    folder: Path

    @property
    def port(self) -> Path:
        return self.folder / "unit"

    @property
    def key_file(self) -> Path:
        return self.folder / "key"

    def start(self, *words: object) -> AbstractContextManager["Popen[bytes]"]:
        return self._started(*words)

    @contextmanager
    def _started(self, *words: object) -> Iterator["Popen[bytes]"]:
        told = ("--link", self.port, "--key-file", self.key_file, *words)
        with running("dice", "emulate", *told, log=self.folder / "emulator.log") as process:
            eventually(lambda: self.port.exists() or process.poll() is not None, "the emulated unit's port")
            yield process

    def order(self, words: str) -> Answer:
        answer = order(self.folder / "unit.control", words.split())
        assert answer["ok"], answer
        return answer


@pytest.fixture
def bench(tmp_path: Path) -> Emulated:
    """A unit that is not switched on yet."""
    emulated = Emulated(tmp_path)
    emulated.key_file.touch(0o600)
    emulated.key_file.write_bytes(bytes(range(16)))
    return emulated


@pytest.fixture
def unit(bench: Emulated) -> Iterator[Emulated]:
    """A fast unit, switched on."""
    with bench.start("--fast", "--seed", 7):
        yield bench
