"""Our own wheel, the same to the byte wherever and whenever it is built: `make wheel`.

It is built from a copy of the files that a version is made of, with the modes and the time that are said here, by the
setuptools of the hashed lock. Prints its SHA-256, so that a laboratory can set its own beside ours.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from systemd.places import SOURCE
from systemd.program import files_of

FIRST_DAY = 315_619_200
"""2 January 1980, UTC: the first day that a zip file can write down in every time zone."""
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def build(source: Path, folder: Path) -> Path:
    """The wheel of this source, in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "source"
        _copy(source, copy)
        around = {**os.environ, "SOURCE_DATE_EPOCH": str(FIRST_DAY), "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        said = subprocess.run(
            [sys.executable, "-c", BUILD, folder.resolve()],
            cwd=copy, env=around, umask=0o022, check=True, capture_output=True, text=True,
        )  # fmt: skip
    return folder / said.stdout.splitlines()[-1]


def _copy(source: Path, copy: Path) -> None:
    """Without what the machine adds to a file: its mode and its time."""
    for path in files_of(source, workshop=False):
        to = copy / path.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(path.read_bytes())
        to.chmod(0o644)


def main(words: list[str]) -> None:
    wheel = build(SOURCE, Path(words[0] if words else "dist"))
    print(f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel}")


if __name__ == "__main__":
    main(sys.argv[1:])
