"""What a technician asks the panels: who is there, what do they say, light this lamp."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import usb.core

from drivers.common.tooling import fail
from drivers.panel.codec import LENGTH, Report, lights, parse
from drivers.panel.usb import IN, OUT, WRITE_PATIENCE, backend_of, boards, explain, release, serial_of

GOOD, LOST = 0, 4
LISTEN_FOR = 1.2
"""Seconds: a board speaks at least once in one, and its first words may have waited since long ago."""
READ_PATIENCE, IN_TURN = 250, 20
"""Milliseconds for one board alone, and for one of many."""


def run_tool(options: argparse.Namespace) -> int:
    """One of the tools below, on the boards that are plugged in now."""
    backend = backend_of(options.usb)
    found = {serial_of(device): device for device in boards(backend, options.vendor, options.product)}
    try:
        code: int = TOOLS[options.act](found, options)
    except usb.core.USBError as error:
        code = _lost(f"{options.usb}: {explain(error)}")
    except KeyboardInterrupt:
        code = GOOD
    finally:
        for device in found.values():
            release(device)
    return code


def list_boards(found: dict[str, Any], options: argparse.Namespace) -> int:
    """Every board with its newest report."""
    rows = [{"board": serial, "report": _as_json(said)} for serial, said in sorted(_newest_reports(found).items())]
    if options.json:
        print(json.dumps(rows))
    for row in rows if not options.json else []:
        print(f"{row['board']:<16} {_sentence(row['report'])}")
    if not rows:
        return _lost(f"no board {options.vendor:04x}:{options.product:04x} is plugged in{_where(options.usb)}")
    return GOOD


def watch(found: dict[str, Any], options: argparse.Namespace) -> int:
    """A line for every change, until interrupted."""
    device = _chosen(found, options)
    if device is None:
        return _no_such(found, options)
    end = time.monotonic() + options.seconds if options.seconds is not None else float("inf")
    before = None
    while time.monotonic() < end:
        report = _read(device)
        now = _as_json(report)
        if report is not None and now != before:
            print(json.dumps(now) if options.json else _sentence(now), flush=True)
            before = now
    return GOOD


def lamp(found: dict[str, Any], options: argparse.Namespace) -> int:
    """Light lamps and tower; what is not named goes dark."""
    device = _chosen(found, options)
    if device is None:
        return _no_such(found, options)
    frame = lights(1, tuple(options.lamps), options.pattern, tuple(options.tower), clear_latches=options.clear_latches)
    device.write(OUT, frame, WRITE_PATIENCE)
    lit = [*options.lamps, *options.tower]
    if options.json:
        print(json.dumps({"board": options.board, "lit": lit, "pattern": options.pattern}))
    else:
        print(f"{options.board}: {', '.join(lit) or 'nothing'} lit, {options.pattern}")
    return GOOD


TOOLS = {"list": list_boards, "watch": watch, "lamp": lamp}


def _chosen(found: dict[str, Any], options: argparse.Namespace) -> Any:
    return found.get(options.board)


def _no_such(found: dict[str, Any], options: argparse.Namespace) -> int:
    there = ", ".join(sorted(found)) or "none"
    return _lost(f"{options.board}: no such board is plugged in{_where(options.usb)}; there is: {there}")


def _where(bus: str) -> str:
    """Of the machine's own USB nothing needs to be said."""
    path = bus.removeprefix("emulated:")
    if path == bus:
        return ""
    return f" at {path}" if Path(path).exists() else f" at {path}, where nobody emulates any: `boxcars panel emulate`"


def _lost(text: str) -> int:
    fail(text)
    return LOST


def _newest_reports(found: dict[str, Any]) -> dict[str, Report | None]:
    """What every board said last, after all were listened to at once for a while."""
    newest: dict[str, Report | None] = dict.fromkeys(found)
    broken: set[str] = set()
    end = time.monotonic() + LISTEN_FOR
    while time.monotonic() < end and len(broken) < len(found):
        for serial, device in found.items():
            try:
                newest[serial] = None if serial in broken else _read(device, IN_TURN) or newest[serial]
            except (usb.core.USBError, ValueError):
                broken.add(serial)
                newest[serial] = None
    return newest


def _read(device: Any, patience: int = READ_PATIENCE) -> Report | None:
    try:
        report = parse(bytes(device.read(IN, LENGTH, patience)))
    except usb.core.USBTimeoutError:
        return None
    return report if isinstance(report, Report) else None


def _as_json(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    return {
        "buttons": list(report.buttons),
        "keys": list(report.keys),
        "open_doors": list(report.open_doors),
        "latched_doors": list(report.latched_doors),
        "supply_percent": report.supply_percent,
    }


def _sentence(report: Any) -> str:
    if report is None:
        return "says nothing: a door that cannot be read counts as open"
    parts = [
        f"{name.replace('_', ' ')}: {' '.join(words)}" for name, words in report.items() if isinstance(words, list)
    ]
    shown = [part for part in parts if not part.endswith(": ")] or ["all at rest"]
    return "; ".join([*shown, f"battery {report['supply_percent']} %"])
