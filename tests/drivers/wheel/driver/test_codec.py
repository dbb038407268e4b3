"""Bytes ⇄ frames ⇄ messages of the wheel unit, against the examples of the interface document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.common.serial.codec import Dropped, Frame, FrameFault, FrameReader, encode
from drivers.common.serial.messages import Hello, Spoken, to_bytes
from drivers.wheel.codec import VOCABULARY, Ball, ResultNow, Spin, Spun

NONCE = bytes.fromhex("a1b2c3d4e5f60718")
EXAMPLES = [
    (Hello(), 7, "06 01 01 07 b8 7a 00"),
    (
        Spin(1042, -18, 180, 0, NONCE),
        8,
        "04 01 0a 08 01 01 01 01 01 05 04 12 ee b4 01 0b a1 b2 c3 d4 e5 f6 07 18 58 f8 00",
    ),
    (Ball(1042, 3, 12), 40, "04 01 a5 28 01 01 01 01 01 07 04 12 03 0c dc 16 00"),
    (
        Spun(1042, 0, 17, 12, 1, -17, 23410, 0, bytes.fromhex("37da30e4f4f49053")),
        41,
        "04 01 a1 29 01 01 01 01 01 03 04 12 07 11 0c 01 ef 5b 72 0b 37 da 30 e4 f4 f4 90 53 70 30 00",
    ),
    (
        ResultNow(1042, 0xFF, 0xFF, 0, 0, 0, 0, 0, bytes(8)),
        9,
        "04 01 84 09 01 01 01 01 01 05 04 12 ff ff 01 01 01 01 01 01 01 01 01 01 01 01 01 03 1b 7e 00",
    ),
]


def read(data: bytes) -> list[Spoken | Dropped]:
    return [VOCABULARY.read(item) if isinstance(item, Frame) else item for item in FrameReader().feed(data)]


@pytest.mark.parametrize("message, seq, line", EXAMPLES)
def test_the_examples_of_the_document_are_spoken_to_the_byte(message: Spoken, seq: int, line: str) -> None:
    assert to_bytes(message, seq) == bytes.fromhex(line)


@pytest.mark.parametrize("message, seq, line", EXAMPLES)
def test_the_examples_of_the_document_are_understood(message: Spoken, seq: int, line: str) -> None:
    (frame,) = FrameReader().feed(bytes.fromhex(line))
    assert isinstance(frame, Frame)
    assert (VOCABULARY.read(frame), frame.seq) == (message, seq)


def test_every_payload_has_the_length_of_the_document() -> None:
    lengths = {kind: spoken.layout.size for kind, spoken in VOCABULARY.by_type.items()}
    assert lengths == {
        0x01: 0, 0x02: 0, 0x0A: 20, 0x04: 8, 0x05: 8, 0x06: 2, 0x07: 4, 0x08: 0, 0x10: 2,
        0x81: 20, 0x82: 21, 0x8A: 9, 0x84: 24, 0x85: 9, 0x86: 2, 0x87: 0, 0x88: 2,
        0xA1: 24, 0xA2: 2, 0xA3: 1, 0xA4: 4, 0xA5: 10,
    }  # fmt: skip


def test_a_frame_of_the_dice_unit_alone_is_of_an_unknown_type() -> None:
    (dropped,) = read(encode(Frame(0x91, 1, bytes(23))))
    assert isinstance(dropped, Dropped)
    assert dropped.fault is FrameFault.UNKNOWN_TYPE


@pytest.mark.parametrize("kind", [0xA1, 0xA5, 0x84, 0x8A])
@given(length=st.integers(0, 64))
def test_a_payload_of_another_length_is_dropped(kind: int, length: int) -> None:
    (message,) = read(encode(Frame(kind, 1, bytes(length))))
    fits = length == VOCABULARY.by_type[kind].layout.size
    assert isinstance(message, Spoken) if fits else isinstance(message, Dropped)


@given(st.sampled_from(sorted(VOCABULARY.by_type)), st.integers(0, 255), st.data())
def test_any_message_survives_the_line(kind: int, seq: int, data: st.DataObject) -> None:
    spoken = VOCABULARY.by_type[kind]
    size = spoken.layout.size
    message = spoken(*spoken.layout.unpack(data.draw(st.binary(min_size=size, max_size=size))))
    assert read(to_bytes(message, seq)) == [message]


@given(st.binary(max_size=300), st.integers(1, 40))
def test_after_any_noise_the_next_message_is_read(noise: bytes, piece: int) -> None:
    reader = FrameReader()
    for start in range(0, len(noise), piece):
        for item in reader.feed(noise[start : start + piece]):
            assert isinstance(item if isinstance(item, Dropped) else VOCABULARY.read(item), Dropped | Spoken)
    list(reader.feed(b"\0"))
    (frame,) = reader.feed(to_bytes(Ball(7, 4, 12), 3))
    assert isinstance(frame, Frame)
    assert VOCABULARY.read(frame) == Ball(7, 4, 12)


@pytest.mark.parametrize(
    "answer, unknown, under_way",
    [
        (ResultNow(1, 0xFF, 0xFF, 0, 0, 0, 0, 0, bytes(8)), True, False),
        (ResultNow(1, 0xFE, 0xFF, 0, 0, 0, 0, 0, bytes(8)), False, True),
        (ResultNow(1, 0xFF, 0xFF, 0, 0, 0, 0, 0, b"x" * 8), False, False),
        (ResultNow(1, 0xFE, 17, 0, 0, 0, 0, 0, bytes(8)), False, False),
        (ResultNow(1, 0, 17, 12, 1, -17, 1, 0, bytes(8)), False, False),
    ],
)
def test_unknown_and_under_way_are_what_the_document_says_to_the_byte(
    answer: ResultNow, unknown: bool, under_way: bool
) -> None:
    assert (answer.tells(0xFF), answer.tells(0xFE)) == (unknown, under_way)
