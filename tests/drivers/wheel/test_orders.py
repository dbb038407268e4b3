"""Every way in which the emulated wheel unit can be told to misbehave, seen on the wire."""

from collections.abc import Callable

import pytest

from drivers.emulation.orders import BadOrder
from drivers.wheel.emulator.contradictions import CONTRADICTIONS
from drivers.wheel.emulator.orders import ORDERS
from tests.drivers.wheel.bench import Bench
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
    malfunctions,
    spin_payload,
)

OUTCOMES = {  # name → code, the stages that BALL tells before it
    "ok": (0, [1, 2, 3, 4]),
    "same-direction": (1, [1, 2, 3, 4]),
    "not-spun": (2, []),
    "few-revolutions": (3, [1, 2, 3, 4]),
    "foreign-object": (4, [1, 2, 3, 4]),
    "no-compartment": (5, [1, 2, 3]),
    "ball-out": (6, [1, 2, 3]),
    "ball-broken": (7, [1, 2]),
    "rotor-stopped": (8, [1, 2, 3, 4]),
    "rotor-not-turning": (9, []),
    "interference": (10, [1, 2]),
    "aborted": (11, []),
    "power-lost": (12, [1, 2]),
    "unreadable": (13, [1, 2, 3, 4]),
}
MALFUNCTIONS = {
    "number-37": ["0 with number above 36"],
    "no-number": ["0 with number above 36"],
    "three-revolutions": ["0 with under four revolutions"],
    "same-way": ["0 with ball and rotor the same way"],
    "no-ball": ["0 with ball 0"],
    "no-rotor": ["0 with rotor 0"],
    "ball-2": ["ball not -1, 0 or 1"],
    "outcome-14": ["above 13"],
    "outcome-254": ["above 13"],
    "outcome-255": ["above 13"],
    "void-with-number": ["number not 0xFF"],
    "void-with-ball-2": ["ball not -1, 0 or 1"],
    "same-direction-against": ["1 not the same way"],
    "same-direction-no-ball": ["1 not the same way"],
    "same-direction-no-rotor": ["1 not the same way"],
    "few-revolutions-four": ["3 with four revolutions"],
    "not-spun-with-ball": ["2 with ball"],
}
ID_1 = (1).to_bytes(8, "big")


def greeted() -> Bench:
    """A unit that has said all it had to say."""
    bench = Bench()
    bench.answer(HELLO)
    bench.wait(0.5)
    bench.heard.clear()
    return bench


def state(bench: Bench) -> int:
    return int(bench.answer(STATUS)["state"])


# ---- how a spin ends ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rotor", [-18, 25])
@pytest.mark.parametrize("name", OUTCOMES)
def test_each_outcome_can_be_ordered_and_contradicts_nothing(name: str, rotor: int) -> None:
    bench = greeted()
    bench.order(f"next {name}")
    spun = bench.spin(1, rotor)
    code, stages = OUTCOMES[name]
    assert spun["outcome"] == code
    assert [ball["stage"] for ball in bench.reports(BALL)] == stages
    assert malfunctions(spun) == []
    assert authentic(spun)
    assert (spun["elapsed"] == 0) == (stages == []) == (spun["ball"] == 0)
    assert (spun["rotor"] == 0) == (name in ("rotor-stopped", "rotor-not-turning"))
    assert bench.spin(2)["outcome"] == 0


@pytest.mark.parametrize("number", range(37))
def test_each_number_can_be_ordered_and_comes_with_a_sound_spin(number: int) -> None:
    bench = greeted()
    bench.order(f"next {number}")
    spun = bench.spin(1)
    assert (spun["number"], malfunctions(spun)) == (number, [])


@pytest.mark.parametrize("turns", range(4))
def test_too_few_revolutions_are_as_few_as_ordered(turns: int) -> None:
    bench = greeted()
    bench.order(f"next few-revolutions {turns}")
    spun = bench.spin(1)
    assert (spun["outcome"], spun["revolutions"]) == (3, turns)


def test_a_ball_that_never_rests_is_given_up_after_60_seconds() -> None:
    bench = greeted()
    bench.order("next no-compartment")
    spun = bench.spin(1)
    assert spun["elapsed"] == 60_000
    assert 60 <= spun.at - bench.reports(BALL)[0].at <= 63


@pytest.mark.parametrize("name", CONTRADICTIONS)
@pytest.mark.parametrize("became", ["17", "rotor-stopped", "not-spun"])
def test_each_contradiction_is_the_one_it_is_called_and_soundly_signed(name: str, became: str) -> None:
    bench = greeted()
    bench.order(f"next {became}")
    bench.order(f"contradict {name}")
    spun = bench.spin(1)
    assert malfunctions(spun) == MALFUNCTIONS[name]
    assert authentic(spun)
    assert bench.answer(RESULT, ID_1).payload == spun.payload
    assert malfunctions(bench.spin(2)) == []


def test_every_contradiction_that_the_document_names_can_be_ordered() -> None:
    words = {word for found in MALFUNCTIONS.values() for word in found}
    assert words == {
        "0 with number above 36",
        "0 with under four revolutions",
        "0 with ball and rotor the same way",
        "0 with ball 0",
        "0 with rotor 0",
        "above 13",
        "number not 0xFF",
        "ball not -1, 0 or 1",
        "1 not the same way",
        "3 with four revolutions",
        "2 with ball",
    }


# ---- the cover and faults, in a spin --------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", range(5))
def test_an_open_cover_is_interference_until_the_ball_lies_in_a_compartment(stage: int) -> None:
    bench = greeted()
    bench.start(1, hold=1000)
    bench.reach(stage)
    bench.order("cover open")
    bench.wait(0.1)
    assert [cover["open"] for cover in bench.reports(COVER)] == [1]
    spun = bench.result(1)
    assert spun["outcome"] == (10 if stage < 4 else 0)
    assert malfunctions(spun) == []
    assert state(bench) == 7


@pytest.mark.parametrize(
    "fault, waiting, flying",
    [("rotor", 9, 8), ("blower", 2, 0), ("sensor-dead", 13, 13), ("ball-missing", 7, 7), ("over-temperature", 0, 0)],
)
def test_a_fault_ends_a_spin_that_cannot_go_on_with_it(fault: str, waiting: int, flying: int) -> None:
    for stage, outcome in ((0, waiting), (2, flying)):
        bench = greeted()
        bench.start(1, hold=1000)
        bench.reach(stage)
        bench.order(f"fault {fault}")
        spun = bench.result(1)
        assert spun["outcome"] == outcome
        assert malfunctions(spun) == []
        assert state(bench) == 6


# ---- each order -----------------------------------------------------------------------------------------------------


def _next() -> None:
    bench = greeted()
    for number in (17, 0, 36):
        bench.order(f"next {number}")
    assert [bench.spin(spin_id)["number"] for spin_id in (1, 2, 3)] == [17, 0, 36]


def _now() -> None:
    for name in ("foreign-object", "ball-out", "ball-broken", "rotor-stopped", "interference", "unreadable"):
        for stage in range(5):
            bench = greeted()
            bench.start(1)
            bench.reach(stage)
            bench.order(f"now {name}")
            bench.wait(0.05)
            assert bench.spun(1)[0]["outcome"] == OUTCOMES[name][0]
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
    assert not authentic(bench.answer(RESULT, ID_1))


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
    assert bench.answer(RESULT, ID_1)["number"] == 5


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
    assert bench.answer(RESULT, ID_1)["outcome"] == 0xFF
    assert bench.answer(SPIN, spin_payload(1))["verdict"] == 4
    assert bench.answer(ABORT, ID_1)["verdict"] == 4


def _serial() -> None:
    bench = greeted()
    bench.order("serial 4711")
    assert bench.answer(HELLO)["serial"] == 4711


def _model() -> None:
    bench = greeted()
    bench.order("model BOXDICE1")
    assert bench.answer(HELLO)["model"] == b"BOXDICE1"


def _version() -> None:
    bench = greeted()
    bench.order("version 2")
    assert bench.ask(HELLO) is None
    bench.version = 2
    assert bench.answer(HELLO)["serial"] == 2001


def _lose() -> None:
    bench = greeted()
    bench.order("lose reply 2")
    assert [bench.ask(STATUS) is None for _ in range(3)] == [True, True, False]
    bench.order("lose spun 2")
    spun = bench.spin(1)
    rested = next(ball.at for ball in bench.reports(BALL) if ball["stage"] == 4)
    assert spun.at - rested > 0.4
    bench.order("lose ball 1000")  # each is repeated five times per second
    bench.spin(2)
    assert [ball["spin_id"] for ball in bench.reports(BALL)] == [1] * 4


def _double() -> None:
    bench = greeted()
    bench.order("double spun 1")
    bench.spin(1)
    assert [spun.at for spun in bench.reports(SPUN)] == [bench.now] * 2
    assert len({(spun.seq, spun.payload) for spun in bench.reports(SPUN)}) == 1
    bench.order("double reply 1")
    seq = bench.send(HELLO)
    bench.wait(0.1)
    assert len(bench.replies(HELLO, seq)) == 2


def _garble() -> None:
    bench = greeted()
    bench.order("garble cover 2")
    bench.order("cover open")
    bench.wait(0.3)
    assert bench.reports(COVER) == []
    assert len(bench.not_understood) == 2
    bench.wait(0.2)
    assert len(bench.reports(COVER)) == 1
    bench.order("garble reply 1")
    assert [bench.ask(STATUS) is None for _ in range(2)] == [True, False]


def _delay() -> None:
    bench = greeted()
    bench.order("delay spun 5000")
    bench.order("time reading 1")
    spun = bench.spin(1)
    assert 5.9 < spun.at - bench.reports(BALL)[-1].at < 6.1
    bench.order("delay reply 300")
    assert bench.ask(STATUS, patience=0.29) is None
    assert bench.answer(STATUS, patience=0.31)["spins"] == 1


def _flip() -> None:
    bench = greeted()
    bench.order("flip 1")
    assert [bench.ask(HELLO) for _ in range(5)] == [None] * 5
    bench.order("flip 0")
    bench.ask(HELLO)  # the end of a garbled frame may still stand before it
    assert bench.answer(STATUS)["link_errors"] > 0


def _babble() -> None:
    bench = greeted()
    bench.order("babble 1")
    quiet = len(bench.raw)
    bench.wait(2.0)
    assert len(bench.raw) - quiet > 1000
    assert bench.not_understood != []
    bench.ask(HELLO)  # its frame may have noise before it
    assert bench.answer(HELLO)["serial"] == 2001


def _freeze() -> None:
    bench = greeted()
    bench.start(1)
    bench.order("freeze 100")
    bench.wait(99.0)
    assert bench.ask(STATUS) is None
    assert bench.reports(BALL) == []
    bench.wait(1.1)
    assert bench.answer(STATUS)["state"] == 1
    assert bench.spun(1)[0]["outcome"] == 0


def _well() -> None:
    bench = greeted()
    bench.order("cover open")
    for words in ("lose reply 9", "delay spun 60000", "forge 9", "next ball-out", "version 9", "contradict no-ball"):
        bench.order(words)
    bench.order("well")
    assert bench.answer(STATUS)["cover_open"] == 1
    bench.order("cover close")
    spun = bench.spin(1)
    assert (spun["outcome"], malfunctions(spun), authentic(spun)) == (0, [], True)


EFFECTS: dict[str, Callable[[], None]] = {
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
    "serial": _serial,
    "model": _model,
    "version": _version,
    "lose": _lose,
    "double": _double,
    "garble": _garble,
    "delay": _delay,
    "flip": _flip,
    "babble": _babble,
    "freeze": _freeze,
    "well": _well,
}


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_does_on_the_wire_what_it_says(name: str) -> None:
    EFFECTS[name]()


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("next 37", "37: allowed are a number from 0 to 36"),
        ("next few-revolutions 4", "few-revolutions 4: allowed are"),
        ("next", "nothing: allowed are"),
        ("now ok", "ok: allowed are foreign-object"),
        ("contradict me", "me: allowed are number-37"),
        ("say", "fields with their values are wanted: spin_id, outcome"),
        ("say number", "fields with their values are wanted"),
        ("say colour=1", "colour: allowed are spin_id"),
        ("say number=256", "256: allowed is a whole number from 0 to 255"),
        ("time lunch 1", "lunch: allowed are launch, track, rattle, reading"),
        ("time track -1", "-1: allowed is a number from 0 to 3600"),
        ("skip 5", "5: allowed is a whole number from 1 to 4"),
        ("power-cut", ": allowed is a number"),
        ("power-cut unread", "allowed is a number"),
        ("power-cut 1 midway", "midway: allowed are waiting, launched, turning, falling, landed, done"),
        ("cover ajar", "ajar: allowed are open, close; usage: cover open | close"),
        ("fault bad-luck", "bad-luck: allowed are rotor"),
        ("lose hope 1", "hope: allowed are reply, spun, fault, cover, boot, ball"),
        ("lose spun", "1 words follow, 2 are wanted"),
        ("ball 3", "1 words follow, 2 are wanted"),
        ("model TOO-LONG-A-NAME", "a model is up to 8 ASCII characters"),
        ("dance", "dance: allowed are next, now"),
        ("", "nothing: allowed are next, now"),
    ],
)
def test_an_order_that_cannot_be_followed_says_what_is_allowed_and_changes_nothing(words: str, complaint: str) -> None:
    bench = greeted()
    with pytest.raises(BadOrder) as refused:
        bench.order(words)
    assert complaint in str(refused.value)
    spun = bench.spin(1)
    assert (spun["outcome"], malfunctions(spun)) == (0, [])
    assert [ball["stage"] for ball in bench.reports(BALL)] == [1, 2, 3, 4]
