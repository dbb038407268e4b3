"""Root's side against a stand-in for udev: what is tried goes by itself, what is kept stays, only numbers get in."""

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terminals.touch import root as root_module
from terminals.touch.asking import AskingRoot
from terminals.touch.root import TRIED_FOR, Root, TouchPlaces, read_word, take_word
from tests.touch.udev import KEYBOARD, TOUCH, Udev

SIX = "1.020000 0.010000 -0.030000 0.000000 0.980000 0.010000"
TAKEN = (1.02, 0.01, -0.03, 0.0, 0.98, 0.01)
PLAIN = (1, 0, 0, 0, 1, 0)


def in_turn(*acts: Callable[[], object]) -> Callable[[], object]:
    """One after the other."""

    def do() -> None:
        for act in acts:
            act()

    return do


class Machine:
    """One cabinet's PC: udev, root's side, and a process of a screen that asks it. Time is what somebody waited."""

    def __init__(self, place: Path, **udev: Any) -> None:
        self.udev = Udev(place / "udev", **udev)
        self.folder = place / "touch"
        (self.folder / "ask").mkdir(parents=True)
        self.places = TouchPlaces(
            self.folder / "ask" / "word", self.folder / "answer", self.udev.rules[0] / "99-boxcars-touch-1-kept.rules",
            self.udev.rules[1] / "99-boxcars-touch-2-tried.rules", self.udev.inputs,
        )  # fmt: skip
        self.kiosk = place / "kiosk.conf"
        self.kiosk.write_text("# the page\nPAGE=http://127.0.0.1:8099/\n")
        self.asking = AskingRoot(self.folder, self.kiosk)
        self.now = 0.0
        self.then: list[tuple[float, Callable[[], object]]] = []

    def serve(self, **then: Callable[[], object]) -> None:
        """Root's side runs until it has nothing to do. `after_5`: done once so many seconds have gone by."""
        self.then = [(self.now + float(when.removeprefix("after_")), do) for when, do in then.items()]
        Root(self.places, self.udev.run, lambda: self.now, self._sleep).serve()

    def _sleep(self, seconds: float) -> None:
        self.now += seconds
        due = [one for one in self.then if one[0] <= self.now]
        self.then = [one for one in self.then if one not in due]
        for _, do in due:
            do()

    def told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.places.answer.read_text())
        return found

    @property
    def in_force(self) -> tuple[float, ...]:
        return self.udev.taken["event3"]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_was_tried_and_kept_is_in_force_and_comes_back_with_the_machine(machine: Machine) -> None:
    asked = machine.asking.ask("try", SIX)
    seen: list[tuple[dict[str, Any], tuple[float, ...]]] = []
    looks = in_turn(lambda: seen.append((machine.told(), machine.in_force)), lambda: machine.asking.ask("keep"))
    machine.serve(after_5=looks)
    tried, in_force = seen[0]
    assert (tried["id"], tried["code"], tried["matrix"], tried["tried"]) == (asked, "ok", SIX, True)
    assert in_force == TAKEN
    assert (machine.told()["code"], machine.told()["kept"], machine.told()["tried"]) == ("ok", True, False)
    machine.udev.start_again()
    assert machine.in_force == TAKEN
    assert machine.now < TRIED_FOR


def test_what_nobody_keeps_is_taken_back_and_that_is_said(machine: Machine) -> None:
    machine.asking.ask("try", SIX)
    machine.serve()
    assert (machine.told()["id"], machine.in_force) == ("", PLAIN)
    assert TRIED_FOR <= machine.now < TRIED_FOR + 1
    assert not machine.places.tried.exists()
    assert not machine.places.kept.exists()


def test_a_machine_that_loses_power_while_something_is_tried_starts_with_what_was_before(machine: Machine) -> None:
    machine.asking.ask("try", SIX)
    with pytest.raises(ZeroDivisionError):
        machine.serve(after_2=lambda: 1 / 0)
    assert machine.in_force == TAKEN
    machine.udev.start_again()
    assert machine.in_force == PLAIN


def test_root_that_was_killed_while_something_is_tried_leaves_it_to_who_tidies_up(machine: Machine) -> None:
    machine.asking.ask("try", SIX)
    with pytest.raises(ZeroDivisionError):
        machine.serve(after_2=lambda: 1 / 0)
    Root(machine.places, machine.udev.run).tidy()
    assert (machine.told()["id"], machine.in_force) == ("", PLAIN)
    said = len(machine.udev.said)
    Root(machine.places, machine.udev.run).tidy()
    assert len(machine.udev.said) == said, "with nothing tried no screen is disturbed"


def test_a_screen_goes_back_to_how_it_was_delivered(tmp_path: Path) -> None:
    standing = (0.0, -1.0, 1.0, 1.0, 0.0, 0.0)
    machine = Machine(tmp_path, delivered=standing)
    machine.asking.ask("look")
    machine.serve()
    assert machine.told()["matrix"] == "0.000000 -1.000000 1.000000 1.000000 0.000000 0.000000"
    assert not machine.told()["kept"]
    machine.asking.ask("try", SIX)
    machine.serve(after_1=lambda: machine.asking.ask("keep"))
    assert machine.in_force == TAKEN
    machine.asking.ask("as_delivered")
    machine.serve()
    assert machine.in_force == standing
    assert list(machine.udev.rules[0].iterdir()) == []


def test_what_is_tried_is_over_what_was_kept_and_going_back_is_to_that(machine: Machine) -> None:
    machine.asking.ask("try", SIX)
    machine.serve(after_1=lambda: machine.asking.ask("keep"))
    other = SIX.replace("1.020000", "1.050000")
    machine.asking.ask("try", other)
    seen: list[float] = []
    machine.serve(after_1=in_turn(lambda: seen.append(machine.in_force[0]), lambda: machine.asking.ask("back")))
    assert seen == [1.05]
    assert machine.in_force == TAKEN


def test_it_is_for_the_screen_that_was_set_and_for_no_other_in_its_place(machine: Machine) -> None:
    machine.asking.ask("try", SIX)
    machine.serve(after_1=lambda: machine.asking.ask("keep"))
    machine.udev.devices["event3"] = {**TOUCH, "ID_MODEL_ID": "c003"}
    machine.udev.start_again()
    assert machine.in_force == PLAIN
    machine.udev.devices["event3"] = {**TOUCH, "ID_PATH": "pci-0000:00:14.0-usb-0:7:1.0"}
    machine.udev.start_again()
    assert machine.in_force == PLAIN


def test_where_there_is_none_or_nobody_knows_which_nothing_is_written(tmp_path: Path) -> None:
    second = {**TOUCH, "ID_PATH": "pci-0000:00:14.0-usb-0:9:1.0"}
    for code, devices in {
        "no_touch_screen": {"event0": dict(KEYBOARD)},
        "several_touch_screens": {"event3": dict(TOUCH), "event4": second},
        "strange_touch_screen": {"event3": {**TOUCH, "ID_PATH": 'x", RUN+="/bin/sh'}},
    }.items():
        machine = Machine(tmp_path / code, devices=devices)
        machine.asking.ask("try", SIX)
        machine.serve()
        assert machine.told()["code"] == code
        assert [list(folder.iterdir()) for folder in machine.udev.rules] == [[], []]


def test_where_the_rule_of_somebody_else_has_the_last_word_that_is_said_and_ours_is_taken_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path, later="1 0 0 0 1 0")
    machine.asking.ask("try", SIX)
    machine.serve()
    assert machine.told()["code"] == "overruled"
    assert not machine.places.tried.exists()


def test_a_compositor_that_hears_of_a_change_alone_would_not_take_it_so_the_screen_goes_and_comes(
    machine: Machine,
) -> None:
    machine.asking.ask("try", SIX)
    machine.serve()
    actions = [words for words in machine.udev.said if words[1] == "trigger"]
    assert [words[2] for words in actions] == ["--action=remove", "--action=add"] * 2
    assert {words[-1] for words in actions} == {str(machine.udev.inputs / "event3")}, "no other device is disturbed"


def a_try(first: str) -> bytes:
    numbers = f"{first} 0.000000 0.000000 0.000000 1.000000 0.000000"
    return json.dumps({"id": "0123456789abcdef", "do": "try", "matrix": numbers}).encode()


def test_where_udev_fails_that_is_said_what_was_tried_goes_and_the_screen_is_plugged_in_all_the_same(
    machine: Machine,
) -> None:
    def fails(words: Sequence[str]) -> str:
        said = machine.udev.run(words)
        if "--action=remove" in words and machine.places.tried.exists():
            raise subprocess.TimeoutExpired(words, 20)
        return said

    machine.asking.ask("try", SIX)
    Root(machine.places, fails, lambda: machine.now, machine._sleep).serve()
    assert machine.told()["code"] == "failed"
    assert not machine.places.tried.exists()
    assert machine.in_force == PLAIN


@pytest.mark.parametrize(
    "said",
    [
        b"", b"null", b"[]", b"{}", b'{"id": "0123456789abcdef"}', b'{"id": "0123456789abcdef", "do": "run"}',
        b'{"id": "../../etc/shadow", "do": "look"}', b'{"id": "0123456789abcdef", "do": "try"}',
        b'{"id": "0123456789abcdef", "do": "try", "matrix": "1 0 0 0 1 0"}', a_try("9.000000"), a_try('1.0", RUN+="x'),
        b'{"id": "0123456789abcdef", "do": "look", "device": "/dev/sda"}', b"\xff" * 60, b"[" * 390, b" " * 4000,
    ],
)  # fmt: skip
def test_what_is_no_word_is_thrown_away_and_changes_nothing(machine: Machine, said: bytes) -> None:
    machine.places.word.write_bytes(said)
    machine.serve()
    assert read_word(said) is None
    assert not machine.places.word.exists()
    assert (machine.udev.said, machine.places.answer.exists()) == ([], False)


@given(said=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_at_all_make_root_fail(said: bytes) -> None:
    assert read_word(said) is None


@pytest.mark.parametrize("numbers", [SIX, "0.000000 -1.000000 1.000000 1.000000 0.000000 0.000000"])
def test_the_rule_has_the_numbers_the_screen_and_nothing_else(machine: Machine, numbers: str) -> None:
    machine.asking.ask("try", numbers)
    machine.serve(after_1=lambda: machine.asking.ask("keep"))
    [comment, line] = machine.places.kept.read_text().splitlines()
    assert comment.startswith("# ")
    assert line == (
        'ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}=="1", '
        'ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:3:1.0", ENV{ID_VENDOR_ID}=="0eef", ENV{ID_MODEL_ID}=="c002", '
        f'ENV{{LIBINPUT_CALIBRATION_MATRIX}}="{numbers}"'
    )
    assert machine.places.kept.stat().st_mode & 0o777 == 0o644


def test_no_link_is_followed_and_no_pipe_waited_at(machine: Machine, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text('{"id": "0123456789abcdef", "do": "look"}')
    machine.places.word.symlink_to(secret)
    machine.serve()
    assert machine.udev.said == []
    assert secret.exists()
    os.mkfifo(machine.places.word)
    machine.serve()
    (machine.places.word / "deep").mkdir(parents=True)
    machine.serve()
    assert (machine.udev.said, machine.places.word.exists()) == ([], False)


def test_only_the_page_that_this_machines_screen_shows_may_ask(machine: Machine) -> None:
    assert machine.asking.is_here(8099)
    assert not machine.asking.is_here(8101)
    machine.kiosk.unlink()
    assert not machine.asking.is_here(8099)


def test_a_word_that_comes_while_there_is_none_to_be_found_is_taken_and_not_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word, throws_away = tmp_path / "word", root_module._throw_away

    def comes_meanwhile(path: Path) -> None:
        if not word.exists():
            word.write_text('{"id":"00aa00aa00aa00aa","do":"look"}')
        throws_away(path)

    with monkeypatch.context() as while_root_looks:
        while_root_looks.setattr(root_module, "_throw_away", comes_meanwhile)
        found = take_word(word)
    found = found or take_word(word)
    assert found is not None
    assert (found.id, found.do) == ("00aa00aa00aa00aa", "look")


def test_an_udev_that_takes_its_time_takes_none_of_what_a_person_has_to_keep_it(machine: Machine) -> None:
    def slowly(words: Sequence[str]) -> str:
        machine.now += 4.0
        return machine.udev.run(words)

    def kept_at_last() -> None:
        machine.then.append((machine.now + TRIED_FOR - 5, lambda: machine.asking.ask("keep")))

    machine.asking.ask("try", SIX)
    machine.then = [(0.0, kept_at_last)]
    Root(machine.places, slowly, lambda: machine.now, machine._sleep).serve()
    assert (machine.told()["code"], machine.in_force) == ("ok", TAKEN)
    assert machine.places.kept.exists()
