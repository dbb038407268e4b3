"""What the house asks of a game. Table, server, vault, records and screens know a game by this alone.

A game keeps seats, wagers and its own rules. It is forked before it is changed, so that a state once reached never
changes. It knows nothing of time, dice units, operators or commands.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

from config.jackpots import Jackpot


class Money(NamedTuple):
    """A seat's money inside the game."""

    credits: int
    layout: int
    vigorish: int


class Acted(NamedTuple):
    """What came of a player's act: refused with code and reason, or taken."""

    refused: tuple[str, str] | None = None
    to_house: tuple[tuple[str, int], ...] = ()
    """Kind of bet and what the house took of it, such as forfeited vigorish."""


WorkedOut: TypeAlias = Mapping[str, str]
"""What was worked out of rules that may come, outside the game because it takes long: `rules`, their digest, and
`over`, why they may not be played by, or nothing; `least`, the bet that returns least and what it returns."""

FIGURE_PARTS = 10**12
"""Figures of a bet are whole numbers of such parts."""
Figures: TypeAlias = Mapping[str, tuple[int, int]]
"""Bet → the house's edge on one unit that it costs, and the variance of what the house keeps of it, in parts."""

Shown: TypeAlias = dict[str, Any]
"""What a device showed, or the outcome that a game makes of it: plain data under the name by which journals, wire and
people know it, `{"faces": [3, 4]}` or `{"number": 17}`. Once made it is never changed."""


def figures_in(shown: Shown) -> str:
    """`3 4`: for a sentence."""
    return " ".join(str(value) for of in shown.values() for value in (of if isinstance(of, list) else [of]))


NO_MONEY = Money(0, 0, 0)
TAKEN = Acted()


class Settled(NamedTuple):
    """One wager that an outcome decided: as the game says it, and on record."""

    seat: int
    bet: str
    stake: int
    result: str
    paid: int
    """Winnings without the stake."""
    stays: bool = False
    vigorish: int = 0
    """Up-front vigorish that went to the house with it."""

    @property
    def taken(self) -> int:
        """What the house takes by it, less what it pays."""
        return (self.stake if self.result == "lose" else 0) + self.vigorish - self.paid

    def in_script(self) -> dict[str, Any]:
        """As a scripted table tells it."""
        return {name: value for name, value in self._asdict().items() if name != "vigorish"}


class Returned(NamedTuple):
    """Stake that the rules gave back, its vigorish not counted; why, the table says."""

    seat: int
    bet: str
    amount: int
    why: str = ""

    def in_script(self) -> dict[str, Any]:
        """As a scripted table tells it."""
        return {name: value for name, value in self._asdict().items() if name != "why"}


class Changed(NamedTuple):
    """What came of a change of settings: refused with code and reason, or made, and what went back before."""

    refused: tuple[str, str] | None = None
    returned: Sequence[Returned] = ()


NOTHING_HIT: Mapping[str, Mapping[int, int]] = {}


class Outcome(NamedTuple):
    """What an outcome did: the decided wagers, and what recall and screens want to know of the round."""

    settled: Sequence[Settled]
    details: dict[str, Any]
    hits: Mapping[str, Mapping[int, int]] = NOTHING_HIT
    """Jackpot → the seats that win it together, with their stakes."""


class Course(NamedTuple):
    """How a round of this game goes, as data. Phases are named as `controller/table/phases.py` has them."""

    window: tuple[str, ...]
    """The phases in which wagers are taken, in their order; in `drawing` the device works already."""
    timers: Mapping[str, tuple[str, ...]]
    """Phase → the settings, of the table or of the game, that say how many seconds it lasts: the first less the others.
    A phase of the window without time is passed over. `rolling` lasts from the result on: so long it is shown, and can
    be voided, before it is settled."""
    asks_after_power_failure: bool = False
    """Whether players may withdraw when power was lost between close and outcome; else the outcome is waited for."""
    holds_close_bets: bool = False
    """Whether any hold closes the bets once the device works, for what comes out may fall unseen."""
    most_voids: str = ""
    """The setting that says how many rounds in a row an outcome may void before a person looks; empty: any number."""
    voids_result: str = ""
    """The act of the staff that voids a round whose device works or has its result; then `void` is for before alone,
    and a device that says what cannot be is not asked for another outcome: this act alone ends such a round."""
    waits_for_device: bool = False
    """Whether no bet timer starts while the device may still be at work for a round that was broken off."""
    not_of_table: tuple[str, ...] = ()
    """Settings of the table that this game has as its own, or has no use for: there they are none of the table."""


class Allowed(NamedTuple):
    """What a seat may do now, as its screen shows it. A screen works nothing of it out."""

    closed: Mapping[str, tuple[str, ...]] = {}
    """Code with which a wager would be refused → the spots, for what this seat has or lacks. What is closed to
    everybody at this stage is told to everybody."""
    takes: Sequence[str] = ()
    """The spots that take a wager of this seat though they are closed to everybody."""
    most: Mapping[str, int] = {}
    """The most that may lie on a spot, where that is less than the offer says."""
    locked: Sequence[str] = ()
    """The wagers of which only what this window added can come down."""
    working: Mapping[str, bool] = {}
    """Of the wagers that may be off: whether they count on a result that comes now."""
    stays: Sequence[str] = ()
    """The wagers that stay where they are when they win."""


NOTHING_SPECIAL = Allowed()


class SeatView(NamedTuple):
    """What lies at a seat, bet by bet, as its own screen is told."""

    stakes: Mapping[str, int]
    added: Mapping[str, int]
    """What this window put there and can still take back."""
    held: Mapping[str, int]
    """Vigorish held."""
    calls: Mapping[str, bool]
    allowed: Allowed = NOTHING_SPECIAL


class TableGame(Protocol):
    """What the house asks of a game."""

    @property
    def name(self) -> str:
        """Of its row in the registry."""

    @property
    def course(self) -> Course:
        """How a round goes by the rules in force."""

    def fork(self) -> Self:
        """A game that can be changed while the old one stays as it is."""

    def touched(self) -> Iterable[int]:
        """The seats that may have been changed since the fork, ascending; never one too few."""

    def seat_numbers(self) -> Sequence[int]:
        """Every seat, ascending."""

    def money(self, seat: int) -> Money:
        """What this seat has."""

    def pay(self, seat: int, amount: int) -> None:
        """Add to a seat's credits, or take from them when negative."""

    def act(self, seat: int, do: str, bet: str, amount: int | None, on: bool | None) -> Acted:
        """A player's act on the layout; refused, it has changed nothing."""

    def has_wagers(self, seat: int) -> bool:
        """Whether this seat has anything on the layout."""

    def any_wagers(self) -> bool:
        """Whether anybody has."""

    def most_win(self) -> int:
        """What all wagers together could win at the most."""

    def close(self) -> Sequence[Returned]:
        """Bets close: what may not stay goes back, and the shooter, if there is one, is chosen."""

    @property
    def shooter(self) -> int | None:
        """The seat whose button starts the draw; None: the house starts it."""

    def pass_dice(self, declined: frozenset[int]) -> None:
        """The shooter does not want it: the next seat that has not declined takes over, or the house."""

    def wanted_draw(self) -> tuple[str, ...]:
        """The spots for which chance is wanted before the outcome."""

    def outcome_means(self, outcome: str) -> str:
        """`result`, `again` (it does not count), `hold` (the same, but a person must look), `void`,
        `void and hold`, `power` (power was lost while it was drawn) or `nonsense` (that cannot be)."""

    def result(self, shown: Shown) -> Shown | None:
        """The result of this game that its device shows; None where it shows what cannot be."""

    def settle(self, result: Shown, levels: Mapping[str, str]) -> Outcome:
        """Settle a result; it stands in the details of the outcome too."""

    def void(self) -> Sequence[Returned]:
        """The round does not count: what went up in it goes back."""

    def withdraw(self, seats: Sequence[int]) -> Sequence[Returned]:
        """All wagers of these seats go back, held vigorish with them."""

    def returns_wanted(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """The rules that this change would make, where their returns have to be worked out before it can be made;
        None where no return depends on it, or the change is no change of settings at all."""

    def change_settings(self, change: Mapping[str, Any], returns: WorkedOut | None) -> "Changed":
        """Play by other settings; refused with code and reason where that must wait or may not be. Every wager that
        its player could take down goes back before they are in force: they may not know its spot any more."""

    def return_free(self, seats: Sequence[int] | None = None) -> Sequence[Returned]:
        """Every wager that its player could take down goes back: of these seats, else of all."""

    def settings(self) -> dict[str, Any]:
        """The settings in force, as plain data; `rulebook` is the name of the rules, a space, and their digest."""

    def returns_key(self) -> str:
        """Names all of the rules in force that a return can depend on."""

    def rules(self) -> dict[str, Any]:
        """The whole rules in force, settings and all, as plain JSON data: enough to play by them again."""

    def offer(self) -> dict[str, Any]:
        """What the layout offers under these rules, as plain JSON data a screen can draw it from."""

    def kind(self, bet: str) -> str:
        """The kind under which the house's takings of a bet are kept."""

    def seat_view(self, seat: int) -> SeatView:
        """What lies at a seat."""

    def digest(self) -> str:
        """Names the rules in force, every word of them: 64 hexadecimal digits."""

    def seat_data(self, seat: int) -> dict[str, Any]:
        """A seat as plain JSON data, enough to make it again. What depends on an order is a list."""

    def common_data(self) -> dict[str, Any]:
        """All but the seats as plain JSON data."""

    # ---- progressive jackpots (`jackpots.py`); a game without them is a `WithoutJackpots`

    def jackpots(self) -> Mapping[str, Jackpot]:
        """Those of the rules in force."""

    def jackpot_stakes(self, jackpot: str) -> Mapping[int, int]:
        """Seat → what it puts up for this pot in this round: what feeds it, and waits for the floor's lease."""

    def return_unleased(self, jackpots: Iterable[str]) -> Sequence[Returned]:
        """What was put up in this round for any of these pots goes back."""


class WithoutJackpots:
    """The part of a game that has none."""

    __slots__ = ()

    def jackpots(self) -> Mapping[str, Jackpot]:
        """None."""
        return {}

    def jackpot_stakes(self, _jackpot: str) -> Mapping[int, int]:
        """Nothing."""
        return {}

    def return_unleased(self, _jackpots: Iterable[str]) -> Sequence[Returned]:
        """Nothing."""
        return ()


class History(Protocol):
    """What people like to know of the rounds that are over. It is for show: nothing is decided or proved by it."""

    def take(self, details: Mapping[str, Any]) -> None:
        """A round has ended, with these details: those of its outcome, or none."""

    def new_day(self) -> None:
        """A gaming day has begun."""

    def plain(self) -> dict[str, Any]:
        """As plain JSON data, for a snapshot."""
