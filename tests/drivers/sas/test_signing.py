"""Poll 21: acknowledged, worked out beside play, and told at the first general poll after that."""

from drivers.sas.codec import sealed
from drivers.sas.polls.signing import SignatureWanted
from tests.drivers.sas.bench import Bench, image

ASKED = "21 3412"
"""The seed 0x1234, low byte first."""
ANSWER = sealed(bytes.fromhex("0121efbe"))


def wanted(bench: Bench) -> list[SignatureWanted]:
    return [effect for effect in bench.effects if isinstance(effect, SignatureWanted)]


def test_it_is_acknowledged_and_told_when_it_is_there_until_the_host_has_it() -> None:
    bench = Bench().awake()
    assert bench.sealed(ASKED) == b"\x01"
    assert wanted(bench) == [SignatureWanted(1, 1, 0x1234)]
    assert bench.general() == b"\x00", "play and polls go on"
    bench.commit(signed=1, signature=0xBEEF)
    assert bench.general() == ANSWER
    assert bench.general() == ANSWER, "it was not heard"
    bench.awake()
    assert bench.general() == b"\x00"


def test_the_same_poll_again_has_the_answer_too_and_an_exception_waits_for_it() -> None:
    bench = Bench(image(events=())).awake()
    bench.sealed(ASKED)
    bench.general()
    assert bench.sealed(ASKED) == b"\x01"
    assert len(wanted(bench)) == 1, "it is under way"
    bench.commit(signed=1, signature=0xBEEF)
    bench.general(2)
    assert bench.sealed(ASKED) == ANSWER
    assert bench.general() == b"\x00", "the host has it"


def test_another_seed_begins_anew_and_what_came_of_the_first_is_not_told() -> None:
    bench = Bench().awake()
    bench.sealed(ASKED)
    bench.sealed("21 2143")
    assert [one.seed for one in wanted(bench)] == [0x1234, 0x4321]
    bench.commit(signed=1, signature=0xBEEF)
    assert bench.general() == b"\x00"
    bench.commit(signed=2, signature=0x0102)
    assert bench.general() == sealed(bytes.fromhex("01210201"))


def test_asked_again_after_it_was_told_the_files_are_looked_at_again() -> None:
    bench = Bench().awake()
    bench.sealed(ASKED)
    bench.commit(signed=1, signature=0xBEEF)
    assert bench.general() == ANSWER
    assert bench.sealed(ASKED) == b"\x01"
    assert [one.number for one in wanted(bench)] == [1, 2]


def test_whoever_works_it_out_anew_is_asked_anew() -> None:
    bench = Bench().awake()
    bench.sealed(ASKED)
    bench.engine.told_anew()
    bench.said()
    assert wanted(bench) == [SignatureWanted(1, 1, 0x1234), SignatureWanted(1, 2, 0x1234)]


def test_in_real_time_it_is_the_same_message() -> None:
    bench = Bench().awake()
    bench.sealed("0e 01")
    bench.sealed(ASKED)
    bench.commit(signed=1, signature=0xBEEF)
    assert bench.general() == ANSWER


def test_a_wrong_seal_asks_for_nothing() -> None:
    bench = Bench().awake()
    assert bench.hears(bytes.fromhex("012134120000")) == b""
    assert wanted(bench) == []
