"""What a technician looks at: the boards of the panels and the terminals, as they are now.

What is counted here is counted since the controller started; what must last stands in the journal.
"""

from typing import Annotated, Literal

from pydantic import Field

from controller.protocol.devices.panel import Button, Buttons, Door, Doors, Keys, Lights, Pattern
from controller.protocol.message import U8, Count, Message, Name, Positive
from controller.protocol.public import Part, SeatNumber
from controller.protocol.terminals.version_1 import RoundTrip

MOST_BOARDS = 64
"""As many as a cabinet may have."""
MOST_TERMINALS = 512
"""In one answer; with `more` the rest is asked for."""
Moment = Annotated[str, Field(max_length=40)]


class LatchSeen(Part):
    """A door's latch: how often it was found set, and when last."""

    times: Positive
    last: Moment


class BoardSeen(Part):
    """One board: what it is for, what it reads now, what it was told to light."""

    board: Name
    seat: SeatNumber | None
    cabinet: bool = Field(description="keys, doors and tower of the cabinet are on it")
    present: bool
    held: Buttons = Field(description="buttons that are down now")
    presses: dict[Button, Count] = Field(description="how often each went down, however short")
    keys: Keys
    open_doors: Doors = Field(description="a door that cannot be read counts as open")
    latched_doors: Doors = Field(description="latches that are set now; one that has been recorded is cleared at once")
    latches: dict[Door, LatchSeen] = Field(description="latches that have been found set")
    supply_percent: U8 | None
    lamps: Buttons
    pattern: Pattern
    tower: Lights


class PanelsSeen(Message):
    """Every board that is configured, the cabinet's own first."""

    kind: Literal["panels_seen"] = "panels_seen"
    driver: bool = Field(description="whether the panel driver is there")
    boards: Annotated[tuple[BoardSeen, ...], Field(max_length=MOST_BOARDS)]


class TerminalSeen(Part):
    """The terminal of a seat. What it claims of itself is shown, and believed for nothing."""

    seat: SeatNumber
    linked: bool
    software: Annotated[str, Field(max_length=64)] | None = Field(default=None, description="as its hello said")
    differs: bool = Field(default=False, description="its software does not name the controller's version")
    key: Annotated[str, Field(max_length=64)] | None = Field(
        default=None, description="the key it came by; null: it is on the controller's own machine, or not there"
    )
    since_ms: Count | None = Field(default=None, description="how long it has been linked")
    silent_ms: Count | None = Field(default=None, description="since it was last heard")
    round_trip_ms: RoundTrip | None = Field(default=None, description="null: it has not said")
    worst_round_trip_ms: RoundTrip | None = None
    touching: bool = Field(default=False, description="its screen is tested, or set right")


class TerminalsSeen(Message):
    """The terminal of every seat; of many, the first from the seat that was asked for."""

    kind: Literal["terminals_seen"] = "terminals_seen"
    version: Name = Field(description="the controller's own")
    terminals: Annotated[tuple[TerminalSeen, ...], Field(max_length=MOST_TERMINALS)]
    more: SeatNumber | None = Field(default=None, description="ask on from this seat; null: that was all")
