"""The release manifest: the SHA-256 of every installed file, and what differs from it on this machine.

It covers our packages and all that they lean on in the same Python environment, compiled files too, because Python runs
those. Made with `--whole` it covers Python itself and Debian's programs and libraries besides. What a manifest covers
is seen by the names in it, so an older one is compared as before.
"""

import hashlib
import importlib
import json
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.files.complaints import complaint
from config.files.reading import BadFile

PACKAGES = ("controller", "terminals", "drivers", "config")
LARGEST_MANIFEST = 32 * 1024 * 1024
MOST_FILES = 200_000
MOST_TOLD = 20
"""Differences that are named; the rest is counted."""

CHUNK = 1 << 20
INSTALLED = "environment"
"""The root of what was put there by an installer; any other is a source that is run where it lies."""
SYSTEM = {
    "debian-bin": "/usr/bin",
    "debian-sbin": "/usr/sbin",
    "debian-lib": "/usr/lib",
    "debian-libexec": "/usr/libexec",
    "boot": "/boot",
}
"""Debian's programs and libraries, and the kernel with what it begins with; /bin, /sbin and /lib lead there."""
PYTHON, PYTHON_BIN = "python", "python-bin"
AS_RELEASED = "as_released"
LISTING = "listing"
TOLD_EVERY = 100
"""Files between two words about how far it is."""


class Manifest(BaseModel):
    """What a release is made of."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    version: str = Field(max_length=100)
    files: dict[str, str] = Field(max_length=MOST_FILES)
    """Where it stands under its root → SHA-256."""

    @property
    def digest(self) -> str:
        """One figure for the whole release, to be read out over the telephone and compared with the certificate."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def text(self) -> str:
        """As it stands in the file."""
        return json.dumps(self.model_dump(), indent=0, sort_keys=True) + "\n"


class Difference(NamedTuple):
    """One file that is not as it was released."""

    file: str
    what: str
    """`missing`, `changed`, `extra` or `unreadable`."""


def roots(whole: bool = False) -> dict[str, Path]:
    """Name → the directories that are part of a release; `whole`: with Python itself and Debian."""
    packages = {name: Path(str(importlib.import_module(name).__file__)).parent for name in PACKAGES}
    environment = Path(sysconfig.get_paths()["purelib"])
    ours = {INSTALLED: environment} | {name: path for name, path in packages.items() if environment not in path.parents}
    return {**ours, **(_of_the_machine() if whole else {})}


def _of_the_machine() -> dict[str, Path]:
    """Debian, and Python where it is not Debian's."""
    system = {name: Path(path) for name, path in SYSTEM.items() if Path(path).is_dir()}
    python = {
        PYTHON: Path(sysconfig.get_paths()["stdlib"]).resolve(),
        PYTHON_BIN: Path(sys.executable).resolve().parent,
    }
    known = set(system.values())
    return system | {name: path for name, path in python.items() if known.isdisjoint((path, *path.parents))}


def covered_by(manifest: Manifest) -> dict[str, Path]:
    """What this manifest is compared with: the whole machine, where it was made of that."""
    of_the_machine = {*SYSTEM, PYTHON, PYTHON_BIN}
    return roots(whole=any(name.partition("/")[0] in of_the_machine for name in manifest.files))


def make(version: str, where: dict[str, Path]) -> Manifest:
    """The manifest of what is installed now."""
    return Manifest(version=version, files={name: _hash(path) for name, path in installed_files(where)})


def differences(manifest: Manifest, where: dict[str, Path]) -> list[Difference]:
    """What is not as it was released, in the order of the names; nothing, when all is well."""
    compared = _compare(manifest.files, dict(installed_files(where)))
    return [Difference(file, what) for file, _, what in compared if what != AS_RELEASED]


def read_manifest(path: Path) -> Manifest:
    """The manifest in this file, or BadFile."""
    return parse_manifest(manifest_bytes(path), path)


def manifest_bytes(path: Path) -> bytes:
    """What is in the file, bounded, or BadFile."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_MANIFEST + 1)
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_MANIFEST:
        raise BadFile(f"{path}: larger than {LARGEST_MANIFEST} bytes")
    return data


def parse_manifest(data: bytes, path: Path) -> Manifest:
    """The manifest that these bytes of a file are, or BadFile."""
    try:
        return Manifest.model_validate(json.loads(data.decode("utf-8")))
    except ValidationError as error:
        raise BadFile(f"{path}: {complaint(error)}") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path}: is no manifest: {error}") from None


def told(found: list[Difference]) -> str:
    """For people, and for the reason of a hold."""
    named = ", ".join(f"{one.file} {one.what}" for one in found[:MOST_TOLD])
    more = f" and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
    return named + more


def check(path: Path, _tell: object = None) -> dict[str, Any]:
    """What is installed beside the manifest in this file."""
    manifest = read_manifest(path)
    return document(manifest, differences(manifest, covered_by(manifest)))


def check_all(
    manifest: Manifest, where: dict[str, Path], tell: Callable[[int, int], None] = lambda _done, _of: None
) -> dict[str, Any]:
    """The same, with the list of every file: its name, its SHA-256 here, and whether it is as it was released."""
    listing = list(_compare(manifest.files, dict(installed_files(where)), tell))
    found = [Difference(file, what) for file, _, what in listing if what != AS_RELEASED]
    return {**document(manifest, found), LISTING: listing}


def document(manifest: Manifest, found: list[Difference]) -> dict[str, Any]:
    """What `boxcars manifest check --json` prints and the service menu shows."""
    return {
        "version": manifest.version,
        "sha256": manifest.digest,
        "files": len(manifest.files),
        "ok": not found,
        "told": told(found),
        "differences": [one._asdict() for one in found[:MOST_TOLD]],
        "more": max(0, len(found) - MOST_TOLD),
    }


def installed_files(where: dict[str, Path]) -> Iterator[tuple[str, Path]]:
    """Every file of a release: how a manifest names it, and where it is.

    A link counts as what it leads to; directories that are links are not walked, so there is no way round.
    What is installed was compiled before it was counted, and nobody writes there. In a source that is run where it
    lies, Python keeps what it compiles as it goes: that is no part of it.
    """
    for name, root in where.items():
        for path in _walk(root):
            inside = path.relative_to(root)
            if name == INSTALLED or "__pycache__" not in inside.parts:
                yield f"{name}/{inside.as_posix()}", path


def _walk(root: Path) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.is_symlink():
            yield from _walk(path)
        else:
            yield path


def _compare(
    due: dict[str, str], there: dict[str, Path], tell: Callable[[int, int], None] = lambda _done, _of: None
) -> Iterator[tuple[str, str, str]]:
    """Every file that is there or should be: its name, its SHA-256 here, and what is with it."""
    files = sorted(due.keys() | there.keys())
    for done, file in enumerate(files):
        if done % TOLD_EVERY == 0:
            tell(done, len(files))
        hashed = _hash(there[file]) if file in there else ""
        if file not in there:
            yield file, hashed, "missing"
        elif file not in due:
            yield file, hashed, "extra"
        elif hashed != due[file]:
            yield file, hashed, "changed" if hashed else "unreadable"
        else:
            yield file, hashed, AS_RELEASED


def _hash(path: Path) -> str:
    """Empty where it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    except OSError:
        return ""
    return digest.hexdigest()
