"""Every way in which the emulated wheel unit can be told to misbehave, and what cannot be ordered."""

import pytest

from tests.drivers.wheel.bench import greeted
from tests.drivers.wheel.line_effects import LINE_EFFECTS
from tests.drivers.wheel.reader import (
    BALL,
    malfunctions,
)
from tests.drivers.wheel.spin_effects import SPIN_EFFECTS
from tools.emulators.common.orders import BadOrder
from tools.emulators.wheel.orders import ORDERS

EFFECTS = SPIN_EFFECTS | LINE_EFFECTS


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
        ("pretend", ": allowed are unknown, under-way"),
        ("pretend unknown 1 2", "2 words follow, 1 are wanted"),
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


def test_a_spin_that_nobody_asked_for_comes_out_alike_of_one_seed() -> None:
    """An evening of the simulator is known by its seed, and what the unit says stands in the journal."""
    said = []
    for _ in range(2):
        bench = greeted()
        bench.order("unasked")
        bench.wait(1.0)
        said.append(bench.raw)
    assert said[0] == said[1]
