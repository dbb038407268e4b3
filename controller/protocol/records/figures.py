"""What is asked of meters, reports, dice and returns, and what is answered: what was counted or worked out."""

from typing import Annotated, Any, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name, Positive
from controller.protocol.public import Bet, Part, SeatNumber
from controller.protocol.records.history import MOST_ROUNDS

Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


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
