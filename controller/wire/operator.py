"""What an operator's station (the service menu, a console) and the controller say to each other.

The station finds out who the person is; the controller decides, by the role named, whether the act is his to do, and
journals it with his name.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from controller.wire.message import U64, Hex8, Message, Name, Text
from controller.wire.public import SeatNumber, TableNow
from controller.wire.status import Status, StatusWanted
from controller.wire.terminal import Amount, Answer, Book, BookWanted, CommandId, Heartbeat, NotTaken, SnapshotWanted


class StationHello(Message):
    """An operator's station is here. Its commands are numbered like a terminal's, under the name of its key."""

    kind: Literal["station_hello"] = "station_hello"
    software: Name


class Act(Message):
    """One of the acts that `docs/round.md` lists, by this person in this role."""

    kind: Literal["act"] = "act"
    id: CommandId
    operator: Name
    role: Literal["attendant", "technician", "supervisor"]
    act: Name
    seat: SeatNumber | None = None
    amount: Amount | None = None
    reference: Text = ""
    change: dict[str, Any] | None = None


class StationWelcome(Message):
    """Count on from `last_id`."""

    kind: Literal["station_welcome"] = "station_welcome"
    epoch: Hex8
    last_id: U64
    table: TableNow


FromOperator = StationHello | Act | StatusWanted | SnapshotWanted | BookWanted | Heartbeat
ToOperator = StationWelcome | Answer | Status | TableNow | Book | Heartbeat | NotTaken
FromWatcher = StatusWanted | BookWanted
ToWatcher = Status | Book | NotTaken
FROM_OPERATOR: TypeAdapter[FromOperator] = TypeAdapter(Annotated[FromOperator, Field(discriminator="kind")])
TO_OPERATOR: TypeAdapter[ToOperator] = TypeAdapter(Annotated[ToOperator, Field(discriminator="kind")])
FROM_WATCHER: TypeAdapter[FromWatcher] = TypeAdapter(Annotated[FromWatcher, Field(discriminator="kind")])
TO_WATCHER: TypeAdapter[ToWatcher] = TypeAdapter(Annotated[ToWatcher, Field(discriminator="kind")])
