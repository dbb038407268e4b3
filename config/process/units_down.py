"""What systemd has given up on: a file for each unit in `failed/` of the run directory, as `failed-boxcars@.service`
writes it, with when, which, why and what to do.
"""

from itertools import islice
from pathlib import Path

MOST = 16
"""Files that are looked at, and of each so many bytes."""
LONGEST = 800


def units_down(run: Path) -> dict[str, str] | None:
    """Each unit with what is said of it; None while one of them is just being written or taken away."""
    folder = run / "failed"
    try:
        return {file.name: _read(file) for file in sorted(islice(folder.iterdir(), MOST))}
    except OSError:
        return None if folder.is_dir() else {}


def _read(file: Path) -> str:
    with file.open("rb") as words:
        return words.read(LONGEST).decode(errors="replace").strip()
