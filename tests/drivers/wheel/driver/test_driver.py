"""The wheel driver as a process, between an emulated wheel and a controller that a test plays."""

from pathlib import Path

import pytest

from controller.protocol.devices.authentic.spin import judge_spin
from controller.protocol.devices.unit import LinkDown, LinkHealth, LinkUp
from controller.protocol.devices.wheel import (
    FROM_DRIVER,
    BallReport,
    SpinReport,
    WantedSpin,
    WheelDriverHere,
    WheelStatus,
)
from controller.protocol.message import WhoIsThere
from tests.drivers.emulated import Emulated
from tests.drivers.machines import boxcars, end, router, running

NONCE = "a1b2c3d4e5f60718"
WISH = WantedSpin(spin_id=1042, nonce=NONCE, rotor=-18, launch=180)


def test_a_driver_is_here_spins_ends_when_told_and_a_new_one_gives_the_same_answer(unit: Emulated) -> None:
    unit.order("next 17")
    with router(unit.endpoint, FROM_DRIVER) as controller:
        with running("wheel", "drive", "--config", unit.settings()) as driver:
            assert controller.hears(WheelDriverHere).emulated
            assert controller.hears(LinkUp).unit.model == "WHEEL-37"
            report = controller.hears(SpinReport, telling=WISH)
            assert report.number == 17
            key = unit.key_file.read_bytes()
            assert judge_spin(report, spin_id=1042, nonce=bytes.fromhex(NONCE), key=key) == "authentic"
            assert controller.all_said(BallReport)[0].spin_id == 1042
            assert controller.hears(WheelStatus, lambda status: status.state == "ready").last_spin in (0, 1042)
            assert controller.hears(LinkHealth).malfunctions == 0
            since = len(controller.said)
            controller.tell(WhoIsThere())
            controller.hears(WheelDriverHere, since=since)
            controller.tell_raw_to_last(b'{"kind":"wanted_roll","v":1}')
            assert end(driver) == 0
        since = len(controller.said)
        with running("wheel", "drive", "--config", unit.settings()):
            assert controller.hears(SpinReport, since=since, telling=WISH) == report
    assert unit.order("show")["spins"] == 1


def test_a_driver_killed_while_the_ball_turns_costs_no_spin_and_no_answer(bench: Emulated) -> None:
    log = bench.folder / "driver.log"
    with bench.start("--fast", "--seed", 7), router(bench.endpoint, FROM_DRIVER) as controller:
        bench.order("time rattle 30")  # as long as 0.3 s of ours
        with running("wheel", "drive", "--config", bench.settings(), log=log) as driver:
            controller.hears(BallReport, telling=WISH)
            driver.kill()
            driver.wait()
        with running("wheel", "drive", "--config", bench.settings(), log=log):
            assert controller.hears(SpinReport, telling=WISH).spin_id == 1042
        assert bench.order("show")["spins"] == 1
    assert "wheel driver started" in log.read_text()


def test_a_dice_unit_at_the_port_is_refused_without_a_word_in_the_settings(bench: Emulated) -> None:
    with (
        bench.start("--fast", "--model", "BOXDICE1"),
        router(bench.endpoint, FROM_DRIVER) as controller,
        running("wheel", "drive", "--config", bench.settings()),
    ):
        down = controller.hears(LinkDown, lambda said: said.why == "wrong_unit")
    assert "found model BOXDICE1" in down.text
    assert "configured model WHEEL-37" in down.text


@pytest.mark.parametrize(
    "text, complaint",
    [
        ('[dice]\nendpoint = "ipc:///x"\nport = "/dev/x"\n', "wheel: the table [wheel] is missing"),
        ('[wheel]\nendpoint = "ipc:///x"\nport = "usb:1:2"\n', "wheel.port: usb:1:2: a USB port is usb:VENDOR"),
    ],
)
def test_settings_that_cannot_be_used_name_file_key_and_value(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "cabinet.toml"
    file.write_text(text)
    call = boxcars("wheel", "drive", "--config", file)
    assert call.returncode == 2
    assert f"{file}: {complaint}" in call.stderr
