"""A program that is not as it was released plays nothing: compared at the start, every hour, at the
logic door, and on demand."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller import manifest
from controller.server.host import software
from controller.server.host.software import SoftwareCheck
from controller.server.loop.hub import Hub
from controller.table.events import SoftwareChecked
from controller.table.snapshot import from_plain, plain
from tests.drivers.machines import eventually
from tests.server.simulated import WALL_CLOCK, SimulatedCabinet


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program with its manifest beside it."""
    program = tmp_path / "program"
    program.mkdir()
    (program / "a.py").write_text("one")
    monkeypatch.setattr(manifest, "roots", lambda *_, **_more: {"program": program})
    (tmp_path / "release.json").write_text(manifest.make("1.0", manifest.roots()).text())
    return tmp_path


class AtOnce(SoftwareCheck):
    """Compares on the spot: a patched program is not seen by another process."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._later: dict[str, Any] | None = None

    def _begin(self, path: Path) -> None:
        self._later = software._now(path)

    def look(self, hub: Hub) -> None:
        super().look(hub)
        if self._later is not None:
            found, self._later = self._later, None
            self._tell(hub, found)


def cabinet_with(installed: Path) -> SimulatedCabinet:
    cabinet = SimulatedCabinet(with_panel=True, watches=(AtOnce(installed / "release.json"),))
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    cabinet.run(300)
    return cabinet


def test_a_program_as_it_was_released_plays(installed: Path) -> None:
    cabinet = cabinet_with(installed)
    assert "software" not in cabinet.table.holds


def test_a_changed_file_holds_the_table_from_the_start_and_is_named(installed: Path) -> None:
    (installed / "program" / "a.py").write_text("two")
    cabinet = cabinet_with(installed)
    assert cabinet.table.holds["software"] == {"wrong": "program/a.py changed"}


def test_a_manifest_that_is_gone_holds_the_table(installed: Path) -> None:
    (installed / "release.json").unlink()
    assert "could not be compared" in cabinet_with(installed).table.holds["software"]["wrong"]


def test_no_person_can_resume_over_it(installed: Path) -> None:
    (installed / "program" / "a.py").write_text("two")
    cabinet = cabinet_with(installed)
    assert cabinet.supervisor().act("resume")["code"] == "nothing_to_resume"
    assert "software" in cabinet.table.holds


def test_it_is_compared_again_when_the_logic_door_is_closed(installed: Path) -> None:
    cabinet = cabinet_with(installed)
    cabinet.panel.say(kind="panel_report", board="CABINET", present=True, keys=[], open_doors=["LOGIC"])
    cabinet.turn(300)
    (installed / "program" / "b.py").write_text("a trojan")
    assert "software" not in cabinet.table.holds
    cabinet.panel.say(kind="panel_report", board="CABINET", present=True, keys=[], open_doors=[])
    cabinet.turn(300)
    cabinet.turn(300)
    assert cabinet.table.holds["software"] == {"wrong": "program/b.py extra"}


def test_every_hour_it_is_compared_beside_play_and_a_difference_holds_the_table(installed: Path) -> None:
    cabinet = cabinet_with(installed)
    (installed / "program" / "a.py").write_text("two")
    cabinet.turn(software.EVERY_MS // 2)
    cabinet.turn(300)
    assert "software" not in cabinet.table.holds
    cabinet.turn(software.EVERY_MS // 2)
    cabinet.turn(300)
    assert cabinet.table.holds["software"] == {"wrong": "program/a.py changed"}


class Counted(AtOnce):
    """Counts how often it compares."""

    times = 0

    def _begin(self, path: Path) -> None:
        super()._begin(path)
        self.times += 1


def test_the_first_reading_of_the_doors_is_no_reason_to_compare_again(installed: Path) -> None:
    check = Counted(installed / "release.json")
    cabinet = SimulatedCabinet(with_panel=True, watches=(check,))
    cabinet.link_dice()
    cabinet.run(600)
    assert "door_logic" in cabinet.table.holds
    cabinet.link_panel("OPERATOR")
    cabinet.run(600)
    assert "door_logic" not in cabinet.table.holds
    assert check.times == 0
    cabinet.panel.say(kind="panel_report", board="CABINET", present=False, keys=[], open_doors=["LOGIC"])
    cabinet.turn(300)
    cabinet.panel.say(kind="panel_report", board="CABINET", present=True, keys=[], open_doors=[])
    cabinet.turn(300)
    cabinet.turn(300)
    assert check.times == 1, "nobody could see the door for a while"


def test_an_operator_has_it_compared_and_a_mended_program_plays_on(installed: Path) -> None:
    (installed / "program" / "a.py").write_text("two")
    cabinet = cabinet_with(installed)
    eve = cabinet.supervisor()
    (installed / "program" / "a.py").write_text("one")
    assert eve.act("check_software")["ok"]
    cabinet.run(600)
    assert "software" not in cabinet.table.holds
    assert cabinet.table.trial is None


def test_without_a_manifest_nothing_is_compared_and_who_asks_is_told() -> None:
    cabinet = SimulatedCabinet(with_panel=True, watches=(SoftwareCheck(None),))
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    assert cabinet.supervisor().act("check_software")["ok"]
    cabinet.run(600)
    assert cabinet.table.trial is None
    told = [str(row) for row in cabinet.store.decisions if "TrialEnded" in type(row).__name__]
    assert "no release manifest" in told[-1]


def test_the_process_beside_the_loop_finds_the_same(tmp_path: Path) -> None:
    """The real job, in a real process: here the manifest says nothing is installed, so everything is extra."""
    (tmp_path / "release.json").write_text(manifest.Manifest(version="0", files={}).text())
    check = SoftwareCheck(None)
    check._begin(tmp_path / "release.json")
    eventually(lambda: check._job.now().state != "running", "the comparison ends")
    now = check._job.now()
    assert now.answer is not None, now.why
    found = now.answer
    assert found["ok"] is False
    assert found["more"] > 0
    check.close()


def test_the_last_ten_changes_of_the_program_are_kept_with_what_and_when(installed: Path) -> None:
    cabinet = cabinet_with(installed)
    first = cabinet.table.media
    assert [release.partition(" ")[0] for release, _ in first] == ["1.0"]
    assert first[0][1] == WALL_CLOCK
    for number in range(12):
        cabinet.loop.apply(SoftwareChecked(f"2.{number} abc", "", WALL_CLOCK + number))
        cabinet.loop.apply(SoftwareChecked(f"2.{number} abc", "", WALL_CLOCK + 99))
    assert cabinet.table.media == tuple((f"2.{number} abc", WALL_CLOCK + number) for number in range(2, 12))
    assert from_plain(json.loads(json.dumps(plain(cabinet.table)))).media == cabinet.table.media
