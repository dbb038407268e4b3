"""The emulated bus across processes: a unix socket between `boxcars panel emulate` and whoever uses its boards.

One JSON line asks, one JSON line answers, and each question has a connection of its own, so a read that waits holds
up nobody else.
"""

import contextlib
import json
import os
import socket
import socketserver
import threading
from pathlib import Path
from typing import Any

from tools.emulators.panel.backend import EmulatedBackend
from tools.emulators.panel.board import Unplugged
from tools.emulators.panel.bus import Bus

LONGEST_LINE = 4096
LONGEST_WAIT = 5.0
EXTRA_PATIENCE = 5.0


class RemoteBus:
    """The user's end. A dead emulator is a bus without boards."""

    vendor, product = 0x1209, 0xC0DE

    def __init__(self, path: str) -> None:
        self._path = path

    def addresses(self) -> list[int]:
        try:
            answer = self._ask({"do": "addresses"})
        except Unplugged:
            return []
        self.vendor, self.product = int(answer["vendor"]), int(answer["product"])
        return [int(address) for address in answer["addresses"]]

    def serial(self, address: int) -> str:
        return str(self._ask({"do": "serial", "address": address})["serial"])

    def read(self, address: int, timeout: float) -> bytes | None:
        data = self._ask({"do": "read", "address": address, "timeout": min(timeout, LONGEST_WAIT)})["data"]
        return None if data is None else bytes.fromhex(data)

    def write(self, address: int, data: bytes) -> None:
        self._ask({"do": "write", "address": address, "data": data.hex()})

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
                sock.settimeout(LONGEST_WAIT + EXTRA_PATIENCE)
                sock.connect(self._path)
                sock.sendall(json.dumps(question).encode() + b"\n")
                with sock.makefile("rb") as lines:
                    answer: dict[str, Any] = json.loads(lines.readline(LONGEST_LINE))
        except (OSError, ValueError):
            raise Unplugged from None
        if answer.get("unplugged"):
            raise Unplugged
        return answer


class _Caller(socketserver.StreamRequestHandler):
    server: "BusServer"

    def handle(self) -> None:
        try:
            answer = self.server.answer(json.loads(self.rfile.readline(LONGEST_LINE)))
        except Unplugged:
            answer = {"unplugged": True}
        except (ValueError, TypeError, KeyError):
            return  # not one of ours
        with contextlib.suppress(OSError):
            self.wfile.write(json.dumps(answer).encode() + b"\n")


class BusServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """The emulator's end."""

    daemon_threads = True

    def __init__(self, path: Path, bus: Bus) -> None:
        self.bus = bus
        path.unlink(missing_ok=True)
        before = os.umask(0o077)
        try:
            super().__init__(str(path), _Caller)
        finally:
            os.umask(before)
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        match question["do"]:
            case "addresses":
                bus = self.bus
                return {"vendor": bus.vendor, "product": bus.product, "addresses": bus.addresses()}
            case "serial":
                return {"serial": self.bus.serial(int(question["address"]))}
            case "read":
                timeout = min(float(question["timeout"]), LONGEST_WAIT)
                data = self.bus.read(int(question["address"]), timeout)
                return {"data": None if data is None else data.hex()}
            case "write":
                self.bus.write(int(question["address"]), bytes.fromhex(question["data"]))
                return {}
        raise ValueError("unknown question")


def remote_backend(socket: str) -> EmulatedBackend:
    """What libusb is to real boards, for those that `boxcars panel emulate` offers at this socket."""
    return EmulatedBackend(RemoteBus(socket))
