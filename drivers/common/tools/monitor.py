"""Live traffic of a unit's line, a line a frame.

By itself the monitor plays the host: it greets, polls and acknowledges, and shows both directions. With `--listen`
it sends nothing, for a tap on a cable between a unit and a driver. With the unit's key it says of each result whose
start (SHAKE, SPIN) it has seen whether it is authentic.
"""

import argparse
import hmac
import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from config.files.secrets import read_secret
from controller.protocol.devices.authentic import KEY_LENGTH, mac_of
from controller.protocol.devices.unit import LinkDown
from drivers.common.serial.codec import Dropped, FrameReader
from drivers.common.serial.link import Traffic
from drivers.common.serial.messages import (
    PLAY_UNDER_WAY,
    UNKNOWN_PLAY,
    Ack,
    Found,
    OpenReport,
    Spoken,
    Start,
    StatusReply,
)
from drivers.common.serial.port import NoPort, Port
from drivers.common.tools.bench import GOOD, LOST
from drivers.common.unit.identity import ExpectedUnit
from drivers.common.unit.line import SerialLine
from drivers.common.unit.words import Words

LOOK_EVERY = 0.05
PLAYS_REMEMBERED = 16


def monitor(words: Words, options: argparse.Namespace) -> int:
    """Show traffic until interrupted, or for as many seconds or frames as asked."""
    end = time.monotonic() + options.seconds if options.seconds is not None else float("inf")
    key = read_secret(options.key_file, KEY_LENGTH) if options.key_file else None
    witness = LineWitness(key)
    source = _listened(words, options, end) if options.listen else _conversed(words, options, end)
    writer, shown = Writer(words, as_json=options.json), 0
    try:
        for item in source:
            more = witness.sees(item)
            if options.play is not None and _play(item) != options.play:
                continue
            print(writer.line_of(item, more), flush=True)
            shown += isinstance(item, Traffic)
            if options.frames is not None and shown >= options.frames:
                break
    except NoPort as error:
        print(writer.line_of(str(error)), flush=True)
        return LOST
    except KeyboardInterrupt:
        return GOOD  # the usual way to end it
    return GOOD


def _conversed(words: Words, options: argparse.Namespace, end: float) -> Iterator[Traffic | str]:
    line = SerialLine(options.port, ExpectedUnit(), words)
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


def _listened(words: Words, options: argparse.Namespace, end: float) -> Iterator[Traffic | str]:
    port, reader = Port(options.port), FrameReader()
    try:
        while time.monotonic() < end:
            for frame in reader.feed(port.read()):
                what = frame if isinstance(frame, Dropped) else words.vocabulary.read(frame)
                yield Traffic(sent=False, what=what, seq=None if isinstance(frame, Dropped) else frame.seq)
            time.sleep(LOOK_EVERY)
    finally:
        port.close()


class LineWitness:
    """Remembers the nonces it saw, to judge the results that follow."""

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self._nonces: dict[int, bytes] = {}

    def sees(self, item: Traffic | str) -> dict[str, Any]:
        """What can be said of a frame beyond its fields."""
        message = None if isinstance(item, str) else item.what
        if isinstance(message, Start):
            self._nonces.setdefault(message.id, message.nonce_sent)
            while len(self._nonces) > PLAYS_REMEMBERED:
                del self._nonces[min(self._nonces)]
        if self._key is None or not isinstance(message, Found):
            return {}
        nonce = self._nonces.get(message.id)
        if nonce is None:
            return {"authentic": "unknown"}
        mac = mac_of(self._key, nonce, message.signed)
        return {"authentic": hmac.compare_digest(mac, message.signature)}


def _play(item: Traffic | str) -> int | None:
    return None if isinstance(item, str) else getattr(item.what, "id", None)


class Writer:
    """Writes traffic in the words of one kind of unit."""

    def __init__(self, words: Words, *, as_json: bool) -> None:
        self._words, self._json = words, as_json

    def line_of(self, item: Traffic | str, more: dict[str, Any] | None = None) -> str:
        """One frame, or one remark, as a line."""
        now = datetime.now(UTC).strftime("%H:%M:%S.%f")[:-3]
        if isinstance(item, str):
            return json.dumps({"time": now, "remark": item}) if self._json else f"{now} !! {item}"
        if self._json:
            return json.dumps({"time": now, **self._as_json(item), **(more or {})})
        arrow = "→" if item.sent else "←"
        if isinstance(item.what, Dropped):
            return f"{now} {arrow} dropped: {item.what.fault}: {item.what.raw.hex(' ')}"
        fields = " ".join(f"{key}={value}" for key, value in (self._fields(item.what) | (more or {})).items())
        return f"{now} {arrow} {_name(type(item.what)):<10} seq {item.seq:<3} {fields}".rstrip()

    def _as_json(self, item: Traffic) -> dict[str, Any]:
        direction = "sent" if item.sent else "received"
        if isinstance(item.what, Dropped):
            return {"direction": direction, "dropped": str(item.what.fault), "raw": item.what.raw.hex()}
        return {"direction": direction, "frame": _name(type(item.what)), "seq": item.seq, **self._fields(item.what)}

    def _fields(self, message: Spoken) -> dict[str, Any]:
        if isinstance(message, Ack):
            acknowledged = self._words.vocabulary.by_type.get(message.report_type)
            name = f"{message.report_type:#04x}" if acknowledged is None else _name(acknowledged)
            return {"of": name, "of_seq": message.report_seq}
        called = {} if isinstance(message, OpenReport) else self._words.fields
        fields = {called.get(key, key): _shown(key, value) for key, value in asdict(message).items()}
        return fields | self._in_words(message)

    def _in_words(self, message: Any) -> dict[str, Any]:
        """The fields whose numbers have names."""
        words, named = self._words, {}
        if hasattr(message, "faults"):
            named["faults"] = "+".join(words.faults.of_bits(message.faults)) or "none"
        if isinstance(message, StatusReply):
            named["state"] = words.states.of(message.state)
        if hasattr(message, "verdict"):
            named["verdict"] = words.verdicts.of(message.verdict)
        if isinstance(message, Found):
            unknown, under_way = message.tells(UNKNOWN_PLAY), message.tells(PLAY_UNDER_WAY)
            none = f"unknown_{words.play}" if unknown else "under_way" if under_way else ""
            named["outcome"] = none or words.outcome(message)
        return named


NAMES = {
    "Identity": "HELLO_REPLY",
    "StatusNow": "STATUS_REPLY",
    "ShakeVerdict": "SHAKE_REPLY",
    "SpinVerdict": "SPIN_REPLY",
    "PrintVerdict": "PRINT_REPLY",
    "PrinterStatusNow": "STATUS_REPLY",
    "TextVerdict": "TEXT_REPLY",
    "ResultNow": "RESULT_REPLY",
    "AbortVerdict": "ABORT_REPLY",
    "StillLatched": "CLEAR_REPLY",
    "LampLit": "LAMP_REPLY",
    "SelfTested": "SELF_TEST_REPLY",
    "SelfTest": "SELF_TEST",
    "Faulted": "FAULT",
    "Booted": "BOOT",
    "PaperLevel": "PAPER",
}
"""How the interface documents call what our classes call otherwise."""


TEXTS = ("model", "text", "language")
"""Fields that are words; other bytes are shown in hexadecimal."""


def _name(spoken: type[Spoken]) -> str:
    return NAMES.get(spoken.__name__, spoken.__name__.upper())


def _shown(key: str, value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    return value.decode("utf-8", "backslashreplace").strip(" \0") if key in TEXTS else value.hex()
