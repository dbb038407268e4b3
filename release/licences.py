"""Under which licences the lock's packages come, and whether we may ship them: `make licences`.

A package says its licence as an SPDX expression, or, if it is older, in words or by its classifiers.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageMetadata
from pathlib import Path

from release.lock import NotAsLocked, installed, packages

ALLOWED = frozenset(
    {"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0"},
)
"""Those that a cabinet may carry as it is: none asks for our own source."""
IN_WORDS = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}
TOKEN = re.compile(r"\(|\)|[A-Za-z0-9.+-]+")
UNKNOWN = "NOASSERTION"


def licence_of(said: PackageMetadata) -> str:
    """As an SPDX expression; `NOASSERTION` where nothing that is said is known."""
    if said["License-Expression"]:
        return said["License-Expression"]
    words = said["License"] or ""
    if words in ALLOWED or words in IN_WORDS:
        return IN_WORDS.get(words, words)
    classifiers = [one for one in said.get_all("Classifier") or [] if one.startswith("License ::")]
    known = [IN_WORDS.get(one, UNKNOWN) for one in classifiers]
    return " AND ".join(known) or UNKNOWN


def is_allowed(expression: str) -> bool:
    """Of AND all parts have to be, of OR one."""
    tokens = iter([*TOKEN.findall(expression), ")"])
    return _any(tokens)


def _any(tokens: Iterator[str]) -> bool:
    """Up to the closing bracket: alternatives, each of which is a list of what has to be allowed together."""
    alternatives: list[list[bool]] = [[]]
    for token in tokens:
        if token == ")":
            break
        if token == "OR":
            alternatives.append([])
        elif token == "WITH":
            next(tokens)  # an exception only permits more
        elif token != "AND":
            alternatives[-1].append(_any(tokens) if token == "(" else token in ALLOWED)
    return any(parts and all(parts) for parts in alternatives)


def main(words: list[str]) -> int:
    lock = Path(words[0] if words else "requirements.lock")
    bad = 0
    for package in packages(lock):
        try:
            licence = licence_of(installed(package))
        except NotAsLocked as error:
            print(error, file=sys.stderr)
            return 2
        bad += not is_allowed(licence)
        print(f"{package.name:<24}{package.version:<12}{licence}{'' if is_allowed(licence) else '   NOT ALLOWED'}")
    if bad:
        print(f"{bad} not on the list of allowed licences (release/licences.py)", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
