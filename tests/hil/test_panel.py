"""The boards on the bench, real or emulated: presses, keys, doors, lamps, and every way of being gone."""

import pytest

from controller.protocol.devices.panel import (
    ClearLatches,
    PanelDriverHere,
    PanelFound,
    PanelHealth,
    PanelLost,
    PanelPress,
    PanelReport,
    WantedLights,
    WantedPress,
)
from tests.drivers.machines import eventually
from tests.hil.rig import Driver, PanelRig, Rig


class Floor:
    """What tests ask of the driver of one board."""

    def __init__(self, driver: Driver, rig: PanelRig) -> None:
        self.rig = rig
        self.board = rig.board
        self.controller = driver.controller
        self.found = self.controller.hears(PanelFound, lambda found: found.board == rig.board)

    def asks(self, asking: int) -> None:
        """Ask for a press of the Shooter Button, and be sure that the driver has heard it."""
        self.controller.tell(WantedPress(board=self.board, asking=asking, buttons=("SHOOT",)))
        self.settles()

    def settles(self) -> None:
        """Two regular reports later the driver has heard whatever it was told before."""
        for _ in range(2):
            since = len(self.controller.said)
            self.controller.hears(PanelReport, lambda said: said.board == self.board, since=since)

    def reports(self, such_that: "object", since: int = 0) -> PanelReport:
        return self.controller.hears(
            PanelReport,
            lambda said: said.board == self.board and bool(such_that(said)),  # type: ignore[operator]
            since=since,
        )

    def presses(self) -> list[PanelPress]:
        return [press for press in self.controller.all_said(PanelPress) if press.board == self.board]


@pytest.fixture
def floor(panel: Driver, panel_rig: PanelRig) -> Floor:
    return Floor(panel, panel_rig)


def test_every_configured_board_is_found(panel: Driver, panel_rig: PanelRig, rig: Rig) -> None:
    here = panel.controller.hears(PanelDriverHere)
    assert (list(here.boards), here.emulated) == (panel_rig.boards, rig.emulated)
    for board in panel_rig.boards:
        panel.controller.hears(PanelFound, lambda found, board=board: found.board == board)  # type: ignore[misc]


def test_a_press_that_was_asked_for_names_its_question(floor: Floor) -> None:
    floor.asks(7)
    floor.rig.by_hand("press SHOOT", "press SHOOT 100")
    press = floor.controller.hears(PanelPress)
    assert (press.board, press.button, press.asking) == (floor.board, "SHOOT", 7)


def test_a_press_that_began_before_it_was_asked_for_is_none(floor: Floor) -> None:
    floor.rig.by_hand("press SHOOT and keep it pressed until told otherwise", "hold SHOOT")
    floor.reports(lambda said: said.buttons == ("SHOOT",))
    floor.asks(8)
    floor.rig.by_hand("let SHOOT go now, then press it once", "release SHOOT")
    floor.reports(lambda said: said.buttons == (), since=len(floor.controller.said))
    assert [press.asking for press in floor.presses()] == [None]
    if floor.rig.rig.emulated:
        floor.rig.order("press SHOOT")
    floor.controller.hears(PanelPress, lambda press: press.asking == 8)


def test_a_button_that_nobody_asked_for_is_told_as_such(floor: Floor) -> None:
    floor.asks(9)
    floor.rig.by_hand("press CASH_OUT", "press CASH_OUT")
    press = floor.controller.hears(PanelPress)
    assert (press.button, press.asking) == ("CASH_OUT", None)


def test_keys_and_doors_are_told_on_every_change(floor: Floor) -> None:
    floor.rig.by_hand("turn the OPERATOR key", "key OPERATOR on")
    floor.reports(lambda said: said.keys == ("OPERATOR",))
    floor.rig.by_hand("open the MAIN door", "door MAIN open")
    floor.reports(lambda said: said.open_doors == ("MAIN",) and "MAIN" in said.latched_doors)
    floor.rig.by_hand("close the MAIN door and turn the key back", "door MAIN close")
    floor.reports(lambda said: said.open_doors == () and said.latched_doors == ("MAIN",))
    floor.controller.tell(ClearLatches(board=floor.board))
    floor.reports(lambda said: said.latched_doors == ())


def test_a_door_opened_while_the_board_was_off_is_told_when_it_returns(floor: Floor) -> None:
    since = len(floor.controller.said)
    floor.rig.by_hand("unplug the board, open and close the DROP door, plug it in again", "unplug")
    lost = floor.controller.hears(PanelLost, lambda said: said.board == floor.board)
    assert lost.why in ("usb_error", "absent")
    floor.reports(lambda said: not said.present and len(said.open_doors) == 4)
    if floor.rig.rig.emulated:
        for words in ("door DROP open", "door DROP close", "plug"):
            floor.rig.order(words)
    found = floor.controller.hears(PanelFound, lambda said: said.board == floor.board, since=since)
    assert found.latched_doors == ("DROP",)
    floor.controller.tell(ClearLatches(board=floor.board))
    floor.reports(lambda said: said.present and said.latched_doors == ())


def test_a_button_held_while_the_board_returns_is_no_press(floor: Floor) -> None:
    floor.asks(10)
    floor.rig.order("unplug")
    floor.controller.hears(PanelLost, lambda said: said.board == floor.board)
    floor.rig.order("hold SHOOT")
    floor.rig.order("plug")
    floor.reports(lambda said: said.present and said.buttons == ("SHOOT",))
    assert floor.presses() == []


def test_a_silent_board_is_lost_its_doors_count_as_open_and_it_is_found_again(floor: Floor) -> None:
    since = len(floor.controller.said)
    floor.rig.order("silent 4")
    lost = floor.controller.hears(PanelLost, lambda said: said.board == floor.board)
    assert lost.why == "silence"
    floor.reports(lambda said: not said.present and len(said.open_doors) == 4)
    floor.controller.hears(PanelFound, lambda said: said.board == floor.board, since=since)


def test_lamps_are_lit_and_lit_again_when_the_board_returns(floor: Floor) -> None:
    floor.controller.tell(
        WantedLights(board=floor.board, lamps=("SHOOT", "CLEAR"), pattern="blink", tower=("red", "sounder"))
    )
    lit = {"lamps": ["SHOOT", "CLEAR"], "pattern": 1, "tower": 0b1100}
    eventually(lambda: lit.items() <= floor.rig.show().items(), "the lamps")
    floor.rig.order("unplug 0.3")
    eventually(lambda: floor.rig.show()["frames_heard"] >= 2 and lit.items() <= floor.rig.show().items(), "them again")
    assert floor.rig.show()["frames_refused"] == 0


@pytest.mark.parametrize("trouble", ["garble 2", "shorten 2"])
def test_bad_reports_are_dropped_and_counted(floor: Floor, trouble: str) -> None:
    floor.rig.order(trouble)
    floor.rig.order("press SHOOT")
    health = floor.controller.hears(PanelHealth, lambda said: said.board == floor.board and said.bad_reports >= 2)
    assert health.losses == 0


def test_a_report_number_said_twice_is_taken_once(floor: Floor) -> None:
    floor.rig.order("repeat 1")
    floor.rig.order("hold REPEAT")
    floor.controller.hears(PanelHealth, lambda said: said.board == floor.board and said.repeats >= 1)
    floor.reports(lambda said: said.buttons == ("REPEAT",))
    assert [press.button for press in floor.presses()] == ["REPEAT"]
