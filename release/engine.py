"""The game as machine code: a wheel of its own, laid beside the source it was made of. `make engine`.

The source stays what is read, judged and digested; machine code of any other source is refused by whoever plays. A
machine on which this wheel is not installed plays the source itself, to the same bytes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from controller.vault.engine import engine_version
from release.wheel import FIRST_DAY
from systemd.places import SOURCE
from systemd.program import files_of

COMPILED = ("rules", "play", "trial")
"""Rooms of craps."""
LEFT = frozenset({"rules/rulebook.py", "rules/settings.py", "rules/terms.py"})
"""Pydantic makes these classes while the program runs."""
BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup

folder, version, *modules = sys.argv[1:]
setup(
    name="boxcars-engine",
    version=version,
    packages=[],
    py_modules=[],
    ext_modules=mypycify(
        ["--config-file=types.toml", "--follow-imports=silent", *modules],
        opt_level="3", debug_level="0", group_name="boxcars_engine",
    ),
    script_args=["-q", "bdist_wheel", "--dist-dir", folder],
)
"""


def modules(source: Path) -> list[str]:
    """What becomes machine code."""
    craps = source / "controller/games/craps"
    found = [path for room in COMPILED for path in sorted((craps / room).glob("*.py"))]
    return [path.relative_to(source).as_posix() for path in found if path.relative_to(craps).as_posix() not in LEFT]


def build(source: Path, folder: Path) -> Path:
    """The wheel of this source's engine, in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "source"
        for path in files_of(source, workshop=False):
            to = copy / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
        (copy / "pyproject.toml").rename(copy / "types.toml")  # or setuptools would build boxcars itself
        around = {**os.environ, "SOURCE_DATE_EPOCH": str(FIRST_DAY), "PYTHONPATH": str(copy)}
        made = Path(scratch) / "made"
        said = subprocess.run(
            [sys.executable, "-c", BUILD, made, engine_version(), *modules(copy)],
            cwd=copy, env=around, check=False, capture_output=True, text=True,
        )  # fmt: skip
        if said.returncode:
            raise SystemExit(f"the engine could not be compiled:\n{(said.stdout + said.stderr)[-3000:]}")
        (wheel,) = made.iterdir()
        return Path(shutil.copy(wheel, folder))


def main(words: list[str]) -> None:
    print(build(SOURCE, Path(words[0] if words else "dist")))


if __name__ == "__main__":
    main(sys.argv[1:])
