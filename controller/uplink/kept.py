"""What the uplink keeps on the disk: the floor's last signed word, and how it stands, for whoever looks."""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from controller.protocol import floor as wire
from controller.vault.journal.files import sync_directory
from controller.vault.journal.signing import is_signed

WORD, STATUS = "floor.word", "status.json"
LONGEST = 65_536


class FloorWord(NamedTuple):
    """An answer of the floor as it came, with its signature: proof of what it had."""

    body: bytes
    signature: str

    def read(self, floor_key: bytes) -> wire.FloorAnswer | None:
        """None where our floor has not signed it."""
        try:
            signed = is_signed(floor_key, bytes.fromhex(self.signature), wire.answer_text(wire.id_of(self.body)))
            return wire.read(wire.FloorAnswer, json.loads(self.body), "answer_unreadable") if signed else None
        except (ValueError, wire.BadBatch):
            return None


def keep_word(folder: Path, word: FloorWord) -> None:
    """The newest in the place of the one before; whole, or not at all."""
    _put(folder / WORD, json.dumps({"body": word.body.decode("ascii"), "signature": word.signature}))


def kept_word(folder: Path) -> FloorWord | None:
    """The one that lies there."""
    said = _read(folder / WORD)
    if not isinstance(said, dict) or not {"body", "signature"} <= said.keys():
        return None
    return FloorWord(str(said["body"]).encode(), str(said["signature"]))


def keep_status(folder: Path, status: dict[str, Any]) -> None:
    """How it stands now."""
    _put(folder / STATUS, json.dumps(status), durable=False)


def kept_status(folder: Path) -> dict[str, Any] | None:
    """As it was last said; None where nothing was."""
    said = _read(folder / STATUS)
    return said if isinstance(said, dict) else None


def _read(file: Path) -> object:
    try:
        with file.open("rb") as opened:
            found: object = json.loads(opened.read(LONGEST))
    except (OSError, ValueError):
        return None
    return found


def _put(file: Path, text: str, durable: bool = True) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    coming = file.with_name(f"{file.name}.new")
    with coming.open("w") as opened:
        opened.write(text)
        opened.flush()
        if durable:
            os.fsync(opened.fileno())
    coming.replace(file)
    if durable:
        sync_directory(file.parent)
