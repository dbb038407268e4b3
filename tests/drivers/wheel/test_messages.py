"""Every request and reply of the wheel unit, and the reports that are not about a spin."""

import struct
from itertools import pairwise

import pytest

from tests.drivers.wheel.bench import Bench
from tests.drivers.wheel.reader import (
    ABORT,
    BOOT,
    CLEAR,
    COVER,
    FAULT,
    HELLO,
    LAMP,
    NONCE,
    RESULT,
    SELF_TEST,
    SPIN,
    STATUS,
    id_of,
    spin_payload,
)


def verdict(bench: Bench, spin_id: int, **wish: int) -> int:
    payload = spin_payload(spin_id, wish.get("rotor", -18), wish.get("strength", 180), wish.get("hold", 0))
    reply = bench.answer(SPIN, payload)
    assert reply["spin_id"] == spin_id
    return int(reply["verdict"])


def aborted(bench: Bench, spin_id: int) -> int:
    reply = bench.answer(ABORT, id_of(spin_id))
    assert reply["spin_id"] == spin_id
    return int(reply["verdict"])


def test_hello_says_that_it_is_a_wheel_with_37_compartments() -> None:
    hello = Bench().answer(HELLO).fields
    assert (hello["model"], hello["serial"]) == (b"WHEEL-37", 2001)
    assert hello["boot_id"] > 0


def test_status_of_an_idle_unit_is_ready_and_clean() -> None:
    assert Bench().answer(STATUS).fields == {
        "state": 1,
        "faults": 0,
        "cover_open": 0,
        "last_spin": 0,
        "temperature": 31,
        "spins": 0,
        "link_errors": 0,
    }


def test_status_follows_a_spin_through_all_its_states() -> None:
    bench = Bench()
    bench.start(9, hold=2000)
    states = [bench.answer(STATUS)["state"]]
    while not bench.spun(9):
        bench.step(bench.now + 1.0)
        state = bench.answer(STATUS)["state"]
        states += [state] if state != states[-1] else []
    assert states == [2, 3, 4, 5, 1]
    status = bench.answer(STATUS).fields
    assert (status["last_spin"], status["spins"]) == (9, 1)


def test_while_it_boots_it_says_so_and_answers_nothing_but_who_and_how_it_is() -> None:
    bench = Bench()
    bench.order("power-cut 1")
    bench.wait(0.9)
    assert bench.ask(STATUS) is None
    bench.wait(0.1)
    assert bench.answer(STATUS)["state"] == 0
    assert bench.ask(RESULT, id_of(1)) is None
    assert bench.reports(BOOT) == []
    bench.wait(1.0)
    assert bench.answer(STATUS)["state"] == 1
    assert bench.answer(HELLO)["boot_id"] == bench.reports(BOOT)[0]["boot_id"]


def test_a_fault_is_latched_reported_whole_and_cleared_by_its_mask() -> None:
    bench = Bench()
    bench.answer(HELLO)
    for order in ("fault level", "fault rotor"):
        bench.order(order)
        bench.wait(0.1)
    assert [report["faults"] for report in bench.reports(FAULT)] == [0x100, 0x101]
    assert (bench.answer(STATUS)["state"], bench.answer(STATUS)["faults"]) == (6, 0x101)
    assert verdict(bench, 1) == 3
    assert bench.answer(CLEAR, struct.pack(">H", 0x100))["faults"] == 1
    assert bench.answer(CLEAR, struct.pack(">H", 0xFFFF))["faults"] == 0
    bench.wait(0.1)
    assert [report["faults"] for report in bench.reports(FAULT)] == [0x100, 0x101, 1, 0]
    assert verdict(bench, 1) == 0


def test_an_open_cover_is_reported_and_refuses_spins() -> None:
    bench = Bench()
    bench.answer(HELLO)
    bench.order("cover open")
    bench.wait(0.1)
    status = bench.answer(STATUS).fields
    assert (status["state"], status["cover_open"]) == (7, 1)
    assert verdict(bench, 1) == 2
    bench.order("cover close")
    bench.wait(0.1)
    assert [report["open"] for report in bench.reports(COVER)] == [1, 0]
    assert verdict(bench, 1) == 0


def test_the_lamp_is_lit_and_answered_with_nothing() -> None:
    bench = Bench()
    assert bench.answer(LAMP, bytes([255, 128, 0, 2])).payload == b""
    assert bench.unit.lamp == bytes([255, 128, 0, 2])


def test_a_self_test_takes_its_time_and_only_a_ready_unit_makes_one() -> None:
    bench = Bench()
    assert bench.ask(SELF_TEST, patience=0.2) is None
    bench.until(lambda: [heard for heard in bench.heard if heard.kind == 0x88], "the self-test's end")
    bench.order("ail 127")
    assert bench.answer(SELF_TEST, patience=10.0)["results"] == 0x7F
    bench.order("cover open")
    assert bench.ask(SELF_TEST, patience=10.0) is None


def test_nothing_spins_in_a_self_test() -> None:
    bench = Bench()
    bench.send(SELF_TEST)
    assert verdict(bench, 1) == 1
    bench.wait(3.0)
    assert verdict(bench, 1) == 0


@pytest.mark.parametrize(
    "wish",
    [{"rotor": 7}, {"rotor": -7}, {"rotor": 0}, {"rotor": 41}, {"rotor": -128}, {"strength": 0}, {"hold": 10_001}],
)
def test_parameters_out_of_bounds_are_refused_and_change_nothing(wish: dict[str, int]) -> None:
    bench = Bench()
    assert verdict(bench, 1, **wish) == 5
    assert bench.answer(STATUS)["last_spin"] == 0


@pytest.mark.parametrize(
    "wish",
    [{"rotor": 8}, {"rotor": -8}, {"rotor": 40}, {"rotor": -40}, {"strength": 1}, {"strength": 255}, {"hold": 10_000}],
)
def test_parameters_at_their_bounds_are_taken(wish: dict[str, int]) -> None:
    assert verdict(Bench(), 1, **wish) == 0


def test_a_spin_asked_for_twice_is_one_spin_and_any_other_is_busy_or_stale() -> None:
    bench = Bench()
    assert [verdict(bench, spin_id) for spin_id in (7, 7, 8, 6)] == [0, 0, 1, 1]
    first = bench.result(7)
    assert verdict(bench, 6) == 4
    bench.wait(1.0)
    assert verdict(bench, 7) == 6
    bench.wait(0.1)
    assert [spun.payload for spun in bench.spun(7)] == [first.payload] * 2
    assert bench.answer(STATUS)["spins"] == 1


def test_a_result_keeps_the_nonce_that_was_accepted_first() -> None:
    bench = Bench()
    bench.start(7)
    bench.answer(SPIN, spin_payload(7, nonce=bytes(8)))
    first = bench.result(7)
    bench.answer(SPIN, spin_payload(7, nonce=bytes(8)))
    bench.wait(0.1)
    assert {spun.payload for spun in bench.spun(7)} == {first.payload}
    assert bench.unit.wheel.memory.last_nonce == NONCE.hex()


def test_result_is_unknown_then_under_way_then_what_was_spun() -> None:
    bench = Bench()
    nothing = {"number": 0xFF, "revolutions": 0, "ball": 0, "rotor": 0, "elapsed": 0, "flags": 0, "mac": bytes(8)}
    assert bench.answer(RESULT, id_of(3)).fields == {"spin_id": 3, "outcome": 0xFF, **nothing}
    bench.start(3)
    for stage in range(5):
        bench.reach(stage)
        assert bench.answer(RESULT, id_of(3)).fields == {"spin_id": 3, "outcome": 0xFE, **nothing}
    spun = bench.result(3)
    assert bench.answer(RESULT, id_of(3)).payload == spun.payload


def test_an_abort_stops_a_spin_before_its_launch_and_comes_too_late_after_it() -> None:
    bench = Bench()
    assert aborted(bench, 1) == 5
    bench.start(1, hold=5000)
    assert aborted(bench, 2) == 1
    bench.wait(4.0)
    assert [aborted(bench, 1) for _ in range(2)] == [0, 6]
    assert bench.result(1).fields["outcome"] == 11
    assert (bench.result(1)["number"], bench.result(1)["elapsed"], bench.result(1)["ball"]) == (0xFF, 0, 0)
    bench.start(3)
    bench.reach(1)
    assert [aborted(bench, 3), aborted(bench, 2)] == [6, 1]
    assert bench.result(3)["outcome"] == 0
    assert aborted(bench, 2) == 4


def test_the_last_16_results_are_kept() -> None:
    bench = Bench()
    spun = {spin_id: bench.spin(spin_id).payload for spin_id in range(1, 19)}
    for spin_id in range(1, 19):
        reply = bench.answer(RESULT, id_of(spin_id))
        assert (reply.payload == spun[spin_id]) == (spin_id > 2)
        assert (reply["outcome"] == 0xFF) == (spin_id <= 2)


def test_an_unacknowledged_report_is_repeated_every_200_ms_until_it_is_acknowledged() -> None:
    bench = Bench()
    bench.acknowledges = False
    bench.answer(HELLO)
    bench.wait(1.0)
    times = [report.at for report in bench.reports(BOOT)]
    assert len(times) >= 5
    assert all(0.19 < later - earlier < 0.26 for earlier, later in pairwise(times))
    assert {report.seq for report in bench.reports(BOOT)} == {1}
    bench.acknowledges = True
    bench.wait(0.3)
    count = len(bench.reports(BOOT))
    bench.wait(2.0)
    assert len(bench.reports(BOOT)) == count
