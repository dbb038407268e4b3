"""A stand-in for udev and for the compositor: devices with properties, rules that are read as udev reads ours, and a
touch screen whose matrix is taken when the device comes, and only then. It knows nothing of the program's modules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

Place = tuple[float, float]
Six = tuple[float, ...]
PLAIN: Six = (1, 0, 0, 0, 1, 0)
MATRIX = "LIBINPUT_CALIBRATION_MATRIX"
AT = "pci-0000:00:14.0-usb-0:3:1.0"
TOUCH = {"ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_PATH": AT, "ID_VENDOR_ID": "0eef", "ID_MODEL_ID": "c002"}
KEYBOARD = {"ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1", "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0"}
PAIR = re.compile(r'([A-Z]+)(?:\{(\w+)\})?(==|!=|=)"([^"]*)"')


@dataclass
class Udev:
    """Devices of one machine; `folders` of rules, in the order in which their files are read by name."""

    place: Path
    devices: dict[str, dict[str, str]] = field(
        default_factory=lambda: {"event0": dict(KEYBOARD), "event3": dict(TOUCH)}
    )
    delivered: Six | None = None
    """What another's rule or the hardware's own list of quirks says first."""
    later: str = ""
    """What a rule says that is read after all of ours."""

    def __post_init__(self) -> None:
        self.said: list[tuple[str, ...]] = []
        self.inputs = self.place / "inputs"
        self.rules = [self.place / "etc", self.place / "run"]
        for folder in (self.inputs, *self.rules):
            folder.mkdir(parents=True, exist_ok=True)
        for name in self.devices:
            (self.inputs / name).mkdir(exist_ok=True)
        self._read: list[str] = []
        self.taken: dict[str, Six] = {}
        """What the compositor took of each device when it came."""
        self.here = set(self.devices)
        for name in self.devices:
            self._add(name)

    def run(self, words: Sequence[str]) -> str:
        """As `udevadm` would."""
        self.said.append(tuple(words))
        name = words[-1].rpartition("/")[2]
        match words[1]:
            case "info":
                return "".join(f"{key}={value}\n" for key, value in self.devices[name].items())
            case "control":
                files = {path.name: path for folder in self.rules for path in folder.glob("*.rules")}
                self._read = [line for _, path in sorted(files.items()) for line in path.read_text().splitlines()]
            case "trigger" if "--action=add" in words:
                self._add(name)
            case "trigger" if "--action=remove" in words:
                self.here.discard(name)
                self.taken.pop(name, None)
            case _:
                raise AssertionError(words)
        return ""

    def start_again(self) -> None:
        """The machine: what lies in /run is gone."""
        for path in self.rules[1].glob("*"):
            path.unlink()
        self.run(("udevadm", "control", "--reload"))
        for name in self.devices:
            self._add(name)

    def _add(self, name: str) -> None:
        self.here.add(name)
        told = self.devices[name]
        told.pop(MATRIX, None)
        if self.delivered is not None and "ID_INPUT_TOUCHSCREEN" in told:
            told[MATRIX] = " ".join(map(str, self.delivered))
        for line in self._read:
            self._apply(line, name, told)
        if self.later:
            told[MATRIX] = self.later
        self.taken[name] = tuple(map(float, told[MATRIX].split()[:6])) if MATRIX in told else PLAIN

    def _apply(self, line: str, name: str, told: dict[str, str]) -> None:
        if not line or line.startswith("#"):
            return
        pairs = PAIR.findall(line)
        assert ", ".join(f'{a}{{{b}}}{c}"{d}"' if b else f'{a}{c}"{d}"' for a, b, c, d in pairs) == line, line
        known = {"ACTION": "add", "SUBSYSTEM": "input"}
        for key, of, how, value in pairs:
            if how == "=":
                assert (key, of) == ("ENV", MATRIX), "a rule of ours sets nothing else"
                told[of] = value
                continue
            if key == "KERNEL":
                matched = re.fullmatch(value.replace("*", ".*"), name) is not None
            else:
                matched = (told.get(of, "") if key == "ENV" else known[key]) == value
            if matched != (how == "=="):
                return


@dataclass
class Glass:
    """A touch screen that tells `bent` of where the finger is, and what the compositor makes of it."""

    udev: Udev
    bent: Six = PLAIN
    name: str = "event3"

    def touched(self, finger: Place) -> Place:
        """Where the page hears of a finger that is here."""
        return turned(self.udev.taken[self.name], turned(self.bent, finger))


def turned(by: Six, place: Place) -> Place:
    a, b, c, d, e, f = by
    x, y = place
    return a * x + b * y + c, d * x + e * y + f
