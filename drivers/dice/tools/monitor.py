"""Live traffic of a unit's line, a line a frame.

By itself the monitor plays the host: it greets, polls and acknowledges, and shows both directions. With `--listen`
it sends nothing, for a tap on a cable between a unit and a driver. With the unit's key it says of each result whose
SHAKE it has seen whether it is authentic.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from config.secrets import read_secret
from controller.protocol.devices.authentic import KEY_LENGTH, judge
from controller.protocol.devices.dice import LinkDown
from drivers.dice.codec import Dropped, FrameReader
from drivers.dice.identity import ExpectedUnit
from drivers.dice.line import SerialLine
from drivers.dice.link import Traffic
from drivers.dice.messages import BY_TYPE, Ack, Roll, Shake, from_frame
from drivers.dice.port import NoPort, Port
from drivers.dice.tools.unit import GOOD, LOST
from drivers.dice.words import faults_of, impossible, report_of, state_of, verdict_of

LOOK_EVERY = 0.05
ROLLS_REMEMBERED = 16


def monitor(options: argparse.Namespace) -> int:
    """Show traffic until interrupted, or for as many seconds or frames as asked."""
    end = time.monotonic() + options.seconds if options.seconds is not None else float("inf")
    key = read_secret(options.key_file, KEY_LENGTH) if options.key_file else None
    witness = Witness(key)
    source = _listened(options, end) if options.listen else _conversed(options, end)
    shown = 0
    try:
        for item in source:
            words = witness.sees(item)
            if options.roll_id is not None and _roll_id(item) != options.roll_id:
                continue
            print(line_of(item, as_json=options.json, more=words), flush=True)
            shown += isinstance(item, Traffic)
            if options.frames is not None and shown >= options.frames:
                break
    except NoPort as error:
        print(line_of(str(error), as_json=options.json), flush=True)
        return LOST
    except KeyboardInterrupt:
        return GOOD  # the usual way to end it
    return GOOD


def _conversed(options: argparse.Namespace, end: float) -> Iterator[Traffic | str]:
    line = SerialLine(options.port, ExpectedUnit())
    line.link.traffic = []
    try:
        while time.monotonic() < end:
            said = line.turn()
            yield from line.link.traffic
            line.link.traffic.clear()
            yield from (message.text for message in said if isinstance(message, LinkDown))
            line.wait(LOOK_EVERY)
    finally:
        line.close()


def _listened(options: argparse.Namespace, end: float) -> Iterator[Traffic | str]:
    port, reader = Port(options.port), FrameReader()
    try:
        while time.monotonic() < end:
            for frame in reader.feed(port.read()):
                what = frame if isinstance(frame, Dropped) else from_frame(frame)
                yield Traffic(sent=False, what=what, seq=None if isinstance(frame, Dropped) else frame.seq)
            time.sleep(LOOK_EVERY)
    finally:
        port.close()


class Witness:
    """Remembers the nonces it saw, to judge the results that follow."""

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self._nonces: dict[int, bytes] = {}

    def sees(self, item: Traffic | str) -> dict[str, Any]:
        """What can be said of a frame beyond its fields."""
        message = None if isinstance(item, str) else item.what
        if isinstance(message, Shake):
            self._nonces.setdefault(message.roll_id, message.nonce)
            while len(self._nonces) > ROLLS_REMEMBERED:
                del self._nonces[min(self._nonces)]
        if self._key is None or not isinstance(message, Roll) or impossible(message):
            return {}
        nonce = self._nonces.get(message.roll_id)
        if nonce is None:
            return {"authentic": "unknown"}
        judgement = judge(report_of(message), roll_id=message.roll_id, nonce=nonce, key=self._key)
        return {"authentic": judgement == "authentic"}


def line_of(item: Traffic | str, *, as_json: bool, more: dict[str, Any] | None = None) -> str:
    """One frame, or one remark, as a line."""
    now = datetime.now(UTC).strftime("%H:%M:%S.%f")[:-3]
    if isinstance(item, str):
        return json.dumps({"time": now, "remark": item}) if as_json else f"{now} !! {item}"
    if as_json:
        return json.dumps({"time": now, **_as_json(item), **(more or {})})
    arrow = "→" if item.sent else "←"
    if isinstance(item.what, Dropped):
        return f"{now} {arrow} dropped: {item.what.fault}: {item.what.raw.hex(' ')}"
    name = _name(item.what)
    fields = " ".join(f"{key}={value}" for key, value in (_fields(item.what) | (more or {})).items())
    return f"{now} {arrow} {name:<10} seq {item.seq:<3} {fields}".rstrip()


def _roll_id(item: Traffic | str) -> int | None:
    return None if isinstance(item, str) else getattr(item.what, "roll_id", None)


def _as_json(item: Traffic) -> dict[str, Any]:
    direction = "sent" if item.sent else "received"
    if isinstance(item.what, Dropped):
        return {"direction": direction, "dropped": str(item.what.fault), "raw": item.what.raw.hex()}
    return {"direction": direction, "frame": _name(item.what), "seq": item.seq, **_fields(item.what)}


NAMES = {
    "Identity": "HELLO_REPLY",
    "StatusNow": "STATUS_REPLY",
    "ShakeVerdict": "SHAKE_REPLY",
    "ResultNow": "RESULT_REPLY",
    "AbortVerdict": "ABORT_REPLY",
    "StillLatched": "CLEAR_REPLY",
    "LampLit": "LAMP_REPLY",
    "SelfTested": "SELF_TEST_REPLY",
    "SelfTest": "SELF_TEST",
    "Faulted": "FAULT",
    "Booted": "BOOT",
}
"""How the interface document calls what our classes call otherwise."""


def _name(message: object) -> str:
    name = type(message).__name__
    return NAMES.get(name, name.upper())


def _name_of(kind: int) -> str:
    spoken = BY_TYPE.get(kind)
    return f"{kind:#04x}" if spoken is None else NAMES.get(spoken.__name__, spoken.__name__.upper())


def _fields(message: Any) -> dict[str, Any]:
    if isinstance(message, Ack):
        return {"of": _name_of(message.report_type), "of_seq": message.report_seq}
    fields: dict[str, Any] = {
        key: (value.decode("ascii", "backslashreplace").strip(" \0") if key == "model" else value.hex())
        if isinstance(value, bytes)
        else value
        for key, value in asdict(message).items()
    }
    if "faults" in fields:
        fields["faults"] = "+".join(faults_of(fields["faults"])) or "none"
    if "state" in fields:
        fields["state"] = state_of(fields["state"])
    if "verdict" in fields:
        fields["verdict"] = verdict_of(fields["verdict"])
    if isinstance(message, Roll):
        flaw = impossible(message)
        fields["outcome"] = {0xFF: "unknown_roll", 0xFE: "being_rolled"}.get(
            message.outcome, f"impossible ({flaw})" if flaw else report_of(message).outcome
        )
    return fields
