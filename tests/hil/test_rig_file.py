"""The description of a bench: the example in the docs is one, and mistakes in others are named."""

from pathlib import Path

import pytest

from config.reading import BadFile
from tests.hil.rig import Rig, RigFile, read_rig

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "rig.toml"


def test_the_example_in_the_docs_describes_a_bench() -> None:
    rig = read_rig(EXAMPLE)
    assert rig.dice is not None
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


def test_a_person_who_stands_by_is_asked(tmp_path: Path) -> None:
    asked: list[str] = []
    Rig(RigFile(attended=True), tmp_path, say=asked.append).do("open the lid", lambda: None, by_hand=True)
    assert asked == ["\n>>> please: open the lid"]
