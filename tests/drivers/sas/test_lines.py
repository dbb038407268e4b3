"""Marked bytes on each kind of line."""

import os
import pty
import socket
import termios
import threading
from pathlib import Path
from typing import Any, cast

import pytest
import serial
import serial.rfc2217
from hypothesis import given
from hypothesis import strategies as st

from drivers.common.serial.port import NoPort, parse_port
from drivers.sas.codec import ByteHeard, Said
from drivers.sas.lines.emulated import PairReader, paired
from drivers.sas.lines.line import open_line
from drivers.sas.lines.marks import MarkReader
from drivers.sas.lines.network import NetworkLine
from drivers.sas.lines.tty import CC, CFLAG, CMSPAR, IFLAG, TtyLine, nine_bits

BYTES = st.lists(st.tuples(st.integers(0, 255), st.booleans()))


@given(BYTES, st.integers(1, 5))
def test_marked_bytes_come_through_however_they_are_cut(line: list[tuple[int, bool]], cut: int) -> None:
    data, reader = b"".join(paired(Said(bytes((value,)), mark)) for value, mark in line), PairReader()
    heard = [one for start in range(0, len(data), cut) for one in reader.feed(data[start : start + cut])]
    assert heard == [ByteHeard(value, mark) for value, mark in line]


@given(st.binary())
def test_whatever_a_port_writes_is_read_to_the_end(data: bytes) -> None:
    heard = list(MarkReader().feed(data))
    assert len(heard) <= len(data)
    assert 3 * len(heard) + 2 >= len(data)


def test_what_the_kernel_writes_of_a_parity_error_is_the_mark() -> None:
    assert list(MarkReader().feed(b"\xff\x00\x81\x11\xff\xff")) == [
        ByteHeard(0x81, True),
        ByteHeard(0x11, False),
        ByteHeard(0xFF, False),
    ]


def test_a_port_is_set_to_space_parity_and_tells_errors_of_it() -> None:
    master, slave = pty.openpty()
    try:
        modes: list[Any] = nine_bits(termios.tcgetattr(slave))
    finally:
        os.close(master)
        os.close(slave)
    assert modes[IFLAG] == termios.INPCK | termios.PARMRK
    assert modes[CFLAG] & (termios.PARENB | CMSPAR | termios.PARODD) == termios.PARENB | CMSPAR
    assert (modes[CFLAG] & termios.CSIZE, modes[4], modes[CC][termios.VMIN]) == (termios.CS8, termios.B19200, 0)


def test_a_pty_is_refused_for_it_carries_no_mark() -> None:
    master, slave = pty.openpty()
    try:
        with pytest.raises(NoPort, match="carries no ninth bit"):
            TtyLine(parse_port(os.ttyname(slave)))
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoPort, match="No such file"):
        open_line(str(tmp_path / "ttyS99"))
    (tmp_path / "file").touch()
    with pytest.raises(NoPort, match="no serial port"):
        open_line(str(tmp_path / "file"))


def test_an_emulated_line_carries_the_mark_both_ways_and_tells_when_it_ends(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(str(tmp_path / "line"))
        host.listen()
        line = open_line(f"emulated:{tmp_path / 'line'}")
        far, _ = host.accept()
        assert line.read() == []
        far.sendall(b"\x01\x81\x00\x05")
        assert line.read() == [ByteHeard(0x81, True), ByteHeard(0x05, False)]
        line.write(Said(b"\x01\xff"))
        line.write(Said(b"\x01", mark=True))
        assert far.recv(64) == b"\x00\x01\x00\xff" + b"\x01\x01"
        far.close()
        with pytest.raises(NoPort, match="has gone"):
            line.read()
        line.close()
    with pytest.raises(NoPort, match="nobody plays the host"):
        open_line(f"emulated:{tmp_path / 'elsewhere'}")


class PortServer:
    """A server of RFC 2217 whose serial port gives back what it is told."""

    def __init__(self) -> None:
        self.port = serial.serial_for_url("loop://", timeout=0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.name = f"rfc2217://127.0.0.1:{self._listener.getsockname()[1]}"
        self.parities: list[str] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        self._far, _ = self._listener.accept()
        port: Any = self.port
        manager = serial.rfc2217.PortManager(port, cast("Any", self))
        self._far.settimeout(0.02)
        while True:
            try:
                data = self._far.recv(1024)
                if not data:
                    return
                self.port.write(b"".join(manager.filter(data)))
                self.parities.append(self.port.parity)
            except TimeoutError:
                pass
            except OSError:
                return
            if told := self.port.read(64):
                self._far.sendall(b"".join(manager.escape(told)))

    def write(self, data: bytes) -> None:
        self._far.sendall(data)

    def close(self) -> None:
        self._listener.close()
        self._far.close()


@pytest.mark.filterwarnings("ignore:set:DeprecationWarning")  # of pyserial itself
def test_a_port_server_of_the_network_carries_bytes_and_cannot_tell_the_mark() -> None:
    server = PortServer()
    line = NetworkLine(server.name)
    try:
        line.write(Said(b"\x01\x11"))
        heard: list[ByteHeard] = []
        with socket.socket(fileno=os.dup(line.fileno())) as wake:
            wake.settimeout(20)
            while len(heard) < 2:
                wake.recv(1, socket.MSG_PEEK)
                heard += line.read()
        assert heard == [ByteHeard(0x01, None), ByteHeard(0x11, None)]
        assert serial.PARITY_SPACE in server.parities
    finally:
        line.close()
        server.close()
