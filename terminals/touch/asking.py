"""What a screen's process asks of root, and what root answers: a word in a file here, an answer in a file there.

Only who is in the group `boxcars-touch` may leave a word, and only root may answer. systemd starts root's side when it
sees the word (`boxcars-touch.path`); one who has nobody to ask hears nothing, and says so after a while.
"""

import json
import os
import secrets
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import structlog
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from config.touch import SixOrNone

log = structlog.get_logger()

LARGEST_WORD = 400
LARGEST_ANSWER = 2000

Do = Literal["look", "try", "keep", "back", "as_delivered"]
Id = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class Word(BaseModel):
    """Look which screen there is and what is in force; try these numbers; keep, or take back, what is tried; go back to
    how the screen was delivered."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    id: Id
    do: Do
    matrix: SixOrNone = ""


class RootsAnswer(BaseModel):
    """What became of it; with an empty id, that what was tried has been taken back since nobody kept it."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    id: Annotated[str, Field(max_length=16)]
    code: Annotated[str, Field(max_length=40)] = "ok"
    found: Annotated[str, Field(max_length=200)] = ""
    matrix: SixOrNone = ""
    """In force."""
    kept: bool = False
    """Somebody has set this screen before; otherwise it is as it was delivered."""
    tried: bool = False


class AskingRoot:
    """Of one process, whose page is at this port."""

    def __init__(self, folder: Path, kiosk: Path) -> None:
        """`folder`: where root's side looks, and answers; `kiosk`: the settings of this machine's kiosk."""
        self._word, self._answer, self._kiosk = folder / "ask" / "word", folder / "answer", kiosk
        self._heard = ""

    def is_here(self, port: int) -> bool:
        """Whether the page at this port is what the screen of this machine shows, and somebody could be asked."""
        try:
            lines = self._kiosk.read_text().splitlines()
        except OSError:
            return False
        pages = [line.removeprefix("PAGE=").strip() for line in lines if line.startswith("PAGE=")]
        return os.access(self._word.parent, os.W_OK) and any(urlsplit(page).port == port for page in pages)

    def forget(self) -> None:
        """What was answered until now is of a setting that is over."""
        self._heard = self._read()

    def ask(self, do: Do, matrix: str = "") -> str:
        """Leave a word; its id comes back with the answer."""
        word = Word(id=secrets.token_hex(8), do=do, matrix=matrix)
        beside = self._word.with_name(f".{word.id}")
        try:
            beside.write_text(word.model_dump_json())
            beside.replace(self._word)
        except OSError as error:
            log.warning("root cannot be asked", why=str(error))
        return word.id

    def heard(self) -> RootsAnswer | None:
        """What root has answered since we looked last."""
        said = self._read()
        if not said or said == self._heard:
            return None
        self._heard = said
        try:
            return RootsAnswer.model_validate(json.loads(said))
        except (ValidationError, ValueError):
            return None

    def _read(self) -> str:
        try:
            with self._answer.open() as file:
                return file.read(LARGEST_ANSWER)
        except (OSError, UnicodeDecodeError):
            return ""
