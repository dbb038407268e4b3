"""A table with jackpots, told as an evening, with a floor that a test speaks for."""

from typing import Any, Self

from controller.books import load_book
from controller.facts.jackpot_kinds import JackpotPaid
from controller.games.craps.rules.rulebook import RuleBook
from controller.table.cash.events import AuthorityAnswered
from controller.table.jackpots.claims import asks
from controller.table.jackpots.events import JackpotLeased
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from tests.table.evening import Evening

FIRE: dict[str, Any] = {
    "base": 50_000,
    "ceiling": 1_000_000,
    "rate": 20_000,
    "bets": ["fire"],
    "trigger": {"fire": 6},
}
BOXCARS: dict[str, Any] = {
    "base": 100,
    "ceiling": 100_000,
    "rate": 5_001,
    "bets": ["horn:12"],
    "trigger": {"roll": "6-6"},
}
BOTH = {"boxcars": BOXCARS, "fire_six": FIRE}
SIGNED = "ab" * 64


def book(jackpots: dict[str, Any] | None = None, name: str = "maryland", **settings: Any) -> RuleBook:
    """A rule book with these."""
    plain = load_book(name).model_dump(mode="json", exclude_none=True)
    plain["settings"] |= settings
    return RuleBook.model_validate({**plain, "jackpots": BOTH if jackpots is None else jackpots})


class JackpotEvening(Evening):
    """An evening at such a table."""

    def leased(self, *names: str, left: int = 5000) -> Self:
        """The floor lets play for these, or for all."""
        return self.happens(JackpotLeased("n1", 1_900_000_000_000, names or tuple(BOTH), SIGNED, left))

    def round_on(self, a: int, b: int) -> Self:
        """A window that is about to close, under a lease, and this roll."""
        assert self.table.left is not None
        self.wait(self.table.left / 1000 - 1)
        return self.leased().roll(a, b)

    def asks(self) -> list[str]:
        """The claims that the floor is asked."""
        return [ask.request for ask in asks(self.table)]

    def answered(self, request: str, amount: int, verdict: str = "won", decision: int = 7) -> Self:
        """The floor's word."""
        return self.happens(AuthorityAnswered("claim", request, verdict, amount, decision=decision, hash="cd" * 32))

    def paid(self) -> dict[int, int]:
        """Seat → what it was paid in the last step."""
        return {told.seat: told.amount for told in self.just_told(JackpotPaid)}


def an_evening_with_jackpots(
    jackpots: dict[str, Any] | None = None, name: str = "maryland", **settings: Any
) -> JackpotEvening:
    """Three seats."""
    table = open_game("craps", book(jackpots, name), (1, 2, 3), TableSettings(**settings))
    return JackpotEvening(table, 100_000)
