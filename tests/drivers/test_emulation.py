"""What emulators have in common, where no unit's own test looks."""

import os
from pathlib import Path

import pytest

from drivers.common.serial.port import NoPort, Port, PortName
from tests.drivers.ptys import open_alone
from tools.emulators.common.cable import Cable
from tools.emulators.common.frame import Ear, crc16, framed
from tools.emulators.common.orders import BadOrder, whole
from tools.emulators.common.reports import Reports

HELLO = framed(1, 7, b"")


def test_the_crc_has_the_check_value_of_the_interface_documents() -> None:
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("word", ["--5", "5-", "", "²", "1e2", "9" * 5000, "11", "-1"])
def test_what_is_no_whole_number_within_its_bounds_is_a_bad_order(word: str) -> None:
    with pytest.raises(BadOrder, match="allowed is a whole number from 0 to 10"):
        whole(word, 0, 10)


@pytest.mark.parametrize("noise", [b"\xff" * 200, b"\xff" * 97, b"\x05\x01\x01", HELLO[:3] + b"\xff" + HELLO[4:-1]])
def test_noise_before_a_zero_costs_that_frame_alone_and_is_counted(noise: bytes) -> None:
    ear = Ear({1: 0})
    assert ear.hear(noise + b"\0" + HELLO) == [(1, 7, b"")]
    assert ear.errors == 1


def test_a_frame_that_grows_too_long_is_counted_wherever_it_is_cut() -> None:
    for cut in range(1, 200):
        ear = Ear({1: 0})
        assert ear.hear(b"\xff" * cut) == []
        assert ear.hear(b"\xff" * (200 - cut) + b"\0" + HELLO) == [(1, 7, b"")]
        assert ear.errors == 1, cut


def test_a_report_is_repeated_until_it_is_acknowledged_and_makes_room_for_a_newer_one() -> None:
    reports = Reports()
    reports.add(0x93, b"\1")
    assert list(reports.due(1.0)) == [(0x93, 1, b"\1")]
    assert list(reports.due(1.1)) == []
    assert list(reports.due(1.2)) == [(0x93, 1, b"\1")]
    reports.add(0x93, b"\0")
    reports.acknowledge(0x93, 1)
    assert list(reports.due(1.3)) == [(0x93, 2, b"\0")]
    reports.acknowledge(0x93, 2)
    assert list(reports.due(9.0)) == []


def test_a_pty_that_is_open_is_nobody_elses(tmp_path: Path) -> None:
    cable = Cable(tmp_path / "unit")
    ours = open_alone(cable.link)
    with pytest.raises(NoPort, match="cannot be opened"):
        Port(PortName("a driver that looks for a dead emulator", cable.link))
    cable.write(b"told")
    assert os.read(ours, 4) == b"told"
    os.close(ours)
    cable.unplug()
    assert not cable.link.is_symlink()
