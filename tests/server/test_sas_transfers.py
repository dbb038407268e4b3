"""Money of the casino's host through the desk: what the driver is told, what a player sees, and what time ends."""

from typing import Any

import pytest

from controller.facts.host_kinds import CashOutOffered, TransferDone
from controller.server.connections.seats.cash_views import cash_moved
from controller.table.sas.events import HostSetUp
from controller.table.sas.transfers.aft import NO_KEY
from tests.server.test_sas_desk import CasinoCabinet, Driver

ASSET = 7001
AFT = {"asset": ASSET, "limit": 50_000, "registers": False, "offer_time": 2_000, "cash_outs": None}


@pytest.fixture
def cabinet() -> CasinoCabinet:
    cabinet = CasinoCabinet()
    seat = {"seat": 1, "controls": ["transfers"], "unit": 100, "aft": AFT}
    cabinet.loop.apply(HostSetUp({"11": seat}))
    cabinet.turn()
    return cabinet


def moves(driver: Driver, ask: int, amount: int, way: int = 0) -> dict[str, Any]:
    driver.tells(
        kind="sas_transfer_wanted", address=11, ask=ask, code=0, way=way, amount=amount, other=0, flags=0, asset=ASSET,
        key=NO_KEY, name="aa", lock=0,
    )  # fmt: skip
    found: dict[str, Any] = driver.image(11)["aft"]
    return found


def test_a_transfer_is_told_with_its_image_and_told_twice_it_is_one(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    for _ in range(2):
        aft = moves(driver, 5, 2_500)
        assert (aft["ask"], aft["said"], aft["last"]["number"]) == (5, 0, 1)
    assert driver.image(11)["credits"] == 2_500
    assert [one["number"] for kept in driver.heard("sas_kept") for one in kept["transfers"]] == [1]


def test_the_player_is_told_what_the_casinos_system_has_put_onto_the_seat_or_taken_from_it() -> None:
    into, out = (TransferDone(1, 11, "aft-1", way, 2_500, "aa", True) for way in (True, False))
    offered, ended = (CashOutOffered(1, 11, 900, became) for became in ("offered", "ended"))
    told = [cash_moved(fact) for fact in (into, out, offered)]
    assert [(one.what, one.how, one.amount) for one in told if one is not None] == [
        ("transfer", "credited", 2_500),
        ("transfer", "sent", 2_500),
        ("transfer", "offered", 900),
    ]
    assert cash_moved(ended) is None


def test_a_lock_ends_by_its_own_time(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_lock_wanted", address=11, number=1, conditions=1, length=1_000)
    assert (driver.image(11)["aft"]["lock"], driver.image(11)["done"]) == ("locked", 1)
    assert cabinet.table.busy_by_host(1)
    for _ in range(3):
        cabinet.turn(250)
    assert cabinet.table.busy_by_host(1)
    for _ in range(3):
        cabinet.turn(250)
    assert not cabinet.table.busy_by_host(1)
