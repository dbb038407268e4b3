"""The par sheet as a document: what `boxcars par --json` prints, and what another laboratory compares its own with."""

from controller.games.craps.returns.sheet import par_sheet
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.par import Document, Sheet, sheet_document


def par_document(sheet: Sheet[RuleBook]) -> Document:
    """The whole sheet; at a stake every bet says what the floors make of its edge."""
    return sheet_document(sheet, lambda: par_sheet(sheet.book))
