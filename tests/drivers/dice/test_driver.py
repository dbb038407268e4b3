"""The driver as a process, between an emulated unit and a controller that a test plays."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.protocol.devices.dice import FROM_DRIVER, DiceDriverHere, RollReport, UnitStatus, WantedRoll
from controller.protocol.devices.unit import LinkDown, LinkHealth, LinkUp
from controller.protocol.message import WhoIsThere
from tests.drivers.emulated import Emulated
from tests.drivers.machines import Router, boxcars, end, router, running


@pytest.fixture
def controller(unit: Emulated) -> Iterator[Router]:
    with router(unit.endpoint, FROM_DRIVER) as played:
        yield played


def test_the_driver_announces_itself_and_how_things_stand(unit: Emulated, controller: Router) -> None:
    with running("dice", "drive", "--config", unit.settings()):
        assert controller.hears(DiceDriverHere).emulated
        assert controller.hears(LinkUp).unit.serial == 1001
        assert controller.hears(UnitStatus).state == "ready"


def test_a_controller_that_was_restarted_is_told_everything_again(unit: Emulated) -> None:
    with running("dice", "drive", "--config", unit.settings()):
        for _ in range(3):
            with router(unit.endpoint, FROM_DRIVER) as controller:
                controller.hears(DiceDriverHere)
                controller.hears(LinkUp)


def test_a_driver_without_a_unit_says_so_and_finds_the_unit_when_it_comes(bench: Emulated) -> None:
    with (
        router(bench.endpoint, FROM_DRIVER) as controller,
        running("dice", "drive", "--config", bench.settings()),
    ):
        down = controller.hears(LinkDown)
        assert (down.why, str(bench.port) in down.text) == ("port", True)
        assert controller.hears(LinkHealth).unit is None
        with bench.start("--fast"):
            controller.hears(LinkUp)


def test_messages_that_are_none_are_refused_and_change_nothing(unit: Emulated, controller: Router) -> None:
    log = unit.folder / "driver.log"
    with running("dice", "drive", "--config", unit.settings(), log=log):
        controller.hears(LinkUp)
        for data in (b"", b"\xff", b"{}", b'{"kind":"wanted_roll","v":9}', b"x" * 100_000):
            controller.tell_raw_to_last(data)
        wish = WantedRoll(roll_id=1, nonce="00" * 8, duration_ms=1000, strength=1)
        assert controller.hears(RollReport, telling=wish).outcome == "ok"
    assert log.read_text().count("message from the controller refused") == 5


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_driver_ends_when_it_is_told_to(unit: Emulated, controller: Router, number: signal.Signals) -> None:
    with running("dice", "drive", "--config", unit.settings()) as process:
        controller.hears(LinkUp)
        assert end(process, number) == 0


def test_the_driver_never_reads_the_units_key(unit: Emulated, controller: Router) -> None:
    with running("dice", "drive", "--config", unit.settings()):
        unit.key_file.unlink()
        wish = WantedRoll(roll_id=1, nonce="00" * 8, duration_ms=1000, strength=1)
        controller.hears(LinkUp)
        assert controller.hears(RollReport, telling=wish).outcome == "ok"


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("", "dice: the table [dice] is missing"),
        ('[dice]\nport = "/dev/x"\n', "dice.endpoint: is missing"),
        ('[dice]\nendpoint = "ipc:///x"\nport = "usb:1:2"\n', "dice.port: usb:1:2: a USB port is usb:VENDOR"),
        (
            '[dice]\nendpoint = "ipc:///x"\nport = "/dev/x"\nspeed = 9\n',
            "dice.speed: is not a key of this place, which has endpoint, port, model, serial",
        ),
        ('[dice]\nendpoint = "ipc:///x"\nport = "/dev/x"\nserial = -1\n', "dice.serial"),
    ],
)
def test_settings_that_cannot_be_used_name_file_key_and_value(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "cabinet.toml"
    file.write_text(text)
    call = boxcars("dice", "drive", "--config", file)
    assert call.returncode == 2
    assert f"{file}: {complaint}" in call.stderr


def test_asked_who_is_there_the_driver_says_again_that_it_is_here_and_how_things_stand(
    unit: Emulated, controller: Router
) -> None:
    with running("dice", "drive", "--config", unit.settings()):
        controller.hears(UnitStatus)
        since = len(controller.said)
        controller.tell(WhoIsThere())
        assert controller.hears(DiceDriverHere, since=since).emulated
        assert controller.hears(LinkUp, since=since).unit.serial == 1001
