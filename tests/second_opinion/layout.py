"""What lies on, in front of and behind a craps table, and how stakes and vigorish move between them.

A bare number in a comment is a section of rules.md; E, S, M, A and C are the rule books.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any, Self

from tests.second_opinion import books
from tests.second_opinion.books import BOOKS
from tests.second_opinion.settlement import own_number

Json = dict[str, Any]

HOUSE_SETTINGS = ("denomination", "vigorish", "fire_table", "free_odds")
FIVE_PERCENT = Fraction(5, 100)


@dataclass
class Spot:
    """One player's wager on one spot."""

    stake: int = 0
    fresh: int = 0  # the part this betting window added (4)
    vigorish: int = 0  # held up front (6)
    rolled_vigorish: int = 0  # the part of it that a roll has been thrown with
    switched_off: bool = False  # E4
    call: str | None = None  # S3.17, M.03A: "on" or "off" until the puck turns

    @property
    def carried(self) -> int:
        return self.stake - self.fresh


@dataclass
class Layout:
    """Everything that lies on, in front of and behind one craps table."""

    book: books.Book
    settings: Json
    balances: dict[int, int]
    layout: dict[int, dict[str, Spot]]
    house: int = 0
    point: int | None = None
    roll_count: int = 0
    totals_seen: set[int] = field(default_factory=set)
    points_made: set[int] = field(default_factory=set)
    hand_totals: list[int] = field(default_factory=list)  # 7: of this hand
    hand_pairs: set[int] = field(default_factory=set)
    hand_made: list[int] = field(default_factory=list)
    shooter: int | None = None
    last_shooter: int | None = None
    rotation_due: bool = False
    opening_money: int = 0

    @classmethod
    def open(cls, script: Json) -> Self:
        balances = {int(seat): amount for seat, amount in script["seats"].items()}
        return cls(
            book=BOOKS[script["rulebook"]],
            settings=merged(books.DEFAULT_SETTINGS, script.get("settings", {})),
            balances=balances,
            layout={seat: {} for seat in sorted(balances)},
            opening_money=sum(balances.values()),
        )

    def picture(self) -> Json:
        """Balances and felt at the end of a step."""
        return {
            "balances": {str(seat): amount for seat, amount in self.balances.items()},
            "layout": {
                str(seat): {bet: {"stake": spot.stake, "working": self.works(bet, spot)} for bet, spot in spots.items()}
                for seat, spots in self.layout.items()
            },
            "held_vigorish": {
                str(seat): {bet: spot.vigorish for bet, spot in spots.items() if spot.vigorish}
                for seat, spots in self.layout.items()
            },
        }

    def check_money(self) -> None:
        """Balances, stakes, held vigorish and the house's takings are constant (scenario.md)."""
        felt = sum(spot.stake + spot.vigorish for spots in self.layout.values() for spot in spots.values())
        assert sum(self.balances.values()) + felt + self.house == self.opening_money, "money was not conserved"
        assert min(self.balances.values()) >= 0, "a balance fell below nothing"

    # --- locked stake, giving back -----------------------------------------------------------------

    def locked(self, bet: str, spot: Spot) -> int:
        """4: the stake that cannot come down; this window's part always can."""
        kind, _ = books.split(bet)
        if kind in books.HAND_LONG:
            return spot.carried
        own_point_stands = own_number(bet, self.point) is not None
        return spot.carried if kind in self.book.contract and own_point_stands else 0

    def lift(self, seat: int, bet: str, amount: int) -> None:
        """Moves stake back to the player, this window's part first, and the vigorish that comes with it."""
        spots = self.layout[seat]
        spot = spots[bet]
        spot.stake -= amount
        spot.fresh -= min(amount, spot.fresh)
        self.balances[seat] += amount
        self.lower_vigorish(seat, bet, spot)
        if spot.stake == 0:
            self.house += spot.vigorish  # 6: an emptied spot forfeits what has rolled
            del spots[bet]

    def lower_vigorish(self, seat: int, bet: str, spot: Spot) -> None:
        """6: an S buy comes down with its stake; S lay and M keep what a roll has been thrown with."""
        due = self.vigorish_due(bet, spot.stake)
        follows_stake = self.book is books.SINGAPORE and bet.startswith("buy:")
        kept = due if follows_stake else max(due, spot.rolled_vigorish)
        self.balances[seat] += spot.vigorish - kept
        spot.vigorish = kept

    def lift_odds_of(self, seat: int, bet: str) -> None:
        """4: a base reduced to nothing brings its odds down."""
        for odds in self.layout[seat].keys() & books.ODDS_BETS:
            if base_of(*books.split(odds)) == bet:
                self.lift(seat, odds, self.layout[seat][odds].stake)

    def give_back(self, seat: int, bet: str, amount: int) -> Json:
        """A return that the rules order, with its row."""
        self.lift(seat, bet, amount)
        return {"seat": seat, "bet": bet, "amount": amount}

    def give_back_whole(self, seat: int, bet: str) -> Json:
        """6, E32: changed settings give back all vigorish held, rolled or not."""
        self.layout[seat][bet].rolled_vigorish = 0
        return self.give_back(seat, bet, self.layout[seat][bet].stake)

    def wagers(self) -> list[tuple[int, str, Spot]]:
        """Every wager on the felt; a list, because what walks over it takes wagers away."""
        return [(seat, bet, spot) for seat, spots in self.layout.items() for bet, spot in spots.items()]

    # --- vigorish ----------------------------------------------------------------------------------

    def vigorish_due(self, bet: str, stake: int) -> int:
        """6: what must be held up front for this stake."""
        kind, number = books.split(bet)
        if kind not in ("buy", "lay"):
            return 0
        assert number is not None
        share = Fraction(0)
        if self.book is books.SINGAPORE:
            share = FIVE_PERCENT * (books.LAY_ODDS[number] if kind == "lay" else 1)
        elif self.book is books.CRAPLESS:
            share = FIVE_PERCENT
        elif self.book is books.MARYLAND and self.settings["vigorish"] == "at_placement":
            share = self.settings["vigorish_rate"]
        return floor(share * stake)

    def win_commission(self, kind: str, odds: Fraction) -> Fraction:
        """6: what a win loses per unit staked (E18d, E20d, M.05G(3)(b))."""
        if kind not in ("buy", "lay"):
            return Fraction(0)
        if self.book.commission_on_win:
            return FIVE_PERCENT * (odds if kind == "lay" else 1)
        if self.book is books.MARYLAND and self.settings["vigorish"] == "on_win":
            return Fraction(self.settings["vigorish_rate"])
        return Fraction(0)

    # --- working and off ---------------------------------------------------------------------------

    def works(self, bet: str, spot: Spot) -> bool:
        """5: would this wager count on a roll thrown now?"""
        kind, _ = books.split(bet)
        if spot.call is not None:
            return spot.call == "on"
        if kind in self.book.off_on_come_out:
            return self.point is not None
        return not spot.switched_off


def base_of(kind: str, number: int | None) -> str:
    """The wager that odds belong to."""
    base = books.BASE_OF_ODDS[kind]
    return base if number is None else f"{base}:{number}"


def merged(settings: Json, change: Json) -> Json:
    """Settings with a change laid over them; limits that it does not name stay as they are."""
    result = dict(settings)
    for name, value in change.items():
        if name == "limits":
            result["limits"] = settings["limits"] | value
        elif name == "vigorish_rate":
            result["vigorish_rate"] = Fraction(value)
        elif name in HOUSE_SETTINGS:
            result[name] = value
        else:
            raise ValueError(f"settings.{name}: the second opinion does not know this setting")
    return result
