"""The emulated bus across processes: a unix socket between `boxcars panel emulate` and whoever uses its boards.

One JSON line asks, one JSON line answers, and each thread that asks has a connection of its own, so a read that waits
holds up nobody else.
"""

import contextlib
import json
import os
import socket
import socketserver
import threading
from pathlib import Path
from typing import IO, Any

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
        self._lines = threading.local()

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
            line = self._line()
            line.write(json.dumps(question).encode() + b"\n")
            line.flush()
            answer: dict[str, Any] = json.loads(line.readline(LONGEST_LINE))
        except (OSError, ValueError):
            self._lines.open = None
            raise Unplugged from None
        if answer.get("unplugged"):
            raise Unplugged
        return answer

    def _line(self) -> IO[bytes]:
        """This thread's to the emulator, which stands as long as both do."""
        if getattr(self._lines, "open", None) is None:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
                sock.settimeout(LONGEST_WAIT + EXTRA_PATIENCE)
                sock.connect(self._path)
                self._lines.open = sock.makefile("rwb")
        line: IO[bytes] = self._lines.open
        return line


class _Caller(socketserver.StreamRequestHandler):
    server: "BusServer"

    def setup(self) -> None:
        super().setup()
        self.server.callers.add(self.connection)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # somebody went away
            while line := self.rfile.readline(LONGEST_LINE):
                self.wfile.write(json.dumps(self._answer(line)).encode() + b"\n")

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            return self.server.answer(json.loads(line))
        except Unplugged:
            return {"unplugged": True}
        except (ValueError, TypeError, KeyError):
            raise ConnectionAbortedError("not one of ours") from None

    def finish(self) -> None:
        self.server.callers.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()


class BusServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """The emulator's end."""

    daemon_threads = True

    def __init__(self, path: Path, bus: Bus) -> None:
        self.bus = bus
        self.callers: set[socket.socket] = set()
        path.unlink(missing_ok=True)
        before = os.umask(0o077)
        try:
            super().__init__(str(path), _Caller)
        finally:
            os.umask(before)
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def server_close(self) -> None:
        """Whoever asks is told no more."""
        super().server_close()
        for caller in list(self.callers):
            with contextlib.suppress(OSError):
                caller.shutdown(socket.SHUT_RDWR)

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
