"""A ticket of one cabinet is taken at another: real floor, real uplinks, by HTTPS and through a broker."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.drivers.machines import eventually
from tests.floor.floors import Floors
from tests.floor.tills import NOTE, Till, forged


@pytest.fixture(params=["https", "nats"])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Floors]:
    floors = Floors(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', broker=request.param == "nats")
    yield floors
    floors.end()


def until(tills: list[Till], so: Callable[[], bool], what: str) -> None:
    """They go on until it is so."""

    def turned() -> bool:
        for till in tills:
            till.turn()
        return so()

    eventually(turned, what)


def test_a_ticket_that_one_cabinet_printed_is_money_at_another_once_and_nowhere_else(house: Floors) -> None:
    cabinets = [house.cabinet("pit-1"), house.cabinet("pit-2")]
    for cabinet in cabinets:
        settings = cabinet.folder / "cabinet.toml"
        run = cabinet.folder.parent / f"run-{cabinet.name[-1]}"
        top, rest = settings.read_text().split("[table]", 1)
        cash = '[[cash]]\nseat = 1\nnotes = [100, 500, 1000, 2000]\nticket_limit = 150000\nauthority = "floor"\n'
        settings.write_text(f'{top}run = "{run}"\n[table]{rest}{cash}')
    first, second = tills = [
        Till(cabinet.journal, number, run=house.folder / f"run-{number}") for number, cabinet in enumerate(cabinets, 1)
    ]
    try:
        house.start_floor()
        if house.has_broker:
            house.start_broker()
        for cabinet in cabinets:
            house.start_uplink(cabinet)
        first.note()
        first.cash_out()
        until(tills, lambda: first.wishes.cash[1].job is not None and first.wishes.cash[1].job.may_print, "reserved")
        number = first.prints()
        until(tills, lambda: not first.seat.asks, "issued")
        for strange in (forged(1, 1), number):
            second.offers(strange)
            until(tills, lambda: not second.seat.acceptor.move or second.seat.acceptor.granted > 0, "it is answered")
            if strange != number:
                second.returned()
        assert second.seat.acceptor.granted == NOTE
        first.offers(number)
        until(tills, lambda: bool(first.seat.acceptor.back), "its copy is refused")
        second.stacks()
        until(tills, lambda: not second.seat.asks, "redeemed")
        assert (first.credits, second.credits) == (0, NOTE)
        eventually(lambda: all(house.delivered(cabinet) for cabinet in cabinets), "all of it is on the floor")
        assert house.alarms() == []
    finally:
        for till in tills:
            till.close()
