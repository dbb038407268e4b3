"""What each order about spins, power and honesty does, seen on the wire."""

from collections.abc import Callable

import pytest

from tests.drivers.wheel.bench import greeted, state
from tests.drivers.wheel.reader import (
    ABORT,
    BALL,
    BOOT,
    CLEAR,
    COVER,
    FAULT,
    HELLO,
    KEY,
    RESULT,
    SELF_TEST,
    SPIN,
    SPUN,
    STATUS,
    authentic,
    id_of,
    malfunctions,
    spin_payload,
)
from tools.emulators.common.orders import BadOrder

AT_ANY_TIME = {
    "foreign-object": 4,
    "no-compartment": 5,
    "ball-out": 6,
    "ball-broken": 7,
    "rotor-stopped": 8,
    "rotor-not-turning": 9,
    "interference": 10,
    "aborted": 11,
    "power-lost": 12,
    "unreadable": 13,
}


def _next() -> None:
    bench = greeted()
    for number in (17, 0, 36):
        bench.order(f"next {number}")
    assert [bench.spin(spin_id)["number"] for spin_id in (1, 2, 3)] == [17, 0, 36]


def _now() -> None:
    for name, code in AT_ANY_TIME.items():
        for stage in range(5):
            bench = greeted()
            bench.start(1)
            bench.reach(stage)
            bench.order(f"now {name}")
            bench.wait(0.05)
            assert bench.spun(1)[0]["outcome"] == code
            assert malfunctions(bench.spun(1)[0]) == []
            assert state(bench) == 1
    with pytest.raises(BadOrder, match="no spin is under way"):
        greeted().order("now ball-out")


def _contradict() -> None:
    bench = greeted()
    bench.order("contradict same-way")
    spun = bench.spin(1)
    assert (spun["outcome"], spun["ball"]) == (0, -1)


def _say() -> None:
    bench = greeted()
    bench.order("say spin_id=77 outcome=200 number=99 revolutions=255 ball=-128 rotor=127 elapsed=65535 flags=255")
    bench.start(1)
    spun = bench.result(77)
    assert authentic(spun)
    fields = {name: value for name, value in spun.fields.items() if name != "mac"}
    assert list(fields.values()) == [77, 200, 99, 255, -128, 127, 65535, 255]
    assert bench.spun(1) == []


def _time() -> None:
    bench = greeted()
    for part in ("launch 9", "track 4", "rattle 1", "reading 8"):
        bench.order(f"time {part}")
    asked = bench.now
    spun = bench.spin(1)
    launched, _, left, rested = (ball.at for ball in bench.reports(BALL))
    for length, wanted in ((launched - asked, 9), (left - launched, 4), (rested - left, 1), (spun.at - rested, 8)):
        assert abs(length - wanted) < 0.1
    assert spun["elapsed"] == 5000
    bench.order("time rattle 100")
    assert bench.spin(2)["outcome"] == 5


def _skip() -> None:
    bench = greeted()
    bench.order("skip 3")
    bench.order("skip 4")
    bench.spin(1)
    assert [ball["stage"] for ball in bench.reports(BALL)] == [1, 2]
    bench.spin(2)
    assert [ball["stage"] for ball in bench.reports(BALL)] == [1, 2, 1, 2, 3, 4]


def _second_look() -> None:
    bench = greeted()
    bench.order("second-look 2")
    assert [bench.spin(spin_id)["flags"] & 1 for spin_id in (1, 2, 3)] == [1, 1, 0]


def _refuse() -> None:
    bench = greeted()
    bench.order("refuse 1")
    assert [bench.answer(SPIN, spin_payload(1))["verdict"] for _ in range(2)] == [1, 0]
    bench = greeted()
    bench.order("refuse 99")
    assert bench.answer(SPIN, spin_payload(1))["verdict"] == 99
    assert bench.answer(STATUS)["last_spin"] == 0


def _power_cut() -> None:
    bench = greeted()
    before = bench.answer(HELLO)["boot_id"]
    bench.order("power-cut 5")
    bench.wait(4.9)
    assert bench.ask(STATUS) is None
    bench.wait(1.0)
    assert bench.answer(HELLO)["boot_id"] != before
    bench.wait(0.1)
    assert len(bench.reports(BOOT)) == 1


def _reboot() -> None:
    bench = greeted()
    before = bench.answer(HELLO)["boot_id"]
    bench.order("reboot")
    bench.wait(1.0)
    assert bench.answer(HELLO)["boot_id"] != before
    bench.wait(0.1)
    assert [(boot.seq, boot["boot_id"] != before) for boot in bench.reports(BOOT)] == [(1, True)]


def _cover() -> None:
    bench = greeted()
    for word in ("open", "open", "close"):
        bench.order(f"cover {word}")
        bench.wait(0.1)
    assert [cover["open"] for cover in bench.reports(COVER)] == [1, 0]


def _fault() -> None:
    bench = greeted()
    names = (
        "rotor",
        "blower",
        "sensor-dead",
        "sensor-dirty",
        "ball-missing",
        "over-temperature",
        "memory",
        "supply-low",
    )
    for name in (*names, "level"):
        bench.order(f"fault {name}")
        bench.wait(0.1)
    assert [fault["faults"] for fault in bench.reports(FAULT)] == [2 ** (bit + 1) - 1 for bit in range(9)]
    bench.order("fault level stuck")
    assert bench.answer(CLEAR, b"\xff\xff")["faults"] == 0x100


def _temperature() -> None:
    bench = greeted()
    bench.order("temperature -40")
    assert bench.answer(STATUS)["temperature"] == -40


def _ail() -> None:
    bench = greeted()
    bench.order("ail 33")
    assert bench.answer(SELF_TEST, patience=10.0)["results"] == 33


def _forge() -> None:
    bench = greeted()
    bench.order("forge")
    assert [authentic(bench.spin(spin_id)) for spin_id in (1, 2)] == [False, True]
    assert not authentic(bench.answer(RESULT, id_of(1)))


def _repeat_old() -> None:
    bench = greeted()
    with pytest.raises(BadOrder, match="no old result yet"):
        bench.order("repeat-old")
    first = bench.spin(1)
    bench.spin(2)
    bench.order("repeat-old")
    bench.wait(0.1)
    assert [spun["spin_id"] for spun in bench.reports(SPUN)] == [1, 2, 1]
    assert bench.spun(1)[1].payload == first.payload


def _retell() -> None:
    bench = greeted()
    with pytest.raises(BadOrder, match="has no result"):
        bench.order("retell 5")
    bench.order("next 17")
    bench.spin(1)
    bench.order("retell 5")
    bench.wait(0.1)
    assert [(spun["number"], authentic(spun)) for spun in bench.spun(1)] == [(17, True), (5, True)]
    assert bench.answer(RESULT, id_of(1))["number"] == 5


def _unasked() -> None:
    bench = greeted()
    bench.start(1)
    bench.order("unasked")
    bench.wait(0.1)
    bench.order("unasked 1")
    bench.wait(0.1)
    assert [spun["spin_id"] for spun in bench.reports(SPUN)] == [1001, 1]
    assert not any(authentic(spun, key=KEY) for spun in bench.reports(SPUN))
    bench.until(lambda: len(bench.spun(1)) == 2)
    assert authentic(bench.spun(1)[1])


def _ball() -> None:
    bench = greeted()
    bench.start(1)
    for words in ("ball 4 12", "ball 9 0", "ball 3 200 55"):
        bench.order(words)
        bench.wait(0.1)
    found = [tuple(ball.fields.values()) for ball in bench.reports(BALL)]
    assert found == [(1, 4, 12), (1, 9, 0), (55, 3, 200)]


def _forget() -> None:
    bench = greeted()
    bench.spin(1)
    bench.order("forget")
    assert bench.answer(RESULT, id_of(1))["outcome"] == 0xFF
    assert bench.answer(SPIN, spin_payload(1))["verdict"] == 4
    assert bench.answer(ABORT, id_of(1))["verdict"] == 4


def _pretend() -> None:
    bench = greeted()
    bench.start(1)
    bench.order("pretend unknown 2")
    assert [bench.answer(RESULT, id_of(1))["outcome"] for _ in range(3)] == [0xFF, 0xFF, 0xFE]
    bench.result(1)
    bench.order("pretend under-way")
    pretended, true = (bench.answer(RESULT, id_of(1)).fields for _ in range(2))
    assert (pretended["outcome"], pretended["number"], pretended["mac"], true["outcome"]) == (0xFE, 0xFF, bytes(8), 0)


def _state() -> None:
    bench = greeted()
    bench.order("state 4")
    assert state(bench) == 4
    bench.order("well")
    assert state(bench) == 1


SPIN_EFFECTS: dict[str, Callable[[], None]] = {
    "next": _next,
    "now": _now,
    "contradict": _contradict,
    "say": _say,
    "time": _time,
    "skip": _skip,
    "second-look": _second_look,
    "refuse": _refuse,
    "power-cut": _power_cut,
    "reboot": _reboot,
    "cover": _cover,
    "fault": _fault,
    "temperature": _temperature,
    "ail": _ail,
    "forge": _forge,
    "repeat-old": _repeat_old,
    "retell": _retell,
    "unasked": _unasked,
    "ball": _ball,
    "forget": _forget,
    "pretend": _pretend,
    "state": _state,
}
