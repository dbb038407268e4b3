"""How it stands with the floor, out of what the uplink last said of itself: for status, troubles and metrics."""

from pathlib import Path
from typing import Any, Literal, NamedTuple

from config.floor import Uplink
from controller.uplink.kept import kept_status

SILENT_MS = 60_000
"""An uplink that has said nothing for so long does not run."""
WAITS_FOR_PEOPLE = frozenset({"quarantined", "fork", "restored", "rolled_back"})

Wrong = Literal["floor_away", "floor_quarantined", "floor_refuses", "floor_clock"]


class UplinkStanding(NamedTuple):
    """What people are told."""

    delivered: int
    waiting: int
    heard_ms: int
    """How long the floor was not heard; -1: never."""
    wrong: dict[Wrong, str]


def standing_with_floor(settings: Uplink, now: int) -> UplinkStanding:
    """At this moment, in UTC milliseconds."""
    said = kept_status(Path(settings.directory)) or {}
    number = {name: _number(said, name) for name in ("at", "delivered", "head", "heard_at", "clock_off")}
    heard_ms = max(0, now - number["heard_at"]) if number["heard_at"] else -1
    waiting = max(0, number["head"] - number["delivered"])
    return UplinkStanding(number["delivered"], waiting, heard_ms, _wrong(settings, said, number, now))


def _wrong(settings: Uplink, said: dict[str, Any], number: dict[str, int], now: int) -> dict[Wrong, str]:
    if abs(now - number["at"]) > SILENT_MS:
        return {"floor_away": "the uplink does not run"}
    found: dict[Wrong, str] = {}
    trouble, about = str(said.get("trouble", "")), str(said.get("about", ""))[:200]
    quiet = now - number["heard_at"]
    if quiet > 1000 * settings.silent_seconds:
        found["floor_away"] = f"not heard for {quiet // 1000} s: {about}" if number["heard_at"] else f"never: {about}"
    if trouble in WAITS_FOR_PEOPLE:
        found["floor_quarantined"] = f"{trouble}: {about}"
    elif trouble and trouble != "floor_away":
        found["floor_refuses"] = f"{trouble}: {about}"
    if abs(number["clock_off"]) > 1000 * settings.clock_seconds:
        found["floor_clock"] = f"{number['clock_off']} ms"
    return found


def _number(said: dict[str, Any], name: str) -> int:
    found = said.get(name, 0)
    return found if type(found) is int else 0
