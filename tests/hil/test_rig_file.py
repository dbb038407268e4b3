"""The description of a bench: the example in the docs is one, and mistakes in others are named."""

import os
import pty
from pathlib import Path

import pytest

from config.files.reading import BadFile
from tests.hil.rig import DiceBench, DiceRig, Rig, RigFile, read_rig

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "rig.toml"


def test_the_example_in_the_docs_describes_a_bench() -> None:
    rig = read_rig(EXAMPLE)
    assert rig.dice is not None
    assert rig.wheel is not None
    assert rig.tickets is not None
    assert rig.bills is not None
    assert rig.panel is not None
    assert rig.attended


def test_a_mistake_in_a_rig_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rig.toml"
    file.write_text('[dice]\nport = "/dev/ttyS0"\nkey_file = "k"\nserial = 1\nmodel = "M"\nroll_seconds = 99.0\n')
    with pytest.raises(BadFile, match=rf"{file}: dice.roll_seconds: .* found 99.0"):
        read_rig(file)


def test_what_a_bench_cannot_do_is_skipped_by_its_name(tmp_path: Path) -> None:
    real = Rig(RigFile(), tmp_path, say=lambda _: None)
    with pytest.raises(pytest.skip.Exception, match=r"this rig cannot flip bits$"):
        real.do("flip bits", lambda: None)
    with pytest.raises(pytest.skip.Exception, match=r"this rig cannot open the lid .nobody stands by"):
        real.do("open the lid", lambda: None, by_hand=True)


def bench(port: str) -> RigFile:
    return RigFile(dice=DiceBench(port=port, key_file="key", serial=1, model="M", roll_seconds=1.0))


def test_a_rig_file_may_name_an_emulator_and_then_the_unit_is_expected_to_be_one(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    (tmp_path / "unit").symlink_to(os.ttyname(slave))
    (tmp_path / "cable").touch()
    for name, emulated in (("unit", True), ("cable", False)):
        assert DiceRig(Rig(bench(str(tmp_path / name)), tmp_path, say=print)).emulated == emulated
    os.close(master)
    os.close(slave)


def test_no_two_emulated_units_have_the_same_key_and_serial(tmp_path: Path) -> None:
    rigs = [DiceRig(Rig(None, tmp_path, say=print)) for _ in range(8)]
    assert len({rig.key for rig in rigs}) == len({rig.identity for rig in rigs}) == 8


def test_a_person_who_stands_by_is_asked(tmp_path: Path) -> None:
    asked: list[str] = []
    Rig(RigFile(attended=True), tmp_path, say=asked.append).do("open the lid", lambda: None, by_hand=True)
    assert asked == ["\n>>> please: open the lid"]
