"""What a console prints of closed days, and what stands under every paper."""

import json

from controller.protocol.public import MachineIs
from controller.protocol.records.figures import DayRow, Days
from controller.protocol.records.history import Log, LogRow
from controller.protocol.stations.session import OnPaper
from controller.records.sheets.meter_sheet import cash_document
from controller.service.cash_sheet import GONE, NO_REPORT, report_lines
from controller.service.sheets import days_sheet, handover_sheet, log_sheet
from controller.vault.counts.cash_figures import cash_figures, ticket_figures

KEY = "0123-4567-89ab-cdef-0123-4567-89ab-cdef"
PAPER = OnPaper(fingerprint=KEY, zone="America/New_York", clock=1_790_000_000_000)
MACHINE = {"name": "dome 1", "zone": "America/New_York", "game": "craps", "book": "electronic 1", "version": "1.2"}
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


def test_a_paper_says_which_machine_it_is_of_and_nothing_that_the_house_did_not_say() -> None:
    figures = ("number", "credits", "credits_amount", "hand_pays", "hand_pays_amount", "reversals", "reversals_amount")
    details = {"operator": "ann", "owes": 0, **dict.fromkeys(figures, 1)}
    said = MachineIs(**MACHINE, house="Grand Casino", place="Atlantic City", asset="7001", serial="BX-0417")
    lines = handover_sheet(details, "live", PAPER.model_copy(update={"machine": said}))
    assert lines[-4:-1] == [
        "Grand Casino, Atlantic City",
        "asset 7001  serial BX-0417  name dome 1",
        "craps  electronic 1  version 1.2",
    ]
    lines = handover_sheet(details, "live", PAPER.model_copy(update={"machine": MachineIs(**MACHINE)}))
    assert lines[-3:-1] == ["name dome 1", "craps  electronic 1  version 1.2"]


def line(kind: str, text: str, **told: object) -> str:
    row = LogRow(id=1, at=1_790_000_000_000, of=kind, seat=0, text=text, details=json.dumps(told), seq=9)
    return log_sheet(Log(rows=(row,), more=False, journal="j", life="demo"))[0].split(maxsplit=3)[-1]


def test_a_line_of_the_log_is_written_for_a_person_and_its_amounts_as_money() -> None:
    moved = {"amount": 2000, "into_seat": False, "instrument": "hand_pay", "state": "done"}
    about = {"move": "seat-1/panel/2", "reference": "0418", "by": "ann"}
    assert line("cash", "old words", **moved, **about) == ("$20.00 out by hand_pay: done  seat-1/panel/2, 0418, by ann")
    old, new = {"limits": {"min": 100, "max": 500}, "book": 1}, {"limits": {"min": 100, "max": 400}, "book": 1}
    assert line("settings", "limits changed by eve", old=old, new=new, by="eve") == (
        "limits changed by eve  limits.max: $5.00 → $4.00"
    )
    books = {"rulebook": "electronic 0fb8"}, {"rulebook": "electronic 3f9a", "large_win": None}
    assert (
        line("settings", "changed", old={**books[0], "large_win": 5}, new=books[1])
        == "changed  large_win: $0.05 → none"
    )
    assert line("shift", "old words", operator="ann", number=2, owes=-500, by="eve") == (
        "ann handed over shift 2: is owed $5.00  by eve"
    )
    assert line("journal", "day closed", day="2026-11-18", by="eve") == "day closed  day 2026-11-18, by eve"


def test_a_report_of_cash_is_told_for_the_table_and_each_seat_with_what_is_wrong() -> None:
    nothing = dict.fromkeys(cash_document(cash_figures({})), 0)
    figures = {**nothing, "notes": 2000, "jackpots": 1000, "hold": -500, "on_seats": 1000, "difference": 500}
    figures |= {"came": 2000, "went": 1000}
    tickets = {**ticket_figures({"out:ticket": 900, "lapsed": 100, "owed": 800})._asdict(), "difference": 0}
    report = {"table": figures, "seats": {"3": figures}, "tickets": {**tickets, "owed_at_the_end": 800}}
    lines = [line.split("  ")[0] for line in report_lines(report) if line]
    assert lines[:4] == ["CASH OF THE TABLE", "notes", "came in", "wins paid by hand"]
    assert lines[4:9] == ["held by the house", "more on the seats than before", GONE, "difference", "CASH OF SEAT 3"]
    amounts = [line.split()[-1] for line in report_lines(report)[2:9]]
    assert amounts == ["$20.00", "$20.00", "$10.00", "\N{MINUS SIGN}$5.00", "$10.00", "$15.00", "$5.00"]
    assert report_lines(None) == NO_REPORT
