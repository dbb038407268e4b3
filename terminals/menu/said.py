"""What a page of the service menu may say to its process: checked here, and by the controller again."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from controller.protocol.message import Name
from controller.protocol.public import SeatNumber
from controller.protocol.stations.session import PersonName, Pin
from controller.protocol.stations.version_1 import ActWords
from controller.protocol.stations.views import What
from terminals.touch.desk import CrossSaid

Tag = Annotated[int, Field(ge=1, le=2**53)]
"""The page's own number for what it asked; it comes back with the answer."""
Change = dict[str, Any]


class _Said(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class SignInSaid(_Said):
    """Name and PIN; `first`: the machine's first supervisor is made."""

    kind: Literal["sign_in"]
    tag: Tag
    name: PersonName
    pin: Pin = Field(repr=False)
    first: bool = False


class PlainSaid(_Said):
    """The person leaves, or has touched something."""

    kind: Literal["sign_out", "touched"]


class ActSaid(_Said, ActWords):
    """An act, in the words of the wire, without what the process knows by itself: session, number, who."""

    kind: Literal["act"]
    tag: Tag


class SetTouchSaid(_Said):
    """The touch of this station's own screen is to be set right, or back to how it was delivered."""

    kind: Literal["set_touch"]
    tag: Tag
    as_delivered: bool = False


class LookSaid(_Said):
    """Show me this."""

    kind: Literal["look"]
    tag: Tag
    what: What
    name: PersonName | None = None
    seat: SeatNumber | None = None


class PreviewSaid(_Said):
    """What would this change of settings do?"""

    kind: Literal["preview"]
    tag: Tag
    change: Change


class StatusSaid(_Said):
    """How is the machine?"""

    kind: Literal["status"]
    tag: Tag


class PastSaid(_Said):
    """What the records process knows; which questions there are, `past.QUESTIONS` says."""

    kind: Literal["past"]
    tag: Tag
    about: Name
    asks: dict[str, Any] = {}


Said = SignInSaid | PlainSaid | ActSaid | SetTouchSaid | LookSaid | PreviewSaid | StatusSaid | PastSaid | CrossSaid
SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="kind")])


def read_said(said: object) -> Said | str:
    """What the page said; or which key of it is wrong, without its value, for it may be a PIN."""
    try:
        return SAID.validate_python(said)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['type']}"
