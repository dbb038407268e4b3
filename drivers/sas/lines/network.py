"""A port server of the network, over RFC 2217 through pyserial. It does not tell which bytes had the mark.

pyserial reads and writes as it likes to, waiting; so a thread reads, another writes, and a pair of sockets wakes.
"""

import contextlib
import queue
import socket
import threading

import serial

from drivers.common.serial.port import PORT_ERRORS, NoPort
from drivers.sas.codec import ByteHeard, Said
from drivers.sas.lines.line import BAUD

READ_PATIENCE = 0.2
MOST_WAITING = 64
"""Answers that a server does not take; with more the line is gone."""


class NetworkLine:
    """One port of one server."""

    def __init__(self, name: str) -> None:
        self._name, self._closed, self._trouble = name, threading.Event(), ""
        try:
            self._port = serial.serial_for_url(name, BAUD, parity=serial.PARITY_SPACE, timeout=READ_PATIENCE)
        except (*PORT_ERRORS, ValueError) as error:
            raise NoPort(f"{name}: cannot be opened: {error}") from None
        self._wake, self._heard = socket.socketpair()
        self._wake.setblocking(False)
        self._to_say: queue.Queue[Said] = queue.Queue(MOST_WAITING)
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def fileno(self) -> int:
        return self._wake.fileno()

    def read(self) -> list[ByteHeard]:
        try:
            data = self._wake.recv(4096)
        except BlockingIOError:
            return []
        if not data:
            raise NoPort(f"{self._name}: gone: {self._trouble}")
        return [ByteHeard(value, None) for value in data]

    def write(self, said: Said) -> None:
        try:
            self._to_say.put_nowait(said)
        except queue.Full:
            raise NoPort(f"{self._name}: takes no bytes") from None

    def close(self) -> None:
        self._closed.set()
        with contextlib.suppress(*PORT_ERRORS):
            self._port.close()
        for thread in self._threads:
            thread.join(2 * READ_PATIENCE)
        self._wake.close()

    def _listen(self) -> None:
        with self._heard:
            while not self._closed.is_set():
                try:
                    if data := self._port.read(1):
                        self._heard.sendall(data + self._port.read(self._port.in_waiting))
                except (*PORT_ERRORS, AttributeError, TypeError) as error:  # of a port that is closed meanwhile
                    self._trouble = str(error)
                    return

    def _speak(self) -> None:
        while not self._closed.is_set():
            try:
                said = self._to_say.get(timeout=READ_PATIENCE)
                self._port.parity = serial.PARITY_MARK if said.mark else serial.PARITY_SPACE
                self._port.write(said.data)
            except queue.Empty:
                continue
            except (*PORT_ERRORS, ValueError, AttributeError) as error:
                self._trouble = str(error)
                return
