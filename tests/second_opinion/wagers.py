"""What players do between rolls: wagers, take-downs and calls, and what the rules refuse of them.

A bare number in a comment is a section of rules.md; E, S, M, A and C are the rule books.
"""

from fractions import Fraction
from math import floor

from tests.second_opinion import books
from tests.second_opinion.books import LINE_BETS
from tests.second_opinion.layout import Json, Layout, Spot, base_of


class RefusedError(Exception):
    """A wager, take-down or call that the rules do not take; nothing has changed."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Wagers(Layout):
    """A layout that takes or refuses what a player wants."""

    # --- a player's actions ------------------------------------------------------------------------

    def act(self, action: Json) -> RefusedError | None:
        seat, bet = action["seat"], action["bet"]
        try:
            match action["do"]:
                case "place":
                    self.place(seat, bet, action["amount"])
                case "take_down":
                    self.take_down(seat, bet, action.get("amount"))
                case "turn":
                    self.turn(seat, bet, action["to"])
        except RefusedError as refusal:
            return refusal
        return None

    def place(self, seat: int, bet: str, amount: int) -> None:
        spots = self.layout[seat]
        self.refuse_not_offered(bet)
        if amount <= 0:
            raise RefusedError("bad_amount", "a wager is a whole amount above nothing")
        self.refuse_wrong_moment(seat, bet)
        self.refuse_enemy(seat, bet)
        spot = spots.get(bet, Spot())
        stake = spot.stake + amount
        self.refuse_bad_total(bet, stake)
        self.refuse_too_much_odds(seat, bet, stake)
        # 6: adding raises the vigorish held to what the new stake owes, where it is less.
        extra_vigorish = max(0, self.vigorish_due(bet, stake) - spot.vigorish)
        if amount + extra_vigorish > self.balances[seat]:
            raise RefusedError("balance", "the balance does not cover stake and vigorish")
        self.balances[seat] -= amount + extra_vigorish
        spot.stake = stake
        spot.fresh += amount
        spot.vigorish += extra_vigorish
        spots[bet] = spot

    def take_down(self, seat: int, bet: str, amount: int | None) -> None:
        spot = self.layout[seat].get(bet)
        if spot is None:
            raise RefusedError("nothing_there", "nothing lies on that spot")
        amount = spot.stake if amount is None else amount
        if not 0 < amount <= spot.stake:
            raise RefusedError("bad_amount", "a take-down is between nothing and the stake")
        # 4: this window's part comes down first; what reaches into locked stake is refused whole.
        if amount > spot.stake - self.locked(bet, spot):
            raise RefusedError("locked", "that stake is bound until it is decided")
        if amount < spot.stake:
            self.refuse_bad_total(bet, spot.stake - amount)
            self.refuse_too_little_base(seat, bet, spot.stake - amount)
        self.lift(seat, bet, amount)
        if bet not in self.layout[seat]:
            self.lift_odds_of(seat, bet)

    def turn(self, seat: int, bet: str, to: str) -> None:
        """5: only some spots take a call, and only where a wager lies."""
        kind, _ = books.split(bet)
        if bet not in self.book.bets or kind not in self.book.callable:
            raise RefusedError("no_call", "that spot takes no ON or OFF")
        if bet not in self.layout[seat]:
            raise RefusedError("nothing_to_call", "nothing lies on that spot")
        self.layout[seat][bet].call = to

    # --- what a new wager must meet ----------------------------------------------------------------

    def refuse_not_offered(self, bet: str) -> None:
        if bet not in books.VOCABULARY:
            raise RefusedError("unknown_bet", "no such bet")
        if bet not in self.book.bets:
            raise RefusedError("not_offered", "the rule book does not offer this bet")
        # 3: Maryland's free odds are off unless the operator turns them on.
        if self.book is books.MARYLAND and bet in books.ODDS_BETS and not self.settings["free_odds"]:
            raise RefusedError("free_odds_off", "free odds are not offered at this table")

    def refuse_wrong_moment(self, seat: int, bet: str) -> None:
        kind, number = books.split(bet)
        if kind in LINE_BETS:
            self.refuse_late_line_bet(seat, bet)
        elif kind in ("come", "dont_come"):
            self.refuse_untimely_come(seat, bet, number)
        elif bet in books.ODDS_BETS:
            self.refuse_odds_without_base(seat, kind, number)
        elif kind in books.HAND_LONG:
            self.refuse_hand_long(seat, kind)

    def refuse_late_line_bet(self, seat: int, bet: str) -> None:
        """4: on the come-out only, but S raises a pass line that stands (S1.1.4)."""
        raises = bet == "pass_line" and self.book.raises_contract and bet in self.layout[seat]
        if self.point is not None and not raises:
            raise RefusedError("come_out_only", "line bets are placed on the come-out")

    def refuse_untimely_come(self, seat: int, bet: str, number: int | None) -> None:
        """4: the boxes only while a point stands; a travelled wager only S raises, and on a come-out too."""
        if number is None:
            if self.point is None:
                raise RefusedError("needs_point", "come bets are placed while a point stands")
        elif not (bet.startswith("come:") and self.book.raises_contract and bet in self.layout[seat]):
            raise RefusedError("not_placed_directly", "a come bet travels to its number by itself")

    def refuse_odds_without_base(self, seat: int, kind: str, number: int | None) -> None:
        """4: only on a base whose own point stands, which for come odds may be on a come-out."""
        if base_of(kind, number) not in self.layout[seat]:
            raise RefusedError("no_base", "odds need the wager they belong to")
        if number is None and self.point is None:
            raise RefusedError("odds_need_point", "odds on a line bet need the point")

    def refuse_hand_long(self, seat: int, kind: str) -> None:
        """4: only while no roll has been thrown since the last seven-out."""
        if self.roll_count > 0:
            raise RefusedError("hand_under_way", "this bet is placed before the first roll of a hand")
        if kind == "hot_shooter" and not self.enough_for_hot_shooter(seat):
            raise RefusedError("three_credits", "a hot shooter bet needs three credits of other bets")

    def enough_for_hot_shooter(self, seat: int) -> bool:
        """4, E33b."""
        others = sum(spot.stake for bet, spot in self.layout[seat].items() if bet != "hot_shooter")
        credits_needed: int = books.HOT_SHOOTER_CREDITS * self.settings["denomination"]
        return others >= credits_needed

    def refuse_enemy(self, seat: int, bet: str) -> None:
        """4, E5f E9f E21: the later of two opposed wagers is refused."""
        for one, other in self.book.enemies:
            opposed = other if bet in one else one if bet in other else frozenset()
            if opposed & self.layout[seat].keys():
                raise RefusedError("opposed_bet", "the opposite bet lies on the layout")

    def refuse_bad_total(self, bet: str, total: int) -> None:
        """1, 4: limits, step and units of what would lie on the spot."""
        kind, number = books.split(bet)
        limits = self.settings["limits"]
        least, most = limits["min"], limits["max"]
        if kind == "hot_shooter":
            least, most = books.HOT_SHOOTER_LIMITS
        if total < least:
            raise RefusedError("below_minimum", f"the spot takes {least} or more")
        if total > most:
            raise RefusedError("above_maximum", f"the spot takes {most} at most")
        if total % limits["step"]:
            raise RefusedError("off_step", f"the spot takes multiples of {limits['step']}")
        self.refuse_split_units(kind, number, total)

    def refuse_split_units(self, kind: str, number: int | None, total: int) -> None:
        """4: a composite wager must divide into its parts; `horn:N` is a single number and does not."""
        if kind not in self.book.units or (kind == "horn" and number is not None):
            return
        parts, in_steps = self.book.units[kind]
        unit = parts * self.settings["limits"]["step"] if in_steps else parts
        if total % unit:
            raise RefusedError("bad_unit", f"the spot takes multiples of {unit}")

    def refuse_too_much_odds(self, seat: int, bet: str, total: int) -> None:
        if bet not in books.ODDS_BETS or self.book.odds_times is None:
            return
        most = self.most_odds(bet, self.layout[seat][base_of(*books.split(bet))].stake)
        if total > most:
            raise RefusedError("odds_limit", f"these odds take {most} at most")

    def most_odds(self, bet: str, base: int) -> int:
        """4, E6 E10 E12 E15, A: so many times the base; for what lies against the number, that divided by its odds."""
        kind, number = books.split(bet)
        number = self.point if number is None else number
        assert self.book.odds_times is not None
        assert number is not None
        most = Fraction(self.book.odds_times[number] * base)
        if kind == "dont_come_odds" or (kind == "dont_odds" and self.book.dont_odds_divided):
            most /= books.LAY_ODDS[number]
        return floor(most)

    def refuse_too_little_base(self, seat: int, bet: str, rest: int) -> None:
        """4: what remains of a base has to carry the odds that lie on it."""
        spots = self.layout[seat]
        on_it = [odds for odds in spots.keys() & books.ODDS_BETS if base_of(*books.split(odds)) == bet]
        for odds in on_it if self.book.odds_times is not None else ():
            if spots[odds].stake > self.most_odds(odds, rest):
                raise RefusedError("odds_limit", "the rest does not carry the odds on it")
