"""What is asked of the records process, and what it answers. It reads the journal and decides nothing.

A terminal is told of its own seat alone: other seats' rows are taken out before the answer leaves.
"""

from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter

from controller.protocol.message import U64, Count, Message, Name, Positive
from controller.protocol.public import Bet, Part, SeatNumber
from controller.protocol.terminals.version_1 import NotTaken

Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]

MOST_ROUNDS = 100
MOST_ROWS = 500
MOST_SAMPLES = 720


class RoundsWanted(Message):
    """Past rounds, newest first. A terminal names its own seat."""

    kind: Literal["rounds_wanted"] = "rounds_wanted"
    number: Count | None = None
    seat: SeatNumber | None = None
    since: Count | None = Field(default=None, description="UTC in milliseconds")
    until: Count | None = None
    before: Count | None = Field(default=None, description="rounds older than this one, to leaf back")
    last: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 10
    part: Count = Field(default=0, description="of a round too long for one answer, what comes from its `cut` on")
    open: bool = Field(
        default=False,
        description="the round still being played too, first, as `open`: of it only the movements of the seat's cash",
    )


class Rounds(Message):
    """The rounds asked for; `more`: no room for the rest, ask with `before`; what is `cut` is asked for by `part`."""

    kind: Literal["rounds"] = "rounds"
    rounds: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_ROUNDS)]
    more: bool


class SeenWanted(Message):
    """A past round as the players saw it."""

    kind: Literal["seen_wanted"] = "seen_wanted"
    number: Count


class RoundSeen(Message):
    """The felt they were offered, the hand before the roll, and every throw of the hand."""

    kind: Literal["seen"] = "seen"
    document: dict[str, Any]


class LogWanted(Message):
    """The event log, newest first."""

    kind: Literal["log_wanted"] = "log_wanted"
    of: Name | None = Field(default=None, description="only this kind, such as door or operator")
    seat: SeatNumber | None = Field(default=None, description="only what concerns this seat")
    since: Count | None = Field(default=None, description="UTC in milliseconds")
    until: Count | None = None
    before: Count | None = Field(default=None, description="rows older than this id")
    last: Annotated[int, Field(ge=1, le=MOST_ROWS)] = 100
    words: Annotated[str, Field(min_length=1, max_length=60)] | None = Field(
        default=None, description="only rows that have these words in some field"
    )
    whats: Annotated[tuple[Name, ...], Field(max_length=64, strict=False)] = Field(
        default=(), description="or say one of these: what the words mean in the reader's language"
    )
    person: Annotated[str, Field(min_length=1, max_length=32)] | None = Field(
        default=None, description="only what this person did, or what was done to them"
    )


class LogRow(Part):
    """One line of the log."""

    id: U64
    seq: U64 = Field(description="the journal's entry that says so")
    at: U64
    of: Name
    seat: Count
    text: str = Field(description="in English")
    details: str
    fact: dict[str, Any] | None = Field(
        default=None, description="the line as a fact, its word and its fields; null where only its sentence is known"
    )


class Log(Message):
    """The rows asked for."""

    kind: Literal["log"] = "log"
    rows: Annotated[tuple[LogRow, ...], Field(max_length=MOST_ROWS)]
    more: bool
    journal: str
    life: Name


class LastPapersWanted(Message):
    """The last notes and tickets that were stacked or came out, of a seat or of all."""

    kind: Literal["last_papers_wanted"] = "last_papers_wanted"
    seat: SeatNumber | None = None


class LastPaper(Part):
    """One whose money has moved. Of a ticket's number its end alone: who reads this can print one."""

    at: U64
    seat: SeatNumber
    amount: U64
    into_seat: bool
    ends: Annotated[str, Field(max_length=4)] = ""


class LastPapers(Message):
    """Newest first."""

    kind: Literal["last_papers"] = "last_papers"
    notes: Annotated[tuple[LastPaper, ...], Field(max_length=5)]
    tickets: Annotated[tuple[LastPaper, ...], Field(max_length=35)]


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


class MetersWanted(Message):
    """The meters of a seat, or of the table."""

    kind: Literal["meters_wanted"] = "meters_wanted"
    seat: SeatNumber | None = None


class Meters(Message):
    """Counted for the lifetime, and where the period and the gaming day began: a difference is what they counted."""

    kind: Literal["meters"] = "meters"
    seat: SeatNumber | None
    lifetime: dict[str, int]
    period_began: dict[str, int]
    day_began: dict[str, int]


class DaysWanted(Message):
    """Gaming days that have been closed, the latest first."""

    kind: Literal["days_wanted"] = "days_wanted"
    last: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 7


class DayRow(Part):
    """One gaming day: when it was closed, and what the meters of the whole table counted in it."""

    day: Annotated[str, Field(max_length=10)]
    closed_at: U64
    totals: dict[str, int]


class Days(Message):
    """The days asked for."""

    kind: Literal["days"] = "days"
    days: Annotated[tuple[DayRow, ...], Field(max_length=MOST_ROUNDS)]
    more: bool


class MeterSheetWanted(Message):
    """The meters with what was held, should have been, and may have been by chance; of a seat, or of the table."""

    kind: Literal["meter_sheet_wanted"] = "meter_sheet_wanted"
    seat: SeatNumber | None = None
    day: Day | None = Field(default=None, description="one gaming day that has been closed, in place of the columns")


class MeterSheet(Message):
    """As `boxcars meters --json` prints it."""

    kind: Literal["meter_sheet"] = "meter_sheet"
    document: dict[str, Any]


class CashReportWanted(Message):
    """What came in, went out, was held and lies on seats, of table and seats: of a gaming day, or of a shift."""

    kind: Literal["cash_report_wanted"] = "cash_report_wanted"
    day: Day | None = Field(
        default=None, description="that has been closed; without, and without a person, the open one"
    )
    operator: Name | None = Field(default=None, description="whose shift")
    number: Count | None = Field(default=None, description="of a shift that was handed over; without, the open one")


class CashReport(Message):
    """All of its figures together are nothing, or its `difference` says what is wrong."""

    kind: Literal["cash_report"] = "cash_report"
    document: dict[str, Any]


class DiceRecordWanted(Message):
    """How the dice have fallen; without `all`, since they were put in."""

    kind: Literal["dice_record_wanted"] = "dice_record_wanted"
    since: Count | None = Field(default=None, description="UTC in milliseconds")
    until: Count | None = None
    last: Positive | None = None
    all: bool = False


class DiceRecord(Message):
    """As `boxcars fairness --json` prints it."""

    kind: Literal["dice_record"] = "dice_record"
    document: dict[str, Any]


class ScriptWanted(Message):
    """A past round as a script for `boxcars scenario`."""

    kind: Literal["script_wanted"] = "script_wanted"
    number: Count


class RoundScript(Message):
    """As `boxcars recall --round N --script --compare --json` prints it: each step as recorded, and as played today."""

    kind: Literal["round_script"] = "round_script"
    document: dict[str, Any]


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


class ReturnsWanted(Message):
    """The exact return of every bet of the rule book in force."""

    kind: Literal["returns_wanted"] = "returns_wanted"


class Returns(Message):
    """The par sheet, as `boxcars par --json` prints it."""

    kind: Literal["returns"] = "returns"
    digest: str
    sheet: dict[str, Any]


class ProfileWanted(Message):
    """A law's profile laid beside the machine as it is turned now."""

    kind: Literal["profile_wanted"] = "profile_wanted"
    name: Annotated[str, Field(max_length=31)] = Field(
        default="", description="without one: that which the machine was born by"
    )


class ProfileSeen(Message):
    """What it asks, line by line; `profiles` are those that there are."""

    kind: Literal["profile_seen"] = "profile_seen"
    document: dict[str, Any]


class HelpWanted(Message):
    """The figures for a player's help page."""

    kind: Literal["help_wanted"] = "help_wanted"


class HelpRow(Part):
    """One bet: its house edge in per cent, and how often it wins."""

    house_edge_percent: Annotated[float, Field(allow_inf_nan=False)]
    wins: str
    pays: tuple[str, ...]


class Help(Message):
    """Every bet of the book in force."""

    kind: Literal["help"] = "help"
    digest: str
    bets: dict[Bet, HelpRow]


OfTheHouse = (
    SeenWanted
    | LogWanted
    | LastPapersWanted
    | TrendWanted
    | MetersWanted
    | DaysWanted
    | MeterSheetWanted
    | CashReportWanted
    | DiceRecordWanted
    | ScriptWanted
    | JournalWanted
    | JobWanted
    | MediaWanted
    | FilesWanted
    | ProfileWanted
)
"""What is asked by those who run the machine, not by those who play on it."""

ToRecords = RoundsWanted | ReturnsWanted | HelpWanted | OfTheHouse
FromRecords = (
    Rounds
    | RoundSeen
    | Log
    | LastPapers
    | Trend
    | Meters
    | Days
    | MeterSheet
    | CashReport
    | DiceRecord
    | RoundScript
    | JournalSeen
    | JobSeen
    | MediaSeen
    | Files
    | Returns
    | ProfileSeen
    | Help
    | NotTaken
)
TO_RECORDS: TypeAdapter[ToRecords] = TypeAdapter(Annotated[ToRecords, Field(discriminator="kind")])
FROM_RECORDS: TypeAdapter[FromRecords] = TypeAdapter(Annotated[FromRecords, Field(discriminator="kind")])

MAY_ASK: dict[str, tuple[type[Message], ...]] = {
    "terminal": (RoundsWanted, ReturnsWanted, HelpWanted),
    "display": (ReturnsWanted, HelpWanted),
    "operator": (RoundsWanted, ReturnsWanted, HelpWanted, *get_args(OfTheHouse)),
    "console": (RoundsWanted, ReturnsWanted, HelpWanted, *get_args(OfTheHouse)),
    "records": (RoundsWanted, ReturnsWanted, HelpWanted, *get_args(OfTheHouse)),
}
"""Role → what it may ask; the drivers ask nothing."""
