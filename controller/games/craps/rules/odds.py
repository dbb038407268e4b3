"""Exact odds and rates: `7:6` is seven for every six staked on top of the stake; `5/100` is a share.

A payout is one exact rational, floored once to the unit. No float comes near money.
"""

import re
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer

from config.files.complaints import WrongValue

ODDS_TEXT = re.compile(r"(\d{1,6}):([1-9]\d{0,5})", re.ASCII)
RATE_TEXT = re.compile(r"(\d{1,6})/([1-9]\d{0,5})", re.ASCII)


def read_odds(value: Any) -> Fraction:
    """`"7:6"` → 7/6."""
    return _read(value, ODDS_TEXT, 'odds such as "7:6"')


def read_rate(value: Any) -> Fraction:
    """`"5/100"` → 1/20, a share from 0/1 to 1/1."""
    rate = _read(value, RATE_TEXT, 'a share such as "5/100"')
    if rate > 1:
        raise WrongValue('must be a share between "0/1" and "1/1"', "at_most", most="1/1")
    return rate


def read_multiple(value: Any) -> Fraction:
    """`"12/5"` or `"2/1"`: how many times something."""
    return _read(value, RATE_TEXT, 'a multiple such as "2/1" or "12/5"')


def _read(value: Any, form: re.Pattern[str], wanted: str) -> Fraction:
    if isinstance(value, Fraction):
        return value
    match = form.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise WrongValue(f"must be {wanted}", "share")
    return Fraction(int(match[1]), int(match[2]))


def odds_text(odds: Fraction) -> str:
    """7/6 → `7:6`."""
    return f"{odds.numerator}:{odds.denominator}"


def rate_text(rate: Fraction) -> str:
    """1/20 → `1/20`; whole numbers keep their `/1`."""
    return f"{rate.numerator}/{rate.denominator}"


Odds = Annotated[Fraction, BeforeValidator(read_odds), PlainSerializer(odds_text)]
Rate = Annotated[Fraction, BeforeValidator(read_rate), PlainSerializer(rate_text)]
Multiple = Annotated[Fraction, BeforeValidator(read_multiple), PlainSerializer(rate_text)]
