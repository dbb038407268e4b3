"""What an operator's station and the controller say to each other in version 2 of the wire.

A person's acts count in a series, granted when the person signs in; why an act is done stands apart from what it is
about; and what an act needs has a field with a type. What is not here is as in version 1, and told as such.
"""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from controller.protocol import status
from controller.protocol.message import Text, Version2
from controller.protocol.public import TableNow
from controller.protocol.stations import hardware, session, views
from controller.protocol.stations import version_1 as operator
from controller.protocol.stations.cash import CashSeen
from controller.protocol.terminals import version_1 as terminal
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.version_2 import (
    AnswerInSeries,
    BookWanted,
    CommandId,
    Heartbeat,
    Series,
    SnapshotWanted,
)

MOST_DAYS = 3650
"""As the table takes it."""

# ---- station → controller ---------------------------------------------------------------------------------------


class StationHello(operator.StationHello):
    """An operator's station is here, and speaks version 2 on this connection."""

    v: Version2


class SignIn(session.SignIn):
    """A person comes in.

    `series` is the one in which their acts go on; without one, or with one that is over, they count from 1 in a series
    of their own.
    """

    v: Version2 = 2
    series: Series | None = None


class FirstSupervisorNamed(session.FirstSupervisorNamed):
    """The first supervisor of a machine that has none."""

    v: Version2 = 2


class SignOut(session.SignOut):
    """The person leaves."""

    v: Version2 = 2


class StillHere(session.StillHere):
    """The person has touched something."""

    v: Version2 = 2


class ActWanted(operator.ActWanted):
    """One of the acts that `session` offers, with the fields that it needs, those that it takes, and no others."""

    v: Version2 = 2
    series: Series
    id: CommandId
    reference: Text = Field(default="", description="what it is about: a receipt, a movement, a medium, marks of dice")
    reason: Text = Field(default="", description="why it is done")
    keep_days: Annotated[int, Field(ge=0, le=MOST_DAYS)] | None = Field(
        default=None, description="of `archive`: for so many days entries stay in the journal"
    )
    change: dict[str, Any] | None = Field(default=None, description="of `settings`")


class Look(views.Look):
    """To see something."""

    v: Version2 = 2


class PreviewWanted(views.PreviewWanted):
    """What would a change of settings do?"""

    v: Version2 = 2


class StatusWanted(status.StatusWanted):
    """How is the machine?"""

    v: Version2 = 2


# ---- controller → station ---------------------------------------------------------------------------------------


class SessionNow(session.SessionNow):
    """You are in. The person's acts count on from `last_id` in `series`; told whenever something in it changes."""

    v: Version2 = 2
    series: Series


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
    operator.StationWelcome
    | session.WaysIn
    | SessionNow
    | session.SignInRefused
    | session.SessionEnded
    | AnswerInSeries
    | views.TableSeen
    | views.SeatsSeen
    | views.MoneySeen
    | CashSeen
    | views.ShiftSeen
    | views.PeopleSeen
    | views.SettingsSeen
    | hardware.PanelsSeen
    | hardware.TerminalsSeen
    | views.Preview
    | views.LookRefused
    | status.Status
    | TableNow
    | terminal.Book
    | terminal.Heartbeat
    | NotTaken
)
FROM_OPERATOR: TypeAdapter[FromOperator] = TypeAdapter(Annotated[FromOperator, Field(discriminator="kind")])
TO_OPERATOR: TypeAdapter[ToOperator] = TypeAdapter(Annotated[ToOperator, Field(discriminator="kind")])
