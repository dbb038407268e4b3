"""No seat and no person fills the disk: what goes over is refused, counted, and may be sent again."""

from controller.server.connections.allowance import MOST_KNOWN, Allowance
from controller.server.connections.seats.hellos import A_SECOND, AT_ONCE
from controller.server.loop.open_turn import COMMANDS_A_SECOND, COMMANDS_AT_ONCE
from tests.server.simulated import SimulatedCabinet

A_TURN = 16


def test_hello_and_goodbye_in_a_loop_are_kept_a_few_times_and_then_slowly() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    rude = cabinet.terminal(1)
    before = len(cabinet.store.events)
    for _ in range(1000):
        rude.say(kind="goodbye")
        rude.say(kind="hello", seat=1, software="test")
        cabinet.turn(10)
    assert len(cabinet.store.events) - before < 2 * (AT_ONCE + 11 * A_SECOND) + 50
    assert rude.heard("not_taken")[-1]["code"] in ("flood", "hello_first")
    assert cabinet.loop.counters.counts["not_taken.flood"] > 500
    cabinet.turn(1000)
    rude.say(kind="hello", seat=1, software="test")
    cabinet.turn()
    assert cabinet.table.seats[1].linked
    other = cabinet.terminal(2)
    assert other.heard("welcome")


def test_commands_without_end_are_kept_up_to_a_bound_and_the_next_one_counts_on() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    rude, other = cabinet.terminal(1, credits=10_000), cabinet.terminal(2, credits=10_000)
    before = len(cabinet.store.events)
    number = 0
    while number < COMMANDS_AT_ONCE + 500:
        for _ in range(A_TURN):
            number += 1
            rude.say(kind="wager", id=number, round=cabinet.table.round, do="turn", bet="pass_line", on=True)
        cabinet.turn(1)
    assert len(cabinet.store.events) - before < COMMANDS_AT_ONCE + COMMANDS_A_SECOND * 10
    refused = rude.heard("not_taken")
    assert {message["code"] for message in refused} == {"flood"}
    assert len(refused) + len(rude.heard("answer")) == number
    last = rude.heard("answer")[-1]["id"]
    other.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn(1000)
    assert other.heard("answer")[-1]["ok"]
    rude.say(kind="hello", seat=1, software="test")
    rude.say(kind="wager", id=last + 1, round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert rude.heard("answer")[-1]["id"] == last + 1


def test_each_has_their_own_and_what_is_known_of_them_is_bounded() -> None:
    allowance = Allowance(2, 1)
    assert [allowance.take("a", 0) for _ in range(3)] == [True, True, False]
    assert allowance.take("b", 0)
    assert not allowance.take("a", 500)
    assert allowance.take("a", 2000)
    for number in range(2 * MOST_KNOWN):
        allowance.take(number, 2000)
    assert len(allowance._left) <= MOST_KNOWN
