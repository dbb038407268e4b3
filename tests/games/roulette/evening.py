"""The language of an evening, for a table of roulette: it spins, and the wheel says what became of it."""

from collections.abc import Mapping
from typing import Any, Self

from controller.books import load_rules
from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.spin import OUTCOMES, PAYLOAD
from controller.table.events import OutcomeNears, Thrown
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from tests.asked import lay, wagers
from tests.table.evening import NONCE, Evening

BOOK = "mbs_roulette_v3"
NO_NUMBER = 255
KEY = bytes(range(16))
"""Of the wheel."""


class AnEvening(Evening):
    """One roulette table; seats 1, 2, 3 have their credits."""

    def asked(self) -> Self:
        """From the open window to the wheel that has been asked: the first phase of the window ends."""
        assert self.phase is Phase.BETTING
        self.time_is_up()
        return self.draw()

    def nears(self, spin: int | None = None) -> Self:
        """The ball leaves the track."""
        return self.happens(OutcomeNears(self.wanted if spin is None else spin))

    @property
    def wanted(self) -> int:
        """The id of the spin that is wanted."""
        assert self.table.throw is not None, "no spin is wanted"
        return self.table.throw.id

    def spun(self, number: int, spin: int | None = None, authentic: bool = True) -> Self:
        """The wheel reports this number."""
        return self.wheel_says("ok", number, spin, authentic)

    def wheel_says(
        self, outcome: str, number: int = NO_NUMBER, spin: int | None = None, authentic: bool = True
    ) -> Self:
        """A report of the wanted spin, or of the one that is named."""
        of = self.wanted if spin is None else spin
        code = OUTCOMES.index(outcome) if outcome in OUTCOMES else len(OUTCOMES)
        payload = PAYLOAD.pack(of, code, number, 12, 1, -17, 23410, 0)
        mac = mac_of(KEY if authentic else bytes(16), bytes.fromhex(NONCE), payload)
        return self.happens(Thrown(of, outcome, {"number": number}, authentic, payload.hex(), mac.hex()))

    def lay(self, seat: int, chips: Mapping[str, int]) -> Self:
        """Several wagers at once, all or none."""
        client = f"terminal-{seat}"
        lays = tuple(lay("place", bet, amount) for bet, amount in chips.items())
        return self.happens(wagers(seat, client, self.next_id(client), self.round, lays))

    def ball_gone(self) -> Self:
        """The ball of a round that was broken off, where one may still be up, was never launched."""
        left = self.table.abandoned
        return self if left is None else self.wheel_says("aborted", spin=left.id)

    def round_of(self, number: int) -> Self:
        """The rest of a round with this number, and the next window."""
        return self.asked().spun(number).confirmed().time_is_up()

    def confirmed(self) -> Self:
        """The number has been looked at for its time."""
        return self.time_is_up() if self.phase is Phase.ROLLING else self


def an_evening(seats: tuple[int, ...] = (1, 2, 3), credits: int = 100_000, **settings: Any) -> AnEvening:
    """An evening of roulette; `settings` are those of the game, and of the table those that it has."""
    row, book = load_rules(BOOK)
    of_table = {name: settings.pop(name) for name in list(settings) if name in ("large_win", "liability_limit")}
    return AnEvening(open_game(row.name, book.turned(settings), seats, TableSettings(**of_table)), credits)
