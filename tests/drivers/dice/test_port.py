"""Finding the serial port, and what is said when it is not there."""

import os
import pty
from pathlib import Path
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from drivers.common.serial.port import NoPort, Port, parse_port


def test_a_port_is_named_by_its_path() -> None:
    assert parse_port("/dev/ttyS0").find() == Path("/dev/ttyS0")


def test_a_port_is_named_by_its_udev_name() -> None:
    assert parse_port("udev:boxcars-dice").find() == Path("/dev/boxcars-dice")


def test_a_port_is_named_by_usb_vendor_product_and_serial(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged = [
        SimpleNamespace(vid=0x0403, pid=0x6001, serial_number="OTHER", device="/dev/ttyUSB0"),
        SimpleNamespace(vid=None, pid=None, serial_number=None, device="/dev/ttyS0"),
        SimpleNamespace(vid=0x0403, pid=0x6001, serial_number="A50285BI", device="/dev/ttyUSB1"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: plugged)
    assert parse_port("usb:0403:6001:A50285BI").find() == Path("/dev/ttyUSB1")
    with pytest.raises(NoPort, match=r"usb:0403:6001:A1: no such USB serial adapter"):
        parse_port("usb:0403:6001:A1").find()


@pytest.mark.parametrize(
    "text", ["", "usb:", "usb:0403:6001", "usb:0403:6001:", "usb:zz:1:A", "usb:10403:1:A", "udev:", "udev:a/b"]
)
def test_a_name_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text or "needs a name"):
        parse_port(text)


def test_a_missing_port_says_what_to_look_at() -> None:
    with pytest.raises(NoPort, match=r"/dev/no-such-port: cannot be opened: no such device; is the unit plugged in"):
        Port(parse_port("/dev/no-such-port"))
    with pytest.raises(NoPort, match=r"/dev/null: cannot be opened: it is no serial port; name the one"):
        Port(parse_port("/dev/null"))


def test_a_port_is_for_one_program_at_a_time() -> None:
    master, slave = pty.openpty()
    name = parse_port(os.ttyname(slave))
    port = Port(name)
    with pytest.raises(NoPort, match="another program has it open"):
        Port(name)
    port.close()
    Port(name).close()
    os.close(master)
    os.close(slave)


def test_a_port_whose_other_end_is_gone_is_no_port() -> None:
    master, slave = pty.openpty()
    port = Port(parse_port(os.ttyname(slave)))
    os.close(slave)
    assert port.read() == b""
    os.close(master)
    with pytest.raises(NoPort, match="gone while reading"):
        port.read()
    with pytest.raises(NoPort, match="gone while writing"):
        port.write(b"x")
    port.close()


def test_a_pty_is_known_as_a_pretended_port(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    link = tmp_path / "unit"
    link.symlink_to(os.ttyname(slave))
    assert parse_port(str(link)).is_pretended()
    assert not parse_port("/dev/ttyS0").is_pretended()
    os.close(master)
    os.close(slave)
