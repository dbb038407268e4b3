"""The emulated wheel unit's bytes, held to the examples of the interface document."""

import pytest

from tests.drivers.wheel.bench import Bench
from tests.drivers.wheel.reader import BALL, HELLO, RESULT, SPIN, SPUN, STATUS, crc, frame, spin_payload

SPIN_SEQ_8 = bytes.fromhex("04 01 0a 08 01 01 01 01 01 05 04 12 ee b4 01 0b a1 b2 c3 d4 e5 f6 07 18 58 f8 00")
BALL_SEQ_40 = bytes.fromhex("04 01 a5 28 01 01 01 01 01 07 04 12 03 0c dc 16 00")
SPUN_SEQ_41 = bytes.fromhex(
    "04 01 a1 29 01 01 01 01 01 03 04 12 07 11 0c 01 ef 5b 72 0b 37 da 30 e4 f4 f4 90 53 70 30 00"
)
UNKNOWN_SEQ_9 = bytes.fromhex(
    "04 01 84 09 01 01 01 01 01 05 04 12 ff ff 01 01 01 01 01 01 01 01 01 01 01 01 01 03 1b 7e 00"
)
HELLO_SEQ_7 = bytes.fromhex("06 01 01 07 b8 7a 00")
SPIN_1042 = (1042).to_bytes(8, "big")


def said(bench: Bench, data: bytes) -> bytes:
    """What the unit answers to these bytes at once."""
    bench.unit.hear(data, bench.now)
    return bench.unit.tick(bench.now)


def greeted() -> Bench:
    bench = Bench()
    bench.answer(HELLO)
    bench.wait(1.0)
    return bench


def test_the_readers_own_frames_are_those_of_the_document() -> None:
    assert crc(b"123456789") == 0x29B1
    assert frame(HELLO, 7) == HELLO_SEQ_7
    assert frame(SPIN, 8, spin_payload(1042)) == SPIN_SEQ_8


def test_the_spin_of_the_document_is_accepted_and_turns_the_rotor_as_it_says() -> None:
    bench = greeted()
    assert said(bench, SPIN_SEQ_8) == frame(0x8A, 8, SPIN_1042 + b"\0")
    spin = bench.unit.wheel.spin
    assert spin is not None
    assert (spin.wish.spin_id, spin.wish.rotor, spin.wish.strength, spin.wish.hold) == (1042, -18, 180, 0)
    assert spin.wish.nonce == bytes.fromhex("a1b2c3d4e5f60718")


def test_ball_and_spun_of_the_document_come_byte_for_byte_over_the_line() -> None:
    bench = greeted()  # BOOT was report 1
    for _ in range(38):
        bench.order("ball 1 0")
    for stage in (1, 2, 3, 4):
        bench.order(f"skip {stage}")
    bench.order("say outcome=0 number=17 revolutions=12 ball=1 rotor=-17 elapsed=23410 flags=0")
    said(bench, SPIN_SEQ_8)
    bench.order("ball 3 12")
    bench.result(1042)
    assert BALL_SEQ_40 in bench.raw
    assert SPUN_SEQ_41 in bench.raw
    assert [heard.seq for heard in bench.reports(BALL) + bench.reports(SPUN)] == [40, 41]


def test_a_spin_that_the_unit_does_not_know_is_answered_as_in_the_document() -> None:
    assert said(greeted(), frame(RESULT, 9, SPIN_1042)) == UNKNOWN_SEQ_9


@pytest.mark.parametrize(
    "noise",
    [
        frame(HELLO, 1)[:-2] + b"\x55\0",
        frame(HELLO, 1, version=2),
        frame(0x03, 1, bytes(19)),  # SHAKE: a dice unit's
        frame(0x7F, 1),
        frame(HELLO, 1, b"\1"),
        frame(SPIN, 1, bytes(19)),
        b"\xff" * 300 + b"\0",
        b"\x09\x01\0",
        frame(STATUS, 1, bytes(64)),
    ],
    ids=["bad crc", "other version", "dice", "no type", "too long", "too short", "endless", "bad cobs", "64 bytes"],
)
def test_what_is_no_request_is_dropped_and_counted_and_costs_that_frame_alone(noise: bytes) -> None:
    bench = greeted()
    assert said(bench, noise) == b""
    assert bench.answer(STATUS)["link_errors"] == 1
    assert said(bench, b"\0\0\0") == b""
    assert bench.answer(STATUS)["link_errors"] == 1


def test_a_request_cut_anywhere_is_heard_all_the_same() -> None:
    for cut in range(1, len(HELLO_SEQ_7)):
        bench = greeted()
        assert said(bench, HELLO_SEQ_7[:cut]) == b""
        assert said(bench, HELLO_SEQ_7[cut:]) != b""


def test_no_frame_of_the_unit_is_over_96_bytes() -> None:
    bench = greeted()
    bench.spin(2**64 - 1)
    assert max(map(len, bench.raw.split(b"\0"))) <= 96
    assert bench.not_understood == []
