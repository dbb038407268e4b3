"""Every way in which the emulated printer can be told to misbehave, and what cannot be ordered."""

import pytest

from tests.drivers.printer.emulator.bench import Bench
from tests.drivers.printer.emulator.client import Wish
from tests.drivers.printer.emulator.order_effects import EFFECTS
from tools.emulators.common.orders import BadOrder
from tools.emulators.printer.orders import ORDERS


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_does_on_the_wire_what_it_says(bench: Bench, name: str) -> None:
    EFFECTS[name](bench)


def test_a_memory_that_is_lost_while_it_prints_does_not_lose_the_job_under_way(bench: Bench) -> None:
    bench.verdict(Wish(7))
    bench.wait(1.0)
    bench.order("corrupt")
    assert bench.result(7) == (0xFE, 2)
    assert bench.verdict(Wish(7)) == 0
    assert bench.end(7) == (0, 0)
    assert (bench.result(7), bench.status("last_job")) == ((0, 0), 7)


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("take now", "now: allowed is a number from 0 to 3600"),
        ("leave it", "1 words follow, 0 are wanted"),
        ("paper wet", "wet: allowed are enough, low, out; usage: paper enough | low | out"),
        ("next 7", "7: allowed are whole, snatched"),
        ("slow", "0 words follow, 1 are wanted"),
        ("head ajar", "ajar: allowed are open, close"),
        ("fault bad-luck", "bad-luck: allowed are head-open, jam"),
        ("fault jam twice", "2 words follow, 1 are wanted"),
        ("mend", "0 words follow, 1 are wanted"),
        ("ail 32", "32: allowed is a whole number from 0 to 31"),
        ("power-cut", ": allowed is a number"),
        ("power-cut 1 lunch", "lunch: allowed are before-record, recorded, starting, printing, cut, kept, told"),
        ("say", "fields with their values are wanted: outcome, taken"),
        ("say job=1", "job: allowed are outcome, taken"),
        ("say outcome=256", "256: allowed is a whole number from 0 to 255"),
        ("pretend", ": allowed are unknown, printing"),
        ("lose hope 1", "hope: allowed are reply, printed, fault, paper, boot, taken"),
        ("delay hope 1", "hope: allowed are reply, printed, fault, paper, boot, taken"),
        ("model TOO-LONG-A-NAME", "a model is up to 8 ASCII characters"),
        ("dance", "dance: allowed are take, leave"),
        ("", "nothing: allowed are take, leave"),
    ],
)
def test_an_order_that_cannot_be_followed_says_what_is_allowed_and_changes_nothing(
    bench: Bench, words: str, complaint: str
) -> None:
    with pytest.raises(BadOrder) as refused:
        bench.order(words)
    assert complaint in str(refused.value)
    assert bench.print(Wish(1)) == (0, 0)
    assert bench.status("faults") == 0
