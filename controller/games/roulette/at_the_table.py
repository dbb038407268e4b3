"""Roulette as the house knows it: what `controller/games/interface.py` asks, answered by the game.

The table never changes a state it has reached, so a fork copies a seat when it is first touched and no sooner.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from controller.games.craps.rules.refusal import BetRefused
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
    Shown,
    WithoutJackpots,
    WorkedOut,
)
from controller.games.roulette.offer import offer
from controller.games.roulette.play.felt import lay_felt
from controller.games.roulette.play.game import Game, Seat
from controller.games.roulette.rules.outcomes import MEANS
from controller.games.roulette.rules.rulebook import RuleBook, Settings
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS, colour

COURSE = Course(
    window=("betting", "drawing"),
    timers={
        "betting": ("bet_time", "spin_before"),
        "drawing": ("spin_before",),
        "rolling": ("confirm_time",),
        "settling": ("result_time",),
    },
    holds_close_bets=True,
    most_voids="max_voids",
    voids_result="no_spin",
    waits_for_device=True,
    not_of_table=("bet_time", "close_early", "shoot_time", "withdraw_time", "max_no_rolls"),
)


class RouletteAtTheTable(WithoutJackpots):
    """One roulette table as the round sees it."""

    __slots__ = ("_game", "_owned")

    name = "roulette"
    device = "wheel"
    course = COURSE
    shooter = None

    def __init__(self, game: Game) -> None:
        self._game = game
        self._owned: set[int] = set()

    @classmethod
    def opened(cls, book: RuleBook, seats: Iterable[int]) -> "RouletteAtTheTable":
        """A table that has just opened, with empty seats."""
        return cls(Game(lay_felt(book), {seat: Seat() for seat in sorted(seats)}))

    def fork(self) -> "RouletteAtTheTable":
        """Shares every seat with this one until it is touched."""
        game = self._game
        return RouletteAtTheTable(Game(game.felt, game.seats.copy(), game.house, game.wins.copy()))

    def touched(self) -> Iterable[int]:
        """In the order of the seats, so that the record does not depend on how they were touched."""
        return sorted(self._owned)

    def seat_numbers(self) -> Sequence[int]:
        """Ascending: the game keeps them so."""
        return list(self._game.seats)

    def money(self, seat: int) -> Money:
        """What this seat has."""
        held = self._game.seats.get(seat)
        return NO_MONEY if held is None else Money(held.balance, sum(held.stakes.values()), 0)

    def pay(self, seat: int, amount: int) -> None:
        """Add to a seat's credits, or take from them."""
        self._own(seat).balance += amount

    # ---- wagers ----

    def act(self, seat: int, do: str, bet: str, amount: int | None, on: bool | None) -> Acted:
        """Place or take down; no wager takes a call."""
        self._own(seat)
        try:
            match do, on:
                case "place", None:
                    self._game.place(seat, bet, 0 if amount is None else amount)
                case "take_down", None:
                    self._game.take_down(seat, bet, amount)
                case "turn", _:
                    self._game.turn(bet)
                case _:
                    return Acted(("unknown_act", f"a wager is placed or taken down, not {do[:40]!r}"))
        except BetRefused as refused:
            return Acted((refused.code, refused.reason))
        return TAKEN

    def has_wagers(self, seat: int) -> bool:
        """Whether this seat has anything on the layout."""
        held = self._game.seats.get(seat)
        return held is not None and bool(held.stakes)

    def any_wagers(self) -> bool:
        """Whether anybody has."""
        return any(seat.stakes for seat in self._game.seats.values())

    def most_win(self) -> int:
        """Exactly: the most over the 37 numbers."""
        return self._game.most_win()

    # ---- the round ----

    def close(self) -> Sequence[Returned]:
        """No wager leans on another."""
        return []

    def pass_dice(self, declined: frozenset[int]) -> None:
        """Nobody has been asked: the house spins."""
        raise AssertionError(f"the house spins, whoever declined: {sorted(declined)}")

    def wanted_draw(self) -> tuple[str, ...]:
        """Chance beside the wheel is not wanted."""
        return ()

    def outcome_means(self, outcome: str) -> str:
        """By the table in `outcomes`."""
        return MEANS.get(outcome, "nonsense")

    def result(self, shown: Shown) -> Shown | None:
        """A number that the wheel has."""
        number = shown.get("number")
        return {"number": number} if type(number) is int and number in NUMBERS else None

    def settle(self, result: Shown, levels: Mapping[str, str]) -> Outcome:
        """The ball rests in this compartment."""
        assert not levels, "nothing was to be drawn"
        self._own_players()
        number = result["number"]
        return Outcome(self._game.spin(number), {"number": number, "colour": colour(number)})

    def void(self) -> Sequence[Returned]:
        """Every stake goes back: nothing is carried from round to round."""
        self._own_players()
        return self._game.void()

    def withdraw(self, seats: Sequence[int]) -> Sequence[Returned]:
        """Everything of these seats goes back."""
        return self.return_free(seats)

    def return_free(self, seats: Sequence[int] | None = None) -> Sequence[Returned]:
        """The same: there is no wager that its player could not take down."""
        wanted = [seat for seat in (self._game.seats if seats is None else seats) if self.has_wagers(seat)]
        for seat in wanted:
            self._own(seat)
        return self._game.give_back(wanted)

    # ---- settings and data ----

    def returns_wanted(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """Only what a house pays turns a return, and only another book pays otherwise."""
        book = self._game.felt.book.turned_or_refused(change)
        if isinstance(book, tuple) or book.pays == self._game.felt.book.pays:
            return None
        return plain_book(book)

    def change_settings(self, change: Mapping[str, Any], returns: WorkedOut | None) -> Changed:
        """Play by other settings, or by another book of roulette, whose data stand under `book`."""
        book = self._game.felt.book.turned_or_refused(change)
        refused = book if isinstance(book, tuple) else self._why_not(book, returns)
        if isinstance(book, tuple) or refused is not None:
            return Changed(refused)
        self._own_players()
        return Changed(returned=self._game.change_settings(book))

    def _why_not(self, book: RuleBook, returns: WorkedOut | None) -> tuple[str, str] | None:
        """Why this book cannot be played by now, if it cannot. Nothing ever waits for wagers: none outlasts a round."""
        if book.pays == self._game.felt.book.pays:
            return None
        if returns is None or returns["rules"] != book.digest():
            return "returns_unknown", "what the bets would return by these rules has not been worked out"
        return ("over_the_cap", returns["over"]) if returns["over"] else None

    def settings(self) -> dict[str, Any]:
        """The settings of the rule book, and which book it is: its digest covers every word of it."""
        felt = self._game.felt
        return {**felt.book.settings_in_force(), "rulebook": f"{felt.book.name} {felt.digest}"}

    def returns_key(self) -> str:
        """Of the book without its settings: what it pays decides all."""
        return self._game.felt.book.model_copy(update={"settings": Settings()}).digest()

    def rules(self) -> dict[str, Any]:
        """The rule book with its settings."""
        return plain_book(self._game.felt.book)

    def offer(self) -> dict[str, Any]:
        """What the felt offers."""
        return offer(self._game.felt)

    def kind(self, bet: str) -> str:
        """`split` for `split:1-2`."""
        return SPOTS[bet].kind

    def seat_view(self, seat: int) -> SeatView:
        """All that lies there was laid in this window, and can come down while it is open."""
        stakes = self._game.seats[seat].stakes
        return SeatView(stakes, stakes, {}, {})

    def closed(self) -> Mapping[str, Sequence[str]]:
        """No spot is closed at any stage."""
        return {}

    def digest(self) -> str:
        """Of the rule book with its settings."""
        return self._game.felt.digest

    def seat_data(self, seat: int) -> dict[str, Any]:
        """A seat as plain data. Wagers are rows, because the order in which they were laid is part of the record."""
        held = self._game.seats[seat]
        return {"balance": held.balance, "stakes": list(held.stakes.items())}

    def common_data(self) -> dict[str, Any]:
        """The house, and the book that is played by."""
        return {"game": self.name, "book": self._game.felt.digest, "house": self._game.house}

    @classmethod
    def from_data(
        cls, rules: Mapping[str, Any], common: Mapping[str, Any], seats: Mapping[int, Any]
    ) -> "RouletteAtTheTable":
        """The game that `rules`, `common_data` and `seat_data` describe."""
        felt = lay_felt(RuleBook.model_validate(rules))
        if felt.digest != common["book"]:
            raise ValueError(f"these data were played by book {common['book']}, not by {felt.digest}")
        held = {number: Seat(seats[number]["balance"], dict(seats[number]["stakes"])) for number in sorted(seats)}
        game = Game(felt, held, common["house"])
        game.count_wins()
        return cls(game)

    # ---- inside ----

    def _own(self, seat: int) -> Seat:
        if seat not in self._owned:
            self._owned.add(seat)
            held = self._game.seats[seat]
            self._game.seats[seat] = Seat(held.balance, held.stakes.copy())
        return self._game.seats[seat]

    def _own_players(self) -> None:
        """A seat without wagers has nothing that an outcome, a close or a void could change."""
        for number, seat in self._game.seats.items():
            if seat.stakes:
                self._own(number)


def plain_book(book: RuleBook) -> dict[str, Any]:
    """Every word of it: what a setting is where nothing is said may be another one day."""
    return book.model_dump(mode="json", exclude_none=True)
