"""Notes and tickets in the vault: proved, played again, read back; and reports that sum to nothing."""

from pathlib import Path

from controller.protocol.records.history import LastPapers, LastPapersWanted
from controller.records.library import Library
from controller.records.sheets.meter_sheet import meter_document
from controller.table.cash import events as c
from controller.table.events import UnitFound
from controller.vault.books.clerk import Clerk, clerk_of, plain_clerk
from controller.vault.counts.cash_figures import cash_figures
from controller.vault.counts.meters import TABLE
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader
from tests.asked import cash_out
from tests.cash.till import HOUSE, SEAT, VALUES
from tests.records.test_in_parts import NO_MEDIA
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import opened


def notes_and_a_ticket(kept: KeptTable) -> None:
    """A note, one of nobody's, a ticket out and the same one in again, at seat 1."""
    kept.take(UnitFound(4711, 0))
    kept.take(c.CashSetUp({"1": SEAT}, HOUSE))
    kept.take(c.AcceptorFound(1, "ccTalk NV9", "USD", VALUES, (1, 0)))
    kept.take(c.PrinterFound(1, 78, 0))
    kept.take(c.PrinterState(1, "ready", "enough", ()))
    for event in (c.NoteOffered(1, 500), c.RouteMeant(1), c.PaperStacked(1, 500, True, False, (1, 1))):
        kept.take(event)
    kept.take(c.PaperStacked(1, 100, False, False, (1, 2)))
    kept.take(cash_out(1, "terminal-1", 1))
    out = kept.table.cash[1].out
    assert out is not None
    kept.take(c.TicketDigits(1, "007", 1_700_000_000))
    kept.take(c.AuthorityAnswered("reserve", out.move, "reserved"))
    kept.take(c.JobTold(1, 1, 78, "whole", "taken"))
    kept.take(c.AuthorityAnswered("issue", out.move, "issued"))


def sums(clerk: Clerk) -> list[int]:
    columns = [clerk.meters.lifetime, clerk.meters.since(clerk.meters.day)]
    return [cash_figures(column.get(seat, {})).difference for column in columns for seat in (TABLE, 1, 2, 3)]


def test_every_report_sums_to_nothing_and_what_is_owed_on_tickets_is_in_the_ledger(tmp_path: Path) -> None:
    kept = opened(tmp_path / "vault")
    notes_and_a_ticket(kept)
    world = Evening(seed=6)
    world.go_on_at(kept.table)
    play(kept, world, 400)
    clerk = kept.vault.clerk
    figures = cash_figures(clerk.meters.lifetime[1])
    assert (clerk.meters.lifetime[1]["bills:500"], figures.found, clerk.meters.lifetime[1]["tickets_out"]) == (
        1,
        100,
        1,
    )
    assert figures.hold or figures.on_seats
    assert sums(clerk) == [0] * 8
    assert clerk.tickets.outstanding() > 0
    again = clerk_of(plain_clerk(clerk))
    assert (again.tickets.tickets, sums(again)) == (clerk.tickets.tickets, sums(clerk))
    kept.commit()
    kept.close()
    assert verify(tmp_path / "vault", ProofWanted(make_table, KEY)).fault is None
    last = Library(tmp_path / "vault", dict, NO_MEDIA).answer(LastPapersWanted(seat=1), None)
    assert isinstance(last, LastPapers)
    with Reader(tmp_path / "vault") as reader:
        column = meter_document(read_meters(reader))["lifetime"]["cash"]
    assert column["difference"] == 0
    assert [(note.amount, note.into_seat) for note in last.notes][-1] == (500, True)
    (ticket,) = last.tickets
    assert (ticket.into_seat, len(ticket.ends)) == (False, 4)
