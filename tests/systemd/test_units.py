"""Every unit is good to systemd, closed as far as it goes, and says why where it is not."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from config.devices import DEVICES
from config.devices import UNITS as OUTCOMES_COME_FROM
from systemd.choices import line_match
from systemd.places import CABINET_UNITS, EDGE, UPLINK
from terminals.touch.root import TouchPlaces
from tests.systemd.made import MADE as ROOT

UNITS = sorted(
    [
        *(path for kind in ("service", "target", "path", "timer") for path in (ROOT / "units").glob(f"*.{kind}")),
        *(ROOT / "emulated").glob("*.service"),
    ]
)
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
DRIVERS = [device.driver for device in OUTCOMES_COME_FROM.values()]
KEYS = {device.emulator: device.key for device in OUTCOMES_COME_FROM.values()}
LEAST_EXPOSED = 2.0
HEALTH_EXPOSED = 2.4
"""A disk tells its health to root alone, and to whoever may pass it a request."""
ROLLBACK_EXPOSED = 2.6
"""Putting another version in force is laying units, users and directories: root's work, on paths that settings name."""
KIOSK_EXPOSED = 2.4
"""The kiosk's browser makes a sandbox of its own; each line that this takes has its reason beside it."""
FIVE_SECONDS = "5"

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian: systemd)"
)


def analyze(*words: str) -> str:
    """systemd's own word on our units, without a running systemd."""
    path = f"{ROOT / 'units'}:{ROOT / 'emulated'}:"
    done = subprocess.run(
        ["systemd-analyze", *words],
        capture_output=True,
        text=True,
        check=False,
        env={"SYSTEMD_UNIT_PATH": path, "PATH": "/usr/bin:/bin"},
    )
    return done.stdout + done.stderr


def instance(unit: Path) -> str:
    """A template is looked at as one of its instances."""
    return unit.name.replace("@.", "@1.")


@needs_analyze
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path) -> None:
    ours = (f"{ROOT}/", instance(unit))
    lines = analyze("verify", "--man=no", instance(unit)).splitlines()
    not_here = "is not executable"  # the program is not installed where this test runs
    complaints = [line for line in lines if not_here not in line and any(name in line for name in ours)]
    assert complaints == []


@needs_analyze
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_every_service_is_closed_to_what_it_does_not_need(unit: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", instance(unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert found, said
    exceptions = {
        "boxcars-kiosk.service": KIOSK_EXPOSED,
        "health-boxcars.service": HEALTH_EXPOSED,
        "rollback-boxcars.service": ROLLBACK_EXPOSED,
    }
    assert float(found[1]) <= exceptions.get(unit.name, LEAST_EXPOSED)


def test_a_reason_stands_over_every_line_that_leaves_the_kiosk_open() -> None:
    lines = (ROOT / "units/boxcars-kiosk.service.d/20-browser.conf").read_text().splitlines()
    reason = False
    for line in lines[2:]:
        assert line.startswith("#") or reason, line
        reason = reason or line.startswith("#")


@pytest.mark.parametrize("name", [*CABINET_UNITS, *DRIVERS, EDGE, UPLINK, "boxcars-terminal@.service"])
def test_each_process_is_watched_bounded_and_nobody_in_particular(name: str) -> None:
    said = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / "units" / name).read_text(), re.MULTILINE))
    assert said["Type"] == "notify"
    assert int(said["WatchdogSec"]) <= 30
    assert said["User"].startswith("boxcars-")
    assert {"MemoryMax", "TasksMax", "LimitNOFILE", "OOMScoreAdjust"} <= said.keys()
    if name != "boxcars-controller.service":
        assert "boxcars-controller.service" in said["After"]


def test_all_start_again_with_a_growing_pause_stop_in_time_and_write_bounded_logs() -> None:
    said = (ROOT / "units/boxcars-.service.d/10-cabinet.conf").read_text()
    for line in (
        "Restart=always",
        "StartLimitBurst=6",
        "OnFailure=failed-boxcars@%n.service",
        f"TimeoutStopSec={FIVE_SECONDS}",
    ):
        assert line in said.splitlines()
    for name in ("LogRateLimitBurst", "LogRateLimitIntervalSec", "ExecStartPre"):
        assert f"{name}=" in said


def test_what_varies_from_unit_to_unit_is_not_in_the_file_that_wins_over_them() -> None:
    common = set(re.findall(r"^(\w+)=", (ROOT / "units/boxcars-.service.d/10-cabinet.conf").read_text(), re.MULTILINE))
    appended = {"RestrictAddressFamilies", "SystemCallFilter", "Environment", "ReadWritePaths", "IPAddressDeny"}
    for unit in SERVICES:
        own = set(re.findall(r"^(\w+)=", unit.read_text(), re.MULTILINE))
        if unit.name.startswith("boxcars-"):
            assert own & common <= appended, unit.name


def test_every_user_and_group_that_a_unit_or_a_directory_names_is_made() -> None:
    made = set(re.findall(r"^[ug] (\S+)", (ROOT / "sysusers.d/boxcars.conf").read_text(), re.MULTILINE))
    named = {f"boxcars-{name}" for name in DEVICES}
    for path in [*SERVICES, ROOT / "tmpfiles.d/boxcars.conf", ROOT / "emulated/tmpfiles.conf"]:
        text = path.read_text()
        if path.suffix == ".service":
            text = " ".join(re.findall(r"^(?:User|Group|SupplementaryGroups)=(.*)$", text, re.MULTILINE))
        named |= set(re.findall(r"(?<![/\w-])boxcars(?:-[a-z]+)?(?![\w-]|\.conf)", re.sub(r"#.*|/\S+", "", text)))
    assert named <= made


def test_screens_hold_the_key_of_their_pages_and_no_secret_of_the_cabinet_but_the_one_key_of_a_far_terminal() -> None:
    for unit in SERVICES:
        secrets = re.findall(r"^LoadCredential=([^:]+):", unit.read_text(), re.MULTILINE)
        match unit.name:
            case "boxcars-controller.service":
                assert secrets == ["dice.key"]
            case "boxcars-edge.service":
                assert secrets == ["controller.key_secret"]
            case "boxcars-uplink.service":
                assert secrets == ["uplink.key"]
            case "boxcars-terminal@.service":
                assert secrets == ["page.key_secret", "terminal-%i.key_secret.json"]
            case "boxcars-display.service" | "boxcars-operator.service" | "boxcars-kiosk.service":
                assert secrets == ["page.key_secret"]
            case emulator if emulator in KEYS:
                assert secrets == [KEYS[emulator]]
            case _:
                assert secrets == []


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="needs udevadm (Debian: udev)")
def test_the_rules_for_devices_are_rules() -> None:
    rules = (ROOT / "udev/60-boxcars.rules").read_text()
    for line in ("/dev/ttyS0", "usb:0403:6001:A50285BI"):
        text = re.sub("@[A-Z]+@", line_match(line), rules.replace("@SEAT@", "1"))
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert len(lines) == sum(device.stands_in for device in DEVICES.values())
        for rule in lines:
            parts = [part.strip() for part in rule.split(", ")]
            assert all(re.fullmatch(r'[A-Z_]+(\{\w+\})?(==|!=|=|\+=)"[^"]*"', part) for part in parts), rule
    assert 'ATTR{idVendor}=="1209", ATTR{idProduct}=="c0de"' in rules


def test_who_sets_a_touch_screen_right_writes_rules_and_nothing_else_and_takes_back_what_was_tried() -> None:
    said = (ROOT / "units/touch-boxcars.service").read_text().splitlines()
    assert "ReadWritePaths=/run/boxcars/touch /run/udev/rules.d /etc/udev/rules.d" in said
    assert {"CapabilityBoundingSet=", "ProtectSystem=strict", "SupplementaryGroups=boxcars-touch"} <= set(said)
    assert any(line.startswith("ExecStopPost=") and line.endswith("terminals.touch.root --tidy") for line in said)
    places, asks = TouchPlaces(), "/run/boxcars/touch/ask"
    assert f"PathExists={places.word}" in (ROOT / "units/boxcars-touch.path").read_text()
    assert f"d {asks}        2770 root               boxcars-touch" in (ROOT / "tmpfiles.d/boxcars.conf").read_text()
    for unit in SERVICES:
        text = unit.read_text()
        may = f"ReadWritePaths=-{asks}" in text and "boxcars-touch" in text
        assert may == (unit.name in ("boxcars-operator.service", "boxcars-terminal@.service")), unit.name


def test_the_pause_before_a_start_grows(tmp_path: Path) -> None:
    pauses = []
    for _ in range(4):
        said = subprocess.run(
            [ROOT / "libexec/back-off"],
            env={"RUNTIME_DIRECTORY": str(tmp_path), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        pauses += re.findall(r"waiting ([\d.]+) s", said) or ["0"]
    assert [float(pause) for pause in pauses] == [0, 0.3, 1, 2]
