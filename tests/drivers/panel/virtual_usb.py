"""An emulated board on a virtual USB of the kernel: the device's end of USB/IP, spoken straight to `vhci-hcd`.

The kernel's documentation `usb/usbip_protocol` says how; only the part after the import is needed, for the socket is
handed to the kernel by hand.
"""

import errno
import os
import queue
import socket
import struct
import threading
from pathlib import Path

from tools.emulators.panel.board import Board, Unplugged

ATTACH = Path("/sys/devices/platform/vhci_hcd.0/attach")
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
HEADER = struct.Struct(">IIIII")
SUBMIT_REST = struct.Struct(">Iiiii8s")
ANSWER_REST = struct.Struct(">iiiii8x")
UNLINK_REST = struct.Struct(">I24x")
UNLINKED_REST = struct.Struct(">i24x")
FULL_SPEED = 2
DEVICE_ID = 0x10002
GET_DESCRIPTOR, GET_CONFIGURATION, GET_STATUS = 6, 8, 0
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xFF, 0, 0, 64, 0x1209, 0xC0DE, 0x0100, 0, 0, 3, 1)
INTERFACE = bytes((9, 4, 0, 0, 2, 0xFF, 0, 0, 0))
ENDPOINTS = bytes((7, 5, 0x81, 3, 8, 0, 10, 7, 5, 0x01, 3, 8, 0, 10))
BELOW = INTERFACE + ENDPOINTS
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(BELOW), 1, 1, 0, 0x80, 50) + BELOW


class VirtualBoard:
    """A board at one port of the virtual host controller, from plug to unplug."""

    def __init__(self, board: Board, address: int, port: int) -> None:
        self._board, self._address = board, address
        board.plug(address)
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._reads: queue.Queue[int] = queue.Queue()
        self._cancelled: set[int] = set()
        self._sending = threading.Lock()
        for loop in (self._serve, self._report):
            threading.Thread(target=loop, daemon=True).start()
        ATTACH.write_text(f"{port} {theirs.fileno()} {DEVICE_ID} {FULL_SPEED}")
        theirs.close()

    def unplug(self) -> None:
        self._board.unplug()
        self._ours.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        """What the kernel asks for, one request after another."""
        try:
            while True:
                command, number, _, inward, endpoint = HEADER.unpack(self._take(HEADER.size))
                if command == UNLINK:
                    self._unlink(number, *UNLINK_REST.unpack(self._take(UNLINK_REST.size)))
                    continue
                _, length, _, _, _, setup = SUBMIT_REST.unpack(self._take(SUBMIT_REST.size))
                data = b"" if inward else self._take(length)
                if endpoint == 0:
                    self._control(number, setup, length)
                elif inward:
                    self._reads.put(number)
                else:
                    self._board.write(self._address, data)
                    self._answer(number, 0, length)
        except (OSError, Unplugged):
            self._ours.close()

    def _report(self) -> None:
        """Answer one read after another, each when the board has something to say."""
        try:
            while True:
                number = self._reads.get()
                data = None
                while data is None and number not in self._cancelled:
                    data = self._board.read(self._address, 0.05)
                if data is not None and number not in self._cancelled:
                    self._answer(number, 0, len(data), data)
        except (OSError, Unplugged):
            return

    def _unlink(self, number: int, victim: int) -> None:
        self._cancelled.add(victim)
        head = HEADER.pack(UNLINKED, number, 0, 0, 0)
        self._send(head + UNLINKED_REST.pack(-errno.ECONNRESET))

    def _control(self, number: int, setup: bytes, length: int) -> None:
        _, request, value, _, _ = struct.unpack("<BBHHH", setup)
        kind, index = divmod(value, 256)
        known = {(1, 0): DEVICE, (2, 0): CONFIGURATION, (3, 0): b"\x04\x03\x09\x04", (3, 3): self._serial()}
        answers = {GET_DESCRIPTOR: known.get((kind, index)), GET_CONFIGURATION: b"\x01", GET_STATUS: b"\0\0"}
        answer = answers.get(request, b"")  # whatever else is set needs no more than a yes
        if answer is None:
            self._answer(number, -errno.EPIPE, 0)
        else:
            self._answer(number, 0, len(answer[:length]), answer[:length])

    def _serial(self) -> bytes:
        text = self._board.serial.encode("utf-16-le")
        return bytes((2 + len(text), 3)) + text

    def _answer(self, number: int, status: int, length: int, data: bytes = b"") -> None:
        self._send(HEADER.pack(SUBMITTED, number, 0, 0, 0) + ANSWER_REST.pack(status, length, 0, 0, 0) + data)

    def _send(self, data: bytes) -> None:
        with self._sending:
            self._ours.sendall(data)

    def _take(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            piece = self._ours.recv(length - len(data))
            if not piece:
                raise OSError("the kernel has let go of the board")
            data += piece
        return data


def missing() -> list[str]:
    """What this machine lacks for a virtual USB, each with the way to get it."""
    lacks = []
    if os.geteuid() != 0:
        lacks.append("root")
    if not ATTACH.exists():
        lacks.append("the kernel module vhci-hcd (modprobe vhci-hcd)")
    if not Path("/run/udev/control").exists():
        lacks.append("a running udevd, for libusb hears of plugging from it (systemctl start systemd-udevd)")
    if not any(Path(folder).glob("**/libusb-1.0.so.0") for folder in ("/lib", "/usr/lib")):
        lacks.append("libusb-1.0 (apt-get install libusb-1.0-0)")
    return lacks
