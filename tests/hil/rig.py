"""The bench that the suite runs on: real hardware described by a rig.toml, or emulators that stand in for all of it.

A test asks the rig to do things. An emulator does them; on a real bench a relay does some, a person who stands by
does others, and the rest cannot be done: then the test is skipped, and the skip names the thing.
"""

import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from config.files.reading import read_toml, validate
from config.files.secrets import read_secret, write_secret
from controller.protocol.catalogue import WAYS
from controller.protocol.devices.authentic import KEY_LENGTH
from drivers.common.serial.port import parse_port
from tests.drivers.machines import Router, end, eventually, router, running
from tools.emulators.common.control import order

EMULATED_MODELS = {"dice": "BOXDICE1", "wheel": "WHEEL-37", "tickets": "TICKET-P"}
EMULATED_BOARDS = ["CABINET", "TERMINAL-01"]
RELAY_PATIENCE = 30.0
SERIALS = range(1, 2**32 - 1)
"""Of emulated units; the one after belongs to the wrong unit."""


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class LineBench(_Table):
    """A unit on a serial line."""

    port: str
    serial: int
    model: str
    power_off: list[str] | None = None
    power_on: list[str] | None = None


class UnitBench(LineBench):
    """One that signs its results."""

    key_file: str


class DiceBench(UnitBench):
    """`[dice]` of a rig.toml."""

    roll_seconds: Annotated[float, Field(gt=0, le=30)]


class WheelBench(UnitBench):
    """`[wheel]` of a rig.toml."""

    model: str = "WHEEL-37"


class PrinterBench(LineBench):
    """`[tickets]` of a rig.toml."""

    model: str = "TICKET-P"


class BillsBench(LineBench):
    """`[bills]` of a rig.toml; `model` is the product code of a ccTalk acceptor, or the version of one on ID-003."""

    protocol: Literal["cctalk", "id003"]
    country: str
    notes: list[int]
    serial: int = 0


class PanelBench(_Table):
    """`[panel]` of a rig.toml."""

    boards: Annotated[list[str], Field(min_length=1)]
    vendor: int = 0x1209
    product: int = 0xC0DE


class RigFile(_Table):
    dice: DiceBench | None = None
    wheel: WheelBench | None = None
    tickets: PrinterBench | None = None
    bills: BillsBench | None = None
    panel: PanelBench | None = None
    attended: bool = False


Say = Callable[[str], None]


@dataclass
class Rig:
    """What both halves of the bench share: whether it is real, who stands by, and how to speak to him."""

    file: RigFile | None
    folder: Path
    say: Say

    @property
    def emulated(self) -> bool:
        return self.file is None

    def do(self, what: str, emulator: Callable[[], object], *, by_hand: bool = False) -> None:
        """Let something happen: by the emulator's order, by the person who stands by, or not at all."""
        if self.file is None:
            emulator()
        elif by_hand and self.file.attended:
            self.say(f"\n>>> please: {what}")
        else:
            pytest.skip(f"this rig cannot {what}" + (" (nobody stands by: attended = false)" if by_hand else ""))


class UnitRig:
    """A unit on a serial line: dice unit, wheel, ticket printer or bill acceptor."""

    def __init__(self, rig: Rig, device: str, bench: LineBench | None, *, signs: bool = True) -> None:
        self.rig = rig
        self.device = device
        self.bench = bench
        self.emulator: Popen[bytes] | None = None
        self._signs = signs
        # An emulator that was killed leaves its link behind, and its pty's number goes to the next one that asks for
        # one: no unit of another test shall pass for ours.
        self._key = os.urandom(KEY_LENGTH)
        self._serial = random.SystemRandom().choice(SERIALS)

    @contextmanager
    def powered(self) -> Iterator["UnitRig"]:
        """With a unit that is switched on: a fresh emulator, or the real one as it stands."""
        if self.bench is not None:
            yield self
            return
        told: list[object] = ["--link", self.rig.folder / "unit", "--fast", *self._who()]
        if self._signs:
            write_secret(self.rig.folder / "key", self._key)
            told += ["--key-file", self.rig.folder / "key"]
        log = self.rig.folder / f"{self.device}-emulator.log"
        with running(self.device, "emulate", *told, "--state", self.rig.folder / "memory", log=log) as self.emulator:
            eventually((self.rig.folder / "unit").exists, "the emulated unit's port")
            yield self

    def _who(self) -> tuple[object, ...]:
        """What an emulator is told of who it is."""
        return ("--serial", self._serial)

    @property
    def port(self) -> str:
        return self.bench.port if self.bench else str(self.rig.folder / "unit")

    @property
    def key(self) -> bytes:
        bench = self.bench
        return read_secret(Path(bench.key_file), KEY_LENGTH) if isinstance(bench, UnitBench) else self._key

    @property
    def identity(self) -> tuple[str, int]:
        return (self.bench.model, self.bench.serial) if self.bench else (EMULATED_MODELS[self.device], self._serial)

    @property
    def emulated(self) -> bool:
        """Whether the driver has to say that this unit is an emulated one: a rig.toml may name an emulator's port."""
        return parse_port(self.port).find().resolve().is_relative_to("/dev/pts")

    def order(self, words: str) -> None:
        """Something that only an emulator can do."""
        self.rig.do(f"do `{words}`: only an emulator can", lambda: self._order(words))

    def by_hand(self, what: str, words: str) -> None:
        """Something that a person at a real bench can do too."""
        self.rig.do(what, lambda: self._order(words), by_hand=True)

    def cut_power(self, seconds: float, words: str) -> None:
        """Take the unit's power away for a while: by relay, or as the order to the emulator says."""
        if self.bench is None:
            self._order(words)
        elif self.bench.power_off is None or self.bench.power_on is None:
            keys = f"{self.device}.power_off and {self.device}.power_on"
            pytest.skip(f"this rig cannot cut the unit's power: its rig.toml has no {keys}")
        else:
            subprocess.run(self.bench.power_off, check=True, timeout=RELAY_PATIENCE)
            time.sleep(seconds)
            subprocess.run(self.bench.power_on, check=True, timeout=RELAY_PATIENCE)

    def _order(self, words: str) -> None:
        answer = order(self.rig.folder / "unit.control", words.split())
        assert answer["ok"], answer


class DiceRig(UnitRig):
    """The dice unit's part of the bench."""

    def __init__(self, rig: Rig) -> None:
        self.dice = rig.file.dice if rig.file else None
        super().__init__(rig, "dice", self.dice)

    @property
    def duration_ms(self) -> int:
        return 2500 if self.bench else 1000

    def mid_roll(self) -> None:
        """Wait until a real unit's dice are in motion; an emulator takes orders for the middle of a shake."""
        if self.dice is not None:
            time.sleep(self.dice.roll_seconds / 3)


class WheelRig(UnitRig):
    """The wheel's part of the bench."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig, "wheel", rig.file.wheel if rig.file else None)


class PrinterRig(UnitRig):
    """The ticket printer's part of the bench."""

    def __init__(self, rig: Rig) -> None:
        super().__init__(rig, "tickets", rig.file.tickets if rig.file else None, signs=False)


class Driver:
    """A driver process of ours with a played controller; killed and started again at will."""

    def __init__(self, folder: Path, kind: str, settings: dict[str, Any]) -> None:
        self.folder, self.kind = folder, kind
        endpoint = f"ipc://{folder}/{kind}"
        self.config = folder / f"{kind}.toml"
        self.config.write_text(f"[{kind}]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in settings.items()))
        with self.config.open("a") as file:
            file.write(f'endpoint = "{endpoint}"\n')
        self._stack = ExitStack()
        self.controller: Router = self._stack.enter_context(router(endpoint, WAYS[f"from_{kind}_driver"].messages))
        self.process: Popen[bytes] | None = None

    def start(self) -> None:
        log = self.folder / f"{self.kind}-driver.log"
        self.process = self._stack.enter_context(running(self.kind, "drive", "--config", self.config, log=log))

    def kill(self) -> None:
        """As the kernel does it when memory runs out: no last words."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process is not None:
            end(self.process)
        self._stack.close()


def unit_driver(rig: UnitRig, folder: Path, *, serial: int | None = None) -> Driver:
    model, own = rig.identity
    settings = {"port": rig.port, "model": model, "serial": own if serial is None else serial}
    return Driver(folder, rig.device, settings)


class PanelRig:
    """The boards' half of the bench."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.bench = rig.file.panel if rig.file else None

    @contextmanager
    def powered(self) -> Iterator["PanelRig"]:
        if self.bench is not None:
            yield self
            return
        told = [word for board in EMULATED_BOARDS for word in ("--board", board)]
        told += ["--link", str(self._link), "--state", str(self.rig.folder / "batteries")]
        with running("panel", "emulate", *told, log=self.rig.folder / "panel-emulator.log"):
            eventually(self._link.exists, "the emulated boards' bus")
            yield self

    @property
    def _link(self) -> Path:
        return self.rig.folder / "bus"

    @property
    def boards(self) -> list[str]:
        return self.bench.boards if self.bench else EMULATED_BOARDS

    @property
    def board(self) -> str:
        """The one that tests play with."""
        return self.boards[-1]

    def order(self, words: str) -> None:
        self.rig.do(f"do `{words}` to a board: only an emulator can", lambda: self._order(words))

    def by_hand(self, what: str, words: str) -> None:
        self.rig.do(f"{what} at {self.board}", lambda: self._order(words), by_hand=True)

    def show(self) -> dict[str, Any]:
        """What an emulated board has been told; a real one is looked at."""
        if self.bench is not None:
            pytest.skip("this rig cannot see lamps: only an emulator can tell what it was told")
        shown: dict[str, Any] = order(self._control, ["show"])[self.board]
        return shown

    @property
    def usb(self) -> str:
        return "libusb" if self.bench else f"emulated:{self._link}"

    @property
    def _control(self) -> Path:
        return self.rig.folder / "bus.control"

    def _order(self, words: str) -> None:
        answer = order(self._control, [self.board, *words.split()])
        assert answer["ok"], answer


def panel_driver(rig: PanelRig, folder: Path) -> Driver:
    bench = rig.bench or PanelBench(boards=rig.boards)
    settings = {"boards": rig.boards, "usb": rig.usb, "vendor": bench.vendor, "product": bench.product}
    return Driver(folder, "panel", settings)


def read_rig(path: Path) -> RigFile:
    """A rig.toml, or BadFile that names file, key and what is wrong."""
    return validate(RigFile, read_toml(path), str(path))


def _toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
