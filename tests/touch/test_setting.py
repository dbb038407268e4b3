"""One setting, from the first cross to the touch that keeps it: with root's side at work, and a screen that is bent."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from terminals.touch.desk import CrossSaid, TouchDesk
from terminals.touch.root import Root
from terminals.touch.setting import Record
from tests.touch.test_root import Machine, in_turn
from tests.touch.udev import Glass

PORT = 8099
BENT = (0.94, 0.02, 0.05, -0.01, 1.06, -0.04)
STRAIGHT = "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"
RIGHT = 0.001


class Stand:
    """A person before the screen of a machine, with the process of its page and root's side."""

    def __init__(self, place: Path, agrees: bool = True, **udev: Any) -> None:
        self.machine = Machine(place, **udev)
        self.glass = Glass(self.machine.udev, BENT)
        self.agrees = agrees
        self.told: list[dict[str, Any]] = []
        self.records: list[Record] = []
        self.given_up: list[str] = []
        self.desk = TouchDesk(self.machine.asking, lambda: PORT, self.told.append, lambda: self.machine.now)
        self.root = Root(self.machine.places, self.machine.udev.run, lambda: self.machine.now, self._while_root_waits)
        self._waits: list[Callable[[], object]] = []

    def begin(self, as_delivered: bool = False) -> None:
        self.desk.begin(self._record, self.given_up.append, as_delivered)

    def _record(self, record: Record) -> None:
        self.records.append(record)
        if self.agrees:
            self.desk.recorded(True)

    def _while_root_waits(self, seconds: float) -> None:
        self.machine.now += seconds
        self.desk.look_around()
        if self._waits and self.now["state"] == "trying":
            self._waits.pop(0)()

    def root_looks(self, *then: Callable[[], object]) -> None:
        """Root's side runs; while it waits for what is tried to be kept, this happens, one after the other."""
        self._waits = list(then)
        self.root.serve()
        self.desk.look_around()

    @property
    def now(self) -> dict[str, Any]:
        greeted = self.desk.greet()
        found: dict[str, Any] = greeted[0]["crosses"] if greeted else {"state": None}
        return found

    def touch(self, beside: tuple[float, float] = (0.0, 0.0)) -> None:
        """A finger on what is drawn, or so far beside it."""
        x, y = self.now["at"]
        across, down = self.glass.touched((x + beside[0], y + beside[1]))
        self.desk.hear(CrossSaid(kind="cross", across=across, down=down))

    def touch_all(self) -> None:
        for _ in range(5):
            self.touch()


@pytest.fixture
def stand(tmp_path: Path) -> Stand:
    return Stand(tmp_path)


def test_a_bent_screen_is_set_right_by_touching_five_crosses_and_a_ring(stand: Stand) -> None:
    stand.begin()
    stand.root_looks()
    assert (stand.now["state"], stand.now["of"]) == ("aiming", 5)
    stand.touch_all()
    off = stand.now["off"][0]
    assert off["cross"] == "top_left"
    assert (off["across"], off["down"]) == pytest.approx((0.046, -0.035))
    stand.root_looks(stand.touch)
    assert (stand.now["state"], stand.now["cause"], stand.given_up) == ("over", "kept", [])
    assert [record.before for record in stand.records] == [STRAIGHT]
    for finger in ((0.0, 0.0), (1.0, 0.0), (0.2, 0.9), (0.5, 0.5)):
        assert stand.glass.touched(finger) == pytest.approx(finger, abs=RIGHT)
    stand.machine.udev.start_again()
    assert stand.glass.touched((0.3, 0.3)) == pytest.approx((0.3, 0.3), abs=RIGHT)


def test_a_screen_that_bends_again_is_set_right_on_top_of_what_was_set_before(stand: Stand) -> None:
    for bent in (BENT, (1.05, -0.02, -0.03, 0.01, 0.95, 0.05)):
        stand.glass.bent = bent
        stand.begin()
        stand.root_looks()
        stand.touch_all()
        stand.root_looks(stand.touch)
        assert stand.glass.touched((0.8, 0.2)) == pytest.approx((0.8, 0.2), abs=RIGHT)
    assert stand.records[1].before == stand.records[0].after


def test_nothing_is_kept_before_it_is_on_record_nor_where_it_is_refused(tmp_path: Path) -> None:
    stand = Stand(tmp_path, agrees=False)
    stand.begin()
    stand.root_looks()
    stand.touch_all()
    found: list[tuple[str, bool]] = []
    kept = stand.machine.places.kept
    stand.root_looks(
        in_turn(
            stand.touch,
            lambda: found.append((stand.now["state"], kept.exists())),
            lambda: stand.desk.recorded(False, "no_service"),
        )
    )
    assert found == [("recording", False)]
    assert (stand.now["cause"], stand.given_up, kept.exists()) == ("no_service", ["no_service"], False)
    assert stand.machine.in_force == (1, 0, 0, 0, 1, 0)


def test_who_does_not_find_the_ring_gets_back_what_was_before(stand: Stand) -> None:
    stand.begin()
    stand.root_looks()
    stand.touch_all()
    seen: list[dict[str, Any]] = []
    stand.root_looks(in_turn(lambda: stand.touch((0.05, 0.0)), lambda: seen.append(stand.now)))
    assert seen[0]["missed"]["across"] == pytest.approx(0.05, abs=RIGHT)
    assert (stand.now["cause"], stand.records) == ("not_confirmed", [])
    assert stand.machine.in_force == (1, 0, 0, 0, 1, 0)


def test_taps_that_are_none_are_said_change_nothing_and_may_be_made_again(stand: Stand) -> None:
    stand.begin()
    stand.root_looks()
    for _ in range(4):
        stand.touch()
    stand.touch((0.0, 0.1))
    refused = stand.now["refused"]
    assert (stand.now["state"], refused["code"], refused["cross"], refused["allowed"]) == (
        "refused",
        "aside",
        "middle",
        0.02,
    )
    assert [words[1] for words in stand.machine.udev.said] == ["info", "info"], (
        "root was asked to look and nothing else"
    )
    stand.desk.hear(CrossSaid(kind="cross", across=0.5, down=0.5))
    assert (stand.now["state"], stand.now["done"]) == ("aiming", 0)


def test_who_leaves_or_goes_away_leaves_the_screen_as_it_was(stand: Stand) -> None:
    stand.begin()
    stand.root_looks()
    stand.desk.hear(CrossSaid(kind="cross"))
    assert (stand.given_up, stand.now["cause"]) == (["left"], "left")
    stand.begin()
    stand.root_looks()
    stand.machine.now += 61
    stand.desk.look_around()
    assert stand.given_up == ["left", "nobody"]
    stand.machine.now += 13
    stand.desk.look_around()
    assert stand.desk.greet() == []
    assert stand.told[-1] == {"kind": "crosses", "crosses": None}


def test_as_it_was_delivered_needs_no_touch_and_is_on_record_too(stand: Stand) -> None:
    stand.begin()
    stand.root_looks()
    stand.touch_all()
    stand.root_looks(stand.touch)
    set_by_staff = stand.records[0].after
    stand.begin(as_delivered=True)
    stand.root_looks()
    stand.root_looks()
    assert stand.records[1] == Record(set_by_staff, "")
    assert (stand.now["cause"], stand.machine.places.kept.exists()) == ("as_delivered", False)
    assert stand.machine.in_force == (1, 0, 0, 0, 1, 0)


def test_without_root_without_a_screen_or_without_a_kiosk_it_is_said_why_nothing_comes_of_it(tmp_path: Path) -> None:
    alone = Stand(tmp_path / "alone")
    alone.begin()
    alone.machine.now += 21
    alone.desk.look_around()
    assert alone.given_up == ["no_answer"]
    blind = Stand(tmp_path / "blind", devices={})
    blind.begin()
    blind.root_looks()
    assert blind.given_up == ["no_touch_screen"]
    blind.machine.kiosk.unlink()
    blind.begin()
    assert blind.given_up == ["no_touch_screen", "no_kiosk"]


def test_two_are_not_set_at_once(stand: Stand) -> None:
    stand.begin()
    stand.begin()
    assert stand.given_up == ["touch_busy"]
    stand.root_looks()
    assert stand.now["state"] == "aiming"


def test_a_tap_that_is_made_while_nothing_is_drawn_counts_nowhere(stand: Stand) -> None:
    stand.begin()
    stand.desk.hear(CrossSaid(kind="cross", across=0.5, down=0.5))
    stand.root_looks()
    assert stand.now["done"] == 0
