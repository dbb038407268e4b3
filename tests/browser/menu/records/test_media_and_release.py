"""The software page on a machine with a release and a stick: files that differ, a copy, an archive, the way off."""

import csv
import io
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from controller.media import OURS
from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.week import WeekCabinet, cents, people_of, rows_of, saved, week_cabinet
from tests.drivers.machines import COMMAND

PROGRAM = {"a.py": "one", "b.py": "two", "deep/c.py": "three", "d.py": "four"}
SITE = """import controller.manifest, pathlib
controller.manifest.roots = lambda whole=False: {{"program": pathlib.Path({program!r})}}
"""
"""A small program in place of the one that runs: what is installed here changes with every test beside this one."""


class Machine(WeekCabinet):
    """The cabinet, with a program to spoil and a stick to write to."""

    program: Path

    @property
    def release(self) -> Path:
        return self.place / "release.json"

    @property
    def stick(self) -> Path:
        return self.place / "media" / "stick"

    def repair(self) -> None:
        for name, text in PROGRAM.items():
            (self.program / name).parent.mkdir(parents=True, exist_ok=True)
            (self.program / name).write_text(text)
        (self.program / "trojan.py").unlink(missing_ok=True)

    def spoil(self) -> None:
        (self.program / "a.py").write_text("ONE")
        (self.program / "deep/c.py").unlink()
        (self.program / "trojan.py").write_text("steal()")

    def said(self, *words: object) -> Any:
        """What a console says in a process of its own, whatever the code it ends with."""
        command = [*COMMAND, *map(str, words), "--json"]
        return json.loads(subprocess.run(command, capture_output=True, check=False, text=True, timeout=120).stdout)


@pytest.fixture(scope="module")
def machine(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    place = tmp_path_factory.mktemp("machine")
    program = place / "program"
    (place / "site").mkdir()
    (place / "site" / "sitecustomize.py").write_text(SITE.format(program=str(program)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(place / "site"))
        release = place / "cabinet" / "release.json"
        found = Machine.__new__(Machine)
        found.program, found.place, found.port = program, place / "cabinet", 0
        found.repair()
        release.parent.mkdir()
        found.said("manifest", "make", release)
        with week_cabinet(place / "cabinet", 2, 'manifest = "release.json"\n') as cabinet:
            found.port, found.run = cabinet.port, cabinet.run
            people_of(found, browser)
            yield found


@pytest.fixture
def menu(browser: Browser, machine: Machine) -> Iterator[Menu]:
    found = Menu(browser, machine)
    found.enter("eve")
    yield found
    found.close()


def in_service(menu: Menu) -> None:
    menu.go("service")
    menu.act("begin_service")
    expect(menu.see("#in-service")).to_be_visible(timeout=PATIENCE_MS)
    menu.go("software")


def out_of_service(menu: Menu) -> None:
    menu.go("service")
    menu.act("end_service")
    expect(menu.see("#no-service")).to_be_visible(timeout=PATIENCE_MS)


def test_files_that_differ_are_listed_hold_the_table_and_are_gone_after_the_repair(
    menu: Menu, machine: Machine
) -> None:
    menu.go("software")
    menu.tap("#check-manifest")
    expect(menu.see("#manifest-answer")).to_have_text("Every file is as it was released.", timeout=PATIENCE_MS)
    machine.spoil()
    menu.tap("#check-manifest")
    expect(menu.see("#manifest-answer")).to_have_text("Files differ from the release.", timeout=PATIENCE_MS)
    told = machine.said("manifest", "check", machine.release)
    shown = {name: cells[1] for name, cells in rows_of(menu, "#differences").items()}
    assert shown == {one["file"]: one["what"] for one in told["differences"]}
    assert set(shown.values()) == {"changed", "missing", "extra"}
    menu.act("check_software")
    expect(menu.see("#software-holds")).to_contain_text("program/a.py changed", timeout=PATIENCE_MS)
    _the_whole_list(menu, machine)
    machine.repair()
    menu.act("check_software")
    expect(menu.see("#software-holds")).to_have_count(0, timeout=PATIENCE_MS)


def _the_whole_list(menu: Menu, machine: Machine) -> None:
    due = machine.said("manifest", "check", machine.release, "--all")["listing"]
    menu.tap("#list-files")
    shown = {name: cells[1] for name, cells in rows_of(menu, "#installed").items()}
    assert shown == {file: sha256 or "–" for file, sha256, _ in due}
    assert json.loads(saved(menu, '[data-export="json"]'))["listing"] == due
    rows = list(csv.reader(io.StringIO(saved(menu, '[data-export="csv"]'))))
    assert rows[1:] == due
    menu.shut_dialog()


def test_a_copy_of_the_journal_is_made_proved_and_listed(menu: Menu, machine: Machine) -> None:
    menu.go("software")
    menu.act("export")
    expect(menu.see("#export-answer")).to_be_visible(timeout=PATIENCE_MS)
    (copy,) = machine.stick.glob("boxcars-export-*.db")
    (report,) = machine.stick.glob("boxcars-export-*.json")
    assert all(OURS.fullmatch(file.name) for file in machine.stick.iterdir())
    expect(menu.see("#on-medium")).to_contain_text(copy.name)
    assert machine.console("verify", copy)["good"]
    told = json.loads(report.read_text())
    assert told["meters"] == machine.console("meters", "--journal", copy)
    assert told["verify"]["last_seq"] == told["journal"]["last"]
    logged = machine.of_the_journal("events", "--kind", "operator", "--last", 20)
    assert ["export by eve (supervisor)", "stick"] in [[line["text"], line["details"]] for line in logged["events"]]


def test_old_entries_go_to_the_stick_while_the_controller_runs(menu: Menu, machine: Machine) -> None:
    menu.go("software")
    expect(menu.see('[data-act="archive"]')).to_be_disabled(timeout=PATIENCE_MS)
    in_service(menu)
    menu.act("archive")
    menu.tap('[data-days="365"]')
    menu.confirm()
    expect(menu.see("#archive-answer")).to_contain_text("No gaming day is old enough", timeout=PATIENCE_MS)
    menu.act("archive")
    menu.page.fill("#keep-days", "0")
    menu.confirm()
    expect(menu.see("#archive-answer")).to_contain_text("entries 1 to", timeout=PATIENCE_MS)
    (archive,) = machine.stick.glob("boxcars-archive-*.db")
    there, here = machine.console("verify", archive), machine.console("verify", machine.journal)
    assert there["good"]
    assert here["good"]
    assert (there["first_seq"], there["last_seq"] + 1) == (1, here["first_seq"])
    assert machine.console("recall", "--journal", archive, "--round", 1)["rounds"][0]["round"] == 1
    out_of_service(menu)


def test_a_supervisor_reads_which_version_was_before_and_where_one_was_goes_back(menu: Menu) -> None:
    """A checkout was never installed, so the machine's own status is told what an installed one says."""
    in_service(menu)
    expect(menu.see('[data-act="restart"]')).to_be_visible(timeout=PATIENCE_MS)
    expect(menu.see("#versions")).to_have_count(0)
    script = """async () => {
      const { endings } = await import("./frame/ending.js");
      const { put } = await import("./dom.js");
      const told = { release: "0.2.0-5e1f00d5e1f0", release_before: "0.1.0-3fa9c1d2e4b5" };
      put(document.getElementById("part-ending"), endings(told));
    }"""
    menu.page.evaluate(script)
    expect(menu.see("#versions")).to_contain_text("0.1.0-3fa9c1d2e4b5")
    menu.act("rollback")
    expect(menu.see("#dialog")).to_contain_text("0.1.0-3fa9c1d2e4b5 takes the place")
    menu.tap('#dialog .pick:text-is("Repair")')
    menu.tap("#dialog-go")
    expect(menu.see("#dialog")).to_contain_text("until every seat has cashed out", timeout=PATIENCE_MS)
    menu.shut_dialog()
    out_of_service(menu)


def test_before_switching_off_it_is_said_what_stays(menu: Menu) -> None:
    in_service(menu)
    menu.act("power_off")
    script = """async () => (await (await import("./asking.js")).ask({kind: "look", what: "seats"})).details.seats"""
    credits = sum(seat["credits"] for seat in menu.page.evaluate(script))
    assert credits > 0
    assert cents(menu.see("#what-stays dd").first.inner_text()) == credits
    expect(menu.see("#dialog-go")).to_be_disabled()
    menu.tap('#dialog .pick:text-is("Cleaning")')
    expect(menu.see("#dialog-go")).to_be_enabled()
    menu.shut_dialog()
    out_of_service(menu)
