"""Who may connect from elsewhere: public keys, each bound to a name, a role and, for a terminal, a seat.

The ring is a directory, a file a key. It is read again whenever the directory changes, so that a key revoked by
`boxcars keys revoke` is out with the next message it sends.
"""

import os
import re
import time
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from config.files.complaints import WHOLE_SENTENCE
from config.files.reading import BadFile, read_toml, validate
from controller.server.loop.ports import ROLES, Who

AUTHORIZED = "authorized"
REVOKED = "revoked"
CONTROLLER_SECRET = "controller.key_secret"
CONTROLLER_PUBLIC = "controller.key"
MOST_KEYS = 4096
STILL_FRESH = 50_000_000
"""Nanoseconds: a directory changed so recently may change again without its time showing it."""


def is_key_name(name: str) -> bool:
    """Whether a key may be called this: it is a file name, and a word in logs."""
    return re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,39}", name) is not None


class Key(BaseModel):
    """One file of the ring."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    public: Annotated[str, StringConstraints(pattern=r"^[0-9a-zA-Z.\-:+=^!/*?&<>()\[\]{}@%$#]{40}$")]
    role: Annotated[str, Field(pattern=f"^({'|'.join(ROLES)})$")]
    seat: Annotated[int, Field(ge=1, le=9999)] | None = None

    @model_validator(mode="after")
    def _seat_of_a_terminal(self) -> "Key":
        if (self.role == "terminal") != (self.seat is not None):
            raise PydanticCustomError(WHOLE_SENTENCE, "seat belongs to a key of role terminal, and to no other")
        return self


class Keyring:
    """The keys that are good now."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory / AUTHORIZED
        self._directory_name = str(self.directory)
        self.refused: list[str] = []
        """Files that are no keys, and why: complaints for the log."""
        self._read_at = -1
        self._whos: dict[str, Who] = {}
        self.look()

    def look(self) -> bool:
        """Read the ring again if it may have changed; says whether it has."""
        try:
            changed = os.stat(self._directory_name).st_mtime_ns  # noqa: PTH116  # with every message: half the price
        except OSError:
            changed = 0  # no directory, no keys
        if changed == self._read_at:
            return False
        fresh = abs(time.time_ns() - changed) < STILL_FRESH
        self._read_at = -1 if fresh else changed
        whos = self._read()
        differs, self._whos = whos != self._whos, whos
        return differs

    def who(self, public: str) -> Who | None:
        """Whose key this is; None if it is none of ours."""
        return self._whos.get(public)

    def stands(self, who: Who) -> bool:
        """Whether a key of this name, role and seat is still good."""
        return who in self._whos.values()

    def _read(self) -> dict[str, Who]:
        whos: dict[str, Who] = {}
        self.refused = []
        for path in sorted(self.directory.glob("*.toml"))[:MOST_KEYS] if self.directory.is_dir() else []:
            try:
                key = validate(Key, read_toml(path), str(path))
            except BadFile as error:
                self.refused.append(str(error))
                continue
            whos[key.public] = Who(path.stem, key.role, key.seat)
        return whos
