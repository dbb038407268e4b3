"""What is made from a row for each device is what installed machines have, and nothing is left to be filled in."""

import re

import pytest

from config.devices import AT_SEATS, DEVICES, UNITS
from controller.server.loop.ports import ROLES
from systemd.patterns import FOLDERS
from tests.systemd.made import MADE


def lines_of(name: str) -> set[str]:
    """Of one of our files, with single spaces."""
    return {" ".join(line.split()) for line in (MADE / name).read_text().splitlines()}


@pytest.mark.parametrize("name", ["dice", "wheel", "panel", "bills", "tickets"])
def test_user_group_and_directories_of_a_device_are_those_that_installed_machines_have(name: str) -> None:
    assert {f'u boxcars-{name} - "Boxcars {name} driver"', f"m boxcars-{name} boxcars"} <= lines_of(
        "sysusers.d/boxcars.conf"
    )
    assert {
        f"d /run/boxcars/{name} 2750 boxcars-controller boxcars-{name}",
        f"d /run/boxcars/answers/{name} 2750 boxcars-records boxcars-{name}",
    } <= lines_of("tmpfiles.d/boxcars.conf")
    assert f"d /run/boxcars/emulated/{name} 0750 boxcars-{name} boxcars-{name}" in lines_of("emulated/tmpfiles.conf")


@pytest.mark.parametrize(
    "run, owner", [("/run/boxcars", "boxcars-controller"), ("/run/boxcars/answers", "boxcars-records")]
)
def test_both_who_answer_have_a_directory_for_each_role_that_may_ask(run: str, owner: str) -> None:
    made = {
        words[1]: words[3]
        for words in (line.split() for line in lines_of("tmpfiles.d/boxcars.conf"))
        if words[:1] == ["d"]
    }
    assert {role: made.get(f"{run}/{role}") for role in ROLES} == dict.fromkeys(ROLES, owner)


@pytest.mark.parametrize("name", ["dice", "wheel"])
def test_units_and_name_under_dev_of_what_outcomes_come_from_are_those_that_installed_machines_have(name: str) -> None:
    assert {
        f"User=boxcars-{name}",
        f"ExecStart=/opt/boxcars/current/bin/boxcars {name} drive --config /etc/boxcars/drivers.toml",
        "DeviceAllow=char-ttyUSB rw",
    } <= lines_of(f"units/boxcars-{name}.service")
    assert {
        f"Before=boxcars-{name}.service",
        f"LoadCredential={name}.key:/etc/boxcars/keys/{name}.key",
        f"StateDirectory=boxcars-emulator-{name}",
    } <= lines_of(f"emulated/boxcars-emulator-{name}.service")
    rule = f'@{name.upper()}@, GROUP="boxcars-{name}", MODE="0660", SYMLINK+="boxcars-{name}"'
    assert sum(rule in line for line in lines_of("udev/60-boxcars.rules")) == 1


def test_every_device_has_its_units_and_no_word_is_left_but_those_of_the_installer() -> None:
    for device in DEVICES.values():
        assert (MADE / "units" / device.driver).is_file()
        assert (MADE / "emulated" / device.emulator).is_file() == device.stands_in
    files = [path for folder in FOLDERS for path in (MADE / folder).rglob("*") if path.is_file()]
    left = {word for path in files for word in re.findall(r"@\w+@", path.name + path.read_text())}
    assert left == {f"@{name.upper()}@" for name in (*UNITS, *AT_SEATS)} | {"@SEAT@"}
