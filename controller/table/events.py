"""Everything that can happen to a table. Events come from outside; the machine decides what follows from them.

An event says who or what it comes from and what it claims; whether it is legal now, `event_rows` says.
"""

from functools import cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args

from controller.facts.kinds import FaultName
from controller.games.interface import Shown
from controller.protocol.terminals.commands import PlayerCommand, Wagers
from controller.table.cash.events import CashEvent
from controller.table.jackpots.events import JackpotEvent
from controller.table.sas.events import HostEvent
from controller.table.service.events import TrialEvent
from controller.table.staff.act import OperatorAct

Asks = TypeVar("Asks", bound=PlayerCommand, covariant=True)

# ---- players: a command has the number of its client, so that sent twice it happens once ------------------------


class FromSeat(NamedTuple, Generic[Asks]):
    """A player asks for something at their seat: from which terminal, under which number of its."""

    seat: int
    client: str
    id: int
    asked: Asks

    @property
    def kind(self) -> type[PlayerCommand]:
        """What is asked, whatever envelope it came in."""
        of: type = type(self.asked)
        return _kind(of)

    @property
    def called(self) -> str:
        """The word for it in every journal, where one wager has another than several."""
        asked = self.asked
        alone = isinstance(asked, Wagers) and len(asked.wagers) == 1
        return "Wager" if alone else self.kind.__name__


@cache
def _kind(asked: type) -> type[PlayerCommand]:
    kinds: tuple[type[PlayerCommand], ...] = get_args(PlayerCommand)
    return next(kind for kind in kinds if issubclass(asked, kind))


class SeriesWanted(NamedTuple):
    """A client that has shown who it is begins its numbers anew; what came under the old ones is over."""

    client: str


# ---- the operator -----------------------------------------------------------------------------------------------


class StationNews(NamedTuple):
    """What the operators' stations have seen: who came in, who left, who was turned away or refused."""

    what: str
    operator: str
    station: str
    why: str
    about: dict[str, Any] = {}
    """What `why` is made of."""


# ---- terminals and panels ---------------------------------------------------------------------------------------


class SeatJoined(NamedTuple):
    """The terminal of this seat has a link."""

    seat: int


class SeatLeft(NamedTuple):
    """The terminal of this seat has lost its link. Wagers and credits stay."""

    seat: int


class ScreenSeen(NamedTuple):
    """A page is open on the screen of this seat again, or none has been for so long that nobody can see it."""

    seat: int
    there: bool


class ServiceCalled(NamedTuple):
    """The player of this seat calls an attendant, at its screen or its panel."""

    seat: int


class ButtonPressed(NamedTuple):
    """The physical SHOOT button of a seat; `fresh` if the press began after it was asked for."""

    seat: int
    fresh: bool


class DoorMoved(NamedTuple):
    """A door of the cabinet opened or closed; one that cannot be read counts as open, and was not `seen` to be."""

    door: str
    open: bool
    seen: bool = True
    leave: bool = True
    """A key was turned, and somebody signed in whose role may be behind this door. Older journals do not say."""


class AlarmOver(NamedTuple):
    """An alarm has sounded for as long as it must, and its door is closed."""

    door: str


class DoorLatched(NamedTuple):
    """The battery latch of a door tells that it was opened when nobody could look: the cabinet's power off, its board
    unplugged, the controller away."""

    door: str


class KeyTurned(NamedTuple):
    """A key switch of the cabinet."""

    key: str
    on: bool


# ---- the dice unit ----------------------------------------------------------------------------------------------


class UnitFound(NamedTuple):
    """The link to the dice unit is up: who it is and which roll id was its last."""

    serial: int
    last_roll: int
    lid_open: bool = False
    faults: tuple[FaultName, ...] = ()


class UnitLost(NamedTuple):
    """The link to the dice unit, or its driver, is gone."""


class Thrown(NamedTuple):
    """The unit's report of a throw, with what proves it. `authentic` says whether the controller found the MAC good."""

    roll_id: int
    outcome: str
    shown: Shown
    authentic: bool
    payload: str = ""
    mac: str = ""


class RollUnknown(NamedTuple):
    """Asked for a result, the unit does not know this roll."""

    roll_id: int


class RollUnderWay(NamedTuple):
    """Asked for a result, the unit says the dice are in motion."""

    roll_id: int


class OutcomeNears(NamedTuple):
    """The device says of the wanted throw that it is about to come out, as by a ball that has left the track."""

    roll_id: int


class ShakeRefused(NamedTuple):
    """The unit does not shake for this roll id; `last_roll` is the last it knows."""

    roll_id: int
    verdict: str
    last_roll: int


class LidMoved(NamedTuple):
    """The lid over the dice opened or closed."""

    open: bool


class FaultsChanged(NamedTuple):
    """The whole fault latch of the unit after a change."""

    faults: tuple[FaultName, ...]


# ---- chance, money, time ----------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """Chance, for the roll that comes next: the nonce of the throw and what the game had drawn, spot → level."""

    roll_id: int
    nonce: str
    levels: dict[str, str]


class MoveAsked(NamedTuple):
    """An instrument (a bill, a ticket) wants to bring money in, or take it out of a seat's credits."""

    move: str
    seat: int
    instrument: str
    amount: int
    into_seat: bool


class MoveEnded(NamedTuple):
    """The instrument has done what was asked, or could not."""

    move: str
    done: bool
    reference: str = ""


class BooksDisagree(NamedTuple):
    """Whoever keeps the ledger finds that money does not balance."""

    what: str


class SoftwareChecked(NamedTuple):
    """The installed files were compared with the release; `wrong` names those that differ, else it is empty."""

    release: str
    wrong: str
    at: int = 0
    """Of the wall clock; an older Boxcars did not say."""


class SecondPlaceChecked(NamedTuple):
    """Something is wrong with the second place of the journal's head; on the day of an upgrade it only warns."""

    code: str
    why: str
    holds: bool


class TimePassed(NamedTuple):
    """Nothing happened but time; the machine looks whether something is due."""


class Restarted(NamedTuple):
    """The controller starts again with the state that its journal gave it."""


Event: TypeAlias = (
    FromSeat[PlayerCommand]
    | SeriesWanted
    | OperatorAct
    | StationNews
    | SeatJoined
    | SeatLeft
    | ScreenSeen
    | ServiceCalled
    | ButtonPressed
    | DoorMoved
    | AlarmOver
    | DoorLatched
    | KeyTurned
    | UnitFound
    | UnitLost
    | Thrown
    | RollUnknown
    | RollUnderWay
    | ShakeRefused
    | OutcomeNears
    | LidMoved
    | FaultsChanged
    | Drawn
    | TrialEvent
    | MoveAsked
    | MoveEnded
    | CashEvent
    | HostEvent
    | JackpotEvent
    | BooksDisagree
    | SoftwareChecked
    | SecondPlaceChecked
    | TimePassed
    | Restarted
)
Command: TypeAlias = FromSeat[PlayerCommand] | OperatorAct
"""Events that carry a client and a number, and get an answer."""
COMMANDS = (FromSeat, OperatorAct)
