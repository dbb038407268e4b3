"""The hashed lock, and what is installed of it."""

import re
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LINE = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Package(NamedTuple):
    """One of the lock."""

    name: str
    version: str
    hashes: tuple[str, ...]
    """SHA-256 of every file that pip may take for it."""


class NotAsLocked(Exception):
    """What is installed is not what the lock says."""


def packages(lock: Path) -> list[Package]:
    """All of them, in the lock's order."""
    found = []
    for part in lock.read_text().replace("\\\n", " ").splitlines():
        line = LINE.match(part)
        if line is not None:
            found.append(Package(canonicalize_name(line["name"]), line["version"], tuple(HASH.findall(part))))
    return found


def installed(package: Package) -> metadata.PackageMetadata:
    """What is said of it by itself, in this environment."""
    try:
        said = metadata.metadata(package.name)
    except metadata.PackageNotFoundError:
        raise NotAsLocked(f"{package.name} {package.version} is in the lock and not installed here") from None
    if said["Version"] != package.version:
        raise NotAsLocked(f"{package.name}: the lock says {package.version}, installed is {said['Version']}")
    return said


def needs(package: Package) -> set[str]:
    """Names that it requires, whatever for."""
    return {canonicalize_name(Requirement(line).name) for line in metadata.requires(package.name) or ()}
