"""The meters: counted for each seat and for the table, for its lifetime, since they were last cleared, and today.

Scope 0 is the table. Names with a colon are counted apart: `wagered:place:6`, `in:attendant`, `no_rolls:stacked`.
Only the lifetime is counted; what it was at the last clearing and at the last gaming day's close is kept beside it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.interface import Figures
from controller.vault.books.ledger import OF_PLAYERS, TICKETS

TABLE = 0
DIGITS = 10
WRAP = 10**DIGITS
"""A meter shows ten digits; how often it has begun again is shown with it."""

MOST_PEOPLE = 200
"""Operators with cash meters of their own; those who come later count as `others`."""

SINCE = ("games_since_power_up", "games_since_door")
"""These begin again by themselves, so they have no period."""

SQUARES = "squares"
"""Of stakes decided together, bet by bet, and without a bet of what the house kept of a roll."""
EXPECTED, VARIANCE = "expected", "variance"
"""What the decided wagers of a bet were expected to hold when they were decided, and the variance of that, in parts."""
UNPRICED = "unpriced"
"""Stakes of a bet of which no figures were known."""
BALANCE = "balance"
"""What seats have, by the postings alone."""
OWED = "owed"
"""What is owed on tickets that can still be redeemed, by the postings alone."""
NOT_LOOKED_AT = (SQUARES, EXPECTED, VARIANCE, UNPRICED, BALANCE, OWED)
"""No meters to look at: what the hold is worked out from."""

Counts = dict[str, int]
Data = Mapping[str, Any]


OF_WAGERS = {"wagered", "won", "vigorish", "large_won", "taxed"}
OF_CASH = {"in", "out", "reversed", "unpaid", "in_by", "out_by", "reversed_by", "unpaid_by"}
OF_FOUND = {"found", "found_paid", "found_short"}
OF_BOXES = {"unknown", "dropped", "drop_counted", "drop_over", "drop_short", "lapsed", "cash_settled"}
MONEY = frozenset(OF_WAGERS | OF_CASH | OF_FOUND | OF_BOXES)


def is_money(meter: str) -> bool:
    """Whether this meter counts money, by its name without what is counted apart."""
    return meter.partition(":")[0] in MONEY


def looked_at(counts: Mapping[str, int]) -> Counts:
    """The meters that a person looks at."""
    return {name: value for name, value in counts.items() if name.partition(":")[0] not in NOT_LOOKED_AT}


def read_figures(bets: Mapping[str, Iterable[int]]) -> Figures:
    """As they were written down."""
    return {bet: (edge, variance) for bet, (edge, variance) in bets.items()}


def figures_for(bet: str, figures: Figures) -> tuple[int, int] | None:
    """A come bet that has travelled is still the come bet."""
    return figures.get(bet) or figures.get(bet.partition(":")[0])


def priced(counts: Counts, figures: Figures) -> Counts:
    """These counts, of a time when nothing was known of what bets should hold, with that by these figures."""
    told = dict(counts)
    for name, amount in counts.items():
        meter, _, bet = name.partition(":")
        if meter == "wagered" and bet:
            known = figures_for(bet, figures)
            if known is None:
                told[f"{UNPRICED}:{bet}"] = amount
            else:
                told[f"{EXPECTED}:{bet}"] = amount * known[0]
                told[f"{VARIANCE}:{bet}"] = counts.get(f"{SQUARES}:{bet}", 0) * known[1]
    return told


class MeterBook:
    """Scope → name → count, for the lifetime, at the last clearing, and at the last close of a day."""

    def __init__(self) -> None:
        self.lifetime: dict[int, Counts] = {TABLE: {}}
        self.period: dict[int, Counts] = {}
        self.day: dict[int, Counts] = {}
        self.changed: set[int] = set()
        self.figures: Figures | None = None
        """What each bet is expected to hold by the rules in force; None before that was first written down."""

    def count(self, scope: int, name: str, by: int = 1) -> None:
        """One meter on."""
        counts = self.lifetime.get(scope)
        if counts is None:
            counts = self.lifetime[scope] = {}
        counts[name] = counts.get(name, 0) + by
        self.changed.add(scope)

    def both(self, seat: int | None, name: str, by: int = 1) -> None:
        """The seat's meter, if it is a seat's, and the table's."""
        self.count(TABLE, name, by)
        if seat:
            self.count(seat, name, by)

    def of_person(self, way: str, operator: str) -> str:
        """The table's meter of what this person did; those who came too late for one of their own have one together."""
        name = f"{way}_by:{operator}"
        people = self.lifetime[TABLE]
        known = name in people or sum(1 for other in people if "_by:" in other) < MOST_PEOPLE
        return name if known else f"{way}_by:others"

    def decided(self, decisions: Iterable[Data]) -> None:
        """What one roll decided, bet by bet: what it was expected to hold, and the squares that say how far chance
        alone can lead.

        Wagers of several seats on one spot stand or fall together, so for the table their sum is squared.
        """
        stakes: Counter[tuple[int, str]] = Counter()
        costs: Counter[tuple[int, str]] = Counter()
        kept: Counter[int] = Counter()
        for row in decisions:
            if row["type"] == "Settled" and row["result"] != "off":
                seat, bet, stake = row["seat"], row["bet"], row["stake"]
                held = stake + row["vigorish"] - came_back(row)
                for scope in (TABLE, seat):
                    stakes[scope, bet] += stake
                    costs[scope, bet] += stake + row["vigorish"]
                    kept[scope] += held
        for (scope, bet), stake in stakes.items():
            self.count(scope, f"{SQUARES}:{bet}", stake * stake)
        for scope, held in kept.items():
            self.count(scope, SQUARES, held * held)
        if self.figures is not None:
            self._expect(self.figures, stakes, costs)

    def _expect(
        self, figures: Figures, stakes: Mapping[tuple[int, str], int], costs: Mapping[tuple[int, str], int]
    ) -> None:
        """An edge is of what the wager cost, vigorish paid up front too."""
        for (scope, bet), cost in costs.items():
            known = figures_for(bet, figures)
            if known is None:
                self.count(scope, f"{UNPRICED}:{bet}", stakes[scope, bet])
                continue
            self.count(scope, f"{EXPECTED}:{bet}", cost * known[0])
            self.count(scope, f"{VARIANCE}:{bet}", cost * cost * known[1])

    def balance(self, facts: Iterable[Data]) -> None:
        """What the postings of one event have brought to seats and taken from them."""
        for fact in facts:
            if fact["type"] == "Posting" and fact["account"] in OF_PLAYERS:
                self.both(int(fact["of"]), BALANCE, fact["amount"])

    def games_decided(self, facts: Iterable[Data]) -> None:
        """A game is won by who got back more than it cost, and lost by who got back less; by the table's, all seats
        together. One in which nothing of a seat was decided is neither."""
        facts = list(facts)
        if not any(fact["type"] == "RoundEnded" and fact["how"] == "settled" for fact in facts):
            return
        net: Counter[int] = Counter()
        for row in facts:
            if row["type"] == "Settled" and row["result"] != "off":
                gain = came_back(row) - row["stake"] - row["vigorish"]
                net[row["seat"]] += gain
                net[TABLE] += gain
        for scope, gain in net.items():
            if gain:
                self.count(scope, "games_won" if gain > 0 else "games_lost")

    def owed(self, facts: Iterable[Data]) -> None:
        """What they have made the house owe on tickets, or owe no more."""
        for fact in facts:
            if fact["type"] == "Posting" and (fact["account"], fact["of"]) == TICKETS:
                self.count(TABLE, OWED, fact["amount"])

    def price_what_was(self, figures: Figures) -> None:
        """What was counted before any figures were known is priced by these, once and for good."""
        for counted in (self.lifetime, self.period, self.day):
            for scope, counts in counted.items():
                counted[scope] = priced(counts, figures)
        self.changed.update(self.lifetime)

    def begin_again(self, name: str) -> None:
        """A meter that counts since something happened."""
        self.lifetime[TABLE][name] = 0
        self.changed.add(TABLE)

    def since(self, base: Mapping[int, Counts]) -> dict[int, Counts]:
        """What has been counted since the lifetime meters stood like this."""
        counted = {}
        for scope, counts in self.lifetime.items():
            before = base.get(scope, {})
            new = {name: value - before.get(name, 0) for name, value in counts.items() if name not in SINCE}
            counted[scope] = {name: value for name, value in new.items() if value}
        return {scope: counts for scope, counts in counted.items() if counts}

    def clear_period(self) -> None:
        """The period begins now."""
        self.period = {scope: dict(counts) for scope, counts in self.lifetime.items()}
        self.changed.update(self.lifetime)

    def close_day(self) -> dict[int, Counts]:
        """The totals of the day that ends now; the next begins."""
        totals = self.since(self.day)
        self.day = {scope: dict(counts) for scope, counts in self.lifetime.items()}
        self.changed.update(self.lifetime)
        return totals

    # ---- what an event and its decisions count ----

    def take_event(self, event: Data) -> None:
        """What is counted whatever was decided."""
        if event["type"] == "Restarted":
            self.count(TABLE, "power_ups")
            self.begin_again("games_since_power_up")


def shown(value: int) -> dict[str, int]:
    """A meter as its ten digits, and how often it has wrapped."""
    return {"value": value % WRAP, "wraps": value // WRAP} if value >= 0 else {"value": value, "wraps": 0}


def came_back(row: Data) -> int:
    """What the player of a decided wager got back: the stake and what it won, the stake, or nothing."""
    stake: int = row["stake"]
    back: int = {"win": stake + row["paid"], "push": stake, "lose": 0}[row["result"]]
    return back
