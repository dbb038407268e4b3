"""What lies on the wagers that may win a progressive jackpot of the rule book."""

from controller.games.craps.play.game import Game
from controller.games.craps.rules.bets import BETS


def stakes_for(game: Game, jackpot: str) -> dict[int, int]:
    """Seat → all that it has there."""
    spots = game.felt.jackpot_spots[jackpot]
    stakes = {seat: sum(held.stakes.get(bet, 0) for bet in spots) for seat, held in game.seats.items()}
    return {seat: stake for seat, stake in stakes.items() if stake}


def fresh_for(game: Game, jackpot: str) -> dict[int, dict[str, int]]:
    """Seat → bet → what feeds the pot: of a wager for one roll all, of one for the hand what this window added."""
    of = game.felt.jackpot_spots[jackpot]
    found: dict[int, dict[str, int]] = {}
    for seat, held in game.seats.items():
        lies = {bet: (held.added if BETS[bet].kind.for_the_hand else held.stakes).get(bet, 0) for bet in of}
        found[seat] = {bet: amount for bet, amount in lies.items() if amount}
    return {seat: fresh for seat, fresh in found.items() if fresh}
