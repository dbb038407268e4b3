"""The table: seats, what lies before each, and the house's takings.

Every wager is decided by the spin it is made for, so nothing is carried from round to round. A method that refuses has
changed nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import repeat

from config.files.complaints import shown
from controller.games.craps.rules.refusal import BetRefused
from controller.games.interface import Returned, Settled
from controller.games.roulette.play.felt import Felt, SpotTerms, lay_felt
from controller.games.roulette.rules.rulebook import RuleBook
from controller.games.roulette.rules.wheel import NUMBERS


@dataclass(slots=True)
class Seat:
    """What one player has, in whole units of money."""

    balance: int = 0
    stakes: dict[str, int] = field(default_factory=dict)
    """In the order in which they were laid."""


def _no_wins() -> list[int]:
    return [0] * len(NUMBERS)


@dataclass(slots=True)
class Game:
    """One roulette table. `house` is what it has taken so far, less what it has paid."""

    felt: Felt
    seats: dict[int, Seat]
    house: int = 0
    wins: list[int] = field(default_factory=_no_wins)
    """Number → what all that lies would win on it, without stakes."""

    # ---- while bets are open ----

    def place(self, number: int, bet: str, amount: int) -> None:
        """A player lays a wager, or adds to one."""
        terms, seat = self._terms(bet), self.seats[number]
        if type(amount) is not int or amount <= 0:
            raise _bad_amount(amount)
        stake = seat.stakes.get(bet, 0) + amount
        if not terms.min <= stake <= terms.max or stake % terms.step:
            raise _outside_limits(bet, terms, stake)
        if amount > seat.balance:
            raise BetRefused("short_balance", f"{bet} costs {amount}; the balance is {seat.balance}")
        seat.balance -= amount
        seat.stakes[bet] = stake
        self._add_wins(terms, amount)

    def take_down(self, number: int, bet: str, amount: int | None = None) -> Returned:
        """A player takes a wager down, whole where no amount is given."""
        terms, seat = self._terms(bet), self.seats[number]
        stake = seat.stakes.get(bet, 0)
        if amount is not None and (type(amount) is not int or amount <= 0):
            raise _bad_amount(amount)
        if not stake:
            raise BetRefused("nothing_there", f"you have no wager on {bet}")
        amount = stake if amount is None else amount
        if amount > stake:
            raise BetRefused("more_than_there", f"{bet} holds {stake}; {shown(amount, 20)} cannot come down")
        rest = stake - amount
        if rest and (not terms.min <= rest <= terms.max or rest % terms.step):
            raise _outside_limits(bet, terms, rest)
        return self._take_off(number, bet, amount)

    def turn(self, bet: str) -> None:
        """No wager takes a call: every wager always works."""
        self._terms(bet)
        raise BetRefused("no_calls", f"{bet} takes no ON or OFF call")

    def most_win(self) -> int:
        """What the table may have to pay: the most over the 37 numbers, exactly."""
        return max(self.wins)

    # ---- the round ----

    def spin(self, number: int) -> list[Settled]:
        """The ball rests in this compartment: every wager wins or loses, in the order in which it was laid."""
        winners = self.felt.winners[number]
        rows: list[Settled] = []
        for seat_number, seat in self.seats.items():
            if seat.stakes:
                self.house += _settle(seat_number, seat, winners, rows)
        self.wins = _no_wins()
        return rows

    def void(self) -> list[Returned]:
        """The round does not count: every stake goes back."""
        return self.give_back(self.seats)

    def give_back(self, numbers: Iterable[int]) -> list[Returned]:
        """All wagers of these seats go back: there is none that its player could not take down."""
        return [
            self._take_off(number, bet, stake)
            for number in numbers
            for bet, stake in list(self.seats[number].stakes.items())
        ]

    def change_settings(self, book: RuleBook) -> list[Returned]:
        """Play on by other settings; every wager goes back. Settings that say what holds already change nothing."""
        if book == self.felt.book:
            return []
        returned = self.void()
        self.felt = lay_felt(book)
        return returned

    def count_wins(self) -> None:
        """Work out anew what all that lies would win."""
        self.wins = _no_wins()
        for seat in self.seats.values():
            for bet, stake in seat.stakes.items():
                self._add_wins(self.felt.terms[bet], stake)

    def all_money(self) -> int:
        """Every unit the table knows of; constant while nobody puts money in or takes it out."""
        return self.house + sum(seat.balance + sum(seat.stakes.values()) for seat in self.seats.values())

    # ---- inside ----

    def _terms(self, bet: str) -> SpotTerms:
        terms = self.felt.terms.get(bet)
        if terms is None:
            raise BetRefused("unknown_bet", f"there is no bet called {shown(bet, 40)}")
        return terms

    def _take_off(self, number: int, bet: str, amount: int) -> Returned:
        seat = self.seats[number]
        seat.balance += amount
        seat.stakes[bet] -= amount
        if not seat.stakes[bet]:
            del seat.stakes[bet]
        self._add_wins(self.felt.terms[bet], -amount)
        return Returned(number, bet, amount)

    def _add_wins(self, terms: SpotTerms, amount: int) -> None:
        more, wins = amount * terms.pays, self.wins
        for number in terms.numbers:
            wins[number] += more


def new_game(book: RuleBook, balances: Mapping[int, int]) -> Game:
    """A table that has just opened, its seats in ascending order."""
    return Game(lay_felt(book), {number: Seat(balances[number]) for number in sorted(balances)})


def _settle(number: int, seat: Seat, winners: Mapping[str, int], rows: list[Settled]) -> int:
    """Decide all that lies before one seat, a row for each; what comes back is what the house takes, less what it
    pays."""
    stakes, seat.stakes = seat.stakes, {}
    paid = [stake * winners[bet] if bet in winners else 0 for bet, stake in stakes.items()]
    results = ["win" if won else "lose" for won in paid]
    rows += map(Settled, repeat(number), stakes, stakes.values(), results, paid)
    won = sum(paid)
    kept = sum(stakes[bet] for bet in stakes.keys() & winners.keys())
    seat.balance += won + kept
    return sum(stakes.values()) - kept - won


def _bad_amount(amount: object) -> BetRefused:
    return BetRefused("bad_amount", f"an amount is a whole number from 1 up, not {shown(amount, 40)}")


def _outside_limits(bet: str, terms: SpotTerms, stake: int) -> BetRefused:
    takes = f"{bet} takes {terms.min} to {terms.max} in steps of {terms.step}; it would hold {shown(stake, 20)}"
    if stake < terms.min:
        return BetRefused("below_minimum", takes)
    return BetRefused("above_maximum" if stake > terms.max else "off_step", takes)
