"""A small language for tests that read like a craps table.

    table = At("electronic").plays("pass_line 500; roll 2-2; pass_odds 1000; roll 3-1")
    assert table.decided == {"pass_line": "win 500 stays", "pass_odds": "win 2000"}

A play is statements between semicolons; seat 1 acts unless a number and a colon go before (`2: field 500`):
`BET AMOUNT` places, `down BET [AMOUNT]`, `on BET`, `off BET`, `roll 4-2`, `roll 4-2 with any_seven high`, `void`,
`close`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from controller.books import load_book
from controller.games.craps.play.game import Game, new_game
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.refusal import BetRefused
from controller.games.interface import Returned, Settled

MONEY = 10_000_000


class At:
    """A table under one rule book, with one rich seat unless the test says otherwise."""

    def __init__(self, book: str, seats: Iterable[int] | Mapping[int, int] = (1,), **settings: Any) -> None:
        self.game: Game = new_game(
            load_book(book).with_settings(settings),
            seats if isinstance(seats, Mapping) else dict.fromkeys(seats, MONEY),
        )
        self.money = {number: seat.balance for number, seat in self.game.seats.items()}
        self.returned: list[Returned] = []
        self.rows: list[Settled] = []
        self.seven_out = False
        self.roll_count = 0

    def plays(self, play: str) -> "At":
        """Every statement of the play; a refusal here is a failed test, so it is not caught."""
        total = self.game.all_money()
        for statement in filter(None, (part.strip() for part in play.split(";"))):
            self._do(statement)
        assert self.game.all_money() == total
        return self

    def refuses(self, statement: str) -> str:
        """The code with which this statement is refused; nothing may have changed."""
        before = copy_of(self.game)
        try:
            self._do(statement)
        except BetRefused as refusal:
            assert self.game == before, f"{statement!r} was refused but changed the table"
            return refusal.code
        raise AssertionError(f"{statement!r} was not refused")

    def sets(self, **change: Any) -> "At":
        """The operator turns settings; MustWait is not caught."""
        self.returned = self.game.change_settings(self.game.felt.book.with_settings(change))
        return self

    def _do(self, statement: str) -> None:
        first, *words = statement.split()
        named = first.endswith(":") and first[:-1].isdigit()
        seat, words = (int(first[:-1]), words) if named else (1, [first, *words])
        match words:
            case ["roll", dice, *draw]:
                self._roll(dice, draw[1:])
            case ["void"]:
                self.returned = self.game.close() + self.game.void()
            case ["close"]:
                self.returned = self.game.close()
            case ["on" | "off" as call, bet]:
                self.game.turn(seat, bet, call == "on")
            case ["down", bet]:
                self.game.take_down(seat, bet)
            case ["down", bet, amount]:
                self.game.take_down(seat, bet, int(amount))
            case [bet, amount]:
                self.game.place(seat, bet, int(amount))
            case _:
                raise AssertionError(f"no statement of this language: {statement!r}")

    def _roll(self, dice: str, draw: list[str]) -> None:
        a, b = dice.split("-")
        self.returned = self.game.close()
        levels = {bet: Level(level) for bet, level in zip(draw[::2], draw[1::2], strict=True)}
        rolled = self.game.roll((int(a), int(b)), levels)
        self.rows, self.seven_out, self.roll_count = rolled.settled, rolled.seven_out, rolled.roll_count

    # ---- what the table shows ----

    @property
    def decided(self) -> dict[str, str]:
        """What the last roll decided, as `win 500 stays`, `lose`, `push`, `off`; other seats as `2: field`."""
        return {(row.bet if row.seat == 1 else f"{row.seat}: {row.bet}"): _in_words(row) for row in self.rows}

    @property
    def felt(self) -> dict[str, int]:
        """The stakes of seat 1."""
        return self.game.seats[1].stakes

    @property
    def given_back(self) -> dict[str, int]:
        """What the rules returned to seat 1."""
        return {row.bet: row.amount for row in self.returned if row.seat == 1}

    @property
    def vigorish(self) -> dict[str, int]:
        """The vigorish held on the wagers of seat 1."""
        return self.game.seats[1].vigorish

    @property
    def shooter(self) -> int | None:
        """Who holds the dice."""
        return self.game.shooter.seat

    @property
    def point(self) -> int | None:
        """The point."""
        return self.game.point

    def works(self, bet: str) -> bool:
        """Whether a wager of seat 1 would count on a roll thrown now."""
        return self.game.works(1, bet)

    def net(self, seat: int = 1) -> int:
        """How much more (or less) this seat's balance holds than when the table opened."""
        return self.game.seats[seat].balance - self.money[seat]


def copy_of(game: Game) -> Game:
    """A game that stays as it is while the other one plays on; the felt never changes and is shared."""
    return replace(game, seats={number: seat.copy() for number, seat in game.seats.items()})


def with_free_odds(book: str) -> At:
    """A table with odds on offer: only Maryland's operator has to turn them on."""
    return At(book, free_odds=True) if book == "maryland" else At(book)


def _in_words(row: Settled) -> str:
    paid = f" {row.paid}" if row.result == "win" else ""
    return f"{row.result}{paid}{' stays' if row.stays else ''}"
