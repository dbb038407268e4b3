"""Which versions of the program are installed here: the one that runs, and the one before it that it could go back to.

The installer keeps them (`systemd/program.py`): each in a directory with its name, one link to that in force and one to
that before. A program that nobody installed, as in a checkout, has neither.
"""

from pathlib import Path
from typing import NamedTuple

WHOLE = ".whole"
"""A file that the installer writes last."""
LONGEST_NAME = 80


class Releases(NamedTuple):
    """By the names of their directories; empty: there is none."""

    now: str = ""
    before: str = ""


NONE = Releases()


def installed(program: Path) -> Releases:
    """As it is now; one that was never finished, or that runs already, is none to go back to."""
    now, before = (_named(program / link) for link in ("current", "before"))
    return Releases(now, "" if before == now else before)


def _named(link: Path) -> str:
    try:
        place = link.resolve(strict=True)
    except OSError:
        return ""
    return place.name[:LONGEST_NAME] if link.is_symlink() and (place / WHOLE).exists() else ""
