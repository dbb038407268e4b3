"""Which engine decides: the version of Boxcars, and a digest of the very source that plays.

Only the same engine can play a journal again and must come to the same decisions, to the bit.
"""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import controller

PLAYS = ("games/*.py", "games/craps/*.py", "games/craps/rules/*.py", "games/craps/play/*.py", "table/**/*.py")
"""What decides. Whatever else changes, the game is played the same."""


@cache
def engine_version() -> str:
    """For example `0.1.0+3fa9c1d2e4b5`."""
    house = Path(controller.__file__).parent
    digest = hashlib.sha256()
    for pattern in PLAYS:
        for file in sorted(house.glob(pattern)):
            digest.update(file.relative_to(house).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{version('boxcars')}+{digest.hexdigest()[:12]}"
