"""The emulated bus across processes: a unix socket between `boxcars panel emulate` and whoever uses its boards.

One JSON line asks, one JSON line answers. Each thread that uses the bus has a connection of its own, so a read that
waits holds up nobody else.
"""

import contextlib
import json
import os
import socket
import socketserver
import threading
from pathlib import Path
from typing import Any

from drivers.panel.emulator.board import Unplugged
from drivers.panel.emulator.bus import Bus

LONGEST_LINE = 4096
LONGEST_WAIT = 5.0
EXTRA_PATIENCE = 5.0


class RemoteBus:
    """The user's end. A dead emulator is a bus without boards."""

    vendor, product = 0x1209, 0xC0DE

    def __init__(self, path: str) -> None:
        self._path = path
        self._own = threading.local()

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
            answer: dict[str, Any] = json.loads(self._line(json.dumps(question).encode() + b"\n"))
        except (OSError, ValueError):
            self._hang_up()
            raise Unplugged from None
        if answer.get("unplugged"):
            raise Unplugged
        return answer

    def _line(self, question: bytes) -> bytes:
        sock: socket.socket | None = getattr(self._own, "socket", None)
        if sock is None:
            sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            sock.settimeout(LONGEST_WAIT + EXTRA_PATIENCE)
            self._own.socket = sock
            sock.connect(self._path)
            self._own.lines = sock.makefile("rb")
        sock.sendall(question)
        line: bytes = self._own.lines.readline(LONGEST_LINE)
        return line

    def _hang_up(self) -> None:
        sock: socket.socket | None = getattr(self._own, "socket", None)
        self._own.socket = None
        if sock is not None:
            lines = getattr(self._own, "lines", None)
            if lines is not None:
                with contextlib.suppress(OSError):
                    lines.close()
            sock.close()


class _Caller(socketserver.StreamRequestHandler):
    server: "BusServer"

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_LINE):
            try:
                answer = self.server.answer(json.loads(line))
            except Unplugged:
                answer = {"unplugged": True}
            except (ValueError, TypeError, KeyError):
                return  # not one of ours
            try:
                self.wfile.write(json.dumps(answer).encode() + b"\n")
            except OSError:
                return


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
