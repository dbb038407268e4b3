"""The technician's tools of the wheel, as a technician calls them."""

import os
import pty
import subprocess
import tty
from pathlib import Path

import pytest

from controller.commands import main
from tests.drivers.emulated import Emulated
from tests.drivers.machines import answer_of, boxcars, eventually, running

SPIN_SEQ_8 = "04 01 0a 08 01 01 01 01 01 05 04 12 ee b4 01 0b a1 b2 c3 d4 e5 f6 07 18 58 f8 00"
BALL_SEQ_40 = "04 01 a5 28 01 01 01 01 01 07 04 12 03 0c dc 16 00"
SPUN_SEQ_41 = "04 01 a1 29 01 01 01 01 01 03 04 12 07 11 0c 01 ef 5b 72 0b 37 da 30 e4 f4 f4 90 53 70 30 00"
HELLO_SEQ_7 = "06 01 01 07 b8 7a 00"


def spin(unit: Emulated, *words: object) -> "subprocess.CompletedProcess[str]":
    return boxcars("wheel", "spin", "--port", unit.port, "--key-file", unit.key_file, *words)


def test_hello_status_and_self_test_answer_for_people_and_for_programs(unit: Emulated) -> None:
    hello = boxcars("wheel", "hello", "--port", unit.port)
    assert "model WHEEL-37, serial 2001" in hello.stdout
    unit.order("temperature 80")
    status = boxcars("wheel", "status", "--port", unit.port)
    assert status.stdout.startswith("ready, cover closed, faults: none, last spin 0, 80 °C, 0 spins")
    as_json = answer_of(boxcars("wheel", "status", "--port", unit.port, "--json"))
    assert list(as_json)[:4] == ["state", "faults", "cover_open", "last_spin"]
    unit.order("ail 65")
    test = boxcars("wheel", "self-test", "--port", unit.port, "--json")
    assert (test.returncode, answer_of(test)) == (3, {"good": False, "failures": ["rotor", "level"]})


def test_a_spin_is_told_with_every_field_and_the_next_one_takes_the_next_id(unit: Emulated) -> None:
    unit.order("next 17")
    first = spin(unit, "--json", "--rotor", "20")
    answer = answer_of(first)
    assert first.returncode == 0
    assert list(answer) == [
        *("spin_id", "outcome", "number", "revolutions", "ball", "rotor", "elapsed_ms", "flags"),
        *("contradictions", "authentic"),
    ]
    assert (answer["spin_id"], answer["number"], answer["ball"], answer["authentic"]) == (1, 17, -1, True)
    unit.order("next 0")
    second = spin(unit)
    assert second.stdout.startswith("spin 2: 0 (")
    assert second.stdout.endswith(", authentic\n")


ENDS = [
    ("next few-revolutions 1", 3, "under four revolutions (1 revolution, ball clockwise, rotor -"),
    ("forge 9", 5, "not authentic (wrong mac)"),
    ("contradict same-way", 5, "authentic and contradictory (ok_same_direction): no result"),
    ("say ball=-3 outcome=14 number=255", 5, "outcome 14 (12 revolutions, ball going -3"),
    ("refuse 9", 3, "verdict 9 to SPIN does not exist"),
    ("cover open", 3, "was refused: cover open"),
]
"""An order, the exit code of the spin after it, and what is said of it."""


def test_the_exit_code_of_a_spin_says_what_became_of_it(unit: Emulated) -> None:
    for order, code, words in ENDS:
        unit.order("well")
        unit.order(order)
        call = spin(unit)
        assert (call.returncode, words in call.stderr) == (code, True), f"{order}: {call.stderr}"


def test_a_spin_without_the_key_is_unverifiable_and_a_dice_unit_is_refused(unit: Emulated) -> None:
    unverifiable = boxcars("wheel", "spin", "--port", unit.port)
    assert unverifiable.returncode == 5
    assert "name the unit's key with --key-file" in unverifiable.stderr
    unit.order("model BOXDICE1")
    wrong = boxcars("wheel", "hello", "--port", unit.port)
    assert wrong.returncode == 4
    assert "wrong wheel unit: found model BOXDICE1" in wrong.stderr


def test_what_no_spin_can_be_is_refused_before_the_wheel_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("--spin-id", "0"), ("--rotor", "7"), ("--rotor", "-41"), ("--launch", "256"), ("--hold", "10001")):
        assert main(["wheel", "spin", "--port", "/nowhere", *words]) == 2
        assert f"{words[0]} {words[1]}: allowed is" in capsys.readouterr().err


def test_the_monitor_decodes_and_judges_the_examples_of_the_document(bench: Emulated) -> None:
    unit_end, port = pty.openpty()
    tty.setraw(port)
    log = bench.folder / "monitor.log"
    words = ("--port", os.ttyname(port), "--listen", "--key-file", bench.key_file)
    with running("wheel", "monitor", *words, log=log) as process:
        eventually(lambda: _heard(unit_end, log) or process.poll() is not None, "the monitor listening")
        for line in (SPIN_SEQ_8, BALL_SEQ_40, SPUN_SEQ_41):
            os.write(unit_end, bytes.fromhex(line))
        eventually(lambda: "SPUN" in log.read_text(), "the last line")
    os.close(unit_end)
    os.close(port)
    text = log.read_text()
    assert "SPIN       seq 8   spin_id=1042 rotor=-18 launch=180 hold_ms=0 nonce=a1b2c3d4e5f60718" in text
    assert "BALL       seq 40  spin_id=1042 stage=3 revolutions=12" in text
    assert "SPUN       seq 41  spin_id=1042 outcome=ok number=17 revolutions=12 ball=1 rotor=-17" in text
    assert text.rstrip().endswith("authentic=True")


def _heard(unit_end: int, log: Path) -> bool:
    os.write(unit_end, bytes.fromhex(HELLO_SEQ_7))
    return "HELLO" in log.read_text()


def test_a_key_of_a_wheel_is_made_by_that_name(tmp_path: Path) -> None:
    made = boxcars("keys", "wheel", tmp_path / "wheel.key")
    assert made.returncode == 0
    assert "the key of a wheel unit, 16 bytes" in made.stdout
    assert len((tmp_path / "wheel.key").read_bytes()) == 16
    assert "boxcars keys wheel /etc/boxcars/wheel.key" in boxcars("keys", "wheel").stderr


def test_the_acts_of_the_driver_and_of_the_emulator_are_listed_together() -> None:
    listed = boxcars("wheel", "--help").stdout
    for act in ("status", "hello", "spin", "self-test", "monitor", "drive", "emulate", "control"):
        assert f"\n    {act}" in listed
