"""Craps as the house knows it: what `controller/games/interface.py` asks, answered by the game.

The table never changes a state it has reached, so a fork copies a seat when it is first touched and no sooner.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from config.jackpots import Jackpot
from controller.games.craps.course import COURSE, MEANS
from controller.games.craps.offer import offer
from controller.games.craps.plain_data import game_of, plain_book, plain_common, plain_seat
from controller.games.craps.play.allowed import allowed
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.play.game import Game, MustWait
from controller.games.craps.play.jackpot_stakes import fresh_for, stakes_for
from controller.games.craps.play.seat import Seat
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.dice import FACES
from controller.games.craps.rules.jackpots import has_hit
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.refusal import BetRefused
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.craps.rules.settings import Settings
from controller.games.interface import (
    NO_MONEY,
    TAKEN,
    Acted,
    Changed,
    Money,
    Outcome,
    Returned,
    SeatView,
    Shown,
    WorkedOut,
)


class CrapsAtTheTable:
    """One craps table as the round sees it."""

    __slots__ = ("_game", "_most", "_owned")

    name = "craps"
    course = COURSE

    def __init__(self, game: Game, most: dict[int, int] | None = None) -> None:
        self._game = game
        self._owned: set[int] = set()
        self._most = {} if most is None else most
        """What the wagers of a seat could win at the most, as far as it has been worked out."""

    @classmethod
    def opened(cls, book: RuleBook, seats: Iterable[int]) -> "CrapsAtTheTable":
        """A table that has just opened, with empty seats."""
        return cls(Game(lay_felt(book), {seat: Seat() for seat in sorted(seats)}))

    def fork(self) -> "CrapsAtTheTable":
        """Shares every seat with this one until it is touched."""
        game = self._game
        forked = Game(game.felt, game.seats.copy(), game.point, game.hand, game.shooter, game.house)
        return CrapsAtTheTable(forked, self._most.copy())

    def touched(self) -> Iterable[int]:
        """In the order of the seats, so that the record does not depend on how they were touched."""
        return sorted(self._owned)

    def seat_numbers(self) -> Sequence[int]:
        """Ascending: the game keeps them so."""
        return list(self._game.seats)

    def money(self, seat: int) -> Money:
        """What this seat has."""
        held = self._game.seats.get(seat)
        if held is None:
            return NO_MONEY
        return Money(held.balance, sum(held.stakes.values()), sum(held.vigorish.values()))

    def pay(self, seat: int, amount: int) -> None:
        """Add to a seat's credits, or take from them."""
        self._own(seat).balance += amount

    # ---- wagers ----

    def act(self, seat: int, do: str, bet: str, amount: int | None, on: bool | None) -> Acted:
        """Place, take down or turn."""
        self._own(seat)
        game, house = self._game, self._game.house
        try:
            match do:
                case "place":
                    game.place(seat, bet, 0 if amount is None else amount)
                case "take_down":
                    game.take_down(seat, bet, amount)
                case "turn":
                    if on is None:
                        return Acted(("unknown_act", f"a call on {bet} says ON or OFF"))
                    game.turn(seat, bet, on)
                case _:
                    return Acted(("unknown_act", f"a wager is placed, taken down or turned, not {do[:40]!r}"))
        except BetRefused as refused:
            return Acted((refused.code, refused.reason))
        forfeited = game.house - house
        return Acted(to_house=((self.kind(bet), forfeited),)) if forfeited else TAKEN

    def has_wagers(self, seat: int) -> bool:
        """Whether this seat has anything on the layout."""
        held = self._game.seats.get(seat)
        return held is not None and bool(held.stakes)

    def any_wagers(self) -> bool:
        """Whether anybody has."""
        return any(seat.stakes for seat in self._game.seats.values())

    def most_win(self) -> int:
        """If every wager on the layout won at its best, Power Odds included: a bound, not a forecast."""
        for number, seat in self._game.seats.items():
            if number not in self._most:
                self._most[number] = sum(
                    stake * self._game.felt.best_odds[bet][0] // self._game.felt.best_odds[bet][1]
                    for bet, stake in seat.stakes.items()
                )
        return sum(self._most.values())

    # ---- the round ----

    @property
    def shooter(self) -> int | None:
        """Who has the dice."""
        return self._game.shooter.seat

    def close(self) -> Sequence[Returned]:
        """Side bets without company go back, and the shooter is chosen."""
        self._own_players()
        return self._game.close()

    def pass_dice(self, declined: frozenset[int]) -> None:
        """To the next seat that has not declined, else to the house."""
        self._game.pass_dice(declined)

    def wanted_draw(self) -> tuple[str, ...]:
        """The spots with Power Odds, each drawn by itself."""
        return tuple(self._game.felt.power)

    def outcome_means(self, outcome: str) -> str:
        """As `course.py` has it."""
        return MEANS.get(outcome, "nonsense")

    def result(self, shown: Shown) -> Shown | None:
        """Two faces that dice have."""
        faces = shown.get("faces")
        if not isinstance(faces, list) or len(faces) != 2:
            return None
        return {"faces": faces} if all(type(face) is int and face in FACES for face in faces) else None

    def settle(self, result: Shown, levels: Mapping[str, str]) -> Outcome:
        """Roll the dice."""
        self._own_players()
        a, b = result["faces"]
        stakes = {name: stakes_for(self._game, name) for name in self.jackpots()}
        made = len(self._game.hand.points_made)
        rolled = self._game.roll((a, b), {spot: Level(level) for spot, level in levels.items()})
        points = (made, made if rolled.seven_out else len(self._game.hand.points_made))
        hits = {
            name: stakes[name]
            for name, jackpot in self.jackpots().items()
            if stakes[name] and has_hit(jackpot, (a, b), rolled.roll_count, points)
        }
        details = {
            **result,
            "come_out": rolled.come_out,
            "point": rolled.point,
            "roll_count": rolled.roll_count,
            "seven_out": rolled.seven_out,
            "shooter": self._game.shooter.seat,
        }
        return Outcome(rolled.settled, details, hits)

    def void(self) -> Sequence[Returned]:
        """What went up in this window goes back."""
        self._own_players()
        return self._game.void()

    def withdraw(self, seats: Sequence[int]) -> Sequence[Returned]:
        """Everything of these seats goes back, contract wagers and held vigorish too."""
        for seat in seats:
            self._own(seat)
        return self._game.withdraw(seats)

    # ---- progressive jackpots ----

    def jackpots(self) -> Mapping[str, Jackpot]:
        """Those of the rule book."""
        return self._game.felt.book.jackpots or {}

    def jackpot_stakes(self, jackpot: str) -> Mapping[int, int]:
        """Of a wager for one roll all that lies there, of one for the hand what this window added."""
        return {seat: sum(bets.values()) for seat, bets in fresh_for(self._game, jackpot).items()}

    def return_unleased(self, jackpots: Iterable[str]) -> Sequence[Returned]:
        """The same goes back."""
        returned: list[Returned] = []
        for jackpot in jackpots:
            for seat, bets in fresh_for(self._game, jackpot).items():
                self._own(seat)
                returned += [self._game.give_back_of(seat, bet, amount) for bet, amount in bets.items()]
        return returned

    # ---- settings and data ----

    def returns_wanted(self, change: Mapping[str, Any]) -> dict[str, Any] | None:
        """The exact returns of a book take a second or two, so they are worked out elsewhere and handed in."""
        book = self._game.felt.book.turned_or_refused(change)
        if isinstance(book, tuple) or self._game.felt.book.returns_as(book):
            return None
        return plain_book(book)

    def change_settings(self, change: Mapping[str, Any], returns: WorkedOut | None) -> Changed:
        """Play by other settings, or by another book, whose data stand under `book`."""
        book = self._game.felt.book.turned_or_refused(change)
        refused = book if isinstance(book, tuple) else self._why_not(book, returns)
        if isinstance(book, tuple) or refused is not None:
            return Changed(refused)
        self._own_players()
        self._most.clear()
        return Changed(returned=self._game.change_settings(book))

    def _why_not(self, book: RuleBook, returns: WorkedOut | None) -> tuple[str, str] | None:
        """Why this book cannot be played by now, if it cannot."""
        try:
            self._game.check_may_change(book)
        except MustWait as reason:
            return "must_wait", reason.args[0]
        if not self._game.felt.book.returns_as(book):
            if returns is None or returns["rules"] != book.digest():
                return "returns_unknown", "what the bets would return by these settings has not been worked out"
            if returns["over"]:
                return "over_the_cap", returns["over"]
        return None

    def return_free(self, seats: Sequence[int] | None = None) -> Sequence[Returned]:
        """Every wager that its player could take down goes back: of these seats, else of all."""
        for seat in self._game.seats if seats is None else seats:
            if self._game.seats[seat].stakes:
                self._own(seat)
        return self._game.return_free(seats)

    def settings(self) -> dict[str, Any]:
        """The settings of the rule book, and which book it is: its digest covers every word of it."""
        felt = self._game.felt
        return {
            **felt.book.settings.model_dump(mode="json", exclude_none=True),
            "rulebook": f"{felt.book.name} {felt.digest}",
        }

    def returns_key(self) -> str:
        """Of the book, without what turns no return."""
        book = self._game.felt.book
        limits = Settings() if book.jackpots is None else book.settings  # the base is worth most to the least
        settings = book.settings.with_limits(limits).model_copy(update={"denomination": 1})
        return book.model_copy(update={"settings": settings}).digest()

    def rules(self) -> dict[str, Any]:
        """The rule book with its settings; what it leaves unsaid is left out."""
        return plain_book(self._game.felt.book)

    def offer(self) -> dict[str, Any]:
        """What the felt offers."""
        return offer(self._game.felt)

    def kind(self, bet: str) -> str:
        """`place` for `place:6`."""
        return BETS[bet].kind.word

    def seat_view(self, seat: int) -> SeatView:
        """Stakes, what this window added, held vigorish, calls, and what may be done."""
        held = self._game.seats[seat]
        return SeatView(held.stakes, held.added, held.vigorish, held.calls, allowed(self._game, held))

    def closed(self) -> Mapping[str, Sequence[str]]:
        """The spots that take no wager at this stage, by the code with which one is refused."""
        return self._game.closed()

    def digest(self) -> str:
        """Of the rule book with its settings."""
        return self._game.felt.digest

    def seat_data(self, seat: int) -> dict[str, Any]:
        """A seat as plain data."""
        return plain_seat(self._game.seats[seat])

    def common_data(self) -> dict[str, Any]:
        """Point, hand, shooter, house and the book they are played by."""
        return plain_common(self._game)

    @classmethod
    def from_data(
        cls, rules: Mapping[str, Any], common: Mapping[str, Any], seats: Mapping[int, Any]
    ) -> "CrapsAtTheTable":
        """The game that `rules`, `common_data` and `seat_data` describe."""
        return cls(game_of(rules, common, seats))

    # ---- inside ----

    def _own(self, seat: int) -> Seat:
        if seat not in self._owned:
            self._owned.add(seat)
            self._game.seats[seat] = self._game.seats[seat].copy()
            self._most.pop(seat, None)
        return self._game.seats[seat]

    def _own_players(self) -> None:
        """A seat without wagers has nothing that an outcome, a close or a void could change."""
        for number, seat in self._game.seats.items():
            if seat.stakes:
                self._own(number)
