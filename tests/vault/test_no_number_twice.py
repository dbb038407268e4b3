"""A ticket's number that was ever drawn is never drawn again, whatever happens to the journal."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.commands.journal.wiping import fresh
from controller.server.cash.cashier import Cashier
from controller.server.cash.local import LocalAuthority
from controller.server.loop.journal import Journal
from controller.server.loop.ports import Dealt
from controller.table.cash import events as c
from controller.table.events import Event, UnitFound
from controller.table.paper.tickets.numbers import LARGEST_SEQUENCE
from controller.table.state import Table
from controller.table.wishes import Wishes, wishes
from controller.vault.faults import VaultFault
from controller.vault.journal.second_place import SecondPlace, read_drawn
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.lifecycle.maintenance import about, clear
from tests.asked import cash_out
from tests.cash.till import HOUSE, SEAT, VALUES
from tests.vault.evening import Clock, make_table, new_state


class Till:
    """As much of the loop as a cashier needs, on a journal."""

    now = 0

    def __init__(self, directory: Path, second: Path | None) -> None:
        if not directory.exists():
            bear(directory, Birth(Life.DEMO, new_state(), 1))
        kept = KeptTable.open(directory, Clock(), make_table, dice=Dice.UNIT, second_place=second)
        self.kept, self.store = kept, Journal(kept, Dice.UNIT)
        authority = LocalAuthority(lambda: self.store.tickets, lambda: 1_700_000_000, lambda: True)
        self.cashier: Any = Cashier(authority, self)
        jobs = self.table.cash[1].printer.jobs if self.table.cash else 0
        for event in (
            UnitFound(4711, 0),
            c.CashSetUp({"1": SEAT}, HOUSE),
            c.AcceptorFound(1, "ccTalk NV9", "USD", VALUES, (1, 0)),
            c.PrinterFound(1, 78, jobs),
            c.PrinterState(1, "ready", "enough", ()),
        ):
            self.apply(event)

    @property
    def table(self) -> Table:
        return self.kept.table

    @property
    def wishes(self) -> Wishes:
        return wishes(self.table)

    def apply(self, event: Event) -> None:
        self.store.take(event)

    def draw(self, _spots: object, _settings: object) -> Dealt:
        """Chance that is always the same, so that only the sequence tells numbers apart."""
        return Dealt("00000000000000c8", {})

    def ticket(self) -> str:
        """A note in, a ticket out; returns the ticket's number."""
        for event in (c.NoteOffered(1, 500), c.RouteMeant(1), c.PaperStacked(1, 500, True, False)):
            self.apply(event)
        known = self.table.clients.get("terminal-1")
        self.apply(cash_out(1, "terminal-1", 1 if known is None else known.last_id + 1))
        self._turn()
        out = self.table.cash[1].out
        assert out is not None
        self._turn()
        job = self.wishes.cash[1].job
        assert job is not None
        self.apply(c.JobTold(1, job.job, job.serial, "whole", "taken"))
        self._turn()
        self._turn()
        assert self.table.cash[1].asks == ()
        return out.number

    def _turn(self) -> None:
        self.cashier.act(self)
        self.store.commit()
        self.cashier.tell(self)

    def close(self) -> None:
        self.kept.close()


def tickets(directory: Path, second: Path | None, many: int) -> list[str]:
    till = Till(directory, second)
    drawn = [till.ticket() for _ in range(many)]
    till.close()
    return drawn


def test_an_older_journal_that_is_put_back_goes_on_above_what_the_second_place_has_seen(tmp_path: Path) -> None:
    vault, head = tmp_path / "vault", tmp_path / "head"
    drawn = tickets(vault, head, 1)
    shutil.copytree(vault, tmp_path / "older")
    drawn += tickets(vault, head, 2) + tickets(vault, head, 1)
    assert read_drawn(head) == 4
    shutil.rmtree(vault)
    (tmp_path / "older").rename(vault)
    with pytest.raises(VaultFault, match="head_gone"):
        Till(vault, head)
    head.unlink()  # as operate.md says, so that it goes on all the same
    drawn += tickets(vault, head, 2)
    assert len(set(drawn)) == 6
    assert [int(number[6:13]) for number in drawn] == [1, 2, 3, 4, 5, 6]
    assert read_drawn(head) == 6


def test_a_journal_that_was_cleared_goes_on_above_the_one_before(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    drawn = tickets(vault, None, 2)
    clear(vault, about(vault).words, "boris", fresh, Clock())
    drawn += tickets(vault, None, 1)
    assert [int(number[6:13]) for number in drawn] == [1, 2, 3]


@pytest.mark.parametrize("lies_there", ["", "-3", "12a", "９", "99999999", "\x00", "1 2"])
def test_what_is_no_number_of_a_ticket_is_none(tmp_path: Path, lies_there: str) -> None:
    (tmp_path / "head.tickets").write_text(lies_there)
    assert read_drawn(tmp_path / "head") == 0
    (tmp_path / "head.tickets").write_text(f"{LARGEST_SEQUENCE}\n")
    assert read_drawn(tmp_path / "head") == LARGEST_SEQUENCE


def test_the_second_place_never_forgets_a_number_and_tries_again_what_it_could_not_write(tmp_path: Path) -> None:
    away = tmp_path / "stick" / "head"
    place = SecondPlace(away)
    place.put(None, 7)
    place.close()
    assert place.trouble is not None
    away.parent.mkdir()
    place = SecondPlace(away)
    place.put(None, 9)
    place.put(None, 8)
    place.close()
    again = SecondPlace(away)
    again.close()
    assert (place.trouble, again.drawn_before) == (None, 9)
