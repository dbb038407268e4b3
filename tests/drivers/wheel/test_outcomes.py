"""How a spin of the emulated wheel unit ends: every outcome, every contradiction, cover and faults."""

import pytest

from tests.drivers.wheel.bench import greeted, state
from tests.drivers.wheel.reader import (
    BALL,
    COVER,
    RESULT,
    authentic,
    id_of,
    malfunctions,
)
from tools.emulators.wheel.contradictions import CONTRADICTIONS

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
    assert bench.answer(RESULT, id_of(1)).payload == spun.payload
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
