"""What is asked of the machine itself, and what is answered: its link, journal, media, files and long work."""

from typing import Annotated, Any, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name
from controller.protocol.public import Part
from controller.protocol.records.history import MOST_ROWS

MOST_SAMPLES = 720


class TrendWanted(Message):
    """How the dice unit's link has been of late."""

    kind: Literal["trend_wanted"] = "trend_wanted"


class LinkSample(Part):
    """One look at it: whether it was up, and its figures, such as temperature and round trip."""

    at: U64
    up: bool
    figures: Annotated[dict[Name, int | Annotated[float, Field(allow_inf_nan=False)]], Field(max_length=16)]


class Trend(Message):
    """The looks that the records process has had since it started, oldest first."""

    kind: Literal["trend"] = "trend"
    every_ms: U64
    samples: Annotated[tuple[LinkSample, ...], Field(max_length=MOST_SAMPLES)]


class JournalWanted(Message):
    """The journal itself, and the disk it lies on."""

    kind: Literal["journal_wanted"] = "journal_wanted"


class JournalSeen(Message):
    """How large, how far, when last signed, how much room."""

    kind: Literal["journal_seen"] = "journal_seen"
    document: dict[str, Any]


class MediaWanted(Message):
    """The sticks and disks that a copy of the journal can go to."""

    kind: Literal["media_wanted"] = "media_wanted"


class MediumFile(Part):
    """A copy or an archive of a journal, or the report beside it; not `whole`: being written, or left by a failure."""

    name: Annotated[str, Field(max_length=120)]
    bytes: Count
    at: U64 = Field(description="UTC in milliseconds")
    whole: bool


class Medium(Part):
    """One that is mounted and can be written, and what of Boxcars is on it."""

    name: Annotated[str, Field(max_length=64)]
    bytes: Count
    free: Count
    files: Annotated[tuple[MediumFile, ...], Field(max_length=200)]
    more: Count = Field(description="files there was no room for here")


class MediaSeen(Message):
    """All of them; `answers` false: one hangs, and this is what was seen before."""

    kind: Literal["media_seen"] = "media_seen"
    directory: Annotated[str, Field(max_length=300)] = Field(description="where they are mounted")
    answers: bool
    media: Annotated[tuple[Medium, ...], Field(max_length=16)]


class FilesWanted(Message):
    """The installed files, by name, as the last job `software` found them."""

    kind: Literal["files_wanted"] = "files_wanted"
    after: Annotated[str, Field(max_length=400)] = Field(default="", description="names behind this one, to leaf on")
    last: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 200


class InstalledFile(Part):
    """One of them: `as_released`, `changed`, `missing`, `extra` or `unreadable`."""

    file: Annotated[str, Field(max_length=400)]
    sha256: Annotated[str, Field(max_length=64)] = Field(description="empty where there is nothing to read")
    what: Literal["as_released", "changed", "missing", "extra", "unreadable"]


class Files(Message):
    """Those asked for."""

    kind: Literal["files"] = "files"
    files: Annotated[tuple[InstalledFile, ...], Field(max_length=MOST_ROWS)]
    of: Count = Field(description="how many there are in all")
    more: bool


class JobWanted(Message):
    """Work that takes long.

    `verify` or `export` the journal, compare the `software` with its manifest, a bundle for `support`.
    """

    kind: Literal["job_wanted"] = "job_wanted"
    job: Literal["verify", "software", "export", "support"]
    medium: Annotated[str, Field(max_length=64)] = Field(default="", description="of an export or a bundle that begins")
    start: bool = Field(default=False, description="begin, unless it is under way; else only say how far it is")


class JobSeen(Message):
    """How far it is: `never` done, `running`, `done` with its answer, or `failed` and why."""

    kind: Literal["job_seen"] = "job_seen"
    job: Name
    state: Literal["never", "running", "done", "failed"]
    done: Count
    of: Count
    answer: dict[str, Any] | None
    why: str
