"""Random tables that get somewhere: scripts for comparing two engines.

Wagers drawn blindly are refused nearly always and never reach the deep states (come odds on a come-out,
raised contract wagers, half-carried stakes). So the generator plays each script on the second opinion while
it writes it, proposes what a player could sensibly want now, and keeps only a share of what is refused.
Scripts are valid by scenario.md; equal seeds give equal scripts.
"""

from collections.abc import Callable
from math import lcm
from random import Random
from typing import Any

from tests.second_opinion import books
from tests.second_opinion.engine import Table
from tests.second_opinion.layout import Spot, base_of
from tests.second_opinion.moods import (
    DENOMINATIONS,
    LIMITS,
    VIGORISH_RATES,
    Mood,
    random_balance,
    random_mood,
    random_settings,
)

Json = dict[str, Any]

# The only throw that does not count whose name scenario.md gives.
NO_ROLL = "stacked"
MISSPELT_BETS = (
    "place:7",
    "hard:5",
    "hop:4-2",
    "hop:1-7",
    "horn:7",
    "big:4",
    "pass",
    "come:",
    "field:3",
    "yo",
)
# First and last roll counts of the hot shooter's rungs.
HAND_TARGETS = (7, 8, 15, 16, 23, 24, 31, 32, 39, 40, 44, 45, 50, 51, 55)
ALL_BETS = sorted(books.VOCABULARY)


def random_script(seed: int) -> Json:
    """A valid scenario script of 20 to 120 steps."""
    rng = Random(seed)
    rulebook = rng.choice(sorted(books.BOOKS))
    settings = random_settings(rng, rulebook)
    seats = sorted(rng.sample(range(1, 10), rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6))))
    script: Json = {"rulebook": rulebook, "seats": {str(seat): random_balance(rng) for seat in seats}}
    if settings:
        script["settings"] = settings
    script["steps"] = Writer(rng, random_mood(rng), Table.open(script)).steps(rng.randint(20, 120))
    return script


def sound(limits: Json) -> bool:
    """Limits that an operator could mean: ordered, and whole steps."""
    lowest, highest, step = limits["min"], limits["max"], limits["step"]
    return bool(lowest <= highest and lowest % step == 0 and highest % step == 0)


class Writer:
    """Writes the steps of one script while playing them."""

    def __init__(self, rng: Random, mood: Mood, table: Table) -> None:
        self.rng = rng
        self.mood = mood
        self.table = table
        self.hand_target = rng.choice(HAND_TARGETS)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def steps(self, count: int) -> list[Json]:
        return [self.step() for _ in range(count)]

    def step(self) -> Json:
        step: Json = {}
        actions = self.actions()
        if actions:
            step["actions"] = actions
        step |= self.ending()
        self.table.end_window(step)
        self.table.check_money()
        return step

    # --- actions ------------------------------------------------------------------------

    def actions(self) -> list[Json]:
        """Proposals, of which the table's answer decides whether they are worth keeping."""
        count = min(int(self.rng.expovariate(1 / self.mood.actions)), 25)
        proposals = self.openings() + [self.any_action for _ in range(count)]
        kept = []
        for propose in proposals:
            action = propose()
            if self.table.act(action) is None or self.chance(self.mood.keep_refused):
                kept.append(action)
        return kept

    def openings(self) -> list[Callable[[], Json]]:
        """Line bets on a come-out and side bets before a hand, without which nothing else gets going."""
        wanted: list[Callable[[], Json]] = []
        if self.table.point is None:
            wanted += [self.line_bet for _ in self.table.layout if self.chance(self.mood.lines)]
        if self.table.roll_count == 0 and self.chance(self.mood.sides):
            wanted += [self.sensible_bet, self.sensible_bet]  # of which a hot shooter needs some (E33b)
            wanted += [self.hand_long_bet for _ in range(self.rng.randint(2, 6))]
        return wanted

    def any_action(self) -> Json:
        propose = self.rng.choices(
            (self.sensible_bet, self.add_to_spot, self.blind_bet, self.take_down, self.call),
            weights=(60, 12, 4, 14, 10 if self.table.book.callable else 1),
        )[0]
        return propose()

    def seat(self) -> int:
        """Usually one that can still pay, or the broke would fill the script with refusals."""
        least = self.table.settings["limits"]["min"]
        solvent = [seat for seat, balance in self.table.balances.items() if balance >= least]
        return self.rng.choice(solvent if solvent and self.chance(0.95) else list(self.table.layout))

    def place(self, seat: int, bet: str) -> Json:
        return {"seat": seat, "do": "place", "bet": bet, "amount": self.amount(seat, bet)}

    def line_bet(self) -> Json:
        return self.place(self.seat(), self.rng.choice(("pass_line", "pass_line", "dont_pass")))

    def hand_long_bet(self) -> Json:
        offered = [bet for bet in ALL_BETS if bet in self.table.book.bets and books.split(bet)[0] in books.HAND_LONG]
        kinds = sorted({books.split(bet)[0] for bet in offered})
        chosen = self.rng.choice(kinds or ["pass_line"])
        return self.place(
            self.seat(), self.rng.choice([bet for bet in offered if books.split(bet)[0] == chosen] or [chosen])
        )

    def sensible_bet(self) -> Json:
        """Something that is probably allowed now: odds where there is a base, a box while a point stands."""
        seat = self.seat()
        pools = [self.number_bets(), self.one_roll_bets(), self.one_roll_bets()]
        if self.table.point is None:
            pools.append(["pass_line", "dont_pass"])
        else:
            pools += [["come", "dont_come"]] * 3
        for attached in (self.possible_odds(seat), self.raisable(seat)):
            if attached:
                pools += [attached] * 3
        return self.place(seat, self.rng.choice(self.rng.choice(pools)))

    def number_bets(self) -> list[str]:
        """Weighted by kind, so that six place numbers do not crowd out two bigs."""
        kind = self.rng.choice(("place", "buy", "buy", "lay", "lay", "place_to_lose", "hard", "big"))
        offered = [bet for bet in ALL_BETS if bet in self.table.book.bets and bet.startswith(f"{kind}:")]
        return offered or ["place:6"]

    def one_roll_bets(self) -> list[str]:
        kinds = ("field", "any_seven", "any_craps", "c", "e", "c_and_e", "horn", "horn_high", "whirl", "hop")
        kind = self.rng.choice((*kinds, "six_seven_eight"))
        offered = [bet for bet in ALL_BETS if bet in self.table.book.bets and books.split(bet)[0] == kind]
        return [bet for bet in offered if not bet.startswith("hop:")] or offered or ["field"]

    def possible_odds(self, seat: int) -> list[str]:
        spots = self.table.layout[seat]
        return [bet for bet in sorted(books.ODDS_BETS) if base_of(*books.split(bet)) in spots]

    def raisable(self, seat: int) -> list[str]:
        """4, S1.1.4: contract wagers that only Singapore lets grow."""
        contract = [bet for bet in self.table.layout[seat] if bet == "pass_line" or bet.startswith("come:")]
        return contract if self.table.book.raises_contract else []

    def add_to_spot(self) -> Json:
        """Raises vigorish, mixes this window's stake with carried stake, reaches maxima."""
        seat = self.seat()
        return self.place(seat, self.rng.choice(list(self.table.layout[seat]) or ["field"]))

    def blind_bet(self) -> Json:
        bet = self.rng.choice(MISSPELT_BETS) if self.chance(0.2) else self.rng.choice(ALL_BETS)
        if bet in MISSPELT_BETS:
            return {"seat": self.seat(), "do": "place", "bet": bet, "amount": 500}
        return self.place(self.seat(), bet)

    # --- amounts ------------------------------------------------------------------------

    def amount(self, seat: int, bet: str) -> int:
        """Mostly good; else up to or past the maximum, too little, off the unit, or no amount at all."""
        lowest, highest, unit = self.range_of(bet)
        lying = self.table.layout[seat].get(bet, Spot()).stake
        if bet in books.ODDS_BETS and self.chance(0.3):
            return self.odds_amount(seat, bet, unit, lying)
        return self.rng.choices(
            (
                self.round_amount(lowest, unit, lying),
                highest - lying or unit,
                highest - lying + unit,
                max(1, lowest - unit),
                lowest + self.rng.randint(1, unit),
                lowest + self.table.settings["limits"]["step"] * self.rng.randint(1, 5),
                self.rng.choice((0, -unit, -1)),
            ),
            weights=(80, 2, 3, 5, 4, 4, 2),
        )[0]

    def round_amount(self, lowest: int, unit: int, lying: int) -> int:
        units = self.rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 7, 10, 13, 20, 40))
        least = 0 if lying else -(-lowest // unit) - 1
        return (least + units) * unit

    def odds_amount(self, seat: int, bet: str, unit: int, lying: int) -> int:
        """Up to E's odds limit, or one unit past it."""
        kind, number = books.split(bet)
        base = base_of(kind, number)
        on_base = self.table.layout[seat].get(base, Spot()).stake
        tied = (number or self.table.point) in (self.table.book.odds_times or {})
        most = self.table.most_odds(bet, on_base) if tied else 2 * on_base
        whole = max(unit, (most - lying) // unit * unit)
        return whole + self.rng.choice((0, 0, unit))

    def range_of(self, bet: str) -> tuple[int, int, int]:
        """Least, most and unit of a spot."""
        kind, number = books.split(bet)
        limits = self.table.settings["limits"]
        lowest, highest, unit = limits["min"], limits["max"], limits["step"]
        if kind == "hot_shooter":
            lowest, highest = books.HOT_SHOOTER_LIMITS
        if kind in self.table.book.units and not (kind == "horn" and number is not None):
            parts, in_steps = self.table.book.units[kind]
            unit = unit * parts if in_steps else lcm(unit, parts)
        return lowest, highest, unit

    # --- take-downs and calls -----------------------------------------------------------

    def spot(self) -> tuple[int, str, Spot]:
        """A wager on the felt, now and then an empty spot or a misspelt one."""
        seat = self.seat()
        wagers = self.table.layout[seat]
        if not wagers and self.chance(0.8):
            seat, wagers = next(((one, spots) for one, spots in self.table.layout.items() if spots), (seat, wagers))
        if wagers and self.chance(0.95):
            bet = self.rng.choice(list(wagers))
            return seat, bet, wagers[bet]
        empty = self.rng.choice(MISSPELT_BETS) if self.chance(0.2) else self.rng.choice(ALL_BETS)
        return seat, empty, wagers.get(empty, Spot())

    def take_down(self) -> Json:
        seat, bet, spot = self.spot()
        action: Json = {"seat": seat, "do": "take_down", "bet": bet}
        if self.chance(0.25):
            return action
        return action | {"amount": self.take_down_amount(bet, spot)}

    def take_down_amount(self, bet: str, spot: Spot) -> int:
        """Fresh, mixed, whole, part, too much."""
        unit = self.range_of(bet)[2]
        part = unit * self.rng.randint(1, max(1, spot.stake // unit))
        return self.rng.choices(
            (part, spot.fresh or part, spot.fresh + unit, spot.stake, spot.stake + unit, 0, -unit, part + 1),
            weights=(40, 20, 10, 20, 3, 2, 1, 4),
        )[0]

    def call(self) -> Json:
        seat, bet, _ = self.spot()
        callable_bets = [name for name in self.table.layout[seat] if books.split(name)[0] in self.table.book.callable]
        if callable_bets and self.chance(0.85):
            bet = self.rng.choice(callable_bets)
        return {"seat": seat, "do": "turn", "bet": bet, "to": self.rng.choice(("on", "off"))}

    # --- how a window ends --------------------------------------------------------------

    def ending(self) -> Json:
        if self.chance(self.mood.void):
            return {"void": True}
        if self.chance(self.mood.settings):
            return {"settings": self.settings_change()}
        ending: Json = {"dice": list(self.dice())}
        if self.chance(0.03):
            ending["no_rolls"] = [NO_ROLL] * self.rng.choice((1, 1, 2))
        draws = self.draws() if self.table.book.power_odds else {}
        if draws:
            ending["power_odds"] = draws
        return ending

    def draws(self) -> dict[str, str]:
        """Power Odds for spots that are played, and for one that perhaps is not (E34)."""
        offered = [bet for bet in ALL_BETS if bet in self.table.book.bets]
        powered = [bet for bet in offered if books.split(bet)[0] in books.POWER_KINDS]
        played = [bet for bet in powered if any(bet in spots for spots in self.table.layout.values())]
        drawn = [bet for bet in [*played, self.rng.choice(powered)] if self.chance(self.mood.power)]
        return {bet: self.rng.choice(("low", "high")) for bet in drawn}

    def settings_change(self) -> Json:
        """Limits and the rest, alone and together, new values and present ones."""
        proposals = [self.limits_change, self.limits_change, self.denomination_change]
        if self.table.book is books.MARYLAND:
            proposals += [self.maryland_change, self.maryland_change]
        change = self.rng.choice(proposals)()
        if self.chance(0.15):
            change |= self.rng.choice(proposals)()
        return change

    def limits_change(self) -> Json:
        present = self.table.settings["limits"]
        wanted = dict(self.rng.choice(LIMITS)) if self.chance(0.85) else {"max": present["max"]}
        return {"limits": wanted if sound(present | wanted) else dict(books.DEFAULT_LIMITS)}

    def denomination_change(self) -> Json:
        present = self.table.settings["denomination"]
        return {"denomination": present if self.chance(0.15) else self.rng.choice((100, *DENOMINATIONS))}

    def maryland_change(self) -> Json:
        settings = self.table.settings
        name = self.rng.choice(("free_odds", "vigorish", "vigorish_rate", "fire_table"))
        if name == "vigorish_rate":
            return {name: self.rng.choice(VIGORISH_RATES)}
        choices = {
            "free_odds": (True, False),
            "vigorish": ("at_placement", "on_win"),
            "fire_table": ("A", "B"),
        }
        others = [value for value in choices[name] if value != settings[name]]
        return {name: settings[name] if self.chance(0.15) else others[0]}

    # --- dice ---------------------------------------------------------------------------

    def dice(self) -> books.Dice:
        total = self.total()
        pairs = [(a, total - a) for a in range(1, 7) if 1 <= total - a <= 6]
        return self.rng.choice(pairs)

    def total(self) -> int:
        if self.mood.dice == "ladder":
            return self.ladder_total()
        fair = self.rng.randint(1, 6) + self.rng.randint(1, 6)
        if self.mood.dice == "fair":
            return fair
        if self.mood.dice == "flat":  # completes the all_* bets
            return 7 if self.chance(0.03) else self.rng.choice((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
        if self.mood.dice == "points" and self.table.point and self.chance(0.6):  # completes fire bets
            return self.table.point
        return fair if fair != 7 or self.chance(0.15) else self.rng.choice(self.table.book.points)

    def ladder_total(self) -> int:
        """Long hands that end by a seven-out on exactly the wanted roll count."""
        next_roll = self.table.roll_count + 1
        if next_roll == 1:
            self.hand_target = self.rng.choice(HAND_TARGETS)
        if next_roll >= self.hand_target and self.table.point is not None:
            return 7
        last_before = next_roll >= self.hand_target - 1
        if last_before and self.table.point is None:
            return self.rng.choice(self.table.book.points)
        kept_out = {7, self.table.point} if last_before else {7}
        return self.rng.choice([total for total in range(2, 13) if total not in kept_out])
