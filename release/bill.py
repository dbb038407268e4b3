"""The bill of materials of a release, CycloneDX 1.6 as JSON: `make sbom`.

It is made of the hashed lock and of what the installed packages say of themselves, and of nothing that changes from one
day or machine to the next, so the same lock gives the same bytes.
"""

import json
import sys
import tomllib
import uuid
from importlib.metadata import PackageMetadata
from pathlib import Path
from typing import Any

from release.licences import UNKNOWN, licence_of
from release.lock import NotAsLocked, Package, installed, needs, packages

HOME = Path(__file__).parents[1]
MADE_BY_US = uuid.UUID("6f1d2c3a-0d0f-5a7e-9c8f-b0c5a26b0b0c")
"""The name space of our serial numbers."""


def bill(lock: Path, project: Path) -> dict[str, Any]:
    """Ours first, then all that it stands on."""
    ours = tomllib.loads(project.read_text())["project"]
    found = packages(lock)
    about = {package: installed(package) for package in found}
    root = _purl(ours["name"], ours["version"])
    direct = {line.partition(">")[0] for line in ours["dependencies"]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(MADE_BY_US, root + lock.read_text())}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": ours["name"],
                "version": ours["version"],
                "description": ours["description"],
                "licenses": [{"expression": ours["license"]}],
                "purl": root,
            }
        },
        "components": [_component(package, about[package]) for package in found],
        "dependencies": [
            {"ref": root, "dependsOn": _refs(found, direct)},
            *({"ref": _ref(package), "dependsOn": _refs(found, needs(package))} for package in found),
        ],
    }


def _component(package: Package, said: PackageMetadata) -> dict[str, Any]:
    licence = licence_of(said)
    return {
        "type": "library",
        "bom-ref": _ref(package),
        "name": package.name,
        "version": package.version,
        "description": said["Summary"] or "",
        "scope": "required",
        "hashes": [{"alg": "SHA-256", "content": one} for one in package.hashes],
        "licenses": [{"license": {"name": UNKNOWN}} if UNKNOWN in licence else {"expression": licence}],
        "purl": _ref(package),
    }


def _refs(found: list[Package], names: set[str]) -> list[str]:
    return sorted(_ref(package) for package in found if package.name in names)


def _ref(package: Package) -> str:
    return _purl(package.name, package.version)


def _purl(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def main(words: list[str]) -> int:
    try:
        made = bill(Path(words[0] if words else HOME / "requirements.lock"), HOME / "pyproject.toml")
    except NotAsLocked as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(made, indent=1, sort_keys=True))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
