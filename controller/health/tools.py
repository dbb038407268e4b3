"""What Debian's tools said, in files of `/run/boxcars/health`: smartctl of each disk, chronyc, the clock's battery.

Root's unit `health-boxcars.service` has them said; we have no right to ask a disk, and need none. A file that is older
than its bound says nothing any more.
"""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.health.measures import MeasuredValue

LARGEST = 256 * 1024
OLDEST_SECONDS = 3600
MOST_DISKS = 16
HOT_DISK = 70
"""Degrees; a disk slows down, or counts its hot minutes, from about there."""
NVME = "nvme_smart_health_information_log"
GIVEN_UP = {5, 187, 197, 198}
"""ATA's attributes: blocks given up, read wrongly, waiting for it, and those that could not be mended."""
WEAR = (231, 233, 177, 173, 202, 169)
"""ATA's attributes that makers count wear in, 100 falling to 0; the first that a disk has is meant."""
STRATUM, OFF, LEAP = 2, 4, -1
"""Fields of `chronyc -c tracking`."""


def readings(told: Path, now: float) -> Iterator[MeasuredValue]:
    """Everything that was said not too long ago."""
    for path in sorted(told.glob("disk-*.json"))[:MOST_DISKS]:
        text = _fresh(path, now)
        if text is not None:
            yield from disk(path.stem.removeprefix("disk-"), text)
    if (text := _fresh(told / "chrony.csv", now)) is not None:
        yield from chrony(text)
    if (text := _fresh(told / "rtc", now)) is not None:
        yield from rtc(text)


def disk(name: str, text: str) -> Iterator[MeasuredValue]:
    """Of `smartctl --json -i -H -A`; a disk that knows no SMART tells nothing."""
    said = _object(text)
    passed = _inside(said, "smart_status").get("passed")
    if isinstance(passed, bool):
        yield MeasuredValue("disk_passed", name, passed)
    if (heat := _figure(_inside(said, "temperature"), "current")) is not None:
        yield MeasuredValue("heat", f"disk {name}", heat, most=HOT_DISK)
    yield from _nvme(name, _inside(said, NVME))
    yield from _ata(name, _inside(said, "ata_smart_attributes").get("table"))


def _nvme(name: str, log: dict[str, Any]) -> Iterator[MeasuredValue]:
    if (used := _figure(log, "percentage_used")) is not None:
        yield MeasuredValue("disk_used", name, used)
    if (spare := _figure(log, "available_spare")) is not None:
        yield MeasuredValue("disk_spare", name, spare, least=_figure(log, "available_spare_threshold"))
    if (errors := _figure(log, "media_errors")) is not None:
        yield MeasuredValue("disk_bad_blocks", name, errors)


def _ata(name: str, table: object) -> Iterator[MeasuredValue]:
    rows = [row for row in table if isinstance(row, dict)] if isinstance(table, list) else []
    raw = [_figure(_inside(row, "raw"), "value") for row in rows if row.get("id") in GIVEN_UP]
    given_up = [value for value in raw if value is not None]
    if given_up:
        yield MeasuredValue("disk_bad_blocks", name, sum(given_up))
    left = {row.get("id"): _figure(row, "value") for row in rows}
    worn = next((left[of] for of in WEAR if left.get(of) is not None), None)
    if worn is not None:
        yield MeasuredValue("disk_used", name, max(0, 100 - worn))


def chrony(text: str) -> Iterator[MeasuredValue]:
    """Of `chronyc -c tracking`."""
    fields = text.strip().split(",")
    try:
        off = abs(float(fields[OFF]))
    except (ValueError, IndexError):
        return
    if not math.isfinite(off):
        return
    followed = fields[LEAP] != "Not synchronised" and fields[STRATUM] != "0"
    yield MeasuredValue("clock_synchronised", "chrony", followed)
    if followed:
        yield MeasuredValue("clock_off", "chrony", off)


def timesyncd(synchronised: Path) -> Iterator[MeasuredValue]:
    """systemd's own time service, where it runs, leaves this file once it has heard the time."""
    if synchronised.parent.is_dir():
        yield MeasuredValue("clock_synchronised", "timesyncd", synchronised.exists())


def rtc(text: str) -> Iterator[MeasuredValue]:
    """Of `/proc/driver/rtc`, where the chip can tell."""
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "batt_status" and value.strip() in ("okay", "dead"):
            yield MeasuredValue("battery_good", "clock", value.strip() == "okay")


def _fresh(path: Path, now: float) -> str | None:
    try:
        with path.open("rb") as file:
            if now - path.stat().st_mtime > OLDEST_SECONDS:
                return None
            return file.read(LARGEST).decode("utf-8", errors="replace")
    except OSError:
        return None


def _object(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _inside(said: dict[str, Any], name: str) -> dict[str, Any]:
    found = said.get(name)
    return found if isinstance(found, dict) else {}


def _figure(said: dict[str, Any], name: str) -> float | None:
    found = said.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
        return None
    return float(found)
