"""What the table decided, event by event. Decisions are what the journal keeps and what recall reads.

Each is plain data. Money that moved is told apart from why it moved: the `Posting` rows of one event sum to zero.
"""

from typing import Any, NamedTuple, TypeAlias

from controller.games.interface import Shown


class Posting(NamedTuple):
    """One leg of a movement of money; the legs of an event sum to zero.

    Accounts: `credits`, `layout`, `vigorish` and `locked` of a seat; `house` per kind of bet; `cash` per instrument.
    """

    account: str
    of: str
    amount: int


class Accepted(NamedTuple):
    """A command was taken."""

    seat: int
    what: str
    details: dict[str, Any]


class SeriesBegun(NamedTuple):
    """A client's commands count from 1 again, in this series; the one before is closed."""

    client: str
    series: int


class Refused(NamedTuple):
    """A command or event was not taken, and changed nothing."""

    seat: int
    code: str
    reason: str


class Ignored(NamedTuple):
    """Something that means nothing now: an untimely press, a stray report. Recorded, no more."""

    what: str
    why: str


class PhaseEntered(NamedTuple):
    """The round went on."""

    phase: str
    round: int


class ShooterChosen(NamedTuple):
    """Who has the dice; None: the house rolls."""

    seat: int | None


class DrawTaken(NamedTuple):
    """The id and nonce of the next throw, and what chance gave the spots."""

    roll_id: int
    nonce: str
    levels: dict[str, str]


class NoRoll(NamedTuple):
    """A throw that does not count, and how many there have been in this round."""

    roll_id: int
    outcome: str
    so_far: int


class ResultKnown(NamedTuple):
    """An authentic result, in the words of the game; from here on the round cannot be voided."""

    roll_id: int
    result: Shown


class Malfunction(NamedTuple):
    """A report that cannot be right: counted, shown, never a result."""

    roll_id: int
    what: str
    so_far: int


class Settled(NamedTuple):
    """One wager that the outcome decided."""

    seat: int
    bet: str
    stake: int
    result: str
    paid: int
    stays: bool
    vigorish: int


class Returned(NamedTuple):
    """Stake that the rules gave back, and why."""

    seat: int
    bet: str
    amount: int
    why: str


class RoundEnded(NamedTuple):
    """A round is a record: settled, voided, closed out or withdrawn, with a reason where there is one."""

    round: int
    how: str
    reason: str
    details: dict[str, Any]


class HoldChanged(NamedTuple):
    """A reason to stand still came or went."""

    reason: str
    on: bool
    details: str


class Asked(NamedTuple):
    """After a power failure these seats are asked to keep or withdraw all their wagers."""

    seats: tuple[int, ...]


class MoveChanged(NamedTuple):
    """A movement of cash: asked, done, undone or reversed."""

    move: str
    seat: int
    instrument: str
    amount: int
    into_seat: bool
    state: str
    reference: str


class SeatChanged(NamedTuple):
    """A seat's link, lock or place at the table."""

    seat: int
    what: str
    details: str = ""
    amount: int = 0
    """What a lock is about: to be paid by hand, or won in one roll."""


class SettingsChanged(NamedTuple):
    """What an operator turned, old and new."""

    old: dict[str, Any]
    new: dict[str, Any]
    by: str


class TrialDrawn(NamedTuple):
    """The id and nonce of a shake outside of play."""

    roll_id: int
    nonce: str


class TrialThrown(NamedTuple):
    """What a shake outside of play showed. It is no roll of any round."""

    roll_id: int
    outcome: str
    shown: Shown


class TrialEnded(NamedTuple):
    """A test of the hardware is done: which, whose, and what came of it."""

    what: str
    by: str
    told: str


class ShiftClosed(NamedTuple):
    """A person handed over what he took and paid by hand. `owes` below zero: he is owed it."""

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


class BooksTurned(NamedTuple):
    """The journal's books turn a page with this event: `day` the gaming day, `period` the period meters."""

    what: str
    by: str


class DoorChanged(NamedTuple):
    """A door of the cabinet is `open`, `closed` or `unread`; or `latched`: it was opened when nobody could look.

    `was` is how it was last seen, `open` or `closed`; empty where it never was. Whoever counts remembers nothing.
    """

    door: str
    became: str
    was: str


class Noted(NamedTuple):
    """Something for the event log: a key, a unit, an operator's act."""

    what: str
    details: str


Decision: TypeAlias = (
    Posting
    | Accepted
    | SeriesBegun
    | Refused
    | Ignored
    | PhaseEntered
    | ShooterChosen
    | DrawTaken
    | NoRoll
    | ResultKnown
    | Malfunction
    | Settled
    | Returned
    | RoundEnded
    | HoldChanged
    | Asked
    | MoveChanged
    | SeatChanged
    | SettingsChanged
    | TrialDrawn
    | TrialThrown
    | TrialEnded
    | ShiftClosed
    | BooksTurned
    | DoorChanged
    | Noted
)


class Answer(NamedTuple):
    """What a client is told of its command; the same again when the command comes again."""

    client: str
    id: int
    ok: bool
    code: str
    reason: str
    details: dict[str, Any]
