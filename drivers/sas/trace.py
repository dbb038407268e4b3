"""What was said on the line, kept and read: a line of the file for each poll and each answer.

    2026-11-19T16:20:01.250 < 01* 11
    2026-11-19T16:20:01.252 > 01 11 00 12 34 05 9a 3c

`*` stands behind a byte with the mark, `?` behind one of a line that cannot tell.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import structlog

from drivers.sas.codec import ALL, GENERAL, ByteHeard, Said
from drivers.sas.polls.table import POLLS

SIGNS = {True: "*", False: "", None: "?"}
BYTE = re.compile(r"^([0-9a-f]{2})([*?]?)$")
BEFORE = ".1"
"""Behind the name of the file that was there before this one was begun anew."""

log = structlog.get_logger()


class Trace:
    """A file that stays within its bound. Where it cannot be written the line goes on without."""

    def __init__(self, path: Path, most: int) -> None:
        self._path, self._most = path, most
        self.trouble = ""
        """Why nothing is written any more."""

    def heard(self, heard: Iterable[ByteHeard], seconds: float) -> None:
        """Bytes of the host."""
        self._write(seconds, "<", " ".join(f"{one.value:02x}{SIGNS[one.mark]}" for one in heard))

    def said(self, said: Said, seconds: float) -> None:
        """Bytes of ours."""
        self._write(seconds, ">", " ".join(f"{value:02x}{SIGNS[said.mark]}" for value in said.data))

    def _write(self, seconds: float, way: str, text: str) -> None:
        if self.trouble:
            return
        moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
        try:
            with suppress(FileNotFoundError):  # whoever reads it may take it away
                if self._path.stat().st_size > self._most:
                    self._path.replace(f"{self._path}{BEFORE}")
            with self._path.open("a", encoding="ascii") as file:
                file.write(f"{moment} {way} {text}\n")
        except OSError as error:
            self.trouble = f"{self._path}: {error.strerror or error}"
            log.error("the line is traced no more", why=self.trouble)


def explained(lines: Iterable[str]) -> Iterator[str]:
    """Each line with what it is; one that is none of ours, as it is."""
    for line in lines:
        words = line.split()
        found = [BYTE.match(word) for word in words[2:]]
        if len(words) < 3 or words[1] not in "<>" or not all(found):
            yield line.rstrip("\n")
            continue
        values = [int(one[1], 16) for one in found if one]
        what = _poll(values) if words[1] == "<" else _answer(values)
        yield f"{' '.join(words):<64} {what}"


def _poll(values: list[int]) -> str:
    first = values[-1] if len(values) > 1 and values[0] == GENERAL else values[0]
    if first == GENERAL:
        return "beat"
    if first & GENERAL:
        return f"address {first & ~GENERAL}: anything to tell?"
    poll = POLLS.get(values[1]) if len(values) > 1 else None
    whom = "all" if first == ALL else f"address {first}"
    return f"{whom}: {poll.name if poll else 'a poll that is not known'}"


def _answer(values: list[int]) -> str:
    if values == [0]:
        return "nothing to tell"
    if len(values) == 2 and values[1] == 0:
        return "busy"
    if len(values) == 1:
        return "exception, acknowledgement, refusal or chirp"
    poll = POLLS.get(values[1])
    return f"address {values[0]}: {poll.name if poll else 'exception in real time'}"
