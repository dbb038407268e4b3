"""What the installer decides before it touches anything; what it does then, `make test-boot` shows."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.cabinet import read_cabinet
from config.devices import UNITS
from controller.games.registry import game_row, on_the_cabinet, table_row
from controller.server.loop.journal import first_table
from systemd import install, lay, program, settings
from systemd.choices import Choices, add_choices, choices_of, line_match
from systemd.games import GAMES
from systemd.install import REMEMBERED, main
from systemd.places import PROGRAM, UPLINK
from systemd.refusals import InstallRefused
from tests.documents.pages import ROOT
from tests.systemd.made import MADE


def chosen(*words: str) -> Choices:
    parser = argparse.ArgumentParser()
    add_choices(parser)
    return choices_of(parser.parse_args(words))


def test_emulated_hardware_and_money_never_meet() -> None:
    with pytest.raises(InstallRefused, match=r"demo journal alone \[bad_choice\]"):
        chosen("--journal", "live", "--hardware", "emulated")
    assert chosen("--journal", "demo", "--hardware", "emulated", "--seats", "3").seats_here == (1, 2, 3)


@pytest.mark.parametrize(
    "words",
    [
        ("--seats", "0"),
        ("--seats", "65"),
        ("--seats", "2", "--seats-here", "1,3"),
        ("--seats-here", "one"),
        ("--screen", "kitchen"),
        ("--remote", "everywhere"),
        ("--line", "ttyS0"),
        ("--line", 'usb:0403:6001:A"; rm'),
        ("--floor", "http://192.0.2.9:9470", "--floor-as", "pit-1", "--floor-certificate", "/etc/hostname"),
        ("--floor", "https://192.0.2.9:9470", "--floor-certificate", "/etc/hostname"),
        ("--floor", "https://192.0.2.9:9470", "--floor-as", "pit-1", "--floor-certificate", "/nowhere"),
        ("--second", "/nowhere"),
        ("--second", "second"),
        ("--terminal", "3"),
        ("--terminal", "3", "--controller", "here", "--key", "/etc/hostname"),
        ("--terminal", "3", "--controller", "192.0.2.1", "--key", "/nowhere/key"),
    ],
    ids=" ".join,
)
def test_words_that_do_not_fit_are_refused_before_anything_is_done(words: tuple[str, ...]) -> None:
    with pytest.raises(InstallRefused, match="bad_choice"):
        chosen(*words)


def test_the_line_of_the_dice_unit_becomes_a_rule() -> None:
    assert line_match("/dev/ttyS1") == 'KERNEL=="ttyS1"'
    assert line_match("usb:0403:6001:A5") == 'ATTRS{idVendor}=="0403", ATTRS{idProduct}=="6001", ATTRS{serial}=="A5"'


def test_a_version_is_named_after_all_that_it_is_made_of(tmp_path: Path) -> None:
    for path in program.files_of(ROOT, workshop=False):
        to = tmp_path / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    assert program.version_of(tmp_path, workshop=False) == program.version_of(ROOT, workshop=False)
    (tmp_path / "systemd/etc/kiosk.conf").write_text("another page")
    assert program.version_of(tmp_path, workshop=False) != program.version_of(ROOT, workshop=False)
    assert re.fullmatch(r"\d+\.\d+\.\d+-[0-9a-f]{12}", program.version_of(ROOT, workshop=False))


def test_every_word_of_a_pattern_is_filled_in() -> None:
    cabinet = chosen("--journal", "demo", "--remote", "192.0.2.0/24", "--screen", "display")
    far = cabinet._replace(terminal=3, controller="192.0.2.1", screen="3")
    for choices in (cabinet, cabinet._replace(game="roulette"), far):
        for name, words in settings._words(choices).items():
            found = set(re.findall(r"@([A-Z_]+)@", (ROOT / "systemd/etc" / name).read_text()))
            assert found == words.keys(), name


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for settings and drop-ins; its commands are written down in `said`."""
    monkeypatch.setattr(lay, "SETTINGS", tmp_path)
    monkeypatch.setattr(settings, "SETTINGS", tmp_path)
    monkeypatch.setattr(install, "SETTINGS", tmp_path)
    monkeypatch.setattr(lay, "DROP_INS", tmp_path / "drop-ins")
    monkeypatch.setattr(lay, "run", lambda *words: (tmp_path / "said").write_text(" ".join(map(str, words))))
    return tmp_path


def lay_cabinet(machine: Path, *words: str) -> None:
    text = (ROOT / "systemd/etc/cabinet.toml").read_text()
    for word, value in settings._words(chosen("--journal", "live", *words))["cabinet.toml"].items():
        text = text.replace(f"@{word}@", value)
    (machine / "cabinet.toml").write_text(text)


def test_a_journal_for_money_is_not_born_without_a_second_disk_for_its_head(machine: Path) -> None:
    with pytest.raises(InstallRefused, match=r"\[no_second_place\].*SECOND="):
        install._check_life(chosen("--journal", "live"))
    install._check_life(chosen("--journal", "live", "--second", str(machine)))
    install._check_life(chosen("--journal", "demo"))


def test_the_controller_gets_a_directory_of_its_own_on_the_second_disk_and_may_write_there_alone(machine: Path) -> None:
    disk = machine / "second"
    disk.mkdir()
    lay_cabinet(machine, "--second", str(disk))
    lay.make_second_place()
    lay.open_second_place()
    assert (disk / "boxcars").is_dir()
    assert (machine / "said").read_text() == f"chown -R boxcars-controller:boxcars-journal {disk / 'boxcars'}"
    drop_in = machine / "drop-ins/boxcars-controller.service.d/60-second-place.conf"
    assert drop_in.read_text() == f"[Service]\nReadWritePaths=-{disk / 'boxcars'}\n"
    lay_cabinet(machine)
    lay.open_second_place()
    assert not drop_in.exists()


def test_a_second_disk_that_is_not_mounted_gets_no_directory_on_the_first(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    disk = machine / "second"
    disk.mkdir()
    lay_cabinet(machine, "--second", str(disk))
    disk.rmdir()
    lay.make_second_place()
    assert not disk.exists()
    assert "is its disk mounted" in capsys.readouterr().out


def test_what_a_machine_is_needs_to_be_said_only_once() -> None:
    assert set(REMEMBERED) < set(Choices._fields)
    assert {"journal", "wheels", "key"}.isdisjoint(REMEMBERED)


def test_whoever_is_not_root_is_told_so_and_nothing_happens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["install", "--journal", "demo"]) == 1
    assert "[not_root]. What to do: run it with sudo" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
def test_the_settings_of_a_new_machine_are_read_by_the_program_and_are_of_its_game(machine: Path, game: str) -> None:
    lay_cabinet(machine, "--game", game, "--second", str(machine))
    cabinet = read_cabinet(machine / "cabinet.toml")
    table = first_table(cabinet.table, cabinet.journal.gaming_day())
    device = table_row(table.game.name).device
    assert (table.game.name, device) == (game, GAMES[game].device.name)
    assert cabinet.unit_of(device).key_file == f"/etc/boxcars/keys/{GAMES[game].device.key}"
    assert set(GAMES) == {name for name in on_the_cabinet() if game_row(name).book.__module__.startswith("controller.")}


def test_a_cabinet_of_a_house_with_a_floor_reports_to_it_and_to_nobody_else(machine: Path) -> None:
    words = ("--floor", "https://192.0.2.9:9470", "--floor-as", "pit-1", "--floor-certificate", "/etc/hostname")
    lay_cabinet(machine)
    assert UPLINK not in lay.units_wanted(chosen())
    lay_cabinet(machine, *words)
    floor = read_cabinet(machine / "cabinet.toml").floor
    assert floor is not None
    assert (floor.cabinet, floor.address) == ("pit-1", "https://192.0.2.9:9470")
    assert (floor.key_file, floor.directory) == ("/etc/boxcars/keys/uplink.key", "/var/lib/boxcars-uplink")
    assert UPLINK in lay.units_wanted(chosen(*words))


def test_a_machine_whose_screen_staff_may_set_right_waits_for_their_word_and_no_other_does(machine: Path) -> None:
    lay_cabinet(machine)
    assert "boxcars-touch.path" not in lay.units_wanted(chosen())
    (machine / "kiosk.conf").write_text("PAGE=http://127.0.0.1:8099/\n")
    assert "boxcars-touch.path" in lay.units_wanted(chosen())
    seat = lay.units_wanted(chosen("--terminal", "3", "--controller", "192.0.2.1", "--key", "/etc/hostname"))
    assert {"boxcars-terminal@3.service", "boxcars-kiosk.service", "boxcars-touch.path"} <= set(seat)


AT_NO_SEAT: dict[str, lay.Lines] = {"bills": (), "tickets": ()}


@pytest.mark.parametrize("game, other", [("craps", "wheel"), ("roulette", "dice")])
def test_units_and_names_of_devices_are_those_of_the_game(machine: Path, game: str, other: str) -> None:
    lay_cabinet(machine, "--game", game)
    device = GAMES[game].device
    wanted = lay.units_wanted(chosen("--journal", "live"))
    assert device.driver in wanted
    assert UNITS[other].driver not in wanted
    rules = lay.rules_for((MADE / "udev/60-boxcars.rules").read_text(), device, "/dev/ttyS3", AT_NO_SEAT)
    assert f'KERNEL=="ttyS3", GROUP="boxcars-{device.name}"' in rules
    assert "@" not in rules.replace("@PANEL@", "")
    assert f"boxcars-{other}" not in rules


def test_acceptors_and_printers_of_the_seats_have_names_a_driver_and_on_a_demo_machine_stand_ins(machine: Path) -> None:
    lay_cabinet(machine)
    choices = chosen("--journal", "live", "--bills", "1=/dev/ttyS4,2=usb:0403:6001:A5", "--tickets", "2=/dev/ttyS5")
    assert "boxcars-bills.service" not in lay.units_wanted(choices)
    at_seats = {"bills": choices.bills, "tickets": choices.tickets}
    rules = lay.rules_for((MADE / "udev/60-boxcars.rules").read_text(), GAMES["craps"].device, "/dev/ttyS3", at_seats)
    assert 'KERNEL=="ttyS4", GROUP="boxcars-bills", MODE="0660", SYMLINK+="boxcars-bills-1"' in rules
    assert 'ATTRS{serial}=="A5", GROUP="boxcars-bills", MODE="0660", SYMLINK+="boxcars-bills-2"' in rules
    assert 'KERNEL=="ttyS5", GROUP="boxcars-tickets", MODE="0660", SYMLINK+="boxcars-tickets-2"' in rules
    emulated, real = "/run/boxcars/emulated/bills/seat-1", "udev:boxcars-bills-2"
    tables = (f'[[bills]]\nseat = {seat}\nport = "{port}"\n' for seat, port in ((1, emulated), (2, real)))
    (machine / "drivers.toml").write_text("".join(tables))
    wanted = lay.units_wanted(choices)
    assert {"boxcars-bills.service", "boxcars-emulator-bills@1.service"} <= set(wanted)
    assert not {"boxcars-emulator-bills@2.service", "boxcars-tickets.service"} & set(wanted)


def test_the_controller_is_handed_the_key_of_the_wheel_where_one_is_played_with(machine: Path) -> None:
    drop_in = machine / "drop-ins/boxcars-controller.service.d/40-unit-key.conf"
    lay_cabinet(machine, "--game", "roulette")
    lay.give_unit_key()
    said = "[Service]\nLoadCredential=\nLoadCredential=wheel.key:/etc/boxcars/keys/wheel.key\n"
    assert drop_in.read_text() == said
    lay_cabinet(machine)
    lay.give_unit_key()
    assert not drop_in.exists()


def test_a_machine_never_changes_its_game_by_a_word(machine: Path) -> None:
    lay_cabinet(machine, "--game", "roulette")
    install._check_life(chosen("--game", "roulette"))
    with pytest.raises(InstallRefused, match="game_is_other"):
        install._check_life(chosen("--game", "craps"))


@pytest.mark.skipif(PROGRAM.exists(), reason="Boxcars is installed here")
def test_going_back_runs_the_installer_of_a_version_and_refused_leaves_the_controller_running(tmp_path: Path) -> None:
    """As the unit runs it: alone with what lies beside it; a stand-in for systemctl notes what is started."""
    noted, systemctl = tmp_path / "noted", tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" >>{noted}\n')
    systemctl.chmod(0o755)
    words = [sys.executable, "-I", "-B", str(ROOT / "systemd" / "libexec" / "rollback")]
    path = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(words, env=path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "[nothing_before]" in done.stderr or "[not_root]" in done.stderr, done.stderr
    assert noted.read_text().splitlines() == ["start boxcars-controller.service"]
