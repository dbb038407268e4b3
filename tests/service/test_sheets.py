"""What a console prints of closed days, and what stands under every paper."""

from controller.service.sheets import days_sheet, handover_sheet
from controller.wire.records import DayRow, Days
from controller.wire.session import OnPaper

KEY = "0123-4567-89ab-cdef-0123-4567-89ab-cdef"
PAPER = OnPaper(fingerprint=KEY, zone="America/New_York", clock=1_790_000_000_000)
TOTALS = {
    "wagered": 1000,
    "wagered:field": 1000,
    "squares": 77,
    "squares:field": 77,
    "expected": 10**12,
    "variance": 10**12,
    "unpriced": 5,
    "in:attendant": 500,
    "in_by:ann": 500,
    "reversed:attendant": 300,
    "reversed_by:boris": 300,
}


def test_a_closed_day_shows_what_was_reversed_and_nothing_that_is_no_figure() -> None:
    day = DayRow(day="2026-11-18", closed_at=1_790_000_000_000, totals=TOTALS)
    lines = days_sheet(Days(days=(day,), more=False), "live", PAPER)
    names = {line.split()[0] for line in lines if line and not line.startswith("-")}
    assert {"wagered", "in:attendant", "in_by:ann", "reversed:attendant", "reversed_by:boris"} <= names
    assert not {"squares", "squares:field", "wagered:field", "expected", "variance", "unpriced"} & names
    assert lines[-1] == f"key {KEY}"


def test_a_paper_has_the_zone_of_the_machine_and_the_journal_s_key() -> None:
    figures = ("number", "credits", "credits_amount", "hand_pays", "hand_pays_amount", "reversals", "reversals_amount")
    lines = handover_sheet({"operator": "ann", "owes": 0, **dict.fromkeys(figures, 1)}, "live", PAPER)
    (printed,) = [line for line in lines if line.startswith("printed")]
    assert printed.split()[-1] in ("EST", "EDT")
    assert lines[-1] == f"key {KEY}"
