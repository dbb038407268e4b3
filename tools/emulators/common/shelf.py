"""Where an emulated unit's memory lies across power loss: a file of JSON, or nowhere.

Written before anything that follows from it leaves the unit, by replacing the file as a whole. That holds against
the death of this process at any byte, not against power loss of the computer it runs on.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, TypeVar

from config.files.reading import BadFile, read_text

Kept = TypeVar("Kept", bound=Any)
"""A dataclass."""


class FileShelf(Generic[Kept]):
    """Loads and stores the memory of one unit."""

    def __init__(self, path: Path | None, new: Callable[..., Kept], owner: str) -> None:
        """`new` makes a memory, empty or of the fields in the file; `owner` is what a wrong file is not of."""
        self._path, self._new, self._owner = path, new, owner

    def load(self) -> Kept:
        """What was stored last, or an empty memory."""
        if self._path is None or not self._path.exists():
            return self._new()
        try:
            return self._new(**json.loads(read_text(self._path)))
        except (ValueError, TypeError) as error:
            raise BadFile(f"{self._path}: is no memory of an emulated {self._owner}: {error}") from None

    def store(self, memory: Kept) -> None:
        """Keep this instead of what was stored before."""
        if self._path is None:
            return
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_text(json.dumps(asdict(memory)))
        beside.replace(self._path)
