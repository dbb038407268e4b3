"""The table: seats, point, hand, shooter and the house's takings.

A round of the table is `close`, then `roll` or `void`. Between rolls players `place`, `take_down` and `turn`, and
the operator may `change_settings`. A method that refuses has changed nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from config.text.sentence import Sentence
from controller.games.craps.play import seat as layout
from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.hand import NEW_HAND, Hand, Rolled, hand_verdicts
from controller.games.craps.play.seat import Seat
from controller.games.craps.play.settlement import settle
from controller.games.craps.play.shooter import NOBODY_YET, Shooter, choose, pass_on
from controller.games.craps.play.spots import Spot
from controller.games.craps.play.verdicts import Verdicts
from controller.games.craps.rules.dice import SEVEN, Dice
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.interface import Returned, Settled

Draw = Mapping[str, Level]
"""Spot → the Power Odds that the draw gave it for one roll."""


class RollOutcome(NamedTuple):
    """What one roll did to the table."""

    come_out: bool
    point: int | None
    roll_count: int
    seven_out: bool
    settled: list[Settled]


class MustWait(Exception):
    """A change of settings that waits until no contract or hand-long wager stands."""


@dataclass(slots=True)
class Game:
    """One craps table. `house` is what it has taken so far, less what it has paid."""

    felt: Felt
    seats: dict[int, Seat] = field(default_factory=dict)
    point: int | None = None
    hand: Hand = NEW_HAND
    shooter: Shooter = NOBODY_YET
    house: int = 0

    # ---- while bets are open ----

    def open_spots(self) -> dict[str, Spot]:
        """The spots that take wagers now."""
        return self.felt.open_for_new_hand if not self.hand.rolls else self.felt.open[self.point]

    def closed(self) -> Mapping[str, Sequence[str]]:
        """The others, by the code with which a wager is refused; what lies there already may be increased on some."""
        return self.felt.closed[self.point] if self.hand.rolls else self.felt.closed_for_new_hand

    def place(self, number: int, bet: str, amount: object) -> None:
        """A player lays a wager, or adds to one."""
        felt = self.felt
        open_spots = felt.open[self.point] if self.hand.rolls else felt.open_for_new_hand
        layout.place(self.seats[number], felt, open_spots, bet, amount)

    def take_down(self, number: int, bet: str, amount: object = None) -> None:
        """A player takes a wager down, whole where no amount is given."""
        self.house += layout.take_down(self.seats[number], self.felt, self.point, bet, amount)

    def give_back(self, number: int, bet: str, amount: object = None) -> Returned:
        """The house gives back what its player could take down, and keeps no vigorish of it."""
        free = layout.free_amount(self.seats[number], self.felt, self.point, bet, amount)
        return self._give_back(number, bet, free)

    def turn(self, number: int, bet: str, on: bool) -> None:
        """A player calls a wager ON or OFF."""
        layout.turn(self.seats[number], self.felt, bet, on)

    def works(self, number: int, bet: str) -> bool:
        """Whether a wager would count on a roll thrown now."""
        return layout.works(self.seats[number], self.felt, self.point, bet)

    # ---- the round ----

    def close(self) -> list[Returned]:
        """Bets close: side bets that have lost their company go back, and the shooter is chosen."""
        returned = [] if self.hand.rolls else self._return_lonely()
        self.shooter = choose(self.shooter, self.seats, self.felt)
        return returned

    def pass_dice(self, declined: frozenset[int] = frozenset()) -> None:
        """The shooter passes the dice on, to nobody who has declined them in this round."""
        self.shooter = pass_on(self.shooter, self.seats, self.felt, declined)

    def roll(self, dice: Dice, draw: Draw | None = None) -> RollOutcome:
        """Settle a roll against the state before it; then boxes travel, the point moves, the puck turns."""
        before, total = self.point, dice[0] + dice[1]
        come_out, seven_out = before is None, before is not None and total == SEVEN
        felt = self.felt
        hand = self.hand.after(before, dice, felt.tallied)
        verdicts = felt.verdicts[before][dice]
        if deciding := felt.hand_bets if seven_out else felt.number_bets:
            verdicts = verdicts | hand_verdicts(felt, deciding, Rolled(self.hand, hand, total))
        if draw:
            verdicts = verdicts | self._powered(verdicts, dice, draw)
        rows: list[Settled] = []
        for number, seat in self.seats.items():
            seat.carry()
            self.house += settle(number, seat, verdicts, rows)
        if total in felt.points:
            self._travel(total)
        self.hand = NEW_HAND if seven_out else hand
        self._move_point(total)
        return RollOutcome(come_out, self.point, hand.rolls, seven_out, rows)

    def void(self) -> list[Returned]:
        """The round does not count: what went up in this window goes back, carried wagers stay."""
        return [
            self._give_back(number, bet, amount)
            for number, seat in self.seats.items()
            for bet, amount in list(seat.added.items())
        ]

    def change_settings(self, book: RuleBook) -> list[Returned]:
        """Play on by other settings; every wager that its player could take down is returned.

        Settings that say what holds already change nothing.
        """
        if book == self.felt.book:
            return []
        self.check_may_change(book)
        returned = self.return_free()
        self.play_by(book)
        return returned

    def check_may_change(self, book: RuleBook) -> None:
        """Limits may change while contract and hand-long wagers stand; all else waits until none does."""
        waiting = self.felt.book.must_wait_for(book)
        standing = self._standing() if waiting else None
        if standing:
            seat, bet = standing
            text = f"{', '.join(waiting)} must wait: seat {seat} has {bet} standing"
            raise MustWait(Sentence(text, {"seat": seat, "bet": bet}))

    def play_by(self, book: RuleBook) -> None:
        """From now on this book holds."""
        self.felt = lay_felt(book)

    def return_free(self, numbers: Iterable[int] | None = None) -> list[Returned]:
        """Every wager that its player could take down goes back: of these seats, else of all. What is locked stands,
        and so do the odds on it."""
        return [
            self._give_back(number, bet, free)
            for number in (self.seats if numbers is None else numbers)
            for seat in (self.seats[number],)
            for bet in list(seat.stakes)
            if not self._stands(seat, self.felt.spots[bet].base)
            and (free := layout.free_part(seat, self.felt, self.point, bet))
        ]

    def withdraw(self, numbers: Iterable[int]) -> list[Returned]:
        """All wagers of these seats go back, locked or not, with the vigorish held on them."""
        return [
            self._give_back(number, bet, self.seats[number].stakes[bet])
            for number in numbers
            for bet in list(self.seats[number].stakes)
        ]

    def all_money(self) -> int:
        """Every unit the table knows of; constant while nobody puts money in or takes it out."""
        return self.house + sum(seat.holds() for seat in self.seats.values())

    def give_back_of(self, number: int, bet: str, amount: int) -> Returned:
        """The house gives back so much of a wager, locked or not, and keeps no vigorish of it."""
        return self._give_back(number, bet, amount)

    # ---- inside ----

    def _powered(self, verdicts: Verdicts, dice: Dice, draw: Draw) -> Verdicts:
        """The verdicts of those drawn spots that win on this roll, at the odds that were shown."""
        powered: Verdicts = {}
        for bet, level in draw.items():
            odds = self.felt.power[bet][level].get(dice) if level is not Level.NONE else None
            if odds is not None:
                powered[bet] = verdicts[bet]._replace(numerator=odds.numerator, denominator=odds.denominator)
        return powered

    def _return_lonely(self) -> list[Returned]:
        return [
            self._give_back(number, spot.name, seat.stakes[spot.name])
            for spot in self.felt.hand_bets
            if spot.needs_units
            for number, seat in self.seats.items()
            if spot.name in seat.stakes and layout.needs_company(seat, spot)
        ]

    def _give_back(self, number: int, bet: str, amount: int) -> Returned:
        """Stake goes back by the house's own act, so all the vigorish that would be forfeited goes with it."""
        seat = self.seats[number]
        forfeited = layout.take_off(seat, self.felt.spots[bet], amount)
        seat.balance += forfeited
        return Returned(number, bet, amount)

    def _standing(self) -> tuple[int, str] | None:
        """The first seat and wager that its player could not take down."""
        wagers = ((number, seat, bet) for number, seat in self.seats.items() for bet in seat.stakes)
        return next(((number, bet) for number, seat, bet in wagers if self._stands(seat, bet)), None)

    def _stands(self, seat: Seat, bet: str | None) -> bool:
        """Whether some of this wager is locked until it is decided."""
        return (
            bet is not None
            and bet in seat.stakes
            and layout.free_part(seat, self.felt, self.point, bet) < seat.stakes[bet]
        )

    def _travel(self, total: int) -> None:
        """A come box that its first roll did not decide moves to the number."""
        for seat in self.seats.values():
            for box, to in self.felt.come_boxes.items():
                if box in seat.stakes:
                    seat.stakes[to[total]] = seat.stakes.pop(box)

    def _move_point(self, total: int) -> None:
        if self.point is None:
            if total in self.felt.points:
                self.point = total
                self._turn_puck("point_established")
        elif total == SEVEN:
            self.point = None
            self._turn_puck("seven_out")
        elif total == self.point:
            self.point = None
            self._turn_puck("point_made")
            self._rest()

    def _turn_puck(self, event: str) -> None:
        """Calls last until the puck turns over; in some books the dice go round with it."""
        for seat in self.seats.values():
            seat.calls.clear()
        if event in self.felt.book.shooter.rotates_after:
            self.shooter = Shooter(self.shooter.seat, self.shooter.last, rotates=True)

    def _rest(self) -> None:
        """A point was made: the chips left on these spots turn OFF by themselves until the next one."""
        for seat in self.seats.values():
            seat.calls.update(dict.fromkeys([bet for bet in seat.stakes if bet in self.felt.rests], False))


def new_game(book: RuleBook, balances: Mapping[int, int]) -> Game:
    """A table that has just opened, its seats in ascending order."""
    return Game(lay_felt(book), {number: Seat(balances[number]) for number in sorted(balances)})
