"""Two rounds by a rule book that has just been read."""

import random

from controller.games.craps.rules.rulebook import RuleBook
from controller.games.registry import game_row
from controller.table.phases import Phase
from controller.table.round.opening import open_game
from tests.table.evening import Evening
from tools.simulator.players import Wishing

CREDITS = 100_000
SEATS = (1, 2)


def two_rounds(book: RuleBook, source: random.Random) -> None:
    """Of two players who want what they like; the laws are checked after every event."""
    evening = Evening(open_game("craps", book, SEATS), CREDITS)
    wishing = Wishing(evening.table.game.offer(), game_row("craps").habits)
    for _ in range(2):
        for seat in SEATS * 3:
            evening.happens(evening.wager(seat, *wishing.wish(source, seat)))
        if evening.phase is Phase.BETTING:
            evening.roll(source.randint(1, 6), source.randint(1, 6))
