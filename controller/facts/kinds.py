"""Every kind of fact: what the table decided, event by event. The journal keeps them, and recall reads them.

Those of the round, of money, seats and units are here; those of the staff, the cabinet, players' sessions and so on
in the `…_kinds.py` beside. Each is plain data, and no sentence. Money that moved is told apart from why it moved: the
`Posting` rows of one event sum to zero.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

from controller.facts.cabinet_kinds import CabinetDecision
from controller.facts.care_kinds import CareDecision
from controller.facts.cash_kinds import CashDecision
from controller.facts.host_kinds import HostDecision
from controller.facts.jackpot_kinds import JackpotDecision
from controller.facts.staff_kinds import StaffDecision
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

Because = Literal[
    "known",
    "another_unit",
    "not_asked",
    "dealt_with",
    "broken_off",
    "held",
    "no_button",
    "not_the_shooter",
    "too_early",
    "too_many_moves",
    "another_job",
]
"""Why something that came means nothing now."""


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
    about: dict[str, Any] = {}
    """What the reason is made of; a page says it by these, and older records by their own words."""


class Ignored(NamedTuple):
    """Something that means nothing now: an untimely press, a stray report. Recorded, no more."""

    event: str
    why: str
    about: dict[str, Any] = {}
    """The same in fields: `what` came, `because` of what it means nothing, and which one it was."""


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
    | UnitMet
    | UnitAccepted
    | ShakeDenied
    | FaultsLatched
    | DiceReplaced
    | CareDecision
    | StaffDecision
    | CabinetDecision
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
