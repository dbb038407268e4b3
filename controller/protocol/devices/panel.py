"""What the panel driver and the controller say to each other.

One panel driver process a host carries all its boards. As the dice driver does, it connects a DEALER, says
`PanelDriverHere` and is told what is wanted until it is told otherwise.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.protocol.message import U8, U64, Count, Message, Name, Text, WhoIsThere

Button = Literal["SHOOT", "CASH_OUT", "SERVICE_CALL", "REPEAT", "CLEAR"]
Key = Literal["ATTENDANT", "OPERATOR"]
Door = Literal["MAIN", "LOGIC", "DROP", "DOME"]
Light = Literal["green", "amber", "red", "sounder"]
Buttons = Annotated[tuple[Button, ...], Field(max_length=5)]
Keys = Annotated[tuple[Key, ...], Field(max_length=2)]
Doors = Annotated[tuple[Door, ...], Field(max_length=4)]
Lights = Annotated[tuple[Light, ...], Field(max_length=4)]
Pattern = Literal["steady", "blink"]

ALL_DOORS: Doors = ("MAIN", "LOGIC", "DROP", "DOME")

# ---- controller → driver -------------------------------------------------------------------------


class WantedLights(Message):
    """Lamps and tower of one board; lit again whenever the board returns."""

    kind: Literal["wanted_lights"] = "wanted_lights"
    board: Name
    lamps: Buttons = ()
    pattern: Pattern = "steady"
    tower: Lights = ()


class WantedPress(Message):
    """A press of one of these buttons counts from now on; one that began before does not.

    `asking` is the controller's own number for this question and comes back with the press. The same number
    told again changes nothing; a new one asks anew; no buttons at all withdraws the question.
    """

    kind: Literal["wanted_press"] = "wanted_press"
    board: Name
    asking: U64
    buttons: Buttons = ()


class ClearLatches(Message):
    """Clear the door latches of a board: sent once the controller has recorded what they told."""

    kind: Literal["clear_latches"] = "clear_latches"
    board: Name


# ---- driver → controller -------------------------------------------------------------------------


class PanelDriverHere(Message):
    """A panel driver is here, for these boards, and whether it was told before is unsure: tell it what is wanted."""

    kind: Literal["panel_driver_here"] = "panel_driver_here"
    boards: Annotated[tuple[Name, ...], Field(max_length=64)]
    emulated: bool = Field(description="no real USB is behind it: no journal of a live machine may begin with it")


class PanelReport(Message):
    """A board's whole truth, on every change and once a second: the heartbeat of board and driver.

    While the board is lost every door counts as open: `present` is false and `open_doors` holds them all.
    """

    kind: Literal["panel_report"] = "panel_report"
    board: Name
    present: bool
    buttons: Buttons = ()
    keys: Keys = ()
    open_doors: Doors = ALL_DOORS
    latched_doors: Doors = ()
    supply_percent: U8 | None = None


class PanelFound(Message):
    """A board answers, after a start or a loss. Its latches tell what was opened meanwhile."""

    kind: Literal["panel_found"] = "panel_found"
    board: Name
    latched_doors: Doors


class PanelLost(Message):
    """A configured board does not answer: its doors count as open until it is found again."""

    kind: Literal["panel_lost"] = "panel_lost"
    board: Name
    why: Literal["absent", "silence", "usb_error"]
    text: Text


class PanelPress(Message):
    """A button went down. `asking` is the question it answers, or nothing if nobody asked for that button."""

    kind: Literal["panel_press"] = "panel_press"
    board: Name
    button: Button
    asking: U64 | None = None


class StrangeBoard(Message):
    """A board with our vendor and product number that nobody configured; it is left alone."""

    kind: Literal["strange_board"] = "strange_board"
    serial: Text


class PanelHealth(Message):
    """Statistics of one board since the driver started, every few seconds."""

    kind: Literal["panel_health"] = "panel_health"
    board: Name
    present: bool
    reports: Count
    repeats: Count
    bad_reports: Count
    frames_sent: Count
    losses: Count


ToPanelDriver = WantedLights | WantedPress | ClearLatches | WhoIsThere
FromPanelDriver = PanelDriverHere | PanelReport | PanelFound | PanelLost | PanelPress | StrangeBoard | PanelHealth
TO_DRIVER: TypeAdapter[ToPanelDriver] = TypeAdapter(Annotated[ToPanelDriver, Field(discriminator="kind")])
FROM_DRIVER: TypeAdapter[FromPanelDriver] = TypeAdapter(Annotated[FromPanelDriver, Field(discriminator="kind")])
