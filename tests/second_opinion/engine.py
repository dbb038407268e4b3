"""A second opinion on the rules: plays a scenario script with the simplest code that can be checked by eye.

It shares nothing with the machine's own engine, so where both agree the rules were probably read right.
A bare number in a comment is a section of rules.md; E, S and M are the three rule books.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from tests.second_opinion import books
from tests.second_opinion.books import LINE_BETS, POINTS, Dice
from tests.second_opinion.layout import Json, Layout, Spot, base_of, merged
from tests.second_opinion.settlement import LOSE, OFF, PUSH, WIN, Throw, Verdict, verdict


class RefusedError(Exception):
    """A wager, take-down or call that the rules do not take; nothing has changed."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Table(Layout):
    """A craps table in play."""

    # --- steps -------------------------------------------------------------------------------------

    def step(self, number: int, script_step: Json) -> Json:
        """One betting window and what ended it, as the scenario document shows it."""
        refused = [
            {"action": index, "code": refusal.code, "reason": refusal.reason}
            for index, action in enumerate(script_step.get("actions", []))
            if (refusal := self.act(action)) is not None
        ]
        row = {"step": number, **self.end_window(script_step), "refused": refused}
        self.check_money()
        return row | self.picture()

    def end_window(self, script_step: Json) -> Json:
        if "settings" in script_step:
            return self.change_settings(script_step["settings"])
        if script_step.get("void"):
            return self.void()
        first, second = script_step["dice"]
        return self.roll((first, second), script_step.get("power_odds", {}))

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
        """4, E6 E10 E12 E15: twice the base; don't come odds twice the base divided by their odds."""
        if bet not in books.ODDS_BETS or not self.book.odds_tied_to_base:
            return
        kind, number = books.split(bet)
        most = Fraction(2 * self.layout[seat][base_of(kind, number)].stake)
        if kind == "dont_come_odds":
            assert number is not None
            most /= books.LAY_ODDS[number]
        if total > floor(most):
            raise RefusedError("odds_limit", f"these odds take {floor(most)} at most")

    # --- the roll ----------------------------------------------------------------------------------

    def roll(self, dice: Dice, draws: Mapping[str, str]) -> Json:
        returned = self.close_bets()
        self.carry_stakes()
        throw = self.throw(dice)
        settled = self.settle_all(throw, draws)
        self.travel(throw.total)
        self.move_puck(throw)
        row = {
            "dice": list(dice),
            "come_out": throw.come_out,
            "point": self.point,
            "roll_count": throw.roll_count,
            "shooter": self.shooter,
            "seven_out": throw.seven_out,
            "returned": returned,
            "settled": settled,
        }
        if throw.seven_out:
            self.begin_hand()
        return row

    def close_bets(self) -> list[Json]:
        """4: a hot shooter that lost its three credits goes back; 8: the shooter is chosen."""
        returned = []
        if self.roll_count == 0:
            for seat, bet, spot in self.wagers():
                if bet == "hot_shooter" and not self.enough_for_hot_shooter(seat):
                    returned.append(self.give_back(seat, bet, spot.stake))
        self.choose_shooter()
        return returned

    def carry_stakes(self) -> None:
        """4, 6: from here on nothing on the felt is this window's."""
        for _, _, spot in self.wagers():
            spot.fresh = 0
            spot.rolled_vigorish = spot.vigorish

    def throw(self, dice: Dice) -> Throw:
        self.roll_count += 1
        self.totals_seen.add(sum(dice))
        return Throw(dice, self.point, self.roll_count, frozenset(self.totals_seen), frozenset(self.points_made))

    def settle_all(self, throw: Throw, draws: Mapping[str, str]) -> list[Json]:
        """6: every wager against the state before the roll."""
        rows = []
        for seat, bet, spot in self.wagers():
            decision = self.decide(bet, spot, throw, draws.get(bet))
            if decision is not None:
                rows.append(self.settle(seat, bet, spot, decision, throw))
        return rows

    def decide(self, bet: str, spot: Spot, throw: Throw, level: str | None) -> Verdict | None:
        decision = verdict(bet, throw, level, self.settings["fire_table"])
        if self.works(bet, spot):
            return decision
        # 5: an off spot neither wins nor loses, but come odds go back when their base is decided.
        if bet.startswith("come_odds:") and decision is not None:
            return OFF, Fraction(0)
        return None

    def settle(self, seat: int, bet: str, spot: Spot, decision: Verdict, throw: Throw) -> Json:
        result, odds = decision
        kind, _ = books.split(bet)
        # 1: one exact rational, floored once.
        paid = floor(spot.stake * (odds - self.win_commission(kind, odds))) if result == WIN else 0
        row = {
            "seat": seat,
            "bet": bet,
            "stake": spot.stake,
            "result": result,
            "paid": paid,
            "stays": self.stays(bet, result, throw),
        }
        self.pay(spot, row)
        return row

    def pay(self, spot: Spot, row: Json) -> None:
        """Moves the money of one settled row; a decided wager takes its vigorish with it (6)."""
        seat = row["seat"]
        self.house += spot.vigorish - row["paid"]
        self.balances[seat] += row["paid"]
        spot.vigorish = spot.rolled_vigorish = 0
        if row["stays"]:
            return
        if row["result"] == LOSE:
            self.house += spot.stake
        else:
            self.balances[seat] += spot.stake
        del self.layout[seat][row["bet"]]

    def stays(self, bet: str, result: str, throw: Throw) -> bool:
        """6, E29-32: is the stake left on the spot?"""
        kind, _ = books.split(bet)
        if result == PUSH:
            return self.book.twelve_stays and kind in ("dont_pass", "dont_come")
        if result != WIN or self.book is not books.ELECTRONIC:
            return False
        if bet == "dont_pass":
            return throw.come_out  # E30b
        if bet == "dont_come":
            return True  # E30b: the box knows first rolls only
        if bet == "come":
            return throw.total == 11  # E31
        return kind in self.book.continuing

    def travel(self, total: int) -> None:
        """6: boxes that the roll did not decide move to their number."""
        if total not in POINTS:
            return
        for spots in self.layout.values():
            for box in ("come", "dont_come"):
                if box in spots:
                    spots[f"{box}:{total}"] = spots.pop(box)

    def move_puck(self, throw: Throw) -> None:
        """E2, E3, S3.9: the point moves, then chips and calls follow the puck (5)."""
        if throw.come_out and throw.total in POINTS:
            self.point = throw.total
            self.rotation_due = self.book.electronic_shooter  # 8, E35g
            self.puck_turned(chips_off=False)
        elif throw.point == throw.total:
            self.point = None
            self.points_made.add(throw.total)
            self.puck_turned(chips_off=True)
        elif throw.seven_out:
            self.point = None
            self.rotation_due = True
            self.puck_turned(chips_off=False)

    def puck_turned(self, chips_off: bool) -> None:
        """5, E4: chips left when a point is made go OFF, the next point turns them ON; calls end (S, M)."""
        for _, bet, spot in self.wagers():
            kind, _ = books.split(bet)
            spot.switched_off = chips_off and kind in self.book.auto_off
            spot.call = None

    def begin_hand(self) -> None:
        """7: a hand runs from one seven-out to the next."""
        self.roll_count = 0
        self.totals_seen.clear()
        self.points_made.clear()

    # --- the shooter (8) ---------------------------------------------------------------------------

    def choose_shooter(self) -> None:
        candidates = self.candidates()
        if self.rotation_due or self.shooter not in candidates:
            self.shooter = next_after(self.last_shooter, candidates)
        self.rotation_due = False
        if self.shooter is not None:
            self.last_shooter = self.shooter

    def candidates(self) -> list[int]:
        """Seats with a line bet; failing that, in E, seats with a come bet that has travelled (E35e-f)."""
        with_line = [seat for seat, spots in self.layout.items() if any(bet in spots for bet in LINE_BETS)]
        if with_line or not self.book.electronic_shooter:
            return with_line
        return [seat for seat, spots in self.layout.items() if any(bet.startswith("come:") for bet in spots)]

    # --- void and settings -------------------------------------------------------------------------

    def void(self) -> Json:
        """8: this window's stakes go back, carried wagers and the window's take-downs and calls stand."""
        returned = self.close_bets()
        returned += [self.give_back(seat, bet, spot.fresh) for seat, bet, spot in self.wagers() if spot.fresh]
        return {"void": True, "shooter": self.shooter, "returned": returned}

    def change_settings(self, change: Json) -> Json:
        """6, E32: an operator's change between rolls."""
        row: Json = {"settings": True, "shooter": self.shooter, "returned": []}
        wanted = merged(self.settings, change)
        if wanted == self.settings:
            return row
        if wanted != self.settings | {"limits": wanted["limits"]} and self.contract_stands():
            row["refused_settings"] = "waits until no contract wager and no hand-long bet stands"
            return row
        self.settings = wanted
        for seat, bet, spot in self.wagers():
            if self.belongs_to_locked(seat, bet):
                continue
            locked = self.locked(bet, spot)
            if locked == 0:
                row["returned"].append(self.give_back_whole(seat, bet))
            elif spot.fresh:
                row["returned"].append(self.give_back(seat, bet, spot.fresh))
        return row

    def contract_stands(self) -> bool:
        return any(self.locked(bet, spot) for _, bet, spot in self.wagers())

    def belongs_to_locked(self, seat: int, bet: str) -> bool:
        """6: contract wagers stand with their odds."""
        if bet not in books.ODDS_BETS:
            return False
        base = base_of(*books.split(bet))
        return base in self.layout[seat] and self.locked(base, self.layout[seat][base]) > 0


def next_after(last: int | None, seats: list[int]) -> int | None:
    """8: ascending, wrapping, the last holder himself at the end; the first search starts at the lowest."""
    later = [seat for seat in seats if last is None or seat > last]
    return next(iter(later or seats), None)


def play(script: Json) -> Json:
    """The scenario document for a valid script."""
    table = Table.open(script)
    return {
        "rulebook": script["rulebook"],
        "steps": [table.step(number, step) for number, step in enumerate(script["steps"], 1)],
    }
