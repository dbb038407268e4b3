"""The par sheet as a document: what `boxcars par --json` prints, and what another laboratory compares its own with."""

from fractions import Fraction

from controller.games.craps.returns.sheet import par_sheet
from controller.games.craps.rules.odds import rate_text
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.par import Document, Sheet, sheet_document


def par_document(sheet: Sheet[RuleBook]) -> Document:
    """The whole sheet; at a stake every bet says what the floors make of its edge."""
    return sheet_document(sheet, lambda: par_sheet(sheet.book))


def hand_document(rolls: int, chance: Fraction, expected: Fraction) -> Document:
    """How likely a hand of so many rolls is, and how long a hand lasts."""
    return {
        "hand_length": rolls,
        "probability": rate_text(chance),
        "probability_decimal": float(chance),
        "expected_length": rate_text(expected),
        "expected_length_decimal": float(expected),
    }
