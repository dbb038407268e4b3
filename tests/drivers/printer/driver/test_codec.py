"""Bytes ⇄ messages of the ticket printer: every row of its interface document, and whatever else comes."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.cash.printer.codec import (
    LONGEST_TEXT,
    VOCABULARY,
    Booted,
    Faulted,
    PaperLevel,
    Print,
    Printed,
    PrinterStatusNow,
    PrintVerdict,
    ResultNow,
    Taken,
    Text,
    TextVerdict,
)
from drivers.cash.printer.words import print_of
from drivers.common.serial.codec import Dropped, Frame, FrameFault, FrameReader, encode
from drivers.common.serial.messages import (
    Clear,
    Hello,
    Identity,
    Result,
    SelfTest,
    SelfTested,
    Spoken,
    Status,
    StillLatched,
    to_bytes,
)
from tests.drivers.printer.driver.simulated import job
from tests.drivers.wheel.reader import frame

NUMBER = bytes.fromhex("001234000000012345")
ROWS: list[tuple[int, bytes, Spoken]] = [
    (0x01, b"", Hello()),
    (0x81, b"TICKET-P" + struct.pack(">IHHI", 3001, 1, 4, 77), Identity(b"TICKET-P", 3001, 1, 4, 77)),
    (0x02, b"", Status()),
    (
        0x82,
        bytes.fromhex("03 0012 01 01 0000000000000412 00000007 00000002"),
        PrinterStatusNow(3, 0x12, 1, 1, 0x412, 7, 2),
    ),
    (0x04, bytes.fromhex("0000000000000412"), Result(0x412)),
    (0x84, bytes.fromhex("0000000000000412 ff 02"), ResultNow(0x412, 0xFF, 2)),
    (0x06, b"\x00\x12", Clear(0x12)),
    (0x86, b"\x00\x10", StillLatched(0x10)),
    (0x08, b"", SelfTest()),
    (0x88, b"\x00\x1f", SelfTested(0x1F)),
    (0x0B, b"\x01" + "Macau 澳門".encode(), Text(1, "Macau 澳門".encode())),
    (0x0B, b"\x05", Text(5, b"")),
    (0x8B, b"\x01\x05", TextVerdict(1, 5)),
    (
        0x0C,
        bytes.fromhex("0000000000000412 02 0000000000003039 02 656e 001234000000012345 6ab13b80 fed4 005a 00000009 01"),
        Print(0x412, 2, 12_345, 2, b"en", NUMBER, 0x6AB13B80, -300, 90, 9, 1),
    ),
    (0x8C, bytes.fromhex("0000000000000412 07"), PrintVerdict(0x412, 7)),
    (0xB1, bytes.fromhex("0000000000000412 00 01"), Printed(0x412, 0, 1)),
    (0xB2, b"\x00\x02", Faulted(2)),
    (0xB3, b"\x02", PaperLevel(2)),
    (0xB4, b"\x00\x00\x00\x4d", Booted(77)),
    (0xB5, bytes.fromhex("0000000000000412"), Taken(0x412)),
]


def read(data: bytes) -> list[Spoken | Dropped]:
    return [VOCABULARY.read(item) if isinstance(item, Frame) else item for item in FrameReader().feed(data)]


@pytest.mark.parametrize("kind, payload, message", ROWS)
def test_every_row_of_the_document_is_spoken_and_understood_to_the_byte(
    kind: int, payload: bytes, message: Spoken
) -> None:
    line = frame(kind, 41, payload)
    assert to_bytes(message, 41) == line
    assert read(line) == [message]


def test_every_row_is_there_and_no_other() -> None:
    assert {kind for kind, _, _ in ROWS} | {0x10} == set(VOCABULARY.by_type)


@pytest.mark.parametrize("kind", [0x03, 0x05, 0x07, 0x0A, 0x83, 0x85, 0x87, 0x91, 0xA1, 0xB0, 0xB6])
def test_what_only_other_units_say_is_of_an_unknown_type(kind: int) -> None:
    (dropped,) = read(frame(kind, 1, bytes(8)))
    assert isinstance(dropped, Dropped)
    assert dropped.fault is FrameFault.UNKNOWN_TYPE


@pytest.mark.parametrize("kind", sorted(VOCABULARY.by_type))
def test_a_payload_of_another_length_is_dropped(kind: int) -> None:
    right = range(1, LONGEST_TEXT + 2) if kind == Text.type else [VOCABULARY.by_type[kind].layout.size]
    for length in range(65):
        (message,) = read(encode(Frame(kind, 1, bytes(length))))
        assert isinstance(message, Spoken) == (length in right), length


@given(st.sampled_from(sorted(VOCABULARY.by_type)), st.integers(0, 255), st.data())
def test_any_message_survives_the_line(kind: int, seq: int, data: st.DataObject) -> None:
    spoken = VOCABULARY.by_type[kind]
    least, most = (1, 1 + LONGEST_TEXT) if spoken is Text else (spoken.layout.size,) * 2
    payload = data.draw(st.binary(min_size=least, max_size=most))
    message = spoken.unpacked(payload)
    assert message is not None
    assert message.packed() == payload
    assert read(to_bytes(message, seq)) == [message]


@given(st.binary(max_size=300), st.integers(1, 40))
def test_after_any_noise_the_next_message_is_read(noise: bytes, piece: int) -> None:
    reader = FrameReader()
    for start in range(0, len(noise), piece):
        for item in reader.feed(noise[start : start + piece]):
            assert isinstance(item if isinstance(item, Dropped) else VOCABULARY.read(item), Dropped | Spoken)
    list(reader.feed(b"\0"))
    (read_at_last,) = reader.feed(to_bytes(Taken(7), 3))
    assert isinstance(read_at_last, Frame)
    assert VOCABULARY.read(read_at_last) == Taken(7)


def test_a_job_in_words_is_the_bytes_of_the_document() -> None:
    wanted = job(0x412, time=0x6AB13B80, sequence=9, template="test")
    (row,) = (payload for kind, payload, _ in ROWS if kind == 0x0C)
    assert print_of(wanted).packed() == row
    assert print_of(wanted.model_copy(update={"fresh": True, "may_print": False})).packed() == row


@pytest.mark.parametrize("template, number", [("ticket", 0), ("hand_pay_slip", 1), ("test", 2)])
def test_templates_have_the_numbers_of_the_document(template: str, number: int) -> None:
    assert print_of(job(1, template=template, demo=False)).template == number
    assert print_of(job(1, template=template, demo=False)).flags == 0


def test_the_largest_of_everything_fits_its_field() -> None:
    largest = job(
        2**64 - 1, amount=2**64 - 1, exponent=255, number="9" * 18, time=2**32 - 1, zone=1440, days=2**16 - 1,
        sequence=2**32 - 1,
    )  # fmt: skip
    assert len(print_of(largest).packed()) == 42
    assert read(to_bytes(print_of(largest), 1)) == [print_of(largest)]
