"""The toy game: one number from 1 to 6 is guessed while the wheel is already turning.

Betting stays open while the outcome is drawn, an outcome can be void (no spin), and nobody is asked after a power
failure.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, ValidationError

from config.files.complaints import complaint
from config.files.strict import Strict
from controller.games.book import GameBook
from controller.games.chi_square import Histogram, histogram
from controller.games.interface import (
    NO_MONEY,
    TAKEN,
    Acted,
    Changed,
    Course,
    Money,
    Outcome,
    Returned,
    SeatView,
    Settled,
    Shown,
    WithoutJackpots,
    WorkedOut,
)
from controller.games.par import Ended, Sheet, returns_from
from controller.games.row import GameRow, Habits, TableRow
from controller.games.setting import Setting
from controller.protocol.public import NOTHING_OF_CRAPS

MEANS = {
    "ok": "result",
    "no_spin": "void",
    "die_missing": "void",
    "foreign_object": "void and hold",
    "stuck": "again",
    "power_lost": "power",
}
NUMBER = {"en": "Number", "zh": "号码", "es": "Número", "fr": "Numéro"}
BETS = [f"number:{number}" for number in range(1, 7)]


class ToySettings(Strict):
    """When its wheel is turned and how long a result is looked at, in seconds."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    turn_before: Annotated[int | None, Setting("timers", "seconds", waits=True)] = None
    """so long before bets close the wheel is turned; none: with the first wager"""
    confirm_time: Annotated[int, Setting("timers", "seconds")] = 0
    """so long a number is looked at"""
    max_voids: Annotated[int, Setting("timers", "count", waits=True)] = 3
    """so many voids in a row want a person"""


class ToyRules(GameBook):
    """A house's rules of the toy."""

    game: Literal["toy"] = "toy"
    settings: ToySettings = ToySettings()


def toy_rules(**settings: int) -> ToyRules:
    """With these settings."""
    return ToyRules(name="toy", title="Guess a number", source="tests", settings=ToySettings(**settings))


def course_of(rules: ToySettings) -> Course:
    """Bets are taken while the wheel turns, and a known number can be voided while it is looked at."""
    late = rules.turn_before is not None
    opening = {"betting": ("bet_time", "turn_before"), "drawing": ("turn_before",)}
    return Course(
        window=("betting", "drawing") if late else ("drawing",),
        timers={
            **(opening if late else {"drawing": ("bet_time",)}),
            "rolling": ("confirm_time",),
            "settling": ("result_time",),
        },
        holds_close_bets=late,
        most_voids="max_voids",
        voids_result="no_spin" if late else "",
    )


class ToyHistory:
    """The last numbers, of all days."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)

    def take(self, details: Mapping[str, Any]) -> None:
        if "number" in details:
            self.numbers = [*self.numbers, details["number"]][-5:]

    def new_day(self) -> None:
        """Numbers know nothing of days."""

    def plain(self) -> dict[str, Any]:
        return {"numbers": self.numbers}


class Toy(WithoutJackpots):
    """Guess a number; right pays five to one, and the guess stays for the next turn."""

    name = "toy"
    shooter = None

    def __init__(self, rules: ToyRules, seats: Mapping[int, tuple[int, Mapping[str, int]]]) -> None:
        self._rules = rules
        self.course = course_of(rules.settings)
        self.seats = {seat: (credits, dict(bets)) for seat, (credits, bets) in seats.items()}
        self.changed: set[int] = set()

    def fork(self) -> "Toy":
        return Toy(self._rules, self.seats)

    def touched(self) -> Iterable[int]:
        return sorted(self.changed)

    def seat_numbers(self) -> Sequence[int]:
        return list(self.seats)

    def money(self, seat: int) -> Money:
        if seat not in self.seats:
            return NO_MONEY
        credits, bets = self.seats[seat]
        return Money(credits, sum(bets.values()), 0)

    def pay(self, seat: int, amount: int) -> None:
        self._set(seat, self.seats[seat][0] + amount, self.seats[seat][1])

    def act(self, seat: int, do: str, bet: str, amount: int | None, on: bool | None) -> Acted:
        credits, bets = self.seats[seat]
        if do != "place" or on is not None or bet not in BETS or not amount or not 0 < amount <= credits:
            return Acted(("toy_refuses", "place a guess that you can pay"))
        self._set(seat, credits - amount, {**bets, bet: bets.get(bet, 0) + amount})
        return TAKEN

    def has_wagers(self, seat: int) -> bool:
        return seat in self.seats and bool(self.seats[seat][1])

    def any_wagers(self) -> bool:
        return any(bets for _, bets in self.seats.values())

    def most_win(self) -> int:
        return sum(5 * max(bets.values(), default=0) for _, bets in self.seats.values())

    def close(self) -> Sequence[Returned]:
        return []

    def pass_dice(self, declined: frozenset[int]) -> None:
        raise AssertionError(f"the house turns this wheel, whoever declined: {declined}")

    def wanted_draw(self) -> tuple[str, ...]:
        return ()

    def outcome_means(self, outcome: str) -> str:
        return MEANS.get(outcome, "nonsense")

    def result(self, shown: Shown) -> Shown | None:
        """The first die of the unit is its wheel."""
        number = shown["faces"][0]
        return {"number": number} if number in range(1, 7) else None

    def settle(self, result: Shown, levels: Mapping[str, str]) -> Outcome:
        assert not levels
        rows = []
        for row in self._take_all():
            won = row.bet == f"number:{result['number']}"
            paid = 5 * row.amount if won else 0
            rows.append(Settled(row.seat, row.bet, row.amount, "win" if won else "lose", paid, stays=won))
            if won:
                self._set(row.seat, self.seats[row.seat][0] + paid, {row.bet: row.amount})
        return Outcome(rows, dict(result))

    def void(self) -> Sequence[Returned]:
        return self.withdraw(self.seat_numbers())

    def withdraw(self, seats: Sequence[int]) -> Sequence[Returned]:
        rows = self._take_all(seats)
        for row in rows:
            self.pay(row.seat, row.amount)
        return rows

    def returns_wanted(self, change: Mapping[str, Any]) -> None:  # noqa: ARG002
        return None

    def change_settings(self, change: Mapping[str, Any], returns: WorkedOut | None) -> Changed:  # noqa: ARG002
        try:
            self._rules = self._rules.turned(change)
        except ValidationError as error:
            return Changed(("bad_setting", complaint(error)))
        self.course = course_of(self._rules.settings)
        return Changed(returned=self.return_free())

    def return_free(self, seats: Sequence[int] | None = None) -> Sequence[Returned]:
        return self.withdraw(self.seat_numbers() if seats is None else seats)

    def settings(self) -> dict[str, Any]:
        return {**self._rules.settings.model_dump(), "rulebook": f"toy {self.digest()}"}

    def rules(self) -> dict[str, Any]:
        return self._rules.model_dump(exclude_none=True)

    def returns_key(self) -> str:
        return "toy"

    def offer(self) -> dict[str, Any]:
        limits = {"min": 100, "max": 50_000, "step": 100}
        spot = {"kind": "number", "min": 100, "max": 50_000, "unit": 100, "opens": "always", "pays": {"": "5:1"}}
        return {
            "name": "toy",
            "title": "Guess a number",
            "denomination": 100,
            "limits": limits,
            "spots": dict.fromkeys(BETS, spot),
            "exclusive": [],
            "groups": {},
            "words": {language: {"bet.number:N": f"{word} {{n}}"} for language, word in NUMBER.items()},
            "places": {"numbers": [], "bars": [], "props": [{"weight": 100, "spots": BETS}]},
        }

    def kind(self, bet: str) -> str:
        return bet.partition(":")[0]

    def seat_view(self, seat: int) -> SeatView:
        return SeatView(self.seats[seat][1], {}, {}, {})

    def digest(self) -> str:
        return self._rules.digest()

    def seat_data(self, seat: int) -> dict[str, Any]:
        return {"credits": self.seats[seat][0], "bets": list(map(list, self.seats[seat][1].items()))}

    def common_data(self) -> dict[str, Any]:
        return {"game": "toy"}

    def _set(self, seat: int, credits: int, bets: Mapping[str, int]) -> None:
        self.changed.add(seat)
        self.seats[seat] = (credits, dict(bets))

    def _take_all(self, seats: Iterable[int] | None = None) -> list[Returned]:
        rows = []
        for seat in self.seat_numbers() if seats is None else seats:
            credits, bets = self.seats[seat]
            rows += [Returned(seat, bet, stake) for bet, stake in bets.items()]
            self._set(seat, credits, {})
        return rows


def toy_opened(rules: ToyRules, seats: Iterable[int]) -> Toy:
    """With empty seats."""
    return Toy(rules, {seat: (0, {}) for seat in sorted(seats)})


def toy_from(rules: Mapping[str, Any], common: Mapping[str, Any], seats: Mapping[int, Any]) -> Toy:
    """The toy from its data."""
    assert common["game"] == "toy"
    return Toy(ToyRules.model_validate(rules), {seat: (of["credits"], dict(of["bets"])) for seat, of in seats.items()})


def toy_table_view(_game: Toy, history: ToyHistory) -> dict[str, Any]:
    """All that screens of it show."""
    return {**NOTHING_OF_CRAPS, "game": {"name": Toy.name, "numbers": history.numbers}}


def toy_outcome_view(details: Mapping[str, Any]) -> dict[str, Any]:
    """The number, where one decided the round."""
    return {"faces": None, "game": {"number": details.get("number")}}


def toy_sheet(book: ToyRules, stake: int | None) -> Sheet[ToyRules]:
    """One number in six, at five to one: nobody has an edge."""
    units = stake or 100
    ends = [Ended("win", 5 * units, -5 * units, Fraction(1, 6)), Ended("lose", 0, units, Fraction(5, 6))]
    return Sheet(book, stake, {bet: returns_from(ends, units, units, Fraction(1)) for bet in BETS}, {})


def toy_fairness(results: Sequence[Shown]) -> dict[str, Histogram]:
    """The numbers, beside those of an even wheel."""
    seen = Counter(result["number"] for result in results)
    return {"numbers": histogram(seen, dict.fromkeys(range(1, 7), len(results) / 6))}


TOY: GameRow[ToyRules, Any, Any] = GameRow(
    name=Toy.name,
    book=ToyRules,
    spots=lambda _book: BETS,
    par_sheet=toy_sheet,
    over_the_cap=lambda _book, _cap: [],
    why_refused=lambda _over, _cap: "",
    exposure=lambda _book: 0,
    habits=Habits(bets=tuple(BETS), favourites=tuple(BETS[:2]), always=BETS[0]),
    table=TableRow(
        opened=toy_opened,
        from_data=toy_from,
        history=lambda data: ToyHistory(data.get("numbers", ())),
        table_view=toy_table_view,
        outcome_view=toy_outcome_view,
        ended_view=toy_outcome_view,
        fairness=toy_fairness,
    ),
)
