"""Bytes ⇄ frames ⇄ messages of the dice unit, against the examples of the interface document."""

import tracemalloc

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from drivers.common.serial.codec import LONGEST_ENCODED, Dropped, Frame, FrameFault, FrameReader, crc_of, encode
from drivers.common.serial.messages import Hello, Spoken, to_bytes
from drivers.dice.codec import VOCABULARY, Rolled, Shake

NONCE = bytes.fromhex("a1b2c3d4e5f60718")
EXAMPLES = [
    (Hello(), 7, "06 01 01 07 b8 7a 00"),
    (
        Shake(1042, 2500, 180, NONCE),
        8,
        "04 01 03 08 01 01 01 01 01 10 04 12 09 c4 b4 a1 b2 c3 d4 e5 f6 07 18 7d 10 00",
    ),
    (
        Rolled(1042, 0, 3, 4, 1, 2731, 0, bytes.fromhex("9d9fac138669b662")),
        33,
        "04 01 91 21 01 01 01 01 01 03 04 12 06 03 04 01 0a ab 0b 9d 9f ac 13 86 69 b6 62 a3 a7 00",
    ),
]
GOOD = to_bytes(Hello(), 1)


def read(data: bytes) -> list[Frame | Dropped]:
    return list(FrameReader().feed(data))


def with_crc(body: bytes) -> bytes:
    stuffed: bytes = cobs.encode(body + crc_of(body).to_bytes(2, "big"))
    return stuffed + b"\0"


def test_the_check_value_of_the_crc_is_that_of_the_document() -> None:
    assert crc_of(b"123456789") == 0x29B1


@pytest.mark.parametrize("message, seq, line", EXAMPLES)
def test_the_examples_of_the_document_are_spoken_to_the_byte(message: Spoken, seq: int, line: str) -> None:
    assert to_bytes(message, seq) == bytes.fromhex(line)


@pytest.mark.parametrize("message, seq, line", EXAMPLES)
def test_the_examples_of_the_document_are_understood(message: Spoken, seq: int, line: str) -> None:
    (frame,) = read(bytes.fromhex(line))
    assert isinstance(frame, Frame)
    assert (VOCABULARY.read(frame), frame.seq) == (message, seq)


def test_every_payload_has_the_length_of_the_document() -> None:
    lengths = {kind: spoken.layout.size for kind, spoken in VOCABULARY.by_type.items()}
    assert lengths == {
        0x01: 0, 0x02: 0, 0x03: 19, 0x04: 8, 0x05: 8, 0x06: 2, 0x07: 4, 0x08: 0, 0x10: 2,
        0x81: 20, 0x82: 21, 0x83: 9, 0x84: 23, 0x85: 9, 0x86: 2, 0x87: 0, 0x88: 2,
        0x91: 23, 0x92: 2, 0x93: 1, 0x94: 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    "line, fault",
    [
        (b"\x05\x01\0", FrameFault.BAD_COBS),
        (GOOD[:-2] + bytes((GOOD[-2] ^ 1, 0)), FrameFault.BAD_CRC),
        (b"\x01\0", FrameFault.BAD_CRC),
        (b"x" * (LONGEST_ENCODED + 1) + b"\0", FrameFault.TOO_LONG),
        (with_crc(b"\x02\x01\x07"), FrameFault.UNKNOWN_VERSION),
        (with_crc(b"\x01\x01"), FrameFault.WRONG_LENGTH),
        (with_crc(b"\x01\x01\x07" + bytes(65)), FrameFault.WRONG_LENGTH),
    ],
)
def test_what_is_no_frame_is_dropped_by_its_reason(line: bytes, fault: FrameFault) -> None:
    (dropped,) = read(line)
    assert isinstance(dropped, Dropped)
    assert dropped.fault is fault


def test_an_unknown_version_is_named() -> None:
    (dropped,) = read(with_crc(b"\x02\x01\x07"))
    assert isinstance(dropped, Dropped)
    assert dropped.version == 2


@pytest.mark.parametrize(
    "frame, fault", [(Frame(0x55, 1, b""), FrameFault.UNKNOWN_TYPE), (Frame(0x91, 1, b"x"), FrameFault.WRONG_LENGTH)]
)
def test_a_good_frame_can_still_be_no_message(frame: Frame, fault: FrameFault) -> None:
    dropped = VOCABULARY.read(frame)
    assert isinstance(dropped, Dropped)
    assert dropped.fault is fault


def test_zeros_on_an_idle_line_are_no_frames() -> None:
    assert read(b"\0\0\0" + GOOD) == [Frame(1, 1, b"")]


def test_frames_come_in_whatever_pieces_the_line_delivers() -> None:
    reader = FrameReader()
    frames = [frame for byte in GOOD * 3 for frame in reader.feed(bytes((byte,)))]
    assert frames == [Frame(1, 1, b"")] * 3


@given(st.binary(max_size=400), st.integers(1, 40))
def test_after_any_noise_the_next_frame_is_read(noise: bytes, piece: int) -> None:
    reader = FrameReader()
    for start in range(0, len(noise), piece):
        list(reader.feed(noise[start : start + piece]))
    list(reader.feed(b"\0"))
    assert list(reader.feed(GOOD)) == [Frame(1, 1, b"")]


@given(st.binary(max_size=200))
def test_noise_before_a_zero_costs_that_frame_alone(noise: bytes) -> None:
    noise = noise.replace(b"\0", b"\1")
    frames = read(GOOD + noise + b"\0" + GOOD)
    assert frames[0] == frames[-1] == Frame(1, 1, b"")
    assert len(frames) <= 3


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=64))
def test_any_frame_survives_the_line(kind: int, seq: int, payload: bytes) -> None:
    assert read(encode(Frame(kind, seq, payload))) == [Frame(kind, seq, payload)]


def test_a_line_that_never_ends_a_frame_does_not_grow_the_reader() -> None:
    reader = FrameReader()
    tracemalloc.start()
    for _ in range(2000):
        assert list(reader.feed(b"x" * 1000)) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000
