"""The panel desk: what cannot be read counts as open, what nobody saw is not forgotten, and lamps follow the table."""

from typing import Any

import pytest

from controller.server.connections.boards import BoardPlace
from controller.table.events import DoorLatched, DoorMoved, KeyTurned
from controller.table.staff.said import act_said
from tests.server.simulated import SimulatedCabinet, Someone

CABINET = BoardPlace(None, True)


class Panels:
    """A panel driver with a board in the cabinet and one at seat 1."""

    def __init__(self) -> None:
        self.cabinet = SimulatedCabinet(boards={"CABINET": CABINET, "SEAT-1": BoardPlace(1, False)})
        self.cabinet.link_dice()
        self.driver = Someone(self.cabinet, "panel", "local panel")

    def here(self, emulated: bool = True) -> None:
        self.driver.say(kind="panel_driver_here", boards=["CABINET", "SEAT-1"], emulated=emulated)
        self.cabinet.turn()

    def report(self, board: str = "CABINET", **told: Any) -> None:
        doors = told.pop("open_doors", ())
        self.driver.say(kind="panel_report", board=board, present=True, open_doors=doors, **told)
        self.cabinet.turn()

    def read(self, **told: Any) -> None:
        """A driver that is here, and both boards read."""
        self.here()
        self.report(**told)
        self.report("SEAT-1")

    def lights(self, board: str) -> tuple[list[str], list[str]]:
        """The lamps and the tower that this board was told last."""
        told = [said for said in self.driver.heard("wanted_lights") if said["board"] == board][-1]
        return told["lamps"], told["tower"]

    def doors(self) -> dict[str, bool]:
        return {name: door.is_open for name, door in self.cabinet.table.doors.items()}

    def holds(self) -> set[str]:
        return set(self.cabinet.table.holds)

    def wagered(self) -> Someone:
        """A player at seat 1 has the dice and is asked to press."""
        player = self.cabinet.terminal(1, credits=10_000)
        player.command("wager", round=self.cabinet.table.round, do="place", bet="pass_line", amount=500)
        player.command("done", round=self.cabinet.table.round)
        self.cabinet.turn()
        assert self.cabinet.table.phase == "shooting"
        return player

    def keep_alive(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 500):
            self.report()
            self.report("SEAT-1")
            self.cabinet.run(500)


def test_before_a_board_has_been_read_its_doors_count_as_open_and_hold_the_table() -> None:
    panels = Panels()
    assert panels.holds() == {"door_logic", "door_dome"}
    assert panels.cabinet.table.holds["door_dome"]["became"] == "unread"
    panels.read()
    assert panels.holds() == set()
    assert not any(panels.doors().values())


@pytest.mark.parametrize("way", ["lost", "not present", "silence", "gone"])
def test_a_board_that_cannot_be_read_any_more_holds_the_table_until_it_is(way: str) -> None:
    panels = Panels()
    panels.read()
    match way:
        case "lost":
            panels.driver.say(kind="panel_lost", board="CABINET", why="silence", text="nothing heard")
        case "not present":
            panels.driver.say(kind="panel_report", board="CABINET", present=False)
        case "silence":
            panels.cabinet.run(4000)
        case "gone":
            panels.cabinet.transport.away.add(panels.driver.peer)
            panels.report(open_doors=["DOME"])  # what is said to it in answer finds nobody
    panels.cabinet.turn()
    assert panels.holds() == {"door_logic", "door_dome"}
    panels.cabinet.transport.away.clear()
    panels.read()
    assert panels.holds() == set()


def test_an_open_door_holds_and_closing_it_ends_the_hold() -> None:
    panels = Panels()
    panels.read()
    panels.report(open_doors=["DOME", "MAIN"])
    assert panels.holds() == {"door_dome"}
    assert panels.doors() == {"main": True, "logic": False, "drop": False, "dome": True}
    panels.report()
    assert panels.holds() == set()


def test_a_latch_in_the_first_report_is_a_door_that_nobody_saw() -> None:
    panels = Panels()
    panels.read(latched_doors=["LOGIC", "DROP"])
    assert [event.door for event in panels.cabinet.store.events if isinstance(event, DoorLatched)] == ["drop", "logic"]
    assert panels.holds() == {"door_latch"}
    assert panels.driver.heard("clear_latches")[-1]["board"] == "CABINET"


def test_a_latch_is_recorded_before_it_is_cleared_and_cleared_until_it_is() -> None:
    panels = Panels()
    panels.here()
    panels.cabinet.store.fails = True
    with pytest.raises(Exception, match="disk"):
        panels.report(latched_doors=["LOGIC"])
    assert panels.driver.heard("clear_latches") == []
    panels = Panels()
    panels.read(latched_doors=["LOGIC"])
    panels.report(latched_doors=["LOGIC"])
    panels.report()
    assert len(panels.driver.heard("clear_latches")) == 2
    assert sum(isinstance(event, DoorLatched) for event in panels.cabinet.store.events) == 1


def test_the_latch_of_a_door_that_was_seen_open_is_cleared_and_nothing_more() -> None:
    panels = Panels()
    panels.read()
    panels.report(open_doors=["DOME"], latched_doors=["DOME"])
    panels.report(latched_doors=["DOME"])
    panels.report()
    assert panels.holds() == set()
    assert not any(isinstance(event, DoorLatched) for event in panels.cabinet.store.events)


def test_a_door_opened_and_closed_between_two_reports_has_been_open() -> None:
    panels = Panels()
    panels.read()
    before = len(panels.cabinet.store.events)
    panels.report(latched_doors=["DOME"])
    assert panels.cabinet.store.events[before:] == [
        DoorMoved("dome", True, leave=False),
        DoorMoved("dome", False),
    ]


def test_after_a_loss_a_latch_counts_as_unseen_again() -> None:
    panels = Panels()
    panels.read()
    panels.driver.say(kind="panel_found", board="CABINET", latched_doors=["DOME"])
    panels.report(latched_doors=["DOME"])
    assert panels.holds() == {"door_latch"}


def test_keys_are_told_when_they_turn_and_turn_back_with_a_board_that_is_lost() -> None:
    panels = Panels()
    panels.read()
    panels.report(keys=["OPERATOR"])
    panels.report(keys=["OPERATOR"])
    panels.driver.say(kind="panel_lost", board="CABINET", why="absent", text="unplugged")
    panels.cabinet.turn()
    turned = [event for event in panels.cabinet.store.events if isinstance(event, KeyTurned)]
    assert turned == [KeyTurned("operator", True), KeyTurned("operator", False)]


def test_the_shooters_button_is_lit_asked_for_and_throws() -> None:
    panels = Panels()
    panels.read()
    panels.wagered()
    assert panels.driver.heard("wanted_lights")[-1]["lamps"] == ["SHOOT"]
    asked = panels.driver.heard("wanted_press")[-1]
    assert (asked["board"], asked["buttons"]) == ("SEAT-1", ["SHOOT"])
    panels.driver.say(kind="panel_press", board="SEAT-1", button="SHOOT", asking=asked["asking"])
    panels.cabinet.turn()
    assert panels.cabinet.table.phase == "rolling"
    assert panels.driver.heard("wanted_press")[-1]["buttons"] == []


@pytest.mark.parametrize("asking", [None, 999])
def test_a_press_that_began_before_it_was_asked_for_throws_nothing(asking: int | None) -> None:
    panels = Panels()
    panels.read()
    panels.wagered()
    panels.driver.say(kind="panel_press", board="SEAT-1", button="SHOOT", asking=asking)
    panels.cabinet.turn()
    assert panels.cabinet.table.phase == "shooting"


def test_the_button_of_a_seat_cashes_out_and_its_lamp_waits_for_the_attendant() -> None:
    panels = Panels()
    panels.read()
    panels.cabinet.terminal(1, credits=7000)
    panels.driver.say(kind="panel_press", board="SEAT-1", button="CASH_OUT")
    panels.cabinet.turn()
    assert panels.cabinet.table.seats[1].hand_pay == 7000
    assert panels.driver.heard("wanted_lights")[-1]["lamps"] == ["CASH_OUT"]


def test_a_service_call_lights_lamp_and_tower_until_it_is_attended_to_and_strange_boards_are_left_alone() -> None:
    panels = Panels()
    panels.read()
    panels.driver.say(kind="panel_press", board="SEAT-1", button="SERVICE_CALL")
    panels.driver.say(kind="panel_press", board="NOBODYS", button="SHOOT")
    panels.driver.say(kind="strange_board", serial="NOBODYS")
    panels.driver.say(kind="panel_report", board="NOBODYS", present=True, open_doors=[])
    panels.cabinet.turn()
    assert {told.code for told in panels.cabinet.loop.counters.troubles()} == {"strange_board"}
    assert panels.holds() == set()
    assert panels.lights("SEAT-1") == (["SERVICE_CALL"], [])
    assert panels.lights("CABINET") == ([], ["green", "amber"])
    panels.cabinet.loop.apply(act_said("menu", 1, "ann", "attendant", "attend", seat=1))
    panels.cabinet.turn()
    assert panels.lights("SEAT-1") == ([], [])
    assert panels.lights("CABINET") == ([], ["green"])


def test_a_driver_that_comes_anew_is_told_everything_again() -> None:
    panels = Panels()
    panels.read()
    panels.wagered()
    panels.driver = Someone(panels.cabinet, "panel", "local panel")
    panels.report()
    assert panels.driver.heard("who_is_there")
    panels.here()
    panels.report()
    panels.report("SEAT-1")
    assert panels.driver.heard("wanted_lights")[-1]["lamps"] == ["SHOOT"]
    assert panels.driver.heard("wanted_press")[-1]["buttons"] == ["SHOOT"]
    assert "panel_driver_again" in {told.code for told in panels.cabinet.loop.counters.troubles()}


def test_emulated_panels_have_no_business_with_a_live_journal() -> None:
    panels = Panels()
    panels.cabinet.loop._desks["panel"]._emulated_allowed = False  # type: ignore[attr-defined]
    panels.here(emulated=True)
    assert panels.driver.heard("not_taken")[-1]["code"] == "emulator_on_live"
    panels.report()
    assert panels.holds() == {"door_logic", "door_dome"}


def test_the_tower_is_green_in_play_and_red_while_the_table_is_held() -> None:
    panels = Panels()
    panels.read()
    assert _tower(panels) == ["green"]
    panels.report(open_doors=["LOGIC"])
    assert _tower(panels) == ["red"]


def _tower(panels: Panels) -> list[str]:
    lights = [told for told in panels.driver.heard("wanted_lights") if told["board"] == "CABINET"]
    tower: list[str] = lights[-1]["tower"]
    return tower


def test_a_low_battery_of_a_board_is_told_once_until_it_was_good_again() -> None:
    panels = Panels()
    panels.read(supply_percent=90)

    def told() -> int:
        troubles = panels.cabinet.loop.counters.troubles()
        return sum(trouble.times for trouble in troubles if trouble.code == "battery_low")

    assert told() == 0
    for percent, due in ((19, 1), (18, 1), (95, 1), (10, 2)):
        panels.report(supply_percent=percent)
        assert told() == due


def _alarmed(seconds: int = 3) -> Panels:
    panels = Panels()
    panels.read()
    table = panels.cabinet.loop.table
    panels.cabinet.store.table.settings = table.settings.model_copy(update={"door_alarm": seconds})
    return panels


def _sounds(panels: Panels) -> bool:
    return "sounder" in panels.lights("CABINET")[1]


@pytest.mark.parametrize("door", ["MAIN", "LOGIC", "DROP", "DOME"])
def test_a_door_that_nobody_may_open_sounds_for_its_time_and_until_it_is_closed(door: str) -> None:
    panels = _alarmed()
    panels.report(open_doors=[door])
    assert _sounds(panels)
    for _ in range(10):
        panels.report(open_doors=[door])
        panels.cabinet.run(500)
    assert _sounds(panels)
    panels.keep_alive(500)
    assert not _sounds(panels)


def test_a_door_that_is_closed_at_once_sounds_for_a_second_and_a_half_at_least() -> None:
    panels = _alarmed(1)
    panels.report(open_doors=["MAIN"])
    panels.keep_alive(1000)
    assert _sounds(panels)
    panels.keep_alive(2000)
    assert not _sounds(panels)


def test_turned_off_no_door_sounds() -> None:
    panels = _alarmed(0)
    panels.report(open_doors=["MAIN"])
    assert not _sounds(panels)


def test_with_a_key_and_a_role_a_door_is_opened_in_silence_and_a_key_alone_is_not_enough() -> None:
    panels = _alarmed()
    panels.report(keys=["OPERATOR"], open_doors=["LOGIC"])
    assert _sounds(panels)
    panels = _alarmed()
    panels.report(keys=["OPERATOR"])
    eve = panels.cabinet.staff("eve")
    assert eve.comes("first_supervisor") == "ok"
    panels.report(keys=["OPERATOR"], open_doors=["LOGIC"])
    assert not _sounds(panels)
