"""Slow, dead and flooding peers: they cost themselves, never the table."""

import json

from controller.server.loop.inbox import A_PEER_A_TURN, BACKLOG_MESSAGES, PUT_OUT_FOR
from controller.server.loop.outbox import QUEUE_BYTES, QUEUE_MESSAGES
from tests.server.simulated import SimulatedCabinet


def test_a_flood_from_one_peer_delays_nobody_else_by_more_than_its_share() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    loud, quiet = cabinet.terminal(1, credits=10_000), cabinet.terminal(2, credits=10_000)
    for _ in range(400):
        loud.say(kind="heartbeat", n=1)
    quiet.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert quiet.heard("answer")[-1]["ok"]
    assert len(loud.heard("heartbeat")) == A_PEER_A_TURN
    while len(loud.heard("heartbeat")) < 400:
        cabinet.turn()


def test_who_floods_on_is_put_out_for_a_while_and_then_may_say_hello_again() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    loud = cabinet.terminal(1)
    for _ in range(BACKLOG_MESSAGES + 2 * A_PEER_A_TURN):
        loud.say(kind="heartbeat", n=1)
    cabinet.turn()
    assert loud.heard("not_taken")[-1]["code"] == "flood"
    assert not cabinet.table.seats[1].linked
    loud.say(kind="hello", seat=1, software="test")
    cabinet.turn()
    assert not cabinet.table.seats[1].linked
    cabinet.run(PUT_OUT_FOR)
    loud.say(kind="hello", seat=1, software="test")
    cabinet.turn()
    assert cabinet.table.seats[1].linked


def test_half_the_peers_stop_reading_for_ten_minutes_and_the_queues_stay_within_their_bounds() -> None:
    cabinet = SimulatedCabinet(seats=8)
    cabinet.link_dice()
    terminals = [cabinet.terminal(seat, credits=1_000_000) for seat in range(1, 9)]
    deaf = terminals[::2]
    cabinet.transport.deaf.update(terminal.peer for terminal in deaf)
    waiting = []
    for _ in range(1200):
        for terminal in terminals:
            terminal.say(kind="heartbeat", n=1)
            terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
        cabinet.dice.say(kind="unit_status", **cabinet.unit_status())
        cabinet.turn(500)
        if cabinet.table.phase == "rolling" and cabinet.table.throw is not None:
            cabinet.roll((3, 4))
        waiting.append(cabinet.loop.outbox.facts()[1])
    assert max(waiting) <= len(deaf) * QUEUE_BYTES
    assert waiting[-1] == 0
    assert all(len(cabinet.transport.sent[terminal.peer]) > 1200 for terminal in terminals[1::2])
    assert cabinet.table.round > 10


def test_who_fell_behind_gets_the_whole_truth_when_it_reads_again() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=1_000_000)
    cabinet.transport.deaf.add(terminal.peer)
    heard = len(cabinet.transport.sent[terminal.peer])
    for _ in range(QUEUE_MESSAGES + 50):
        terminal.say(kind="heartbeat", n=1)
        cabinet.dice.say(kind="unit_status", **cabinet.unit_status())
        cabinet.turn(20)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    cabinet.turn()
    assert cabinet.loop.outbox.facts() == (1, 0)
    cabinet.transport.deaf.clear()
    for _ in range(20):
        terminal.say(kind="heartbeat", n=2)
        cabinet.turn(50)
    after = cabinet.transport.sent[terminal.peer][heard:]
    assert [message["kind"] for message in after[:3]] == ["heartbeat", "table", "seat"]
    assert after[2]["stakes"] == {"field": 500}


def test_a_connection_that_has_gone_is_noticed_when_it_is_spoken_to() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=1000)
    cabinet.transport.away.add(terminal.peer)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert not cabinet.table.seats[1].linked
    assert cabinet.table.game.money(1).layout == 100


def test_a_revoked_key_ends_its_session_even_if_it_says_nothing_more() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=1000)
    cabinet.transport.revoked.add(terminal.who.name)
    cabinet.transport.changed = True
    cabinet.turn()
    assert not cabinet.table.seats[1].linked


def test_messages_of_a_role_to_which_they_do_not_belong_are_refused_counted_and_told() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1)
    for message in (
        {"kind": "act", "id": 1, "operator": "eve", "role": "supervisor", "act": "credit", "seat": 1, "amount": 5},
        {"kind": "unit_lid", "open": False},
        {"kind": "status_wanted"},
        {"kind": "nonsense"},
    ):
        terminal.say_bytes(json.dumps(message).encode())
    cabinet.turn()
    assert [told["code"] for told in terminal.heard("not_taken")] == ["bad_message"] * 4
    assert cabinet.loop.counters.counts["not_taken.bad_message"] == 4
    assert cabinet.loop.counters.troubles()[0].times == 4
