"""The lines themselves: a real socket that carries the mark, a pty, and an RFC 2217 server that tells of its parity."""

import fcntl
import os
import resource
import socket
import termios
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import serial
from serial.rfc2217 import PortManager

from tools.sas_host.lines import tty_line
from tools.sas_host.lines.line import Heard, Line, LineLost
from tools.sas_host.lines.rfc2217_line import Rfc2217Line
from tools.sas_host.lines.socket_line import Place, SocketLine
from tools.sas_host.lines.tty_line import Escapes, TtyLine

FD_SETSIZE = 1024
LONG = 60.0
"""Seconds after which a test gives up; none waits so long."""


def heard_all(line: Line, count: int) -> list[Heard]:
    """So many bytes, as they come."""
    heard: list[Heard] = []
    while len(heard) < count and (came := line.hear(line.now() + LONG)):
        heard += came
    return heard


@pytest.fixture
def ends(tmp_path: Path) -> Iterator[tuple[SocketLine, socket.socket]]:
    """A line and the stream at its other end."""
    path = tmp_path / "line"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen(1)
    line = SocketLine(Place(f"unix:{path}", listens=False))
    other, _ = server.accept()
    with server, other:
        yield line, other
    line.close()


def test_every_byte_goes_out_as_its_mark_and_itself(ends: tuple[SocketLine, socket.socket]) -> None:
    line, other = ends
    line.say(bytes.fromhex("01 a0 00"), [True, False, False])
    assert other.recv(6, socket.MSG_WAITALL) == bytes.fromhex("01 01 00 a0 00 00")


def test_a_host_with_many_files_open_hears_as_well(ends: tuple[SocketLine, socket.socket]) -> None:
    """A soak was silent after half an hour: the descriptor of its line had a number that `select` does not take."""
    line, other = ends
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        assert line._stream is not None
        high = fcntl.fcntl(line._stream.fileno(), fcntl.F_DUPFD, FD_SETSIZE)
        line._stream.close()
        line._stream = socket.socket(fileno=high)
        other.sendall(bytes.fromhex("01 05"))
        assert [one.value for one in heard_all(line, 1)] == [0x05]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_byte_that_comes_in_halves_is_one_byte(ends: tuple[SocketLine, socket.socket]) -> None:
    line, other = ends
    other.sendall(bytes.fromhex("00 57 01"))
    first = heard_all(line, 1)
    other.sendall(bytes.fromhex("05"))
    second = heard_all(line, 1)
    assert [(one.value, one.mark) for one in first + second] == [(0x57, False), (0x05, True)]


def test_nothing_comes_when_its_time_is_over(ends: tuple[SocketLine, socket.socket]) -> None:
    line, _ = ends
    assert line.hear(line.now()) == []


def test_a_stream_that_ends_or_has_another_mark_is_a_lost_line(ends: tuple[SocketLine, socket.socket]) -> None:
    line, other = ends
    other.sendall(bytes.fromhex("02 57"))
    with pytest.raises(LineLost, match="marks other than"):
        line.hear(line.now() + LONG)
    other.close()
    with pytest.raises(LineLost, match="hung up"):
        line.hear(line.now() + LONG)


def test_a_line_that_listens_takes_a_machine_again_after_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "line"
    made: list[SocketLine] = []
    waits = threading.Thread(target=lambda: made.append(SocketLine(Place(f"unix:{path}", listens=True))))
    waits.start()
    with _reached(path) as first:
        waits.join()
        line = made[0]
        again = threading.Thread(target=line.reopen)
        again.start()
        with _reached(path) as second:
            again.join()
            line.say(b"\x80", [True])
            assert second.recv(2, socket.MSG_WAITALL) == b"\x01\x80"
            assert first.recv(2) == b""
    line.close()
    assert not path.exists()


def _reached(path: Path) -> socket.socket:
    while True:
        stream = socket.socket(socket.AF_UNIX)
        try:
            stream.connect(str(path))
        except OSError:
            stream.close()
        else:
            return stream


@pytest.mark.parametrize("words", ["", "unix:", "tcp:host", "tcp:host:port", "pipe:/x"])
def test_a_place_that_is_none_is_named(words: str) -> None:
    with pytest.raises(ValueError, match="unix:PATH or tcp:HOST:PORT"):
        Place(words, listens=False)


def test_a_line_to_nobody_is_lost() -> None:
    with pytest.raises(LineLost, match="nobody is there"):
        SocketLine(Place("unix:/nowhere/line", listens=False), patience=0)
    with pytest.raises(LineLost, match="/nowhere/tty"):
        TtyLine("/nowhere/tty")


def test_the_kernels_escapes_are_read_across_the_borders_of_reads() -> None:
    whole = bytes.fromhex("01 ff ff ff 00 05 57")
    for border in range(len(whole) + 1):
        escapes = Escapes()
        found = escapes.read(whole[:border]) + escapes.read(whole[border:])
        assert found == [(0x01, False), (0xFF, False), (0x05, True), (0x57, False)]


def test_a_pty_is_refused_as_it_carries_no_marks() -> None:
    master, slave = os.openpty()
    with pytest.raises(LineLost, match="carries no parity"):
        TtyLine(os.ttyname(slave))
    os.close(master)
    os.close(slave)


def test_mark_and_space_are_the_two_fixed_parities() -> None:
    mark, space = tty_line.with_parity(0, True), tty_line.with_parity(termios.PARODD, False)
    assert mark == termios.PARENB | tty_line.CMSPAR | termios.PARODD
    assert space == termios.PARENB | tty_line.CMSPAR


def test_a_tty_carries_bytes_both_ways_and_a_real_ff_is_one_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tty_line, "carries_parity", lambda _: True)
    monkeypatch.setattr(tty_line, "with_parity", lambda control, mark: control)  # noqa: ARG005 - as a pty has none
    master, slave = os.openpty()
    tty.setraw(master)
    line = TtyLine(os.ttyname(slave))
    line.say(bytes.fromhex("01 a0 ff"), [True, False, False])
    assert _read(master, 3) == bytes.fromhex("01 a0 ff")
    os.write(master, bytes.fromhex("01 ff 4f"))
    assert [one.value for one in heard_all(line, 3)] == [0x01, 0xFF, 0x4F]
    line.close()
    os.close(master)
    os.close(slave)


def _read(descriptor: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += os.read(descriptor, count - len(data))
    return data


class Wire:
    """The port of an RFC 2217 server: it remembers with which parity each byte went out."""

    def __init__(self) -> None:
        self.baudrate, self.bytesize, self.parity, self.stopbits = 9600, 8, serial.PARITY_NONE, 1
        self.xonxoff = self.rtscts = self.dtr = self.rts = self.break_condition = False
        self.cts = self.dsr = self.ri = self.cd = False

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")  # pyserial's own
def test_an_rfc_2217_server_is_told_the_parity_of_each_byte() -> None:
    went: list[tuple[int, str]] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        serving = threading.Thread(target=_serve_rfc2217, args=(server, went), daemon=True)
        serving.start()
        line = Rfc2217Line(f"rfc2217://127.0.0.1:{server.getsockname()[1]}")
        line.say(bytes.fromhex("01 a0 00"), [True, False, False])
        assert [(one.value, one.mark) for one in heard_all(line, 1)] == [(0x57, None)]
        line.close()
        serving.join()
    assert went == [(0x01, serial.PARITY_MARK), (0xA0, serial.PARITY_SPACE), (0x00, serial.PARITY_SPACE)]


def _serve_rfc2217(server: socket.socket, went: list[tuple[int, str]]) -> None:
    """Answers the third byte with 57."""
    stream, _ = server.accept()
    wire = Wire()
    manager = PortManager(cast("Any", wire), cast("Any", _Out(stream)))
    with stream:
        while data := stream.recv(1024):
            for byte in manager.filter(data):
                went.append((byte[0], wire.parity))
                if len(went) == 3:
                    stream.sendall(b"\x57")


class _Out:
    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        self._stream.sendall(data)
