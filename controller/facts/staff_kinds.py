"""Facts of the people who work here: their shifts and drawers, who comes in, what they did and set."""

from typing import Any, Literal, NamedTuple, TypeAlias

PersonChange = Literal["added", "role", "pin", "unlocked", "removed", "pins_lost"]


class FormFiled(NamedTuple):
    """It was, with the form of this number; `second`: who signed beside."""

    seat: int
    amount: int
    form: str
    by: str
    second: str


class SettingsChanged(NamedTuple):
    """What an operator turned, old and new."""

    old: dict[str, Any]
    new: dict[str, Any]
    by: str


class ShiftClosed(NamedTuple):
    """A person handed over what they took less what they paid by hand, which `owes` says, and with it what the drawer
    was opened with. Below zero it is owed to them.

    `counted` is what lay in the drawer, where it was counted, and `difference` what that is more than it should be;
    `to` has taken it, with key and PIN."""

    operator: str
    number: int
    credits: int
    credits_amount: int
    hand_pays: int
    hand_pays_amount: int
    reversals: int
    reversals_amount: int
    owes: int
    by: str
    opened_with: int = 0
    counted: int | None = None
    difference: int = 0
    to: str = ""
    paper: int = 0


class DrawerOpened(NamedTuple):
    """Money was counted into a drawer as a person's shift began."""

    operator: str
    number: int
    amount: int


class BooksTurned(NamedTuple):
    """The journal's books turn a page with this event: `day` the gaming day, `period` the period meters."""

    of: str
    by: str


class ActDone(NamedTuple):
    """A person did one of `operating.ACTS`; `whom` it was about, where that is somebody; `second`: who stood by."""

    act: str
    whom: str
    by: str
    role: str
    seat: int
    reason: str
    second: str = ""
    paper: int = 0
    """The number of the paper that it gave; 0: it gives none."""


class PersonChanged(NamedTuple):
    """Somebody works here now, otherwise than before, or no more. `was` is the role before it, where it is another."""

    name: str
    change: PersonChange
    role: str
    was: str
    by: str


class StationEntered(NamedTuple):
    """Who came in at an operators' station, left it, or was turned away."""

    did: str
    operator: str
    station: str
    why: str
    about: dict[str, Any] = {}
    """What `why` is made of."""


StaffDecision: TypeAlias = (
    FormFiled | SettingsChanged | ShiftClosed | DrawerOpened | BooksTurned | ActDone | PersonChanged | StationEntered
)
