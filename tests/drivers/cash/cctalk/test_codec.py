"""Bytes and frames of ccTalk: both checksums, the echo on the wire, noise between frames, and what answers say."""

from dataclasses import fields
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.cash.cctalk.codec import ACCEPTOR, HOST, CctalkDropped, CctalkFrame, CctalkReader, Checksum, decode, encode
from drivers.cash.cctalk.messages import (
    REQUESTS,
    AskBill,
    AskScaling,
    AskSerial,
    BillName,
    Events,
    Number,
    OrderTaken,
    ReadEvents,
    Request,
    Route,
    RouteRefused,
    Scaling,
    SetInhibits,
    answer_in,
    frame_of,
)
from tests.drivers.cash.cctalk.scripted import framed

BOTH = pytest.mark.parametrize("checksum", list(Checksum))
SOUND = CctalkFrame(HOST, 0, bytes((7, 1, 0)))


def answer(data: bytes) -> CctalkFrame:
    return CctalkFrame(HOST, 0, data)


def test_a_reset_with_a_crc_is_the_published_frame() -> None:
    assert encode(CctalkFrame(ACCEPTOR, 1), Checksum.CRC) == bytes((40, 0, 70, 1, 63))


def test_a_reset_with_a_simple_checksum_adds_up_to_nothing() -> None:
    assert encode(CctalkFrame(ACCEPTOR, 1), Checksum.SIMPLE) == bytes((40, 0, 1, 1, 214))


@BOTH
@given(header=st.integers(0, 255), data=st.binary(max_size=252))
def test_what_is_written_is_what_others_write_and_is_read_again(checksum: Checksum, header: int, data: bytes) -> None:
    raw = encode(CctalkFrame(ACCEPTOR, header, data), checksum)
    assert raw == framed(ACCEPTOR, header, data, crc=checksum is Checksum.CRC, source=HOST)
    assert decode(raw, checksum) == CctalkFrame(ACCEPTOR, header, data)


@BOTH
@given(data=st.binary(max_size=20), at=st.integers(0, 30), bit=st.integers(0, 7))
def test_a_frame_with_one_wrong_bit_is_no_frame(checksum: Checksum, data: bytes, at: int, bit: int) -> None:
    raw = bytearray(encode(CctalkFrame(ACCEPTOR, 159, data), checksum))
    raw[at % len(raw)] ^= 1 << bit
    assert decode(bytes(raw), checksum) is None


@BOTH
@given(cuts=st.lists(st.integers(0, 40), max_size=6))
def test_echo_and_answer_are_read_however_the_bytes_come(checksum: Checksum, cuts: list[int]) -> None:
    crc = checksum is Checksum.CRC
    stream = encode(CctalkFrame(ACCEPTOR, 242), checksum) + framed(HOST, 0, bytes((7, 1, 0)), crc=crc)
    reader, read = CctalkReader(checksum), []
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    for start, end in pairwise(edges):
        read += list(reader.feed(stream[start:end]))
    assert read == [CctalkFrame(ACCEPTOR, 242), SOUND]


@BOTH
@given(noise=st.binary(max_size=60))
def test_after_noise_and_a_pause_the_next_frame_is_read(checksum: Checksum, noise: bytes) -> None:
    reader = CctalkReader(checksum)
    read = [*reader.feed(noise), *reader.ended()]
    assert sum(len(frame.raw) for frame in read if isinstance(frame, CctalkDropped)) <= len(noise)
    assert not reader.unfinished
    raw = framed(HOST, 0, SOUND.data, crc=checksum is Checksum.CRC)
    assert list(reader.feed(raw)) == [SOUND]


@BOTH
def test_a_frame_behind_a_byte_that_looks_like_a_beginning_is_found_at_the_pause(checksum: Checksum) -> None:
    reader = CctalkReader(checksum)
    raw = framed(HOST, 0, SOUND.data, crc=checksum is Checksum.CRC)
    assert list(reader.feed(bytes((HOST, 200)) + raw)) == []
    assert SOUND in list(reader.ended())


def test_answers_are_read_by_what_was_asked() -> None:
    assert answer_in(answer(bytes((0x71, 0x11, 0x01))), AskSerial()) == Number(70_001)
    assert answer_in(answer(b"US0005A"), AskBill(3)) == BillName("US", 5, "A")
    assert answer_in(answer(b"......."), AskBill(9)) == BillName("", 0, "")
    assert answer_in(answer(bytes((0xE8, 0x03, 2))), AskScaling("US")) == Scaling(1000, 2)
    assert answer_in(answer(b""), Route(1)) == OrderTaken()
    assert answer_in(answer(b"\xfe"), Route(1)) == RouteRefused(254)
    events = answer_in(answer(bytes((6, 3, 1, 0, 1, 3, 0, 3, 1, 0, 2))), ReadEvents())
    assert events == Events(6, ((3, 1), (0, 1), (3, 0), (3, 1), (0, 2)))


def test_an_answer_of_another_shape_answers_something_else() -> None:
    assert answer_in(answer(b""), ReadEvents()) is None
    assert answer_in(answer(bytes(11)), AskSerial()) is None
    assert answer_in(answer(bytes(3)), SetInhibits(1)) is None
    assert answer_in(CctalkFrame(HOST, 5), SetInhibits(1)) is None
    assert answer_in(CctalkFrame(2, 0), SetInhibits(1)) is None


def sample(kind: type[Request]) -> Request:
    """One of this kind, with any value."""
    values = {field.name: "US" if field.name == "country" else 1 for field in fields(kind)}
    return kind(**values)


@given(kind=st.sampled_from(REQUESTS), data=st.binary(max_size=252))
def test_no_answer_is_a_surprise(kind: type[Request], data: bytes) -> None:
    answer_in(answer(data), sample(kind))


def test_notes_are_let_in_by_bits_from_the_lowest() -> None:
    assert frame_of(SetInhibits(0b1_0000_0100)).data == bytes((0b100, 1))
