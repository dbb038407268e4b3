"""Every kind of fact: what the table decided, event by event. The journal keeps them, and recall reads them.

Each is plain data, and no sentence. Money that moved is told apart from why it moved: the `Posting` rows of one event
sum to zero.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller.facts.cash_kinds import CashDecision
from controller.facts.host_kinds import HostDecision
from controller.facts.jackpot_kinds import JackpotDecision
from controller.games.interface import Returned, Settled, Shown

FaultName = Literal[
    # of a dice unit
    "motor_stall",
    "motor_over_current",
    "sensor_dead",
    "sensor_dirty",
    "dice_missing",
    "over_temperature",
    "memory",
    "supply_low",
    # of a wheel, beside some of these
    "rotor",
    "blower",
    "ball_missing",
    "level",
    "unknown",
]
"""What can be wrong with a unit, by the names of its interface document."""
SeatChange = Literal[
    "linked",
    "unlinked",
    "opened",
    "closed",
    "hand_pay",
    "large_win",
    "pot",
    "unlocked",
    "calls",
    "attended",
    "screen_dark",
    "screen_there",
]
TestEnd = Literal["faults", "tested", "thrown", "touched", "compared", "archived", "not_done", "broken_off"]
"""What came of a test: faults still latched, parts that failed, the dice, fields of a screen, files that differ …"""
PersonChange = Literal["added", "role", "pin", "unlocked", "removed", "pins_lost"]


class Posting(NamedTuple):
    """One leg of a movement of money; the legs of an event sum to zero.

    Accounts: `credits`, `layout`, `vigorish`, `locked` and `found` of a seat; `house` per kind of bet; `cash` per
    instrument.
    """

    account: str
    of: str
    amount: int

    @property
    def seat(self) -> int:
        """Whose balance moved; 0 where it is nobody's."""
        return int(self.of) if self.account in ("credits", "layout", "vigorish") else 0


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

    event: str
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


class ResultVoided(NamedTuple):
    """A person voided a round whose result was known: it stays on record, and settled nothing."""

    roll_id: int
    result: Shown
    by: str


class ResultUnused(NamedTuple):
    """An authentic result for a round that had been broken off, or on which nobody had a wager: it settles nothing."""

    roll_id: int
    result: Shown


class BetsClosedLate(NamedTuple):
    """The outcome came so near that bets closed, with so many milliseconds of their timer left: it is too long."""

    roll_id: int
    left: int


class Malfunction(NamedTuple):
    """A report that cannot be right: counted, shown, never a result."""

    roll_id: int
    details: str
    so_far: int


class RoundEnded(NamedTuple):
    """A round is a record: settled, voided, closed out or withdrawn, with a reason where there is one."""

    round: int
    how: str
    reason: str
    details: dict[str, Any]


class HoldChanged(NamedTuple):
    """A reason to stand still came or went; `about`: what of, such as a door, faults, or the person who did it."""

    reason: str
    on: bool
    about: dict[str, Any]


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
    """A seat's link, lock or place at the table. `amount` is what it is locked for, `lock` what it was unlocked of."""

    seat: int
    change: SeatChange
    by: str = ""
    amount: int | None = None
    lock: str = ""


class LargeWon(NamedTuple):
    """A win that a person has to see, whether it stays in the credits or is paid by hand."""

    seat: int
    amount: int


class FormWanted(NamedTuple):
    """So much was won in a manner that has to be told to the tax office."""

    seat: int
    amount: int


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
    """A test of the hardware is over: which, whose, of which seat's screen if of one, and what came of it."""

    test: str
    by: str
    seat: int
    came: TestEnd
    about: dict[str, Any]


class ShiftClosed(NamedTuple):
    """A person handed over what they took and paid by hand. `owes` below zero: it is owed to them.

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


class DoorChanged(NamedTuple):
    """A door of the cabinet is `open`, `closed` or `unread`; or `latched`: it was opened when nobody could look.

    `was` is how it was last seen, `open` or `closed`; empty where it never was. Whoever counts remembers nothing.
    """

    door: str
    became: str
    was: str


class AlarmChanged(NamedTuple):
    """The alarm of a door that was opened without key and role sounds, or does no more; `by`: who silenced it."""

    door: str
    on: bool
    by: str


class KeySwitched(NamedTuple):
    """A key switch of the cabinet was turned, or turned back."""

    key: str
    on: bool


class SoftwareCompared(NamedTuple):
    """The installed files were compared with this release; `wrong` names those that differ."""

    release: str
    wrong: str


class MediaChanged(NamedTuple):
    """Another release is installed than the one before; `was` is empty the first time."""

    release: str
    was: str


class HeadCopyChecked(NamedTuple):
    """The head of the journal was not as it should be in its second place."""

    code: str
    why: str


class UnitMet(NamedTuple):
    """The table plays with this dice unit from now on: its first, or another one."""

    serial: int
    last_roll: int


class UnitAccepted(NamedTuple):
    """A supervisor accepted a dice unit, or its roll count."""

    serial: int
    last_roll: int
    by: str
    reason: str


class ShakeDenied(NamedTuple):
    """The dice unit did not shake for this throw."""

    roll_id: int
    verdict: str


class FaultsLatched(NamedTuple):
    """All faults that the dice unit has latched after a change; none: its latch is clear."""

    faults: tuple[FaultName, ...]


class DiceReplaced(NamedTuple):
    """Other dice lie in the dome, named by their marks."""

    marks: str
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


class MachineEnds(NamedTuple):
    """A person switched the machine off, or had its controller started anew."""

    act: str
    by: str
    why: str


class ControllerStarted(NamedTuple):
    """The controller started again, with the round in this phase."""

    phase: str


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
    | ResultVoided
    | ResultUnused
    | BetsClosedLate
    | Malfunction
    | Settled
    | Returned
    | RoundEnded
    | HoldChanged
    | Asked
    | MoveChanged
    | SeatChanged
    | LargeWon
    | FormWanted
    | FormFiled
    | SettingsChanged
    | TrialDrawn
    | TrialThrown
    | TrialEnded
    | ShiftClosed
    | DrawerOpened
    | BooksTurned
    | DoorChanged
    | AlarmChanged
    | KeySwitched
    | SoftwareCompared
    | MediaChanged
    | HeadCopyChecked
    | UnitMet
    | UnitAccepted
    | ShakeDenied
    | FaultsLatched
    | DiceReplaced
    | ActDone
    | PersonChanged
    | StationEntered
    | MachineEnds
    | ControllerStarted
    | CashDecision
    | HostDecision
    | JackpotDecision
)
"""Every fact. What becomes of each stands in `table.py`."""


class Answer(NamedTuple):
    """What a client is told of its command; the same again when the command comes again."""

    client: str
    id: int
    ok: bool
    code: str
    reason: str
    details: dict[str, Any]
