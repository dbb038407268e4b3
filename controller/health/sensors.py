"""What the kernel says of the machine (sysfs): heat, throttling, memory errors, batteries.

A file that is not there, or that a driver cannot read just now, is no reading: machines differ in what they have.
"""

from collections.abc import Iterator
from pathlib import Path

from controller.health.measures import MeasuredValue

SYS = Path("/sys")
LONGEST = 256
"""Characters of one figure."""
MOST = 64
"""Sensors, processors or banks that are looked at of a kind."""


def readings(sys: Path) -> Iterator[MeasuredValue]:
    """Everything that is there."""
    yield from _heat(sys)
    yield from _throttled(sys)
    yield from _memory(sys)
    yield from _batteries(sys)


def _heat(sys: Path) -> Iterator[MeasuredValue]:
    """Thousandths of a degree; what a sensor calls its own maximum is its bound."""
    for path in _some(sys, "class/hwmon/hwmon*/temp*_input"):
        value, of = _number(path), path.name.removesuffix("_input")
        most = _number(path.with_name(f"{of}_max")) or _number(path.with_name(f"{of}_crit"))
        label = _text(path.with_name(f"{of}_label")) or of
        if value is not None:
            name = f"{_text(path.parent / 'name')} {label}"
            yield MeasuredValue("heat", name.strip(), value / 1000, most=most / 1000 if most else None)
    for zone in _some(sys, "class/thermal/thermal_zone*"):
        value = _number(zone / "temp")
        if value is not None:
            yield MeasuredValue("heat", f"{zone.name} {_text(zone / 'type')}".strip(), value / 1000)


def _throttled(sys: Path) -> Iterator[MeasuredValue]:
    """Of a processor with its cores: they count the same heat more than once, so the highest count it is."""
    counts = [_number(path) for path in _some(sys, "devices/system/cpu/cpu*/thermal_throttle/*_throttle_count")]
    known = [count for count in counts if count is not None]
    if known:
        yield MeasuredValue("throttled", "cpu", max(known))


def _memory(sys: Path) -> Iterator[MeasuredValue]:
    for bank in _some(sys, "devices/system/edac/mc/mc*"):
        corrected, lost = _number(bank / "ce_count"), _number(bank / "ue_count")
        if corrected is not None:
            yield MeasuredValue("memory_corrected", bank.name, corrected)
        if lost is not None:
            yield MeasuredValue("memory_lost", bank.name, lost)


def _batteries(sys: Path) -> Iterator[MeasuredValue]:
    for supply in _some(sys, "class/power_supply/*"):
        charge = _number(supply / "capacity")
        if _text(supply / "type") not in ("Battery", "UPS"):
            continue
        if charge is not None:
            yield MeasuredValue("battery", supply.name, charge)
        if status := _text(supply / "status"):
            yield MeasuredValue("on_battery", supply.name, status == "Discharging")


def _some(sys: Path, pattern: str) -> list[Path]:
    return sorted(sys.glob(pattern))[:MOST]


def _text(path: Path) -> str:
    """Empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LONGEST).decode("utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text.removeprefix("-").isdecimal() else None
