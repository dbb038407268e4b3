"""What a winning wager is paid: exact odds on its stake, any commission on the win already taken off."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.dice import Dice
from controller.games.craps.rules.kinds import Bet, Fall, Result

if TYPE_CHECKING:
    from controller.games.craps.rules.settings import Settings
    from controller.games.craps.rules.terms import Terms


class Level(StrEnum):
    """What the Power Odds draw gave a spot for one roll: the left or the right figure of the chart, or nothing."""

    NONE = "none"
    LOW = "low"
    HIGH = "high"


def win_odds(
    bets: "Mapping[str, Terms]", settings: "Settings", bet: Bet, fall: Fall, dice: Dice, level: Level
) -> Fraction:
    """What a win pays for one, the stake not counted."""
    if bet.kind.parts:
        return _parts_odds(bets, settings, bet, dice, level)
    terms = bets[bet.kind.pattern]
    power = terms.power(fall.pay_key) if level is not Level.NONE else None
    odds = power[level is Level.HIGH] if power else terms.pay(fall.pay_key)
    return _less_commission(terms, settings, odds)


def has_power_odds(bets: "Mapping[str, Terms]", bet: Bet) -> bool:
    """Whether the draw may fall on this spot; a composite one follows its parts."""
    if bet.kind.parts:
        return all(has_power_odds(bets, BETS[part]) for part in bet.parts)
    return bets[bet.kind.pattern].power_odds is not None


def upfront_rate(terms: "Terms", settings: "Settings", odds: Fraction) -> Fraction:
    """The vigorish that placing a wager costs, as a share of its stake."""
    if terms.commission is None or _taken_when(terms, settings) == "on_win":
        return Fraction(0)
    rate = _rate(terms, settings)
    return rate * odds if terms.commission.of == "win" else rate


def _parts_odds(bets: "Mapping[str, Terms]", settings: "Settings", bet: Bet, dice: Dice, level: Level) -> Fraction:
    """Paid net on the whole stake: the parts that win pay, the others are lost."""
    net = Fraction(0)
    for name in bet.parts:
        part = BETS[name]
        fall = part.kind.decides(part, None, dice) if part.kind.decides else None
        won = fall is not None and fall.result is Result.WIN
        net += win_odds(bets, settings, part, fall, dice, level) if fall and won else -1
    return net / len(bet.parts)


def _less_commission(terms: "Terms", settings: "Settings", odds: Fraction) -> Fraction:
    if terms.commission is None or _taken_when(terms, settings) != "on_win":
        return odds
    rate = _rate(terms, settings)
    return odds - rate * odds if terms.commission.of == "win" else odds - rate


def _taken_when(terms: "Terms", settings: "Settings") -> str | None:
    when = terms.commission.when if terms.commission else None
    return settings.vigorish if when == "setting" else when


def _rate(terms: "Terms", settings: "Settings") -> Fraction:
    rate = terms.commission.rate if terms.commission else Fraction(0)
    return (settings.vigorish_rate or Fraction(0)) if rate == "setting" else rate
