"""What an operator's station (the service menu, a console) and the controller say to each other.

A station is only a place. Whoever stands there gives their name and PIN, and the controller opens a session; every act
carries it, with the name and the role that the station believes in. The controller checks all of it on every act.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from config.touch import SixOrNone
from controller.protocol.message import Hex8, Message, Name, Positive, Said, Text
from controller.protocol.public import MachineIs, Part, SeatNumber, TableNow
from controller.protocol.stations.cash import CashSeen
from controller.protocol.stations.hardware import PanelsSeen, TerminalsSeen
from controller.protocol.stations.session import (
    FirstSupervisorNamed,
    OperatorRole,
    PersonName,
    Pin,
    SessionEnded,
    SessionNow,
    SignIn,
    SignInRefused,
    SignOut,
    StillHere,
    Token,
    WaysIn,
)
from controller.protocol.stations.views import (
    Look,
    LookRefused,
    MoneySeen,
    PeopleSeen,
    Preview,
    PreviewWanted,
    SeatsSeen,
    SettingsSeen,
    ShiftSeen,
    TableSeen,
)
from controller.protocol.status import Status, StatusWanted
from controller.protocol.terminals.answers import Answer, CommandId, NotTaken
from controller.protocol.terminals.version_1 import Book, BookWanted, Heartbeat, SnapshotWanted

Counted = Annotated[int, Field(ge=0, le=10**15)]


class StationHello(Message):
    """An operator's station is here."""

    kind: Literal["station_hello"] = "station_hello"
    software: Said


class ActWords(Part):
    """An act, but for who does it: its name, and the fields that one or another of them has."""

    act: Name
    seat: SeatNumber | None = None
    amount: Counted | None = Field(default=None, description="0 where something was counted, and nothing was there")
    reference: Text = ""
    reason: Text = Field(default="", description="of `reverse`, whose `reference` is the movement")
    form: Text = Field(default="", description="number of the form for the tax office")
    name: PersonName | None = Field(default=None, description="the person whom the act is about")
    new_role: OperatorRole | None = None
    pin: Pin | None = Field(default=None, repr=False, description="a new PIN; it is never journalled")
    old_pin: Pin | None = Field(default=None, repr=False)
    counted: Counted | None = Field(default=None, description="of `handover`: what lies in the drawer")
    second: PersonName | None = Field(default=None, description="who stands by, where the house wants two persons")
    second_pin: Pin | None = Field(default=None, repr=False, description="of the second person")
    as_delivered: bool | None = Field(default=None, description="of a screen: what staff set before is taken back")
    before: SixOrNone = Field(default="", description="of a screen: the six numbers that were in force")
    after: SixOrNone = Field(default="", description="those that are kept now; none: as the screen was delivered")
    change: dict[str, Any] | None = None
    confirm: Annotated[str, Field(max_length=64)] = Field(default="", description="from `preview`")


class ActWanted(Message, ActWords):
    """One of the acts that `session` offers. Commands are numbered by person: count on from `session.last_id`."""

    kind: Literal["act"] = "act"
    id: CommandId
    session: Token
    operator: PersonName
    role: OperatorRole


class StationWelcome(Message):
    """The station is known. `station` is what it is called on record."""

    kind: Literal["station_welcome"] = "station_welcome"
    epoch: Hex8
    station: Name
    heartbeat_ms: Positive
    lost_after_ms: Positive
    table: TableNow
    entry: WaysIn
    machine: MachineIs | None = Field(default=None, description="which machine this is")


FromOperator = (
    StationHello
    | SignIn
    | FirstSupervisorNamed
    | SignOut
    | StillHere
    | ActWanted
    | Look
    | PreviewWanted
    | StatusWanted
    | SnapshotWanted
    | BookWanted
    | Heartbeat
)
ToOperator = (
    StationWelcome
    | WaysIn
    | SessionNow
    | SignInRefused
    | SessionEnded
    | Answer
    | TableSeen
    | SeatsSeen
    | MoneySeen
    | CashSeen
    | ShiftSeen
    | PeopleSeen
    | SettingsSeen
    | PanelsSeen
    | TerminalsSeen
    | Preview
    | LookRefused
    | Status
    | TableNow
    | Book
    | Heartbeat
    | NotTaken
)
FromWatcher = StatusWanted | BookWanted
ToWatcher = Status | Book | NotTaken
FROM_OPERATOR: TypeAdapter[FromOperator] = TypeAdapter(Annotated[FromOperator, Field(discriminator="kind")])
TO_OPERATOR: TypeAdapter[ToOperator] = TypeAdapter(Annotated[ToOperator, Field(discriminator="kind")])
FROM_WATCHER: TypeAdapter[FromWatcher] = TypeAdapter(Annotated[FromWatcher, Field(discriminator="kind")])
TO_WATCHER: TypeAdapter[ToWatcher] = TypeAdapter(Annotated[ToWatcher, Field(discriminator="kind")])
