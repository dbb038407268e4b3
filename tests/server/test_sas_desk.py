"""The desk of the casino's line: what the driver is told after a commit, and what it tells."""

from typing import Any

import pytest

from controller.background_jobs import BackgroundJob, JobNow
from controller.protocol.devices.sas import METERS
from controller.server.connections.sas.sas_desk import meters_of
from controller.server.host.signing import SoftwareSigning
from controller.table.events import DoorMoved
from controller.table.sas.events import HostSetUp
from controller.table.staff.said import act_said
from controller.vault.counts.meters import MeterBook
from tests.server.simulated import SimulatedCabinet, Someone

ADDRESSES = {
    "11": {"seat": 1, "controls": ["bills", "clock", "play"], "unit": 100},
    "12": {"seat": 2, "controls": [], "unit": 100},
}


class WorksItOut(BackgroundJob[int]):
    """A job that is done when the test says so: seed → signature."""

    def __init__(self) -> None:
        super().__init__(lambda _seed, _tell: {})
        self.seeds: list[int] = []
        self.answer: JobNow = JobNow("running")

    def start(self, about: int) -> None:
        self.seeds.append(about)
        self.answer = JobNow("running")

    def now(self) -> JobNow:
        return self.answer


class CasinoCabinet(SimulatedCabinet):
    def __init__(self) -> None:
        self.job = WorksItOut()
        super().__init__(signing=SoftwareSigning(self.job))
        self.link_dice()
        self.loop.apply(HostSetUp(ADDRESSES))
        self.turn()


class Driver(Someone):
    def __init__(self, cabinet: CasinoCabinet) -> None:
        super().__init__(cabinet, "sas", "local sas")
        self.say(kind="sas_driver_here", line="emulated:/tmp/line", emulated=True)
        cabinet.turn()

    def tells(self, **fields: Any) -> None:
        self.say(**fields)
        self.cabinet.turn()

    def image(self, address: int) -> dict[str, Any]:
        return [one for one in self.heard("sas_image") if one["address"] == address][-1]


@pytest.fixture
def cabinet() -> CasinoCabinet:
    return CasinoCabinet()


def test_each_address_has_its_image_and_a_commit_that_changes_it_tells_another(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    assert (driver.image(11)["seat"], driver.image(12)["seat"]) == (1, 2)
    assert driver.image(11)["demo"]
    before = len(driver.heard("sas_image"))
    cabinet.loop.apply(DoorMoved("main", True))
    cabinet.turn()
    assert [(event["number"], event["code"]) for event in driver.image(11)["events"]] == [(1, 0x11)]
    assert len(driver.heard("sas_image")) == before + 2


def test_what_the_host_has_taken_is_gone_from_the_image_and_from_the_table(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    cabinet.loop.apply(DoorMoved("main", True))
    cabinet.turn()
    for _ in range(2):
        driver.tells(kind="sas_taken", address=11, number=1)
    assert (driver.image(11)["events"], len(driver.image(12)["events"])) == ([], 1)
    assert cabinet.table.sas[11].waiting == ()


def test_an_order_is_done_by_its_number_once_it_is_committed_and_only_where_the_host_may_give_it(
    cabinet: CasinoCabinet,
) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_ordered", address=11, number=1, order="disable")
    assert (driver.image(11)["done"], driver.image(11)["disabled"]) == (1, True)
    assert cabinet.table.turned_off(1)
    driver.tells(kind="sas_ordered", address=12, number=2, order="disable")
    assert (driver.image(12)["done"], driver.image(12)["disabled"]) == (0, False)
    again = Driver(cabinet)
    assert (again.image(11)["done"], again.image(11)["disabled"]) == (0, True), "a new driver counts anew"


def test_the_player_of_a_seat_that_the_host_turns_off_sees_it_closed_at_once(cabinet: CasinoCabinet) -> None:
    driver, terminal = Driver(cabinet), cabinet.terminal(1, credits=700)
    driver.tells(kind="sas_ordered", address=11, number=1, order="disable")
    assert terminal.heard("seat")[-1]["open"] is False
    driver.tells(kind="sas_ordered", address=11, number=2, order="enable")
    assert terminal.heard("seat")[-1]["open"] is True


def test_a_win_that_the_house_pays_by_hand_is_told_as_one_until_it_was_paid(cabinet: CasinoCabinet) -> None:
    driver, terminal = Driver(cabinet), cabinet.terminal(1, credits=1_000)
    by_hand = {"large_win": 1_000, "wins_by_hand": True}
    cabinet.loop.apply(act_said("menu", 1, "ann", "supervisor", "settings", change=by_hand))
    terminal.command("wager", round=cabinet.table.round, do="place", bet="hop:1-3", amount=100)
    cabinet.turn()
    for kind in ("done", "shoot"):
        terminal.command(kind, round=cabinet.table.round)
        cabinet.turn()
    cabinet.roll((1, 3))
    cabinet.run(1000)
    told = driver.image(11)
    assert (told["hand_pay"], told["win"], told["credits"]) == (1500, True, 1_000)
    assert 0x51 in [event["code"] for event in told["events"]]
    cabinet.loop.apply(act_said("menu", 2, "ann", "supervisor", "hand_pay", seat=1, reference="R-1"))
    cabinet.turn()
    told = driver.image(11)
    assert (told["hand_pay"], told["win"]) == (0, False)


def test_an_order_that_comes_twice_is_done_once(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_ordered", address=11, number=1, order="disable")
    driver.tells(kind="sas_ordered", address=11, number=2, order="enable")
    driver.tells(kind="sas_ordered", address=11, number=1, order="disable")
    assert (driver.image(11)["done"], driver.image(11)["disabled"]) == (2, False)


def test_a_host_that_polls_no_more_is_a_trouble_and_status_shows_the_line(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    counts = dict.fromkeys(("polls", "answers", "repeated", "busy", "bad_crc", "unknown", "broken"), 0)
    for linked in (True, False):
        driver.tells(kind="sas_link", address=11, linked=linked, loop=True, last_poll="81", **counts)
    assert [trouble.code for trouble in cabinet.loop.counters.troubles()] == ["sas_link_down"]


def test_a_seat_has_its_own_meters_and_doors_and_power_are_the_machines() -> None:
    meters = MeterBook()
    for name in METERS:
        meters.count(0, name, 7)
    meters.both(2, "wagered", 30)
    meters.both(2, "bills:500")
    seat, table = meters_of(meters, 2), meters_of(meters, 0)
    assert (seat["wagered"], table["wagered"]) == (30, 37)
    assert (seat["power_ups"], seat["door_openings:main"], seat["games"]) == (7, 7, 0)
    assert seat["bills:500"] == table["bills:500"] == 1


def test_a_signature_that_the_host_wants_is_worked_out_beside_play_and_told_by_its_number(
    cabinet: CasinoCabinet,
) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_signature_wanted", address=11, number=1, seed=0x1234)
    driver.tells(kind="sas_signature_wanted", address=12, number=1, seed=0x4321)
    cabinet.turn(250)
    commits = cabinet.store.commits
    assert cabinet.job.seeds == [0x1234], "one after the other"
    assert driver.image(11)["signed"] == 0
    cabinet.job.answer = JobNow("done", answer={"signature": 0xBEEF})
    cabinet.turn(250)
    cabinet.turn(250)
    assert (driver.image(11)["signed"], driver.image(11)["signature"]) == (1, 0xBEEF)
    assert cabinet.job.seeds == [0x1234, 0x4321]
    assert cabinet.store.commits - commits <= 2, "nothing of it is kept"
    assert driver.image(12)["signed"] == 0
    again = Driver(cabinet)
    assert again.image(11)["signed"] == 0, "a new driver counts anew"


def test_a_signature_that_could_not_be_worked_out_is_not_told(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_signature_wanted", address=11, number=1, seed=1)
    cabinet.turn(250)
    cabinet.job.answer = JobNow("failed", why="a file cannot be read")
    cabinet.turn(250)
    assert driver.image(11)["signed"] == 0


def test_what_the_progressives_stand_at_is_on_every_screen_until_it_is_told_no_more(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_progressives", levels={"1": 123_456, "2": 7_890})
    cabinet.turn()
    assert cabinet.transport.broadcasts[-1]["progressives"] == {"1": 123_456, "2": 7_890}
    assert not cabinet.table.sas[11].waiting
    driver.tells(kind="sas_progressives", levels={})
    cabinet.turn()
    assert "progressives" not in cabinet.transport.broadcasts[-1]
    assert [one.code for one in cabinet.table.sas[11].waiting] == [0x53]


def test_a_driver_that_is_gone_shows_no_progressives(cabinet: CasinoCabinet) -> None:
    driver = Driver(cabinet)
    driver.tells(kind="sas_progressives", levels={"1": 123_456})
    for _ in range(8):
        cabinet.turn(500)
    assert "progressives" not in cabinet.transport.broadcasts[-1]
