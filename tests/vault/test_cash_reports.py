"""What came in, went out and was held, by shift, by gaming day and by seat: in every report all of it is nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.facts.table import COUNTED
from controller.protocol.records.figures import CashReport, CashReportWanted, Days, DaysWanted
from controller.protocol.terminals.answers import NotTaken
from controller.records.library import Library
from controller.table.cash import events as c
from controller.table.events import Event, UnitFound
from controller.table.phases import Phase
from controller.table.sas.events import HostSetUp
from controller.table.sas.transfers.aft import INTO, NO_KEY, OUT_OF
from controller.table.sas.transfers.events import HostTransfer
from controller.table.staff.said import act_said
from controller.table.state import Table
from controller.table.wishes import wishes
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.asked import cash_out, done
from tests.cash.till import HOUSE, SEAT, VALUES
from tests.records.test_in_parts import NO_MEDIA
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import opened

SEATS = (1, 2)
LINES = (
    "notes",
    "tickets_in",
    "by_hand",
    "found",
    "transfers_in",
    "tickets_out",
    "hand_pays",
    "transfers_out",
    "others",
    "hold",
    "on_seats",
    "drop",
)


class Players(Evening):
    """Who play with what they have: money comes to them by the house alone."""

    def _cash(self, table: Table, seat: int) -> Event:
        return done(seat, *self._id(f"seat{seat}"), table.round)


class House:
    """A table with two seats that take notes, and people who hand over."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.kept: KeptTable = opened(directory)
        self.evening = Players(seed=11, restless=0)
        self._acts = self._cash_outs = 0
        self.amounts: dict[str, int] = {}
        """What the tickets are worth that came out."""
        self._marks = dict.fromkeys(SEATS, 0)
        self.take(UnitFound(4711, 0), c.CashSetUp({str(seat): SEAT for seat in SEATS}, HOUSE))
        for seat in SEATS:
            self.take(
                c.AcceptorFound(seat, f"NV9 {seat}", "USD", VALUES, (1, 0)),
                c.PrinterFound(seat, 70 + seat, 0),
                c.PrinterState(seat, "ready", "enough", ()),
            )
        self.act("first_supervisor", name="boris", pin="a" * 64)
        self.act("add_person", name="ann", new_role="supervisor", pin="b" * 64)

    def take(self, *events: Any) -> None:
        for event in events:
            self.kept.take(event)
        told = self.kept.commit()
        refused = [step.answer for step in told if step.answer is not None and not step.answer.ok]
        assert not refused, refused

    def act(self, act: str, by: str = "boris", **words: Any) -> None:
        self._acts += 1
        self.take(act_said("menu", self._acts, by, "supervisor", act, **words))

    def plays(self, events: int = 150) -> None:
        """Wagers, throws and settlements, until nothing is in the way of notes and tickets."""
        self.evening.go_on_at(self.kept.table)
        play(self.kept, self.evening, events)
        while (
            self.kept.table.holds
            or wishes(self.kept.table).locks
            or self.kept.table.phase not in (Phase.IDLE, Phase.BETTING)
        ):
            play(self.kept, self.evening, 1)

    def note(self, seat: int, value: int) -> None:
        self.take(
            c.NoteOffered(seat, value), c.RouteMeant(seat), c.PaperStacked(seat, value, True, False, self._mark(seat))
        )

    def finds(self, seat: int, value: int) -> None:
        self.take(c.PaperStacked(seat, value, False, False, self._mark(seat)))

    def ticket_out(self, seat: int) -> str:
        self._cash_outs += 1
        self.take(cash_out(seat, f"till-{seat}", self._cash_outs))
        out = self.kept.table.cash[seat].out
        assert out is not None, "it is paid by hand"
        self.take(c.TicketDigits(seat, "007", 1_700_000_000), c.AuthorityAnswered("reserve", out.move, "reserved"))
        job = self.kept.table.cash[seat].out
        assert job is not None
        self.take(
            c.JobTold(seat, job.job, job.serial, "whole", "taken"), c.AuthorityAnswered("issue", out.move, "issued")
        )
        self.amounts[job.number] = job.amount
        return job.number

    def asked(self, seat: int) -> str:
        """The name of what its authority is asked."""
        return self.kept.table.cash[seat].asks[0].request

    def ticket_in(self, seat: int, number: str) -> None:
        self.take(c.TicketOffered(seat, number))
        request = self.kept.table.cash[seat].acceptor.move
        self.take(
            c.AuthorityAnswered("lock", request, "granted", self.amounts[number]),
            c.RouteMeant(seat),
            c.PaperStacked(seat, None, True, False, self._mark(seat)),
            c.AuthorityAnswered("redeem", request, "redeemed"),
        )

    def _mark(self, seat: int) -> tuple[int, int]:
        self._marks[seat] += 1
        return 1, self._marks[seat]

    def day(self) -> str:
        """The gaming day that was closed last."""
        found = Library(self.directory, dict, NO_MEDIA).answer(DaysWanted(), None)
        assert isinstance(found, Days)
        return found.days[0].day

    def report(self, **asked: Any) -> dict[str, Any]:
        found = Library(self.directory, dict, NO_MEDIA).answer(CashReportWanted(**asked), None)
        assert isinstance(found, CashReport), found
        return found.document


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "vault")
    yield found
    found.kept.close()


def day_of_play(house: House) -> None:
    """Two people's shifts, two gaming days, and everything that cash can do at two seats."""
    house.note(1, 2000)
    house.act("credit", seat=2, amount=5000)
    house.plays()
    spent = house.ticket_out(1)
    house.act("handover")
    house.act("credit", seat=1, by="ann", amount=700)
    to_void = house.ticket_out(2)
    house.note(2, 500)
    house.finds(2, 100)
    house.act("credit_found", seat=2, reference="found-2/1", amount=100, reason="seen")
    house.act("close_day")
    house.kept.rest()
    house.act("credit", seat=2, amount=300)
    house.ticket_in(2, spent)
    house.act("handover", by="ann")
    house.plays()
    house.act("void_ticket", seat=2, reference=to_void, name="ann", reason="torn")
    house.take(c.AuthorityAnswered("void", house.asked(2), "voided", house.amounts[to_void]))
    lapsed = house.ticket_out(2)
    house.take(c.TicketExpired(lapsed, house.amounts[lapsed]))
    house.ticket_out(1)
    house.act("handover")
    house.note(1, 100)


def reports(house: House) -> dict[str, dict[str, Any]]:
    """All of those evenings, by what they are of."""
    return {
        "boris 1": house.report(operator="boris", number=1),
        "boris 2": house.report(operator="boris", number=2),
        "boris now": house.report(operator="boris"),
        "ann 1": house.report(operator="ann", number=1),
        "ann now": house.report(operator="ann"),
        "yesterday": house.report(day=house.day()),
        "today": house.report(),
    }


def differences(report: dict[str, Any]) -> list[int]:
    return [of["difference"] for of in (report["table"], report["tickets"], *report["seats"].values())]


def test_every_report_of_a_shift_a_day_and_a_seat_sums_to_nothing_and_the_table_is_its_seats(house: House) -> None:
    day_of_play(house)
    for name, report in reports(house).items():
        assert report["seats"], name
        assert set(differences(report)) == {0}, name
        for line in LINES:
            assert sum(of[line] for of in report["seats"].values()) == report["table"][line], f"{name}: {line}"
    house.kept.close()
    assert verify(house.directory, ProofWanted(make_table, KEY)).fault is None
    house.kept = opened(house.directory)


def test_what_was_in_a_shift_stands_in_its_report_and_nothing_else_does(house: House) -> None:
    day_of_play(house)
    of = reports(house)
    assert (of["boris 1"]["table"]["notes"], of["boris 2"]["table"]["notes"]) == (2000, 500)
    assert (of["ann 1"]["table"]["notes"], of["boris now"]["seats"]["1"]["notes"]) == (2500, 100)
    assert of["boris 2"]["seats"]["2"]["found"] == 100
    whole = [sum(of[span]["table"][line] for span in ("boris 1", "boris 2", "boris now")) for line in LINES]
    assert whole == [of["yesterday"]["table"][line] + of["today"]["table"][line] for line in LINES]
    assert of["boris 1"]["until"] == of["boris 2"]["since"]
    assert of["boris 2"]["tickets"]["out"]


def test_a_ticket_is_owed_until_it_is_back_voided_or_lapsed(house: House) -> None:
    day_of_play(house)
    of = reports(house)
    for report in of.values():
        told = report["tickets"]
        assert told["owed"] == told["out"] - told["back"] - told["voided"] - told["lapsed"]
    assert of["yesterday"]["tickets"]["owed"] == of["yesterday"]["tickets"]["owed_at_the_end"] > 0
    today = of["today"]["tickets"]
    assert min(today["lapsed"], today["voided"], today["back"]) > 0
    book = house.kept.vault.clerk.tickets.outstanding()
    assert today["owed_at_the_end"] == book == of["boris now"]["tickets"]["owed_at_the_end"] > 0


@pytest.mark.parametrize("forgotten", ["MoveChanged", "CashFound", "Settled"])
def test_a_kind_of_money_that_is_not_counted_shows_as_a_difference(
    house: House, monkeypatch: pytest.MonkeyPatch, forgotten: str
) -> None:
    monkeypatch.delitem(COUNTED, forgotten)
    day_of_play(house)
    assert any(differences(house.report(day=house.day())))
    assert any(differences(house.report(operator="ann", number=1)))


def test_a_ticket_that_lapses_and_is_not_counted_shows_as_a_difference(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(COUNTED, "TicketLapsed")
    day_of_play(house)
    today = house.report()
    assert (today["table"]["difference"], today["tickets"]["difference"] > 0) == (0, True)


def test_a_day_or_shift_that_was_not_is_said_to_be_none(house: House) -> None:
    library = Library(house.directory, dict, NO_MEDIA)
    for asked in (CashReportWanted(day="2020-02-02"), CashReportWanted(operator="ann", number=7)):
        answer = library.answer(asked, None)
        assert isinstance(answer, NotTaken)
        assert answer.code == "no_such_span"


def test_what_the_casinos_host_moved_stands_in_every_report_and_they_sum_to_nothing(house: House) -> None:
    aft = {"asset": 7, "limit": 50_000, "registers": False, "offer_time": 1_000, "cash_outs": None}
    house.take(HostSetUp({"1": {"seat": 1, "controls": ["transfers"], "unit": 100, "aft": aft}}))
    house.take(HostTransfer(1, 1, 0, INTO, 3_000, 0, 0, 7, NO_KEY, "aa", 0, 1_000))
    house.act("credit", seat=2, amount=500)
    house.plays()
    before = house.report()["table"]
    assert (before["transfers_in"], before["transfers_out"], before["others"]) == (3_000, 0, 0)
    left = house.kept.table.game.money(1).credits
    house.take(HostTransfer(1, 2, 1, OUT_OF, 10**6, 0, 0, 7, NO_KEY, "bb", 0, 1_000))
    house.act("handover")
    house.act("close_day")
    house.kept.rest()
    assert house.report(day=house.day())["seats"]["1"]["transfers_out"] == left > 0
    for report in (house.report(operator="boris", number=1), house.report(day=house.day()), house.report()):
        assert set(differences(report)) == {0}
    meters = house.kept.vault.clerk.meters.lifetime[1]
    assert (meters["in:aft"], meters["out:aft"], meters["transfers_in"], meters["transfers_out"]) == (3_000, left, 1, 1)
