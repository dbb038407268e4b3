"""A running machine at a glance: for `boxcars status`, for the service menu and for metrics."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from controller.protocol.message import Count, Hex8, Message, Name, Text
from controller.protocol.public import Part, PhaseName, SeatNumber

MOST_SEATS = 1024
MOST_TROUBLES = 50
"""The latest; older ones are in the log and, where they belong to the table, in the journal."""

MOST_READINGS = 200
"""Of the PC's sensors, disks and batteries."""


class StatusWanted(Message):
    """Tell how the machine is."""

    kind: Literal["status_wanted"] = "status_wanted"


class SeatStatus(Part):
    """One seat: whether its terminal is linked, whether it is open, and what it waits for."""

    seat: SeatNumber
    linked: bool
    open: bool
    lock: Name | None
    wagers: bool


UNIT = "unit"
"""What the link is called to the device that outcomes come from, whichever it is."""


class LinkStatus(Part):
    """A driver, station or records process, and what is known of it."""

    role: Name
    name: Name
    up: bool
    silent_ms: Count
    details: dict[Name, int | float | str | bool]


class Histogram(Part):
    """Durations in microseconds, counted by upper bound; the last count has no bound."""

    bounds: tuple[int, ...]
    counts: tuple[int, ...]
    total_us: Count


class TroubleTold(Part):
    """Something a person should know, how often it has happened, and when it last did."""

    code: Name
    text: Text
    times: Count
    last: Annotated[str, Field(max_length=40)]
    about: dict[Name, Any] = Field(
        default={},
        exclude_if=lambda told: not told,
        description="what `text` is made of, in fields; without any it is somebody else's words",
    )


class HealthReading(Part):
    """One value of the PC itself: what is measured, of which sensor or disk, and whether it is out of its bounds."""

    measure: Name
    of: Annotated[str, Field(max_length=60)]
    value: float
    wrong: bool


class MediaChange(Part):
    """Another release of the program was found installed."""

    release: Text
    at: Count


class Status(Message):
    """The machine now."""

    kind: Literal["status"] = "status"
    version: Name
    epoch: Hex8
    demo: bool
    ready: bool = Field(description="the unit has answered since the start, and recovery is over")
    up_ms: Count
    phase: PhaseName
    round: Count
    holds: dict[Name, Text]
    seats: Annotated[tuple[SeatStatus, ...], Field(max_length=MOST_SEATS)]
    links: tuple[LinkStatus, ...]
    journal: dict[Name, int | str | bool]
    counters: dict[str, Count]
    """`wagers`, `rolls`, `refused.CODE`, `not_taken.CODE`, `messages.ROLE`, …"""
    latencies: dict[Name, Histogram]
    troubles: Annotated[tuple[TroubleTold, ...], Field(max_length=MOST_TROUBLES)]
    media: Annotated[tuple[MediaChange, ...], Field(max_length=10)] = ()
    """The last changes of the program's media, the latest first."""
    health: Annotated[tuple[HealthReading, ...], Field(max_length=MOST_READINGS)] = ()
    release: Annotated[str, Field(max_length=80)] = Field(
        default="", exclude_if=lambda told: not told, description="the installed version that runs; none in a checkout"
    )
    release_before: Annotated[str, Field(max_length=80)] = Field(
        default="",
        exclude_if=lambda told: not told,
        description="the installed version that a supervisor may go back to",
    )


STATUS: TypeAdapter[Status] = TypeAdapter(Status)
