"""What is asked of the records process and by whom, and what it answers. It reads the journal and decides nothing."""

from typing import Annotated, get_args

from pydantic import Field, TypeAdapter

from controller.protocol.message import Message
from controller.protocol.records.figures import (
    CashReport,
    CashReportWanted,
    Days,
    DaysWanted,
    DiceRecord,
    DiceRecordWanted,
    Help,
    HelpWanted,
    Meters,
    MeterSheet,
    MeterSheetWanted,
    MetersWanted,
    ProfileSeen,
    ProfileWanted,
    Returns,
    ReturnsWanted,
)
from controller.protocol.records.history import (
    LastPapers,
    LastPapersWanted,
    Log,
    LogWanted,
    Rounds,
    RoundScript,
    RoundSeen,
    RoundsWanted,
    ScriptWanted,
    SeenWanted,
)
from controller.protocol.records.machine import (
    Files,
    FilesWanted,
    JobSeen,
    JobWanted,
    JournalSeen,
    JournalWanted,
    MediaSeen,
    MediaWanted,
    Trend,
    TrendWanted,
)
from controller.protocol.terminals.answers import NotTaken

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
