"""A second opinion on the rules: plays a scenario script with the simplest code that can be checked by eye.

It shares nothing with the machine's own engine, so where both agree the rules were probably read right.
A bare number in a comment is a section of rules.md; E, S, M, A and C are the rule books.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import floor

from tests.second_opinion import books
from tests.second_opinion.books import LINE_BETS, Dice
from tests.second_opinion.layout import Json, Spot, base_of, merged
from tests.second_opinion.settlement import LOSE, OFF, PUSH, WIN, Throw, Verdict, verdict
from tests.second_opinion.wagers import Wagers


class Table(Wagers):
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
        self.hand_totals.append(sum(dice))
        if dice[0] == dice[1]:
            self.hand_pairs.add(dice[0])
        return Throw(
            dice,
            self.point,
            self.roll_count,
            frozenset(self.totals_seen),
            frozenset(self.points_made),
            tuple(self.hand_totals),
            len(self.hand_pairs),
            tuple(self.hand_made),
        )

    def settle_all(self, throw: Throw, draws: Mapping[str, str]) -> list[Json]:
        """6: every wager against the state before the roll."""
        rows = []
        for seat, bet, spot in self.wagers():
            decision = self.decide(bet, spot, throw, draws.get(bet))
            if decision is not None:
                rows.append(self.settle(seat, bet, spot, decision, throw))
        return rows

    def decide(self, bet: str, spot: Spot, throw: Throw, level: str | None) -> Verdict | None:
        decision = verdict(bet, throw, level, self.settings["fire_table"], self.book)
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
        if total not in self.book.points:
            return
        for spots in self.layout.values():
            for box in ("come", "dont_come"):
                if box in spots:
                    spots[f"{box}:{total}"] = spots.pop(box)

    def move_puck(self, throw: Throw) -> None:
        """E2, E3, S3.9: the point moves, then chips and calls follow the puck (5)."""
        if throw.come_out and throw.total in self.book.points:
            self.point = throw.total
            self.rotation_due = self.book.electronic_shooter  # 8, E35g
            self.puck_turned(chips_off=False)
        elif throw.point == throw.total:
            self.point = None
            self.points_made.add(throw.total)
            self.hand_made.append(throw.total)
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
        self.hand_totals.clear()
        self.hand_pairs.clear()
        self.hand_made.clear()

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
