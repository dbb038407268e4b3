"""What a wager returns: every figure of its line on the par sheet, from what becomes of it."""

from dataclasses import dataclass
from fractions import Fraction

from controller.games.craps.returns.walk import End, Fortune
from controller.games.craps.rules.bets import Result
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.settings import Settings


@dataclass(frozen=True, slots=True)
class Returns:
    """One line of the par sheet. What is won or lost is measured in what the wager cost, up-front vigorish too."""

    house_edge: Fraction
    win: Fraction
    push: Fraction
    lose: Fraction
    expected_rolls: Fraction
    variance: Fraction
    pays: dict[Fraction, Fraction]
    """Odds paid on the stake → the chance of winning them."""

    @property
    def returned(self) -> Fraction:
        """What comes back of what is staked."""
        return 1 - self.house_edge

    @property
    def house_edge_resolved(self) -> Fraction:
        """The edge when wagers that tie are not counted."""
        return self.house_edge / (1 - self.push) if self.push < 1 else Fraction(0)

    @property
    def house_edge_per_roll(self) -> Fraction:
        """The edge spread over the rolls that the wager lies there."""
        return self.house_edge / self.expected_rolls


def returns_of(fortune: Fortune, settings: Settings) -> Returns:
    """The figures of a wager under the chances that these settings give Power Odds."""
    drawn = chances_of_levels(settings)
    ends = [(end, chance * drawn[end.level]) for end, chance in fortune.ends.items() if drawn[end.level]]
    mean, square = (_mean(ends, fortune.cost, power) for power in (1, 2))
    pays: dict[Fraction, Fraction] = {}
    for end, chance in ends:
        if end.result is Result.WIN:
            odds = Fraction(end.paid, fortune.stake)
            pays[odds] = pays.get(odds, Fraction(0)) + chance
    return Returns(
        house_edge=mean,
        win=_chance(ends, Result.WIN),
        push=_chance(ends, Result.PUSH),
        lose=_chance(ends, Result.LOSE),
        expected_rolls=fortune.rolls,
        variance=square - mean * mean,
        pays=dict(sorted(pays.items())),
    )


Ends = list[tuple[End, Fraction]]


def _chance(ends: Ends, result: Result) -> Fraction:
    return sum((chance for end, chance in ends if end.result is result), Fraction(0))


def _mean(ends: Ends, cost: int, power: int) -> Fraction:
    """The mean of what the house takes of one unit, or of its square."""
    return sum((chance * Fraction(end.taken, cost) ** power for end, chance in ends), Fraction(0))


def chances_of_levels(settings: Settings) -> dict[Level | None, Fraction]:
    """How likely each level is to be drawn for a spot."""
    chance, high = settings.power_odds_chance or Fraction(0), settings.power_odds_high or Fraction(0)
    return {
        None: Fraction(1),
        Level.NONE: 1 - chance,
        Level.LOW: chance * (1 - high),
        Level.HIGH: chance * high,
    }
