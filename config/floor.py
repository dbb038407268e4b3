"""`floor.toml`: what is decided about one floor, and `[floor]` of `cabinet.toml`: how a cabinet reports to it."""

import os
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from config.files.complaints import WHOLE_SENTENCE
from config.files.reading import read_toml, validate
from config.files.strict import PathText, Strict
from config.jackpots import MOST_JACKPOTS, Jackpot, JackpotName
from config.text.languages import REFERENCE, floor_languages

FloorName = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9._-]{1,40}$")]
"""Of a cabinet on the floor: it stands in addresses and file names."""
Port = Annotated[int, Field(ge=0, le=65535)]
MOST_WORKERS = 16


class Uplink(Strict):
    """`[floor]`: where this cabinet reports to, and as whom."""

    cabinet: FloorName
    """What the floor calls this cabinet."""
    address: Annotated[str, StringConstraints(pattern=r"^https://[^/\s]{1,200}$")]
    certificate: PathText
    """The floor's own, as a file: no other floor is believed, and the key in it signs each of its answers."""
    key_file: PathText = "uplink.key"
    directory: PathText = "uplink"
    """Where the uplink keeps the floor's last word and its own status."""
    archives: Annotated[list[PathText], Field(max_length=16)] = []
    """Folders with archives of this journal, for a floor that has not got them yet."""

    nats: Annotated[str, StringConstraints(pattern=r"^(nats|tls)://[^/\s]{1,200}$")] | None = None
    """The broker in front of the floor; then nothing goes to `address`, and `cabinet` has no dot in it."""
    silent_seconds: Annotated[int, Field(ge=1, le=86_400)] = 60
    """A floor that was not heard for so long is a trouble of this cabinet."""
    clock_seconds: Annotated[int, Field(ge=1, le=86_400)] = 30
    """A floor whose clock differs by more is one too."""

    @model_validator(mode="after")
    def _has_subjects(self) -> Self:
        if self.nats is not None and "." in self.cabinet:
            raise PydanticCustomError(WHOLE_SENTENCE, "cabinet may have no dot in it where nats is set")
        return self

    def near(self, folder: Path) -> "Uplink":
        """With paths that are not absolute beside the settings."""
        paths = {name: str(folder / getattr(self, name)) for name in ("certificate", "key_file", "directory")}
        return self.model_copy(update={**paths, "archives": [str(folder / one) for one in self.archives]})


class DatabaseSettings(Strict):
    """`[database]`: one of both."""

    sqlite: PathText | None = None
    postgres: Annotated[str, StringConstraints(pattern=r"^postgres(ql)?://", max_length=300)] | None = None
    """Without a password in it: that stands in the file of `PGPASSFILE`, or the socket says who we are."""
    workers: Annotated[int, Field(ge=0, le=MOST_WORKERS)] | None = None
    """Processes that take batches beside each other; unsaid: one for each core. SQLite has one writer, so none."""

    def how_many_workers(self) -> int:
        """0: the floor's own process takes them; so too where there is but one core."""
        cores = len(os.sched_getaffinity(0))
        many = (min(cores, MOST_WORKERS) if cores > 1 else 0) if self.workers is None else self.workers
        return 0 if self.postgres is None else many

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.sqlite is None) == (self.postgres is None):
            raise PydanticCustomError(WHOLE_SENTENCE, "database is one of sqlite = FILE or postgres = ADDRESS")
        return self


class Nats(Strict):
    """`[nats]`: a broker in front."""

    address: Annotated[str, StringConstraints(pattern=r"^(nats|tls)://[^/\s]{1,200}$")]
    listen: Annotated[str, StringConstraints(max_length=100)] = "0.0.0.0:4222"
    """Of the broker; `boxcars floor nats` writes its settings with it."""
    store: PathText = "/var/lib/nats"
    """Where the broker keeps its stream."""


MailAddress = Annotated[str, StringConstraints(pattern=r"^[^@\s,;<>\"]{1,64}@[a-zA-Z0-9.-]{1,190}$")]


class NoticeRule(Strict):
    """`[[notices.rules]]`: who is told of what, when it has lasted so long."""

    to: Annotated[list[MailAddress], Field(min_length=1, max_length=16)]
    about: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(min_length=1, max_length=64)]
    """`alarms`; `attendant`, `technician` or `supervisor`: whatever waits for them; or the name of a hold, of what a
    seat waits for, of an alarm."""
    cabinets: Annotated[list[FloorName], Field(max_length=1024)] = []
    """Only these; none: all."""
    after_seconds: Annotated[int, Field(ge=0, le=86_400)] = 60
    """It has lasted so long, and nobody has seen to it."""


def _spoken(code: str) -> str:
    if code not in floor_languages():
        raise ValueError(f"there is {', '.join(floor_languages())}")
    return code


class Notices(Strict):
    """`[notices]`: letters to staff, by the house's mail server, which takes them without a password."""

    smtp: Annotated[str, StringConstraints(pattern=r"^smtps?://[^/\s:@]{1,200}:\d{1,5}$")]
    sender: MailAddress
    language: Annotated[str, AfterValidator(_spoken)] = REFERENCE
    rules: Annotated[list[NoticeRule], Field(max_length=32)] = []


class Floor(Strict):
    """One floor."""

    name: FloorName
    life: Literal["live", "demo"]
    keys: PathText = "keys"
    """The floor's key and certificate, and a file for the key of each cabinet."""
    listen: Annotated[str, StringConstraints(max_length=100)] = "127.0.0.1"
    port: Port = 9470
    page_port: Port = 8200
    """On loopback; a house that wants it elsewhere puts its own server with its own certificate in front."""
    silent_seconds: Annotated[int, Field(ge=1, le=86_400)] = 60
    """A cabinet that has said nothing for so long is an alarm."""
    clock_seconds: Annotated[int, Field(ge=1, le=86_400)] = 30
    """A cabinet whose clock differs by more is an alarm."""
    segments: PathText = "segments"
    """A folder for the raw chain in files, beside the database."""
    segment_kib: Annotated[int, Field(ge=0, le=8192)] = 1024
    """So much of a journal's chain goes into a file together; until then it lies in the database."""
    head: PathText = "floor.head"
    """The last of the floor's own decisions, in a second place: it is never restored together with the database."""
    pays_alone: Annotated[int, Field(ge=0, le=10**12)] = 0
    """The largest ticket that one person pays at the cage; above it two do."""
    jackpots: Annotated[dict[JackpotName, Jackpot], Field(max_length=MOST_JACKPOTS)] = {}
    """`[jackpots.NAME]`: progressive jackpots of this house, each as the rule books of its cabinets have it."""
    database: DatabaseSettings = DatabaseSettings(sqlite="floor.db")
    nats: Nats | None = None
    notices: Notices | None = None


def read_floor(path: Path) -> Floor:
    """The settings in a file, or BadFile. Paths in it that are not absolute lie beside it."""
    found = validate(Floor, read_toml(path), str(path))
    near, database = path.resolve().parent, found.database
    if database.sqlite is not None:
        database = database.model_copy(update={"sqlite": str(near / database.sqlite)})
    nats = None if found.nats is None else found.nats.model_copy(update={"store": str(near / found.nats.store)})
    paths = {"keys": str(near / found.keys), "segments": str(near / found.segments), "head": str(near / found.head)}
    return found.model_copy(update={**paths, "database": database, "nats": nats})
