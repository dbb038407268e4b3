"""The program under /opt/boxcars: one directory per version, each an environment of its own from the hashed lock.

A version is named after its number and a digest of all that it is made of, so the same source is installed once. Which
one runs is said by one link, which is put in place in one step.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from systemd import patterns
from systemd.machine import run, say
from systemd.places import BEFORE, COMMAND, CURRENT, SHARE, SOURCE, VERSIONS
from systemd.refusals import InstallRefused

MADE_OF = ("controller", "terminals", "drivers", "config", "systemd", "docs")
WORKSHOP = "tools"
"""Emulators and the like: on a demo machine with emulated hardware, and on no other."""
FILES = ("pyproject.toml", "requirements.lock", "README.md", "LICENSE")
WHOLE = ".whole"
"""A file that is written last: a version without it was never finished."""
KEPT = 3
"""Versions that stay on the disk."""


def files_of(source: Path, workshop: bool) -> Iterator[Path]:
    """All that a version is made of, in a fixed order."""
    yield from (source / name for name in FILES)
    for room in (*MADE_OF, *((WORKSHOP,) if workshop else ())):
        for path in sorted((source / room).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def engines(source: Path) -> list[Path]:
    """The game as machine code, where `make engine` has built it."""
    return sorted((source / "dist").glob("boxcars_engine-*.whl"))


def version_of(source: Path, workshop: bool) -> str:
    """For example `0.1.0-3fa9c1d2e4b5`."""
    with (source / "pyproject.toml").open("rb") as file:
        number = tomllib.load(file)["project"]["version"]
    digest = hashlib.sha256()
    for path in files_of(source, workshop):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(source).as_posix()}\0{len(data)}\0".encode() + data)
    for wheel in engines(source):
        digest.update(wheel.read_bytes())
    return f"{number}-{digest.hexdigest()[:12]}"


def build(source: Path, wheels: Path | None, workshop: bool) -> Path:
    """This source as a version under /opt/boxcars; one that is there already is used. Returns its place."""
    place = VERSIONS / version_of(source, workshop)
    if (place / WHOLE).exists():
        return place
    say(f"putting together {place}")
    shutil.rmtree(place, ignore_errors=True)
    try:
        _fill(place, source, wheels, workshop)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(place, ignore_errors=True)
        raise InstallRefused("program_failed", str(error)) from None
    return place


def _fill(place: Path, source: Path, wheels: Path | None, workshop: bool) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    run(sys.executable, "-m", "venv", place)
    pip = [place / "bin/python", "-m", "pip", "--disable-pip-version-check", "-q", "install"]
    where = [] if wheels is None else ["--no-index", "--find-links", wheels.resolve()]
    run(*pip, *where, "--require-hashes", "-r", source / "requirements.lock")
    with tempfile.TemporaryDirectory(prefix="boxcars-build-") as folder:
        copy = Path(folder) / "source"
        for path in files_of(source, workshop=False):
            _copy(path, copy / path.relative_to(source))
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", copy)
    packages = packages_of(place)
    for path in files_of(source, workshop):
        to = _place_of(path.relative_to(source), packages)
        if to is not None:
            _copy(path, place / to)
    patterns.fill_in(place / SHARE)
    # Remembered here, for who runs it may not write here; isolated, or the source we stand in would be taken for it.
    engine = run(place / "bin/python", "-I", "-m", "controller.vault.engine").stdout.strip()
    machine_code = [wheel for wheel in engines(source) if wheel.name.startswith(f"boxcars_engine-{engine}-")]
    if machine_code:
        run(*pip, "--no-index", "--no-deps", machine_code[0])
    say("the game plays as machine code" if machine_code else "the game plays from its source (`make engine`)")
    run(place / "bin/boxcars", "manifest", "make", place / SHARE / "manifest")
    run("chmod", "-R", "go-w,a+rX", place)
    os.sync()  # after a cut it would be there without what it speaks of
    (place / WHOLE).touch()


def packages_of(place: Path) -> Path:
    """Where Python packages lie inside a version."""
    asked = run(place / "bin/python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    return Path(asked.stdout.strip()).relative_to(place)


def _place_of(inside: Path, packages: Path) -> Path | None:
    """Where a file of the source lies in a version beside the program itself, if it does."""
    match inside.parts[0]:
        case "systemd":
            return SHARE / Path(*inside.parts[1:])
        case "docs":
            return SHARE / inside
        case room if room == WORKSHOP:
            return packages / inside
    return None


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, to)


def current() -> Path | None:
    """The version that is in force."""
    return CURRENT.resolve() if CURRENT.exists() else None


def before() -> Path | None:
    """The one before it."""
    return BEFORE.resolve() if BEFORE.exists() else None


def put_in_force(place: Path) -> None:
    """From now on this version is meant by every unit and by the command; the one until now is remembered."""
    was = current()
    if was is not None and was != place:
        _link(BEFORE, was)
    _link(CURRENT, place)
    _link(COMMAND, CURRENT / "bin/boxcars")


def forget_old() -> None:
    """Versions that are neither in force nor before it go, the oldest first."""
    kept = {current(), before()}
    old = sorted((path for path in VERSIONS.iterdir() if path not in kept), key=lambda path: path.stat().st_mtime)
    for path in old[: max(0, len(old) - (KEPT - len(kept)))]:
        shutil.rmtree(path, ignore_errors=True)


def _link(link: Path, to: Path) -> None:
    """In one step: there is no moment without."""
    link.parent.mkdir(parents=True, exist_ok=True)
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(to)
    beside.replace(link)


def source_here() -> Path:
    """The source that this installer came with."""
    return SOURCE
