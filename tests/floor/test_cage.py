"""The cage at the console: a ticket looked up, paid, settled, expired; what is owed on paper."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.commands import main
from tests.floor.exchanges import House
from tests.floor.floors import printed
from tests.floor.test_ticket_exchange import Way
from tests.floor.tills import NOTE, forged

BORIS, ANNA = "boris's long password", "anna's long password"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Boris may pay, Anna may look; what they type is Boris's password, for a new line of input at each command."""
    made = House(tmp_path)
    for name, role, password in (("boris", "cashier", BORIS), ("anna", "viewer", ANNA)):
        types(monkeypatch, password)
        assert says(made, "person", name, "--role", role, "--by", "olga") == 0
    types(monkeypatch, BORIS)
    yield made
    made.end()


class Typed(io.StringIO):
    """The same line again for whoever asks."""

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        return self.getvalue()


def types(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    monkeypatch.setattr("sys.stdin", Typed(f"{password}\n"))


def says(house: House, *words: str) -> int:
    return main(["floor", "--config", str(house.folder / "floor.toml"), *words])


def test_a_ticket_is_looked_up_and_paid_by_two_persons_and_is_worth_nothing_at_any_cabinet(
    house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    way = Way(house)
    way.comes_out()
    assert says(house, "ticket", way.number, "--by", "olga") == 0
    assert f"issued  {NOTE}  printed at pit-1" in capsys.readouterr().out
    assert says(house, "ticket", forged(1, 900), "--by", "olga") == 2
    told = printed("floor", "--config", str(house.folder / "floor.toml"), "liability", "--by", "olga")
    assert told == f"age,state,tickets,amount\nunder_1_day,issued,1,{NOTE}\n"
    assert says(house, "pay", way.number, "--by", "olga") == 2
    assert says(house, "pay", way.number, "--by", "olga", "--with", "Boris") == 2
    assert "do not belong together" in capsys.readouterr().err
    assert says(house, "pay", way.number, "--by", "Boris", "--with", "boris") == 2
    assert "the same one twice" in capsys.readouterr().err
    types(monkeypatch, ANNA)
    assert says(house, "pay", way.number, "--by", "olga", "--with", "boris") == 2
    assert says(house, "pay", way.number, "--by", "olga", "--with", "anna") == 2
    assert "a cashier or a supervisor" in capsys.readouterr().err
    assert house.state(way.number) == "issued"
    types(monkeypatch, BORIS)
    assert says(house, "pay", way.number, "--by", "olga", "--with", "boris") == 0
    way.in_hand, way.came_in = 0, 0
    assert house.state(way.number) == "redeemed"
    assert says(house, "pay", way.number, "--by", "olga", "--with", "boris") == 2
    way.second.till.offers(way.number)
    way.until(way.second, lambda till: till.seat.acceptor.back != "")


@pytest.mark.parametrize("where", ["redeemed", "issued"])
def test_a_lock_whose_cabinet_is_gone_is_ended_by_two_persons_who_looked_for_the_paper(
    house: House, where: str
) -> None:
    way = Way(house)
    way.comes_out()
    way.is_granted(way.second)
    assert says(house, "expire", "--by", "olga") == 0
    assert says(house, "pay", way.number, "--by", "olga", "--with", "boris") == 2
    assert says(house, "settle", way.number, where, "--by", "olga") == 2
    assert house.state(way.number) == "locked"
    assert says(house, "settle", way.number, where, "--by", "olga", "--with", "boris") == 0
    assert house.state(way.number) == where


def test_nothing_is_paid_while_tickets_are_held(house: House) -> None:
    way = Way(house)
    way.comes_out()
    for cabinet in house.cabinets:
        cabinet.reports()
    copy = house.copied()
    way.is_granted(way.second)
    house.older(copy)
    assert says(house, "pay", way.number, "--by", "olga", "--with", "boris") == 2
    assert house.state(way.number) == "issued"
    assert says(house, "rebuild", "--by", "olga") == 2
    for cabinet in house.cabinets:
        cabinet.reports()
    assert says(house, "rebuild", "--by", "olga") == 0
    assert house.state(way.number) == "locked"
