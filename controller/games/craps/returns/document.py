"""The par sheet as a document: what `boxcars par --json` prints, and what another laboratory compares its own with."""

import math
from fractions import Fraction
from typing import Any

from controller.games.craps.returns.returns import Returns
from controller.games.craps.returns.sheet import Sheet, par_sheet
from controller.games.craps.rules.odds import odds_text, rate_text

Document = dict[str, Any]


def par_document(sheet: Sheet) -> Document:
    """The whole sheet; at a stake every bet says what the floors make of its edge."""
    head: Document = {
        "rulebook": sheet.book.name,
        "digest": sheet.book.digest(),
        "settings": sheet.book.settings.model_dump(mode="json", exclude_none=True),
    }
    bets = {bet: bet_document(returns) for bet, returns in sheet.bets.items()}
    if sheet.stake is not None:
        head["stake"] = sheet.stake
        exact = par_sheet(sheet.book).bets
        for bet, returns in sheet.bets.items():
            bets[bet]["flooring"] = rate_text(returns.house_edge - exact[bet].house_edge)
    document = head | {"bets": bets}
    if sheet.refused:
        document["refused"] = {
            bet: {"code": refusal.code, "reason": refusal.reason} for bet, refusal in sheet.refused.items()
        }
    return document


def bet_document(returns: Returns) -> Document:
    """One bet: fractions as `n/d`, and beside them the floats that people compare."""
    return {
        "house_edge": rate_text(returns.house_edge),
        "house_edge_percent": float(returns.house_edge * 100),
        "house_edge_resolved": rate_text(returns.house_edge_resolved),
        "house_edge_per_roll": rate_text(returns.house_edge_per_roll),
        "win": rate_text(returns.win),
        "push": rate_text(returns.push),
        "lose": rate_text(returns.lose),
        "expected_rolls": rate_text(returns.expected_rolls),
        "standard_deviation": math.sqrt(returns.variance),
        "pays": [{"odds": odds_text(odds), "probability": rate_text(chance)} for odds, chance in returns.pays.items()],
    }


def hand_document(rolls: int, chance: Fraction, expected: Fraction) -> Document:
    """How likely a hand of so many rolls is, and how long a hand lasts."""
    return {
        "hand_length": rolls,
        "probability": rate_text(chance),
        "probability_decimal": float(chance),
        "expected_length": rate_text(expected),
        "expected_length_decimal": float(expected),
    }
