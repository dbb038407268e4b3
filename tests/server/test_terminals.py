"""Terminals at the desk: hello, heartbeat, loss, return, a second process, and what concerns one seat alone."""

from typing import Any

import pytest

from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.roll import PAYLOAD
from tests.server.simulated import UNIT_KEY, SimulatedCabinet, Someone


def playing(seats: int = 4, **options: Any) -> SimulatedCabinet:
    cabinet = SimulatedCabinet(seats, **options)
    cabinet.link_dice()
    return cabinet


def again(cabinet: SimulatedCabinet, seat: int, unfinished: tuple[int, ...] = ()) -> Someone:
    """Another process with the same seat's key."""
    terminal = Someone(cabinet, "terminal", f"key of seat {seat}", seat)
    terminal.say(kind="hello", seat=seat, software="test", unfinished=unfinished)
    cabinet.turn()
    return terminal


def test_a_heartbeat_comes_back_with_its_number() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1)
    terminal.say(kind="heartbeat", n=41)
    cabinet.turn()
    assert terminal.heard("heartbeat") == [{"kind": "heartbeat", "v": 1, "n": 41}]


def test_a_terminal_not_heard_for_three_seconds_is_lost_and_its_seat_keeps_everything() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.alive.clear()
    cabinet.run(2900)
    assert cabinet.table.seats[1].linked
    cabinet.run(500)
    assert not cabinet.table.seats[1].linked
    assert cabinet.table.game.money(1) == (9500, 500, 0)
    terminal.say(kind="snapshot_wanted")
    cabinet.turn()
    assert terminal.heard("not_taken")[-1]["code"] == "hello_first"


def test_a_terminal_that_comes_back_gets_its_seat_and_its_unfinished_answers() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    number = terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    back = again(cabinet, 1, unfinished=(number, number + 1))
    welcome = back.heard("welcome")[0]
    assert welcome["you"]["stakes"] == {"pass_line": 500}
    assert welcome["last_id"] == number
    assert welcome["unknown"] == [number + 1]
    assert [answer["id"] for answer in back.heard("answer")] == [number]


def test_a_second_process_takes_over_and_the_first_is_told() -> None:
    cabinet = playing()
    first = cabinet.terminal(1, credits=1000)
    second = again(cabinet, 1)
    assert second.heard("welcome")
    assert first.heard("not_taken")[-1]["code"] == "taken_over"
    first.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert first.heard("not_taken")[-1]["code"] == "hello_first"
    assert cabinet.table.game.money(1).layout == 0
    assert any(trouble.code == "taken_over" for trouble in cabinet.loop.counters.troubles())


def test_a_second_process_is_refused_where_the_setting_says_so_unless_the_first_is_gone() -> None:
    cabinet = playing(second_process="refuse")
    first = cabinet.terminal(1)
    assert again(cabinet, 1).heard("not_taken")[-1]["code"] == "seat_taken"
    cabinet.transport.away.add(first.peer)
    assert again(cabinet, 1).heard("welcome")


def test_goodbye_frees_the_seat_at_once() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1)
    terminal.say(kind="goodbye")
    cabinet.turn()
    assert not cabinet.table.seats[1].linked


def test_what_concerns_one_seat_goes_to_that_seat_alone() -> None:
    cabinet = playing()
    one, two = cabinet.terminal(1, credits=10_000), cabinet.terminal(2, credits=7777)
    one.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.run(25_200)
    cabinet.roll((5, 6))
    assert one.heard("settled")
    assert not two.heard("settled")
    assert all(message.get("seat", 2) == 2 for message in cabinet.transport.sent[two.peer])
    public = str(cabinet.transport.broadcasts)
    assert "9500" not in public
    assert "7777" not in public
    assert "stakes" not in public


@pytest.mark.parametrize("seat", [0, 5, 9999])
def test_a_seat_that_this_table_has_not_is_refused(seat: int) -> None:
    cabinet = playing()
    terminal = Someone(cabinet, "terminal", "a key", None)
    terminal.say(kind="hello", seat=seat, software="test")
    cabinet.turn()
    assert terminal.heard("not_taken")[-1]["code"] in ("no_such_seat", "bad_message")


def test_a_terminal_moves_to_another_seat_only_with_a_key_for_both() -> None:
    cabinet = playing()
    local = Someone(cabinet, "terminal", "local terminal")
    for seat in (1, 2):
        local.say(kind="hello", seat=seat, software="test")
    cabinet.turn()
    assert not cabinet.table.seats[1].linked
    assert cabinet.table.seats[2].linked


def test_settings_that_change_under_a_wager_bring_it_back_and_the_seat_is_told() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    assert cabinet.supervisor().settings(limits={"min": 200})["ok"]
    assert terminal.heard("seat")[-1]["credits"] == 10_000


def test_keep_or_withdraw_is_asked_of_the_seats_that_have_wagers() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.run(25_200)
    assert cabinet.table.phase == "rolling"
    cabinet.dice.say(kind="roll_report", **_power_lost(cabinet))
    cabinet.turn()
    assert cabinet.table.phase == "asking"
    assert terminal.heard("seat")[-1]["asked"]
    terminal.command("choose", round=cabinet.table.round, keep=False)
    cabinet.turn()
    assert terminal.heard("answer")[-1]["purse"] == {"credits": 10_000, "layout": 0, "vigorish": 0}


def _power_lost(cabinet: SimulatedCabinet) -> dict[str, Any]:
    throw = cabinet.table.throw
    assert throw is not None
    payload = PAYLOAD.pack(throw.id, 10, 0, 0, 1, 700, 0)
    return {
        "roll_id": throw.id, "outcome": "power_lost", "dice": None, "attempts": 1, "elapsed_ms": 700, "flags": 0,
        "payload": payload.hex(), "mac": mac_of(UNIT_KEY, bytes.fromhex(throw.nonce), payload).hex(),
    }  # fmt: skip
