"""What is played of a book: the stake of every bet, and what exactly may become of it, as the game's row says."""

from typing import NamedTuple

from controller.games.book import GameBook
from controller.games.registry import trial_of
from controller.games.row import Laid


class Plan(NamedTuple):
    """All that is played of a book, and what is not, with the reason."""

    book: GameBook
    laid: dict[str, Laid]
    not_played: dict[str, str]

    @property
    def stakes(self) -> dict[str, int]:
        """Bet → what is laid on it, again and again."""
        return {bet: laid.stake for bet, laid in self.laid.items()}


def plan(book: GameBook) -> Plan:
    """How every bet of this book is played."""
    said = trial_of(book).laid(book)
    laid = {bet: how for bet, how in said.items() if isinstance(how, Laid)}
    return Plan(book, laid, {bet: why for bet, why in said.items() if isinstance(why, str)})
