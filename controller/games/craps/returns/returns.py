"""What a wager returns: the figures of its line on the par sheet, under the chances that the settings give."""

from fractions import Fraction

from controller.games.craps.returns.walk import Fortune
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.settings import Settings
from controller.games.par import BookReturns, Ended, returns_from


def returns_of(fortune: Fortune, settings: Settings) -> BookReturns:
    """The figures of a wager under the chances that these settings give Power Odds."""
    return returns_from(ends_of(fortune, settings), fortune.stake, fortune.cost, fortune.rolls)


def ends_of(fortune: Fortune, settings: Settings) -> list[Ended]:
    """How a wager may end under the chances that these settings give Power Odds."""
    drawn = chances_of_levels(settings)
    return [
        Ended(end.result.value, end.paid, end.taken, chance * drawn[end.level])
        for end, chance in fortune.ends.items()
        if drawn[end.level]
    ]


def chances_of_levels(settings: Settings) -> dict[Level | None, Fraction]:
    """How likely each level is to be drawn for a spot."""
    chance, high = settings.power_odds_chance or Fraction(0), settings.power_odds_high or Fraction(0)
    return {
        None: Fraction(1),
        Level.NONE: 1 - chance,
        Level.LOW: chance * (1 - high),
        Level.HIGH: chance * high,
    }
