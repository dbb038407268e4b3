"""What a technician sees of panels and terminals, REPEAT and CLEAR on their way to the seat, and a screen touched."""

from importlib.metadata import version
from typing import Any

import pytest

from controller.facts.cabinet_kinds import TrialEnded
from controller.facts.table import sentence
from controller.protocol.message import LARGEST_TOLD, encode
from controller.protocol.stations.hardware import MOST_TERMINALS
from controller.protocol.terminals.version_1 import Hello, TerminalHealth
from controller.server.connections.boards import BoardPlace
from controller.server.connections.seats.terminal_health import LinkedTerminal, terminals_seen
from controller.server.loop.ports import Who
from controller.table.records import to_json
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.staff import StaffMember

BOARDS = {"SEAT-1": BoardPlace(1, False), "CABINET": BoardPlace(None, True)}


class Workshop:
    """A cabinet with two boards, the driver here, and a supervisor at a station."""

    def __init__(self) -> None:
        self.cabinet = SimulatedCabinet(boards=dict(BOARDS))
        self.cabinet.link_dice()
        self.cabinet.link_panel("OPERATOR")
        self.eve: StaffMember = self.cabinet.supervisor()

    def report(self, board: str = "SEAT-1", **told: Any) -> None:
        self.cabinet.panel.say(kind="panel_report", board=board, present=True, **{"open_doors": (), **told})
        self.cabinet.turn()

    def press(self, button: str, board: str = "SEAT-1") -> None:
        """Down and up between two reports: no report tells of it."""
        self.cabinet.panel.say(kind="panel_press", board=board, button=button)
        self.cabinet.turn()

    def board(self, name: str) -> dict[str, Any]:
        seen = self.eve.look("panels")
        return next(board for board in seen["boards"] if board["board"] == name)

    def terminal(self, seat: int) -> dict[str, Any]:
        return next(row for row in self.eve.look("terminals")["terminals"] if row["seat"] == seat)

    def touch_test(self, seat: int) -> None:
        if "service" not in self.cabinet.table.holds:
            assert self.eve.act("begin_service")["ok"]
        answer = self.eve.act("touch_test", seat=seat)
        assert answer["ok"], answer

    def ended(self) -> list[str]:
        return [sentence(to_json(told))[1] for told in self.cabinet.store.decisions if isinstance(told, TrialEnded)]


# ---- panels -----------------------------------------------------------------------------------------------------


def test_a_button_is_seen_while_it_is_down_and_counted_however_short_it_was_pressed() -> None:
    workshop = Workshop()
    assert workshop.board("SEAT-1")["present"] is False
    workshop.report(buttons=["REPEAT"], supply_percent=97)
    workshop.press("REPEAT")
    seen = workshop.board("SEAT-1")
    assert (seen["present"], seen["held"], seen["supply_percent"]) == (True, ["REPEAT"], 97)
    workshop.report()
    workshop.press("CLEAR")
    workshop.press("REPEAT")
    seen = workshop.board("SEAT-1")
    assert seen["held"] == []
    assert seen["presses"] == {"REPEAT": 2, "CLEAR": 1}
    assert (seen["seat"], seen["cabinet"]) == (1, False)


def test_the_cabinets_board_comes_first_with_its_keys_doors_and_lights_as_they_were_told() -> None:
    workshop = Workshop()
    workshop.report("CABINET", keys=["OPERATOR"], open_doors=["DROP"])
    first = workshop.eve.look("panels")["boards"][0]
    assert (first["board"], first["cabinet"], first["keys"], first["open_doors"]) == (
        "CABINET", True, ["OPERATOR"], ["DROP"],
    )  # fmt: skip
    assert first["tower"] == ["green"]
    assert workshop.eve.act("begin_service")["ok"]
    assert workshop.eve.act("lamp_test")["ok"]
    assert workshop.board("CABINET")["tower"] == ["green", "amber", "red", "sounder"]
    assert len(workshop.board("SEAT-1")["lamps"]) == 5


def test_a_latch_is_counted_each_time_it_is_found_with_the_moment_though_it_is_cleared_at_once() -> None:
    workshop = Workshop()
    for _ in range(2):
        workshop.report("CABINET", keys=["OPERATOR"], latched_doors=["MAIN"])
        assert workshop.board("CABINET")["latched_doors"] == ["MAIN"]
        workshop.report("CABINET", keys=["OPERATOR"], latched_doors=["MAIN"])  # not cleared yet: the same one
        workshop.report("CABINET", keys=["OPERATOR"])
    seen = workshop.board("CABINET")
    assert seen["latched_doors"] == []
    assert seen["latches"]["MAIN"]["times"] == 2
    assert seen["latches"]["MAIN"]["last"].startswith("20")
    assert seen["latches"].keys() == {"MAIN"}


def test_a_board_that_is_lost_holds_nothing_down_and_its_doors_count_as_open_but_what_was_counted_stays() -> None:
    workshop = Workshop()
    workshop.report(buttons=["SHOOT"])
    workshop.press("SHOOT")
    workshop.cabinet.panel.say(kind="panel_lost", board="SEAT-1", why="absent", text="unplugged")
    workshop.cabinet.turn()
    seen = workshop.board("SEAT-1")
    assert (seen["present"], seen["held"], seen["presses"]) == (False, [], {"SHOOT": 1})
    assert len(seen["open_doors"]) == 4


def test_without_its_driver_nothing_is_lit() -> None:
    workshop = Workshop()
    assert workshop.eve.look("panels")["driver"] is True
    workshop.cabinet.panel_lives = False
    console = StaffMember(workshop.cabinet, Someone(workshop.cabinet, "console", "console of eve"), "eve")
    workshop.cabinet.loop._desks["panel"].gone(workshop.cabinet.loop, workshop.cabinet.panel.peer)
    assert console.comes() == "ok"
    seen = console.look("panels")
    assert seen["driver"] is False
    assert all(board["lamps"] == [] and board["tower"] == [] and not board["present"] for board in seen["boards"])


@pytest.mark.parametrize("what", ["panels", "terminals"])
def test_the_hardware_is_for_the_workshop(what: str) -> None:
    workshop = Workshop()
    assert workshop.eve.add("ann", "attendant").look(what)["code"] == "role"
    assert workshop.eve.add("tom", "technician").look(what)["kind"] == f"{what}_seen"


# ---- terminals --------------------------------------------------------------------------------------------------


def test_a_terminal_is_seen_with_its_version_its_key_and_what_it_says_of_its_line() -> None:
    workshop = Workshop()
    assert workshop.terminal(2) == {
        "seat": 2, "linked": False, "software": None, "differs": False, "key": None, "since_ms": None,
        "silent_ms": None, "round_trip_ms": None, "worst_round_trip_ms": None, "touching": False,
    }  # fmt: skip
    terminal = Someone(workshop.cabinet, "terminal", "seat-two", 2)
    terminal.say(kind="hello", seat=2, software=f"boxcars-terminal {version('boxcars')}")
    workshop.cabinet.turn()
    workshop.cabinet.clock.time += 700
    workshop.cabinet.turn()
    seen = workshop.terminal(2)
    assert (seen["linked"], seen["differs"], seen["key"], seen["round_trip_ms"]) == (True, False, "seat-two", None)
    assert seen["since_ms"] >= 700
    assert seen["silent_ms"] >= 700
    terminal.say(kind="terminal_health", round_trip_ms=1.5, worst_round_trip_ms=12, heartbeats=60)
    workshop.cabinet.turn()
    seen = workshop.terminal(2)
    assert (seen["round_trip_ms"], seen["worst_round_trip_ms"]) == (1.5, 12)
    assert seen["silent_ms"] < 700
    terminal.say(kind="goodbye")
    workshop.cabinet.turn()
    assert workshop.terminal(2)["linked"] is False


@pytest.mark.parametrize("software", ["kiosk 1.0", "boxcars-terminal", "boxcars-terminal 0.0.1", "kiosk 骰"])
def test_software_that_is_not_of_the_controllers_version_is_marked_and_shown_in_plain_letters(software: str) -> None:
    workshop = Workshop()
    local = Someone(workshop.cabinet, "terminal", "local terminal")
    local.say(kind="hello", seat=1, software=software)
    workshop.cabinet.turn()
    seen = workshop.terminal(1)
    assert seen["differs"] is True
    assert seen["key"] is None
    assert seen["software"].isascii()
    assert seen["software"].isprintable()


def test_software_whose_name_steers_a_screen_is_no_hello() -> None:
    workshop = Workshop()
    local = Someone(workshop.cabinet, "terminal", "local terminal")
    local.say(kind="hello", seat=1, software="\x1b[2Jkiosk")
    workshop.cabinet.turn()
    assert local.heard("not_taken")[-1]["code"] == "bad_message"
    assert workshop.terminal(1)["linked"] is False


@pytest.mark.parametrize(
    "claim",
    [
        {"round_trip_ms": -1, "worst_round_trip_ms": 1, "heartbeats": 1},
        {"round_trip_ms": 1, "worst_round_trip_ms": 1e12, "heartbeats": 1},
        {"round_trip_ms": 1, "worst_round_trip_ms": 1, "heartbeats": 0},
        {"round_trip_ms": 1, "worst_round_trip_ms": 1, "heartbeats": 1, "more": 1},
    ],
)
def test_a_claim_out_of_its_bounds_is_no_message(claim: dict[str, Any]) -> None:
    workshop = Workshop()
    terminal = workshop.cabinet.terminal(1)
    terminal.say(kind="terminal_health", **claim)
    workshop.cabinet.turn()
    assert terminal.heard("not_taken")[-1]["code"] == "bad_message"
    assert workshop.terminal(1)["round_trip_ms"] is None


def test_many_terminals_come_in_answers_that_fit_and_the_rest_is_asked_for() -> None:
    hello = Hello(seat=1, software='"' * 64)
    linked = {seat: LinkedTerminal.now(hello, Who("k" * 40, "terminal", seat), 0) for seat in range(1, 1025)}
    for one in linked.values():
        one.health = TerminalHealth(round_trip_ms=599_999.123456, worst_round_trip_ms=599_999.123456, heartbeats=60)
    seats, now = list(linked), 10**12
    seen = terminals_seen(seats, linked, dict.fromkeys(seats, now), 1, now)
    assert len(encode(seen)) <= LARGEST_TOLD
    assert (len(seen.terminals), seen.more) == (MOST_TERMINALS, MOST_TERMINALS + 1)
    rest = terminals_seen(seats[MOST_TERMINALS:], linked, {}, None, now)
    assert (rest.terminals[0].seat, len(rest.terminals), rest.more) == (MOST_TERMINALS + 1, 512, None)


def test_terminals_are_asked_for_from_a_seat_on() -> None:
    workshop = Workshop()
    seen = workshop.eve.look("terminals", seat=3)
    assert [row["seat"] for row in seen["terminals"]] == [3, 4]
    assert seen["version"] == version("boxcars")
    assert workshop.eve.look("terminals", seat=99)["code"] == "no_such_seat"


# ---- REPEAT and CLEAR -------------------------------------------------------------------------------------------


def test_repeat_and_clear_reach_the_terminal_of_their_seat_once_a_press_and_no_other() -> None:
    workshop = Workshop()
    mine, other = workshop.cabinet.terminal(1), workshop.cabinet.terminal(2)
    for button in ("REPEAT", "CLEAR", "REPEAT"):
        workshop.press(button)
        workshop.report(buttons=[button])  # held for a while: no press of its own
        workshop.report(buttons=[button])
    told = [(pressed["button"], pressed["press"]) for pressed in mine.heard("button_pressed")]
    assert told == [("REPEAT", 1), ("CLEAR", 2), ("REPEAT", 3)]
    assert mine.heard("button_pressed")[0]["round"] == workshop.cabinet.table.round
    assert other.heard("button_pressed") == []


def test_a_press_while_no_terminal_is_there_is_counted_and_not_told_later() -> None:
    workshop = Workshop()
    workshop.press("REPEAT")
    workshop.press("REPEAT", board="CABINET")
    terminal = workshop.cabinet.terminal(1)
    assert terminal.heard("button_pressed") == []
    assert workshop.board("SEAT-1")["presses"] == {"REPEAT": 1}
    assert workshop.board("CABINET")["presses"] == {"REPEAT": 1}
    assert workshop.cabinet.loop.counters.counts["pressed.REPEAT"] == 1


# ---- a screen touched all over ----------------------------------------------------------------------------------


def test_the_terminal_is_told_of_the_test_and_what_it_counted_stands_on_record() -> None:
    workshop = Workshop()
    terminal, other = workshop.cabinet.terminal(1), workshop.cabinet.terminal(2)
    workshop.touch_test(1)
    [told] = terminal.heard("touch_test")
    assert [workshop.terminal(seat)["touching"] for seat in (1, 2)] == [True, False]
    terminal.say(kind="touch_tested", test=told["test"], touched=95, fields=96)
    workshop.cabinet.turn()
    assert workshop.ended() == ["seat 1: 95 of 96 fields"]
    assert terminal.heard("touch_test")[-1]["test"] is None
    assert other.heard("touch_test") == []


def test_another_test_of_another_seat_ends_the_first_and_both_are_told() -> None:
    workshop = Workshop()
    one, two = workshop.cabinet.terminal(1), workshop.cabinet.terminal(2)
    workshop.touch_test(1)
    workshop.touch_test(2)
    assert [told["test"] is None for told in one.heard("touch_test")] == [False, True]
    assert [told["test"] is None for told in two.heard("touch_test")] == [False]
    assert workshop.ended() == ["seat 1: not done, touch_test was begun"]


def test_when_service_ends_the_terminal_is_told_and_its_late_word_is_nothing() -> None:
    workshop = Workshop()
    terminal = workshop.cabinet.terminal(1)
    workshop.touch_test(1)
    name = terminal.heard("touch_test")[0]["test"]
    assert workshop.eve.act("end_service")["ok"]
    assert terminal.heard("touch_test")[-1]["test"] is None
    terminal.say(kind="touch_tested", test=name, touched=96, fields=96)
    workshop.cabinet.turn()
    assert workshop.ended() == ["seat 1: not done, service ended"]


def test_a_terminal_that_goes_away_ends_the_test_and_one_that_takes_over_goes_on_with_it() -> None:
    workshop = Workshop()
    workshop.cabinet.terminal(1)
    workshop.touch_test(1)
    second = workshop.cabinet.terminal(1)
    assert second.heard("touch_test")[-1]["test"] is not None
    second.say(kind="goodbye")
    workshop.cabinet.turn()
    assert workshop.ended() == ["seat 1: not done, the terminal was lost"]
    back = workshop.cabinet.terminal(1)
    assert back.heard("touch_test") == []


def test_a_terminal_that_had_fallen_behind_is_told_how_it_stands() -> None:
    workshop = Workshop()
    terminal = workshop.cabinet.terminal(1)
    workshop.touch_test(1)
    terminals = workshop.cabinet.loop._desks["terminal"]
    terminals.caught_up(workshop.cabinet.loop, terminal.peer)
    workshop.cabinet.turn()
    assert [told["test"] is None for told in terminal.heard("touch_test")] == [False, False]
    assert workshop.eve.act("end_service")["ok"]
    terminals.caught_up(workshop.cabinet.loop, terminal.peer)
    workshop.cabinet.turn()
    assert terminal.heard("touch_test")[-1]["test"] is None


@pytest.mark.parametrize("count", [{"touched": 97, "fields": 96}, {"touched": 3, "fields": 5000}])
def test_a_count_that_cannot_be_changes_nothing(count: dict[str, int]) -> None:
    workshop = Workshop()
    terminal = workshop.cabinet.terminal(1)
    workshop.touch_test(1)
    terminal.say(kind="touch_tested", test=terminal.heard("touch_test")[0]["test"], **count)
    workshop.cabinet.turn()
    assert workshop.ended() == []
    assert workshop.cabinet.table.trial is not None


# ---- a screen set right -----------------------------------------------------------------------------------------

STRAIGHT = "1.000000 0.000000 0.000000 0.000000 1.000000 0.000000"
SET = "1.020000 0.010000 -0.030000 0.000000 0.980000 0.010000"


def newer(workshop: Workshop, seat: int) -> Someone:
    """A terminal that speaks version 2."""
    terminal = Someone(workshop.cabinet, "terminal", f"key of seat {seat}", seat)
    terminal.say(kind="hello", v=2, seat=seat, software="test")
    workshop.cabinet.alive.append(terminal)
    workshop.cabinet.turn()
    return terminal


def begin(workshop: Workshop, seat: int, **more: Any) -> None:
    if "service" not in workshop.cabinet.table.holds:
        assert workshop.eve.act("begin_service")["ok"]
    answer = workshop.eve.act("calibrate_seat", seat=seat, **more)
    assert answer["ok"], answer


def test_a_screen_is_kept_by_its_terminal_only_once_that_is_on_record() -> None:
    workshop = Workshop()
    terminal = newer(workshop, 1)
    assert workshop.eve.act("calibrate_seat", seat=1)["code"] == "no_service"
    begin(workshop, 1)
    [wanted] = terminal.heard("calibrate")
    assert (wanted["as_delivered"], workshop.terminal(1)["touching"]) == (False, True)
    terminal.say(kind="touch_set", v=2, test=wanted["test"], before=STRAIGHT, after=SET)
    workshop.cabinet.turn()
    assert workshop.ended() == [f"seat 1: {STRAIGHT} became {SET}"]
    over = terminal.heard("calibrate")[-1]
    assert (over["test"], over["kept"]) == (None, wanted["test"])


def test_a_screen_that_was_not_set_or_is_not_wanted_any_more_is_told_as_not_kept() -> None:
    workshop = Workshop()
    terminal = newer(workshop, 1)
    begin(workshop, 1)
    terminal.say(kind="touch_not_set", v=2, test=terminal.heard("calibrate")[-1]["test"], cause="no_touch_screen")
    workshop.cabinet.turn()
    begin(workshop, 1, as_delivered=True)
    assert terminal.heard("calibrate")[-1]["as_delivered"]
    name = terminal.heard("calibrate")[-1]["test"]
    assert workshop.eve.act("end_service")["ok"]
    terminal.say(kind="touch_set", v=2, test=name, before=STRAIGHT, after="")
    workshop.cabinet.turn()
    assert [told["kept"] for told in terminal.heard("calibrate") if told["test"] is None] == [None, None]
    assert workshop.ended() == ["seat 1: not done, its machine has no touch screen", "seat 1: not done, service ended"]


@pytest.mark.parametrize("after", ["1 0 0 0 1 0", "9.000000" + SET[8:], SET + '", RUN+="/bin/sh', None])
def test_numbers_that_are_none_never_reach_the_journal(after: str | None) -> None:
    workshop = Workshop()
    terminal = newer(workshop, 1)
    begin(workshop, 1)
    terminal.say(kind="touch_set", v=2, test=terminal.heard("calibrate")[0]["test"], before=STRAIGHT, after=after)
    workshop.cabinet.turn()
    assert workshop.ended() == []
    assert workshop.cabinet.table.trial is not None


def test_a_terminal_that_had_fallen_behind_hears_that_its_screen_is_on_record() -> None:
    workshop = Workshop()
    terminal = newer(workshop, 1)
    begin(workshop, 1)
    name = terminal.heard("calibrate")[0]["test"]
    terminals = workshop.cabinet.loop._desks["terminal"]
    terminals.caught_up(workshop.cabinet.loop, terminal.peer)
    workshop.cabinet.turn()
    assert terminal.heard("calibrate")[-1]["test"] == name
    terminal.say(kind="touch_set", v=2, test=name, before=STRAIGHT, after=SET)
    workshop.cabinet.turn()
    terminals.caught_up(workshop.cabinet.loop, terminal.peer)
    workshop.cabinet.turn()
    assert [told["kept"] for told in terminal.heard("calibrate") if told["test"] is None] == [name, name]


def test_who_speaks_version_1_is_told_of_no_setting() -> None:
    workshop = Workshop()
    terminal = workshop.cabinet.terminal(1)
    begin(workshop, 1)
    assert terminal.heard("calibrate") == []
    assert workshop.eve.act("end_service")["ok"]
    assert terminal.heard("calibrate") == []
