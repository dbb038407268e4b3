"""The wheel desk: a spin is wanted until it is answered, and only what the wheel really made and can be is believed."""

import pytest

from controller.facts.kinds import BetsClosedLate, NoRoll, ResultUnused
from controller.protocol.devices.authentic.spin import CONTRADICTIONS, Contradiction
from controller.protocol.terminals.version_1 import TO_TERMINAL
from controller.table.events import OutcomeNears, Restarted
from controller.table.phases import Phase
from tests.server.roulette import NO_NUMBER, RouletteCabinet, bets, turning
from tests.server.simulated import SimulatedCabinet, Someone


def test_the_spin_is_wanted_with_rotor_and_launch_said_again_each_second_and_fresh_but_once() -> None:
    cabinet, _ = turning()
    cabinet.run(3000)
    told = cabinet.wheel.heard("wanted_spin")
    assert told[0] == {
        "kind": "wanted_spin", "v": 1, "spin_id": 1, "nonce": "0000000000000001", "rotor": -18, "launch": 180,
        "hold_ms": 0, "fresh": True, "spin": True,
    }  # fmt: skip
    assert 3 <= len(told) <= 5
    assert {message["fresh"] for message in told[1:]} == {False}


def test_a_whole_round_is_played_by_messages_alone() -> None:
    cabinet, terminal = turning()
    cabinet.run(8000)
    assert cabinet.table.phase is Phase.ROLLING
    cabinet.spun(17)
    assert cabinet.transport.broadcasts[-1]["result"] == {"number": 17, "colour": "black"}
    cabinet.run(2200)
    settled = terminal.heard("settled")[-1]
    assert (settled["faces"], settled["game"]) == (None, {"number": 17, "colour": "black"})
    assert settled["you"]["credits"] == 27_500
    told = cabinet.transport.broadcasts[-1]
    assert ("result" in told, told["last"]["game"]) == (False, {"number": 17, "colour": "black"})
    assert told["game"]["numbers"] == [{"number": 17, "colour": "black"}]
    for message in cabinet.transport.sent[terminal.peer]:
        TO_TERMINAL.validate_python(message, strict=False)


def test_where_the_ball_is_is_told_at_once_and_no_longer_than_the_spin() -> None:
    cabinet, _ = turning()
    cabinet.ball(1, 0)
    assert cabinet.transport.broadcasts[-1]["device"] == {"ball": "launched", "revolutions": 0}
    cabinet.ball(2, 5)
    assert cabinet.transport.broadcasts[-1]["device"] == {"ball": "turning", "revolutions": 5}
    cabinet.spun(17)
    cabinet.run(2200)
    assert "device" not in cabinet.transport.broadcasts[-1]


@pytest.mark.parametrize("stage", [3, 4])
def test_a_ball_that_leaves_the_track_closes_the_bets(stage: int) -> None:
    cabinet, terminal = turning()
    cabinet.ball(stage)
    assert cabinet.table.phase is Phase.ROLLING
    assert bets(cabinet, terminal)["code"] == "bets_closed"
    assert [told.roll_id for told in cabinet.store.decisions if isinstance(told, BetsClosedLate)] == [1]


@pytest.mark.parametrize("state", ["ball_falling", "reading"])
def test_so_does_a_status_that_says_so_of_the_wanted_spin(state: str) -> None:
    cabinet, terminal = turning()
    cabinet.wheel.say(kind="wheel_status", **cabinet.wheel_status(state, last_spin=0))
    cabinet.turn()
    assert bets(cabinet, terminal)["ok"]
    cabinet.wheel.say(kind="wheel_status", **cabinet.wheel_status(state, last_spin=1))
    cabinet.turn()
    assert cabinet.table.phase is Phase.ROLLING


@pytest.mark.parametrize("stage", [1, 2, 5, 255])
def test_any_other_stage_and_that_of_another_spin_close_nothing_and_leave_no_event(stage: int) -> None:
    cabinet, _ = turning()
    cabinet.ball(stage)
    cabinet.ball(3, spin=99)
    assert cabinet.table.phase is Phase.DRAWING
    assert not any(isinstance(event, OutcomeNears) for event in cabinet.store.events)


def test_a_wager_in_one_batch_with_the_report_is_closed_though_it_was_read_before_it() -> None:
    cabinet, terminal = turning()
    terminal.command("wager", round=cabinet.table.round, do="place", bet="straight:5", amount=500)
    terminal.command("wager", round=cabinet.table.round, do="take_down", bet="straight:17")
    cabinet.spun(5)
    assert [answer["code"] for answer in terminal.heard("answer")[-2:]] == ["bets_closed"] * 2
    cabinet.run(2200)
    assert cabinet.table.game.money(1).credits == 9_500


def test_a_spin_that_another_key_signed_is_no_result_and_its_result_is_asked_again() -> None:
    cabinet, _ = turning()
    for _ in range(2):
        cabinet.spun(17, key=bytes(16))
    assert (cabinet.table.phase, cabinet.table.result, cabinet.table.malfunctions) == (Phase.ROLLING, None, 2)
    before = len(cabinet.wheel.heard("wanted_spin"))
    cabinet.run(1500)
    assert len(cabinet.wheel.heard("wanted_spin")) > before
    cabinet.spun(17, key=bytes(16))
    assert set(cabinet.table.holds) == {"malfunction"}
    assert {trouble.code for trouble in cabinet.loop.counters.troubles()} >= {"spin_not_authentic"}


def test_a_report_whose_fields_say_something_else_than_was_signed_is_not_believed() -> None:
    cabinet, _ = turning()
    cabinet.say_spun(5)
    arrival = cabinet.transport.waiting.pop()
    cabinet.transport.waiting.append(arrival._replace(data=arrival.data.replace(b'"number": 5', b'"number": 17')))
    cabinet.turn()
    assert (cabinet.table.result, cabinet.table.malfunctions) == (None, 1)


SAYS: dict[Contradiction, dict[str, int]] = {
    "outcome_unknown": {"number": NO_NUMBER, "code": 14},
    "number_unknown": {"number": 37},
    "number_without_ok": {"number": 17, "code": 9},
    "ball_unknown": {"number": 17, "ball": 2},
    "ok_under_four_revolutions": {"number": 17, "revolutions": 3},
    "ok_same_direction": {"number": 17, "rotor": 17},
    "ok_without_ball": {"number": 17, "ball": 0},
    "ok_without_rotor": {"number": 17, "rotor": 0},
    "not_same_direction": {"number": NO_NUMBER, "code": 1},
    "not_under_four_revolutions": {"number": NO_NUMBER, "code": 3},
    "not_spun_with_ball": {"number": NO_NUMBER, "code": 2},
}


@pytest.mark.parametrize("code", CONTRADICTIONS)
def test_every_contradiction_of_a_signed_report_voids_with_its_own_code_and_is_shown(code: Contradiction) -> None:
    cabinet, terminal = turning()
    cabinet.spun(**SAYS[code])  # type: ignore[arg-type]
    assert [told.outcome for told in cabinet.store.decisions if isinstance(told, NoRoll)] == [code]
    assert (cabinet.table.game.money(1).credits, cabinet.table.holds["dice"]) == (10_000, {"outcome": code})
    assert (terminal.heard("settled")[-1]["how"], cabinet.transport.broadcasts[-1]["last"]["reason"]) == ("void", code)
    assert any(code in trouble.text for trouble in cabinet.loop.counters.troubles())


def broken_off(stage: int) -> tuple[RouletteCabinet, Someone]:
    """The attendant has called no spin while the ball was up."""
    cabinet, terminal = turning()
    cabinet.ball(stage, 1)
    eve = cabinet.supervisor()
    assert eve.act("no_spin", reference="a hand on the wheel")["ok"]
    cabinet.run(1500)
    return cabinet, terminal


def test_a_spin_that_is_broken_off_is_aborted_once_and_then_its_result_is_asked_for() -> None:
    cabinet, terminal = broken_off(1)
    assert [told["spin_id"] for told in cabinet.wheel.heard("abort_spin")] == [1]
    last = cabinet.wheel.heard("wanted_spin")[-1]
    assert (last["spin_id"], last["spin"]) == (1, False)
    assert bets(cabinet, terminal)["ok"]
    assert cabinet.store.due_in() is None
    cabinet.say_spun(5, spin=1, nonce="0000000000000001")
    cabinet.turn()
    assert [told.result for told in cabinet.store.decisions if isinstance(told, ResultUnused)] == [{"number": 5}]
    assert cabinet.store.due_in() == 12_000


def test_one_that_the_wheel_does_not_know_lets_the_next_timer_start() -> None:
    cabinet, _ = broken_off(1)
    cabinet.wheel.say(kind="abort_spin_answer", spin_id=1, verdict="already_done")
    cabinet.turn()
    assert cabinet.table.abandoned is not None
    cabinet.wheel.say(kind="spin_unknown", spin_id=1)
    cabinet.turn()
    assert cabinet.table.abandoned is None
    cabinet.run(1200)
    assert cabinet.transport.sent[cabinet.wheel.peer][-1]["kind"] == "nothing_wanted"


def test_a_cover_that_is_open_and_faults_of_the_wheel_hold_by_their_names() -> None:
    cabinet, _ = turning()
    cabinet.wheel.say(kind="wheel_cover", open=True)
    cabinet.wheel.say(kind="wheel_faults", faults=["blower", "level", "ball_missing"])
    cabinet.turn()
    assert set(cabinet.table.holds) == {"lid", "dice_fault"}
    assert cabinet.table.holds["dice_fault"]["faults"] == ["blower", "level", "ball_missing"]
    cabinet.wheel.say(kind="wheel_cover", open=False)
    cabinet.wheel.say(kind="wheel_faults", faults=[])
    cabinet.turn()
    assert not cabinet.table.holds


def test_a_wheel_that_goes_and_comes_back_is_asked_what_became_of_the_spin() -> None:
    cabinet, _ = turning()
    cabinet.wheel.say(kind="link_down", port="/dev/pts/1", why="silence", text="no answer")
    cabinet.turn()
    assert (set(cabinet.table.holds), cabinet.table.phase) == ({"dice_link"}, Phase.ROLLING)
    cabinet.run(1200)
    assert cabinet.wheel.heard("wanted_spin")[-1]["spin"] is False
    cabinet.link_wheel()
    cabinet.turn()
    last = cabinet.wheel.heard("wanted_spin")[-1]
    assert (last["spin"], last["spin_id"], last["nonce"]) == (True, 1, "0000000000000001")


def test_a_number_that_was_spun_while_the_controller_was_away_is_settled() -> None:
    cabinet, _ = turning()
    cabinet.start()
    cabinet.loop.apply(Restarted())
    cabinet.turn()
    cabinet.wheel.say(kind="wheel_driver_here", port="/dev/pts/1", emulated=True)
    cabinet.spun(17)
    assert cabinet.table.result == {"number": 17}
    cabinet.link_wheel()
    cabinet.run(2500)
    assert cabinet.table.game.money(1).credits == 27_500


def test_the_driver_of_a_device_that_is_not_played_with_is_sent_away() -> None:
    cabinet, _ = turning()
    cabinet.dice.say(kind="dice_driver_here", port="/dev/pts/1", emulated=True)
    cabinet.turn()
    assert cabinet.dice.heard("not_taken")[-1]["code"] == "strange_driver"
    craps = SimulatedCabinet()
    wheel = Someone(craps, "wheel", "local wheel")
    wheel.say(kind="wheel_driver_here", port="/dev/pts/1", emulated=True)
    craps.turn()
    assert wheel.heard("not_taken")[-1]["code"] == "strange_driver"


def test_a_technician_tests_the_wheel_and_spins_it_outside_of_play() -> None:
    cabinet = RouletteCabinet()
    cabinet.link_wheel()
    eve = cabinet.supervisor()
    assert eve.act("begin_service")["ok"]
    assert eve.act("self_test")["ok"]
    cabinet.turn()
    assert cabinet.wheel.heard("run_self_test")
    cabinet.wheel.say(kind="self_test_done", failures=["blower"])
    cabinet.turn()
    assert eve.act("test_shake")["ok"]
    cabinet.run(300)
    wanted = cabinet.wheel.heard("wanted_spin")[-1]
    cabinet.say_spun(5, spin=wanted["spin_id"], nonce=wanted["nonce"])
    cabinet.turn()
    assert (cabinet.table.trial, cabinet.table.result) == (None, None)
