"""Real processes: old entries are moved away while it runs; it is switched off in order, and all is there again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from controller.background_jobs import JobNow
from controller.media import Shelf
from controller.server.host.archiving import Archiving
from controller.server.host.power import FOLDER, WORDS, leave_word, take_word
from controller.server.host.process import STOPPED, SWITCHED_OFF
from controller.server.host.releases import WHOLE, Releases, installed
from controller.vault.lifecycle.archive import Archived
from tests.drivers.machines import PATIENCE, eventually
from tests.server.cabinets import CabinetOfProcesses
from tests.server.simulated import SimulatedCabinet

MEDIA = """
[media]
directory = "media"
must_be_mounted = false
"""


@pytest.fixture
def cabinet(tmp_path: Path) -> CabinetOfProcesses:
    found = CabinetOfProcesses(tmp_path, seats=2, bet_time=60)
    found.config.write_text(found.config.read_text() + MEDIA)
    (tmp_path / "media" / "stick").mkdir(parents=True)
    return found


def money(cabinet: CabinetOfProcesses) -> dict[str, Any]:
    """What each seat has and what lies for it."""
    seen: dict[str, Any] = {}
    for seat in (1, 2):
        you = cabinet.terminal(seat).welcome["you"]
        seen[str(seat)] = {name: you[name] for name in ("credits", "layout", "stakes", "lock")}
    return seen


def test_switched_off_in_order_and_on_again_all_is_as_it_was(cabinet: CabinetOfProcesses) -> None:
    with cabinet.dice():
        with cabinet.controller() as process:
            eventually(cabinet.ready, "the machine is ready")
            station = cabinet.station()
            for seat in (1, 2):
                station.credit(seat, 10_000)
                assert cabinet.terminal(seat).place("pass_line", 500 * seat)["ok"]
            assert station.act("power_off", reference="cleaning")["code"] == "not_held"
            assert station.act("hold", reference="a spill")["ok"]
            assert station.act("power_off")["code"] == "reason_missing"
            before, round = money(cabinet), (cabinet.status() or {})["round"]
            told = station.act("power_off", reference="cleaning")
            assert told["ok"]
            assert told["details"] == {"on_seats": 20_000, "seats_with_wagers": 2}
            held = cabinet.listener().hear("table", holds={"operator": "switched off by ann: cleaning"})
            assert held["phase"] == "betting"
            last_id = station.last_id
            assert process.wait(PATIENCE) == SWITCHED_OFF
            cabinet.close_callers()
        word = cabinet.run / FOLDER / WORDS["power_off"]
        assert word.exists()
        assert json.loads(cabinet.do("verify", cabinet.place / "journal", "--json"))["good"]
        with cabinet.controller() as process:
            eventually(cabinet.ready, "the machine is ready again")
            assert not word.exists()
            assert money(cabinet) == before
            status = cabinet.status() or {}
            assert (status["round"], set(status["holds"])) == (round, {"operator"})
            _sent_again_it_ends_nothing(cabinet, last_id)
            station = cabinet.station()
            assert station.act("restart", reference="other settings")["ok"]
            assert process.wait(PATIENCE) == STOPPED
            assert take_word(cabinet.run) == "restart"
            cabinet.close_callers()
    assert "switched off by ann: cleaning" in cabinet.do("events", "--journal", cabinet.place / "journal")


def _sent_again_it_ends_nothing(cabinet: CabinetOfProcesses, id: int) -> None:
    """A station that did not hear the answer asks once more, after the next start."""
    station = cabinet.station()
    station.last_id = id - 1
    assert station.act("power_off", reference="cleaning")["ok"]
    again = station.act("handover")
    assert "id" in again
    assert cabinet.ready()


def lay_versions(place: Path, *names: str) -> Path:
    """As the installer lays them: the first is in force, the second was before it; `…*` was never finished."""
    for link, name in zip(("current", "before"), names, strict=False):
        version = place / "versions" / name.rstrip("*")
        version.mkdir(parents=True)
        if not name.endswith("*"):
            (version / WHOLE).touch()
        (place / link).symlink_to(version)
    return place


def test_one_goes_back_only_to_another_version_that_was_installed_whole(tmp_path: Path) -> None:
    assert installed(tmp_path) == Releases("", "")
    assert installed(lay_versions(tmp_path / "a", "0.2-ab")) == Releases("0.2-ab", "")
    assert installed(lay_versions(tmp_path / "b", "0.2-ab", "0.1-cd")) == Releases("0.2-ab", "0.1-cd")
    assert installed(lay_versions(tmp_path / "c", "0.2-ab", "0.1-cd*")) == Releases("0.2-ab", "")
    place = lay_versions(tmp_path / "d", "0.2-ab")
    (place / "before").symlink_to(place / "versions" / "0.2-ab")
    assert installed(place) == Releases("0.2-ab", "")


def test_a_supervisor_goes_back_to_the_version_before_with_no_money_on_the_table(cabinet: CabinetOfProcesses) -> None:
    program, text = cabinet.place / "program", cabinet.config.read_text()
    cabinet.config.write_text(f'program = "{program}"\n{text}')
    lay_versions(program, "0.2.0-ab")
    why = {"reference": "the new one flickers"}
    with cabinet.dice():
        with cabinet.controller():
            eventually(cabinet.ready, "the machine is ready")
            station = cabinet.station()
            assert station.act("hold", reference="a spill")["ok"]
            assert station.act("rollback", **why)["code"] == "no_version_before"
            assert "release_before" not in (cabinet.status() or {})
            cabinet.close_callers()
        lay_versions(cabinet.place / "older", "0.1.0-cd")
        (program / "before").symlink_to(cabinet.place / "older" / "versions" / "0.1.0-cd")
        with cabinet.controller() as process:
            eventually(cabinet.ready, "the machine is ready again")
            status = cabinet.status() or {}
            assert (status["release"], status["release_before"]) == ("0.2.0-ab", "0.1.0-cd")
            station = cabinet.station()
            moved = station.act("credit", seat=1, amount=10_000)["details"]["move"]
            refused = station.act("rollback", **why)
            assert (refused["code"], refused["details"]) == ("credits_on_seats", {"amount": 10_000})
            assert station.act("reverse", reference=moved, reason="a mistake")["ok"]
            assert station.act("rollback")["code"] == "reason_missing"
            assert station.act("rollback", **why)["ok"]
            assert process.wait(PATIENCE) == SWITCHED_OFF, "so nothing starts it before the other version is in force"
            assert take_word(cabinet.run) == "rollback"
            cabinet.close_callers()
    told = cabinet.do("events", "--journal", cabinet.place / "journal")
    assert "put back to the version before by ann: the new one flickers" in told


def test_a_word_is_taken_once(tmp_path: Path) -> None:
    assert take_word(tmp_path) is None
    leave_word(tmp_path, "power_off")
    assert take_word(tmp_path) == "power_off"
    assert take_word(tmp_path) is None


def archive_of(cabinet: CabinetOfProcesses) -> dict[str, Any]:
    journal: dict[str, Any] = (cabinet.status() or {"journal": {}})["journal"]
    return journal


def until_over(cabinet: CabinetOfProcesses, state: str) -> str:
    eventually(lambda: archive_of(cabinet).get("archive") == state, f"the archive is {state}")
    return str(archive_of(cabinet)["archive_says"])


@pytest.fixture
def aged(cabinet: CabinetOfProcesses) -> Iterator[CabinetOfProcesses]:
    """It has been started and stopped some times: each end leaves a snapshot that a journal can be archived up to."""
    for _ in range(2):
        with cabinet.controller():
            pass
    with cabinet.controller(), cabinet.dice():
        eventually(cabinet.ready, "the machine is ready")
        yield cabinet
        cabinet.close_callers()


def test_old_entries_are_moved_to_a_medium_by_the_running_controller(aged: CabinetOfProcesses) -> None:
    station, stick = aged.station(), aged.place / "media" / "stick"
    wish = {"reference": "stick", "change": {"keep_days": 0}}
    assert station.act("archive", **wish)["code"] == "no_service"
    assert station.act("begin_service")["ok"]
    assert station.act("archive", reference="stick", change={"keep_days": -1})["code"] == "bad_setting"
    assert station.act("archive", reference="stick", change={"days": 1})["code"] == "bad_setting"
    assert station.act("archive", **wish | {"reference": "../journal"})["ok"]
    assert "[no_medium]" in until_over(aged, "failed")
    assert station.act("archive", **wish)["ok"]
    told = until_over(aged, "done")
    (file,) = stick.iterdir()
    assert told.endswith(f"are in {file.name} on stick")
    there = json.loads(aged.do("verify", file, "--json"))
    here = json.loads(aged.do("verify", aged.place / "journal", "--json"))
    assert there["good"]
    assert here["good"]
    assert (there["first_seq"], there["last_seq"] + 1) == (1, here["first_seq"])
    assert station.act("end_service")["ok"]
    station.credit(1, 1000)
    assert aged.terminal(1).place("pass_line", 500)["ok"]
    log = aged.do("events", "--journal", aged.place / "journal", "--kind", "test")
    assert file.name in log
    assert "no_medium" in log


class Unending:
    """A job that is always under way."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self.closed = 0

    def start(self, about: Any) -> None:
        self.begun.append(about)

    def now(self) -> JobNow:
        return JobNow("running", 3, 1000)

    def close(self) -> None:
        self.closed += 1


class NoEntries:
    """A journal of which nothing is left over."""

    is_left_over = False
    archive: ClassVar[dict[str, Any]] = {}


def simulated(tmp_path: Path) -> tuple[SimulatedCabinet, Archiving, Unending]:
    archiving = Archiving(NoEntries(), tmp_path, Shelf(tmp_path, must_be_mounted=False))  # type: ignore[arg-type]
    job = archiving._job = Unending()  # type: ignore[assignment]
    cabinet = SimulatedCabinet(with_panel=True, watches=(archiving,))
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    return cabinet, archiving, job


def test_service_that_ends_stops_an_archive_and_nothing_was_moved(tmp_path: Path) -> None:
    cabinet, archiving, job = simulated(tmp_path)
    eve = cabinet.supervisor()
    wish = {"reference": "stick", "change": {"keep_days": 30}}
    assert eve.act("begin_service")["ok"]
    assert eve.act("archive", **wish)["ok"]
    cabinet.run(600)
    assert [(one.medium, one.journal) for one in job.begun] == [("stick", tmp_path)]
    assert archiving._journal.archive == {"archive": "writing", "archive_done": 3, "archive_of": 1000}
    assert eve.act("archive", **wish)["code"] == "not_now"
    assert eve.act("power_off", reference="cleaning")["code"] == "not_now"
    assert eve.act("end_service")["ok"]
    cabinet.run(600)
    assert job.closed == 1
    assert "nothing was moved" in archiving._journal.archive["archive_says"]  # type: ignore[operator]


def test_an_archive_that_a_start_finds_half_asked_is_asked_again_by_a_person(tmp_path: Path) -> None:
    cabinet, archiving, job = simulated(tmp_path)
    eve = cabinet.supervisor()
    assert eve.act("begin_service")["ok"]
    archiving._started = True  # as after a start, on a journal in which the act stands
    assert eve.act("archive", reference="stick", change={"keep_days": 30})["ok"]
    cabinet.run(600)
    assert cabinet.table.trial is None
    assert job.begun == []


def test_an_archive_that_is_taken_off_is_not_told_to_who_asked_for_another_meanwhile(tmp_path: Path) -> None:
    """Service ended and began again while entries went: the second wish waits for its own archive."""
    cabinet, archiving, job = simulated(tmp_path)
    eve = cabinet.supervisor()
    wish = {"reference": "stick", "change": {"keep_days": 30}}
    assert eve.act("begin_service")["ok"]
    archiving._removes, archiving._moved = True, Archived(tmp_path / "one.db", 1, 10, "", "", "")
    archiving._moved_for = "of an earlier service"
    archiving._journal.remove_archived = lambda: False  # type: ignore[method-assign]
    assert eve.act("archive", **wish)["ok"]
    cabinet.run(600)
    assert cabinet.table.trial is not None, "nothing was done of it"
    assert len(job.begun) == 1
