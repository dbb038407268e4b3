"""What is known against the packages of the lock, from a file of advisories: `make audit ADVISORIES=FILE`.

The file is in the format of OSV (https://ossf.github.io/osv-schema/): one record, a folder of them, or a zip of them,
as the databases export it; so a machine without a net can be asked about, with a file that was carried there.
Exit code 1: something is known. Exit code 2: the file says nothing that can be used.
"""

import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.utils import canonicalize_name
from packaging.version import Version

from release.lock import Package, packages

Record = dict[str, Any]


class Vulnerability(NamedTuple):
    """One vulnerability of one package."""

    package: Package
    id: str
    also: tuple[str, ...]
    summary: str
    fixed_in: tuple[str, ...]


def records(file: Path) -> Iterator[Record]:
    """All advisories of a file or folder."""
    if file.is_dir():
        for path in sorted(file.glob("*.json")):
            yield json.loads(path.read_bytes())
    elif zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            for name in sorted(archive.namelist()):
                yield json.loads(archive.read(name))
    else:
        yield json.loads(file.read_bytes())


def known(lock: list[Package], advisories: list[Record]) -> list[Vulnerability]:
    """What of it is about a package of the lock, in the version that the lock has."""
    by_name = {package.name: package for package in lock}
    found = []
    for record in advisories:
        if record.get("withdrawn"):
            continue
        for affected in record.get("affected", ()):
            package = by_name.get(_name(affected))
            if package is not None and is_affected(Version(package.version), affected):
                also = tuple(record.get("aliases", ()))
                found.append(Vulnerability(package, record["id"], also, record.get("summary", ""), _fixed(affected)))
    return found


def _name(affected: Record) -> str:
    said = affected.get("package", {})
    return canonicalize_name(said.get("name", "")) if said.get("ecosystem") == "PyPI" else ""


def is_affected(version: Version, affected: Record) -> bool:
    """Named as such, or within a range of versions."""
    if any(Version(one) == version for one in affected.get("versions", ()) if _is_version(one)):
        return True
    ranges = [one["events"] for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM"]
    return any(_is_within(version, events) for events in ranges)


def _is_within(version: Version, events: list[dict[str, str]]) -> bool:
    inside = False
    for event in sorted(events, key=lambda event: _at(next(iter(event.values())))):
        ((what, at),) = event.items()
        if what == "introduced" and version >= _at(at):
            inside = True
        elif (what == "fixed" and version >= _at(at)) or (what == "last_affected" and version > _at(at)):
            inside = False
    return inside


def _at(version: str) -> Version:
    return Version("0.dev0" if version == "0" else version)


def _is_version(text: str) -> bool:
    """Old advisories name versions that today's rules do not know."""
    try:
        Version(text)
    except ValueError:
        return False
    return True


def _fixed(affected: Record) -> tuple[str, ...]:
    events = [event for one in affected.get("ranges", ()) if one.get("type") == "ECOSYSTEM" for event in one["events"]]
    return tuple(event["fixed"] for event in events if "fixed" in event)


def main(words: list[str]) -> int:
    file, lock = Path(words[0]), packages(Path(words[1] if len(words) > 1 else "requirements.lock"))
    try:
        advisories = list(records(file))
    except (OSError, ValueError) as error:
        print(f"{file}: no advisories in the format of OSV: {error}", file=sys.stderr)
        return 2
    about = [affected for record in advisories for affected in record.get("affected", ()) if _name(affected)]
    if not about:
        print(f"{file}: {len(advisories)} records, and none of them about Python's packages", file=sys.stderr)
        return 2
    found = known(lock, advisories)
    for one in found:
        fixed = f"mended in {', '.join(one.fixed_in)}" if one.fixed_in else "not mended"
        print(f"{one.package.name} {one.package.version}: {' '.join((one.id, *one.also))}: {one.summary} ({fixed})")
    newest = max(record.get("modified", "") for record in advisories)
    print(
        f"{len(lock)} packages, {len(advisories)} advisories, the newest of {newest}: {len(found)} known against them"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
