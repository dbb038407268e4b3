"""Who stands at an operator's station: signing in, the session, what it may do now, and how it ends.

A session belongs to one person, one station and one connection. Everything a person may do now the controller says as
data; a station draws it and knows no rule of its own.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from controller.protocol.message import U64, Count, Message, Name, Text
from controller.protocol.public import MachineIs, Part

PersonName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9._-]{0,31}$")]
"""A person's name: lower case, so that nobody is there twice."""
Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,12}$")]
OperatorRole = Literal["attendant", "technician", "supervisor"]
Key = Literal["attendant", "operator"]
Token = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Milliseconds = Count
MOST_PEOPLE = 64
MOST_ACTS = 80

# ---- station → controller ---------------------------------------------------------------------------------------


class SignIn(Message):
    """This person wants to come in."""

    kind: Literal["sign_in"] = "sign_in"
    name: PersonName
    pin: Pin = Field(repr=False)


class FirstSupervisorNamed(Message):
    """The machine has no supervisor yet: this is to be the first. Answered like `sign_in`."""

    kind: Literal["first_supervisor"] = "first_supervisor"
    name: PersonName
    pin: Pin = Field(repr=False)


class SignOut(Message):
    """The person leaves."""

    kind: Literal["sign_out"] = "sign_out"
    session: Token


class StillHere(Message):
    """The person has touched something: said at most every few seconds, it keeps the session from its idle end."""

    kind: Literal["still_here"] = "still_here"
    session: Token


# ---- controller → station ---------------------------------------------------------------------------------------


class WaysIn(Message):
    """How one may come in now: told after hello and whenever it changes."""

    kind: Literal["entry"] = "entry"
    keys: Annotated[tuple[Key, ...], Field(max_length=2)] = Field(description="the keys that are turned")
    panel: Literal["alive", "dead", "none"] = Field(description="`none`: no panel of the cabinet is configured")
    open: bool = Field(description="whether somebody may sign in at this station now")
    code: Name = Field(description="`ok`, `first_supervisor`, or why not")
    says: Text
    first_supervisor: bool = Field(description="the machine has no supervisor: one has to be made first")
    names: Annotated[tuple[PersonName, ...], Field(max_length=MOST_PEOPLE)] = Field(
        description="who there is to choose from; empty while nobody may sign in"
    )


class Offer(Part):
    """One act that this session's role has, what it needs, and whether it can be done now."""

    act: Name
    group: Name = Field(description="the page of the menu it belongs to")
    says: Text
    needs: Annotated[tuple[Name, ...], Field(max_length=8)] = Field(description="fields of `act` that must be there")
    takes: Annotated[tuple[Name, ...], Field(max_length=8)] = Field(description="fields that may be there")
    now: bool
    code: Name = Field(description="`ok`, or the code with which it would be refused now")
    why_not: Text


class OnPaper(Part):
    """What stands on everything that is printed: whose journal it is from, and the machine's own time."""

    fingerprint: Annotated[str, Field(max_length=60)] = Field(description="of the public key of the journal")
    zone: Annotated[str, Field(max_length=60)] = Field(description="of the gaming day, such as `America/New_York`")
    clock: U64 = Field(description="the machine's clock as this was said, UTC in milliseconds")
    machine: MachineIs | None = Field(default=None, description="which machine this is")


class SessionNow(Message):
    """You are in. Told after signing in and whenever something in it changes; `last_id` as it was at that moment."""

    kind: Literal["session"] = "session"
    session: Token
    operator: PersonName
    role: OperatorRole
    station: Name
    keys: Annotated[tuple[Key, ...], Field(max_length=2)]
    without_key: bool = Field(description="a supervisor at a console while the cabinet's panel is dead: on record")
    must_change_pin: bool = Field(description="somebody else chose the PIN: nothing else is done before it is changed")
    idle_ms: Milliseconds = Field(description="without an act or `still_here` for so long the session ends")
    last_id: U64 = Field(description="the person's commands count on from here, whatever the station")
    acts: Annotated[tuple[Offer, ...], Field(max_length=MOST_ACTS)]
    paper: OnPaper | None = Field(default=None, description="what stands on receipts and reports")


class SignInRefused(Message):
    """Not let in, and why. After `wait_ms` it may be tried again."""

    kind: Literal["sign_in_refused"] = "sign_in_refused"
    code: Name
    reason: Text
    wait_ms: Milliseconds = 0


class SessionEnded(Message):
    """The session is over: signed out, idle, key turned back … Nothing is done under it any more."""

    kind: Literal["session_ended"] = "session_ended"
    session: Token
    code: Name
    reason: Text
