"""The loop by hand: a hand of craps over messages, and the order of a turn."""

import pytest

from controller.server.loop.ports import StoreFailed
from tests.server.simulated import SimulatedCabinet


def test_a_wager_travels_from_the_terminal_to_the_table_and_its_answer_back() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    answer = terminal.heard("answer")[-1]
    assert answer["ok"]
    assert answer["purse"] == {"credits": 9500, "layout": 500, "vigorish": 0}
    assert cabinet.transport.broadcasts[-1]["phase"] == "betting"


def test_a_whole_round_is_played_by_messages_alone() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    terminal.command("done", round=cabinet.table.round)
    cabinet.turn()
    assert cabinet.table.phase == "shooting"
    assert cabinet.transport.broadcasts[-1]["shooter"] == 1
    terminal.command("shoot", round=cabinet.table.round)
    cabinet.turn()
    wanted = cabinet.dice.heard("wanted_roll")[-1]
    assert wanted["roll_id"] == cabinet.table.throw.id  # type: ignore[union-attr]
    assert wanted["shake"]
    assert wanted["fresh"]
    cabinet.roll((5, 6))
    settled = terminal.heard("settled")[-1]
    assert settled["faces"] == [5, 6]
    assert settled["rows"] == [
        {"bet": "pass_line", "stake": 500, "result": "win", "paid": 500, "stays": True, "vigorish": 0}
    ]
    assert settled["you"]["credits"] == 10_000
    assert cabinet.transport.broadcasts[-1]["last"]["faces"] == [5, 6]
    assert cabinet.dice.heard("nothing_wanted")


def test_nothing_is_said_of_what_could_not_be_committed() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    said, broadcasts = dict(cabinet.transport.sent), len(cabinet.transport.broadcasts)
    before = {peer: len(messages) for peer, messages in said.items()}
    cabinet.store.fails = True
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    with pytest.raises(StoreFailed):
        cabinet.turn()
    assert {peer: len(messages) for peer, messages in cabinet.transport.sent.items()} == before
    assert len(cabinet.transport.broadcasts) == broadcasts


def test_what_arrives_together_is_committed_together() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminals = [cabinet.terminal(seat, credits=10_000) for seat in (1, 2, 3)]
    commits = cabinet.store.commits
    for terminal in terminals:
        terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert cabinet.store.commits == commits + 1
    assert all(terminal.heard("answer")[-1]["ok"] for terminal in terminals)


def test_a_close_that_is_due_beats_a_wager_read_after_it() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    window = cabinet.table.round
    terminal.command("wager", round=window, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    terminal.command("wager", round=window, do="place", bet="field", amount=500)
    cabinet.turn(milliseconds=20_000)
    late = terminal.heard("answer")[-1]
    assert (late["ok"], late["code"]) == (False, "bets_closed")


def test_a_command_sent_twice_happens_once_and_gets_the_same_answer() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    wager = {"kind": "wager", "id": 1, "round": cabinet.table.round, "do": "place", "bet": "field", "amount": 500}
    for _ in range(2):
        terminal.say(**wager)
    cabinet.turn()
    terminal.say(**wager)
    cabinet.turn()
    answers = terminal.heard("answer")
    assert len(answers) == 3
    assert answers[0] == answers[1] == answers[2]
    assert cabinet.table.game.money(1).layout == 500


def test_the_draw_is_on_record_before_it_is_shown() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    cabinet.chance.levels = {"any_seven": "high"}
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.turn(milliseconds=20_000)
    assert cabinet.transport.broadcasts[-1]["levels"] == {"any_seven": "high"}
    assert any(type(event).__name__ == "Drawn" for event in cabinet.store.events)


def test_a_refused_flood_changes_nothing_and_is_answered_each_time() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=100)
    for _ in range(30):
        terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    events = len(cabinet.store.events)
    cabinet.turn()
    assert [answer["code"] for answer in terminal.heard("answer")] == ["short_balance"] * 30
    assert len(cabinet.store.events) - events == 20


def test_the_loop_says_when_it_must_wake() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.turn()
    cabinet.run(19_900)
    assert cabinet.table.phase == "betting"
    assert 0 <= cabinet.loop.pause() <= 100
