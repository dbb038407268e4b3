"""The boards through pyusb: an emulated backend in this process, and the emulator's bus across processes."""

import errno
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import usb.core

from drivers.panel import usb as usb_threads
from drivers.panel.codec import Report, parse
from drivers.panel.usb import (
    Absent,
    BoardConnection,
    Broken,
    Finder,
    PluggedBoard,
    ReportRead,
    Sighting,
    Sightings,
    boards,
    explain,
    serial_of,
)
from tests.drivers.machines import eventually
from tools.emulators.panel.backend import EmulatedBackend
from tools.emulators.panel.board import Board, Unplugged
from tools.emulators.panel.bus import Bus
from tools.emulators.panel.remote import BusServer, RemoteBus

VENDOR, PRODUCT = 0x1209, 0xC0DE


class Watch:
    """What the threads saw, gathered for a test."""

    def __init__(self) -> None:
        self.sightings = Sightings()
        self.seen: list[Sighting] = []

    def of(self, kind: type[Sighting]) -> list[Sighting]:
        self.seen += self.sightings.take()
        return [sighting for sighting in self.seen if isinstance(sighting, kind)]


@pytest.fixture(params=["in process", "across processes"])
def bus(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Bus, EmulatedBackend]]:
    real = Bus([Board("CABINET"), Board("TERMINAL-01")])
    if request.param == "in process":
        yield real, EmulatedBackend(real)
        return
    with BusServer(tmp_path / "bus", real) as server:
        yield real, EmulatedBackend(RemoteBus(str(tmp_path / "bus")))
        server.shutdown()


def test_boards_are_told_apart_by_their_serial_strings(bus: tuple[Bus, EmulatedBackend]) -> None:
    found = boards(bus[1], VENDOR, PRODUCT)
    assert sorted(serial_of(device) for device in found) == ["CABINET", "TERMINAL-01"]
    assert boards(bus[1], VENDOR, 0xBEEF) == []


def test_a_board_reports_on_every_change_and_hears_its_lights(bus: tuple[Bus, EmulatedBackend]) -> None:
    watch, board = Watch(), bus[0].boards["CABINET"]
    device = next(device for device in boards(bus[1], VENDOR, PRODUCT) if serial_of(device) == "CABINET")
    connection = BoardConnection("CABINET", device, watch.sightings)
    connection.start()
    eventually(lambda: watch.of(ReportRead), "the first report")
    board.set_button("SHOOT", True)
    board.set_button("SHOOT", False)

    def buttons() -> list[tuple[str, ...]]:
        parsed = [parse(read.data) for read in watch.of(ReportRead) if isinstance(read, ReportRead)]
        return [report.buttons for report in parsed if isinstance(report, Report)]

    eventually(lambda: buttons()[-2:] == [("SHOOT",), ()], "press and release")
    connection.send(bytes.fromhex("02010100040021ff"))
    eventually(lambda: board.lights_refused == 1, "a frame with a wrong CRC")
    board.unplug()
    eventually(lambda: watch.of(Broken), "the end of the connection")
    connection.join(10)
    assert not connection.is_alive()


def test_the_finder_sees_boards_come_and_go(bus: tuple[Bus, EmulatedBackend]) -> None:
    watch, board = Watch(), bus[0].boards["CABINET"]
    finder = Finder(bus[1], VENDOR, PRODUCT, watch.sightings)
    finder.start()

    def last_present() -> frozenset[str]:
        absent = watch.of(Absent)
        return absent[-1].present if absent and isinstance(absent[-1], Absent) else frozenset()

    eventually(lambda: last_present() == {"CABINET", "TERMINAL-01"}, "both boards")
    board.unplug()
    eventually(lambda: last_present() == {"TERMINAL-01"}, "the loss of one")
    bus[0].plug(board)
    eventually(lambda: last_present() == {"CABINET", "TERMINAL-01"}, "its return")
    assert {sighting.serial for sighting in watch.of(PluggedBoard) if isinstance(sighting, PluggedBoard)} == {
        "CABINET",
        "TERMINAL-01",
    }
    finder.stop()
    finder.join(10)


def test_a_dead_emulator_is_a_bus_without_boards(tmp_path: Path) -> None:
    remote = RemoteBus(str(tmp_path / "nobody"))
    assert remote.addresses() == []
    with pytest.raises(Unplugged):
        remote.read(1, 0.1)


def test_a_board_says_something_at_least_once_a_second() -> None:
    board = Bus([Board("CABINET")]).boards["CABINET"]
    began = time.monotonic()
    assert board.read(board.address, 5) is not None
    assert board.read(board.address, 5) is not None
    assert time.monotonic() - began >= 0.9


def test_the_battery_keeps_the_latches_and_nothing_else(tmp_path: Path) -> None:
    board = Board("CABINET", tmp_path / "battery")
    board.set_door("DROP", True)
    board.set_door("DROP", False)
    board.set_key("OPERATOR", True)
    again = Board("CABINET", tmp_path / "battery")
    assert (again.latches, again.doors, again.keys) == (0b0100, 0, 0)


@pytest.mark.parametrize(
    "number, words",
    [
        (errno.EACCES, "udev rule"),
        (errno.ENODEV, "unplugged"),
        (errno.EBUSY, "another program has it open"),
        (errno.EIO, "Input/Output Error"),
    ],
)
def test_usb_errors_say_what_to_do(number: int, words: str) -> None:
    assert words in explain(usb.core.USBError("Input/Output Error", errno=number))


def test_a_board_that_cannot_be_asked_is_named_after_its_place() -> None:
    class Locked(SimpleNamespace):
        @property
        def serial_number(self) -> str:
            raise usb.core.USBError("Access denied", errno=errno.EACCES)

    assert serial_of(Locked(bus=1, address=7)).startswith("(board at bus 1 address 7: permission denied")


def test_a_finder_that_fails_is_missed_and_not_only_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def strange(*_: object) -> list[object]:
        raise IndexError("a string descriptor without an end")  # as pyusb reads one of a board that is broken

    monkeypatch.setattr(usb_threads, "boards", strange)
    finder = Finder(None, VENDOR, PRODUCT, Sightings())
    finder.start()
    finder.join()
    with pytest.raises(IndexError, match="without an end"):
        finder.check()
