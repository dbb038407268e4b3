"""Our own wheel is the same to the byte, whoever builds it, where and when."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from release.wheel import build
from systemd.program import files_of
from tests.documents.pages import ROOT


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Built here; and by somebody else: from an older copy, in another directory and zone, with another umask."""
    place = tmp_path_factory.mktemp("built")
    for path in (*files_of(ROOT, workshop=False), *(ROOT / "release").glob("*.py")):
        to = place / "a source elsewhere" / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
        to.chmod(0o600)
        os.utime(to, (10**9, 10**9))
    around = {**os.environ, "TZ": "Asia/Tokyo", "SOURCE_DATE_EPOCH": "1", "PYTHONHASHSEED": "7", "PYTHONPATH": "."}
    said = subprocess.run(
        [sys.executable, "-m", "release.wheel", place / "theirs"],
        cwd=place / "a source elsewhere", env=around, umask=0o077, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    theirs = next((place / "theirs").glob("*.whl"))
    assert said == f"{hashlib.sha256(theirs.read_bytes()).hexdigest()}  {theirs}\n"
    return build(ROOT, place / "ours"), theirs


def test_two_builds_are_the_same_bytes(two: tuple[Path, Path]) -> None:
    ours, theirs = two
    assert ours.name == theirs.name
    assert ours.read_bytes() == theirs.read_bytes()


def test_the_wheel_has_every_file_of_the_program_and_nothing_of_the_machine_that_built_it(
    two: tuple[Path, Path],
) -> None:
    with zipfile.ZipFile(two[0]) as wheel:
        inside = {entry.filename: entry for entry in wheel.infolist()}
        assert all(entry.date_time == (1980, 1, 2, 0, 0, 0) for entry in inside.values())
        assert {entry.external_attr >> 16 & 0o777 for entry in inside.values()} <= {0o644, 0o664}
        for path in files_of(ROOT, workshop=False):
            name = path.relative_to(ROOT).as_posix()
            if name.split("/")[0] in ("controller", "terminals", "drivers", "config") and path.suffix != ".md":
                assert wheel.read(name) == path.read_bytes(), name
