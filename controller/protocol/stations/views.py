"""What a person at an operator's station looks at: the controller answers from the table as it is now.

What is past (rounds, the log, meters, closed days, the history of settings) is asked of the records process, which
may take its time.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from controller.protocol.message import U64, Count, Message, Name, Text
from controller.protocol.public import MOST_HOLDS, MOST_SPOTS, Bet, Part, PhaseName, SeatNumber
from controller.protocol.stations.session import MOST_PEOPLE, Milliseconds, OperatorRole, PersonName, Token
from controller.protocol.status import MOST_SEATS
from controller.protocol.terminals.commands import Money

MOST_MOVES = 320
MOST_SETTINGS = 120
MOST_RETURNS = 250
What = Literal["table", "seats", "money", "shift", "people", "settings", "panels", "terminals", "cash"]


class Look(Message):
    """Show me this.

    `name` and `seat` where the view has one: somebody else's shift, a seat's wagers, terminals or cash from this seat
    on.
    """

    kind: Literal["look"] = "look"
    session: Token
    what: What
    name: PersonName | None = None
    seat: SeatNumber | None = None


class PreviewWanted(Message):
    """What would these settings change? Nothing is changed; the answer has the token that confirms it."""

    kind: Literal["preview_wanted"] = "preview_wanted"
    session: Token
    change: dict[str, Any]


class LookRefused(Message):
    """Not shown, and why."""

    kind: Literal["look_refused"] = "look_refused"
    what: Name
    code: Name
    reason: Text


# ---- the table --------------------------------------------------------------------------------------------------


class HoldNow(Part):
    """A reason to stand still, what makes it go, and who may end it; nobody: it goes by itself."""

    reason: Name
    says: Text
    about: dict[Name, Any] = Field(default={}, description="what `says` is made of, in fields")
    remedy: Text
    ends_by: Annotated[tuple[OperatorRole, ...], Field(max_length=3)]


class TableSeen(Message):
    """The table and the machine, for the person who looks after them."""

    kind: Literal["table_seen"] = "table_seen"
    phase: PhaseName
    says: Text = Field(description="the phase in words")
    round: U64
    holds: Annotated[tuple[HoldNow, ...], Field(max_length=MOST_HOLDS)]
    shooter: SeatNumber | None
    shooter_code: Literal["house", "rotates", "keeps"] = Field(description="the reason, for a screen in any language")
    shooter_why: Text
    in_service: bool
    life: Literal["live", "demo"]
    go_live_ready: bool = Field(description="a demo without money on it may be put aside for a live journal")
    go_live: Text = Field(description="what to do, or what stands in the way")
    unit: dict[Name, int | str | bool]
    doors: dict[Name, bool]
    alarms: Annotated[tuple[Name, ...], Field(max_length=4)] = Field(default=(), description="doors whose alarm sounds")
    book: Name


class SeatSeen(Part):
    """What a seat holds, and why it waits."""

    seat: SeatNumber
    open: bool
    linked: bool
    credits: Money
    layout: Money
    vigorish: Money
    locked: Money = Field(description="on its way out, until an attendant has paid it")
    lock: Name | None
    lock_amount: Money
    turned_off: bool = Field(default=False, description="the casino's host has turned it off")
    owed: Money = Field(default=0, description="a hand-pay that waits for its receipt though the seat plays on")
    form: Money = Field(default=0, description="how much of that has to be told to the tax office with a form")
    why: Text
    called_ms: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="its player has called an attendant: how long it has waited, since the start at most"
    )
    screen: bool | None = Field(default=None, description="whether a page is open on its screen; null: not known")
    stakes: Annotated[dict[Bet, Money], Field(max_length=MOST_SPOTS)] | None = Field(
        default=None, description="where one seat was asked for"
    )


class SeatsSeen(Message):
    """All seats, or the one asked for with its wagers."""

    kind: Literal["seats_seen"] = "seats_seen"
    seats: Annotated[tuple[SeatSeen, ...], Field(max_length=MOST_SEATS)]
    on_seats: Money = Field(description="everything of all players that is on the machine")


# ---- money ------------------------------------------------------------------------------------------------------


class MoveSeen(Part):
    """A movement of cash."""

    move: Annotated[str, Field(max_length=100)]
    seat: SeatNumber
    instrument: Name
    amount: Money
    into_seat: bool
    state: Name
    by: Annotated[str, Field(max_length=64)]
    reversible: bool


class MoneySeen(Message):
    """Movements under way, and the last that are over, newest first."""

    kind: Literal["money_seen"] = "money_seen"
    under_way: Annotated[tuple[MoveSeen, ...], Field(max_length=MOST_MOVES)]
    over: Annotated[tuple[MoveSeen, ...], Field(max_length=MOST_MOVES)]
    more: bool = False


class ShiftSeen(Message):
    """A person's shift since the last handover.

    `owes` is what they took in less what they paid; they hand that in with what the drawer was opened with, or below
    zero it is owed to them.
    """

    kind: Literal["shift_seen"] = "shift_seen"
    operator: PersonName
    number: U64
    credits: Count
    credits_amount: Money
    hand_pays: Count
    hand_pays_amount: Money
    reversals: Count
    reversals_amount: int = Field(description="credits taken back, less hand-pays that nobody was paid")
    owes: int
    opened_with: Money = Field(default=0, description="counted into the drawer as the shift began")
    moves: Annotated[tuple[MoveSeen, ...], Field(max_length=MOST_MOVES)]
    others: Annotated[dict[PersonName, int], Field(max_length=256)] = Field(
        description="for a supervisor: every open shift and what is to be handed in of it"
    )


# ---- people -----------------------------------------------------------------------------------------------------


class PersonSeen(Part):
    """Somebody who may come in."""

    name: PersonName
    role: OperatorRole
    must_change_pin: bool
    failures: Count
    locked_ms: Milliseconds
    station: Annotated[str, Field(max_length=64)] = Field(description="where they are signed in; empty: nowhere")


class PeopleSeen(Message):
    """Everybody."""

    kind: Literal["people_seen"] = "people_seen"
    people: Annotated[tuple[PersonSeen, ...], Field(max_length=MOST_PEOPLE)]


# ---- settings ---------------------------------------------------------------------------------------------------


class SettingSeen(Part):
    """One thing that can be turned."""

    name: Name = Field(description='the key in `change`; `limits.max` is `{"limits": {"max": …}}`')
    group: Name
    says: Text
    type: Literal["money", "seconds", "count", "rate", "switch", "choice", "choices", "text", "texts"]
    value: int | str | bool | tuple[str, ...] | None
    optional: bool = Field(description="null is a value, and says: none")
    minimum: int | None = None
    maximum: int | None = None
    choices: Annotated[tuple[str, ...], Field(max_length=700)] = ()
    waits: bool = Field(description="it is only turned while no contract wager stands")


class SettingsSeen(Message):
    """Everything that can be turned, and what it is now."""

    kind: Literal["settings_seen"] = "settings_seen"
    settings: Annotated[tuple[SettingSeen, ...], Field(max_length=MOST_SETTINGS)]
    must_wait: Text = Field(description="why those that wait cannot be turned now; empty: they can")
    waits_for: dict[Name, Any] = Field(
        default={}, exclude_if=lambda told: not told, description="what `must_wait` is made of, in fields"
    )


class Turned(Part):
    """One setting, old and new."""

    name: Name
    old: Any
    new: Any


class ReturnSeen(Part):
    """What a bet returns of its stake, exactly, by the settings in force and by those looked at."""

    bet: Annotated[str, Field(max_length=40)]
    now: Annotated[str, Field(max_length=60)] | None = Field(
        description="per cent, such as 98.585859; null: not offered"
    )
    then: Annotated[str, Field(max_length=60)] | None
    edge_now: Annotated[str, Field(max_length=200)] | None = Field(description="the house edge as a fraction")
    edge_then: Annotated[str, Field(max_length=200)] | None


class GoesBack(Part):
    """Which wagers a change sends back to their seats."""

    wagers: Annotated[int, Field(ge=0)]
    seats: Annotated[int, Field(ge=0)]
    amount: Money


class Exposed(Part):
    """What one outcome can cost the house at the most, every seat having as much on every spot as it may."""

    now: Money
    then: Money


class Preview(Message):
    """What a change of settings would do. With `ok` the act `settings` takes it, named by `confirm`."""

    kind: Literal["preview"] = "preview"
    ok: bool
    code: Name
    reason: Annotated[str, Field(max_length=600)]
    about: dict[Name, Any] = Field(
        default={}, exclude_if=lambda told: not told, description="what `reason` is made of, in fields"
    )
    confirm: Annotated[str, Field(max_length=64)] = Field(description="empty where it cannot be done")
    turned: Annotated[tuple[Turned, ...], Field(max_length=MOST_SETTINGS)]
    returns: Annotated[tuple[ReturnSeen, ...], Field(max_length=MOST_RETURNS)]
    returns_wagers: Text = Field(description="what happens to wagers that lie there when it is done")
    goes_back: GoesBack | None = Field(default=None, description="the same in figures, where it can be done")
    exposed: Exposed | None = Field(
        default=None,
        exclude_if=lambda told: told is None,
        description="what one outcome can cost at the most, now and then, where it can be done",
    )
