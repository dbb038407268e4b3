"""Bytes ⇄ frames ⇄ messages of ID-003, held to frames that open drivers publish and to a bit loop of our own."""

import random

import pytest

from drivers.cash.id003.codec import LONGEST, Id003Dropped, Id003Frame, Id003Reader, encode
from drivers.cash.id003.messages import (
    LENGTHS,
    AcceptorSays,
    AcceptorSetting,
    AcceptorStatus,
    Currencies,
    Currency,
    Echoed,
    Nonsense,
    OrderRefused,
    OrderTaken,
    RequestCode,
    SettingNow,
    Version,
    answers,
    note_type_of,
    read,
    ticket_of,
    to_ask,
    to_set,
)
from drivers.common.serial.kermit import crc_of

STATUS = bytes.fromhex("fc05112756")
BIT_BY_BIT = 0x8408


def slow_crc(data: bytes) -> bytes:
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ BIT_BY_BIT * (crc & 1)
    return crc.to_bytes(2, "little")


def good(data: bytes) -> list[Id003Frame]:
    return [frame for frame in Id003Reader().feed(data) if isinstance(frame, Id003Frame)]


def test_the_published_frame_is_ours() -> None:
    assert encode(Id003Frame(RequestCode.STATUS)) == STATUS
    assert good(STATUS) == [Id003Frame(0x11)]


def test_the_check_value_of_the_crc_is_that_of_kermit() -> None:
    assert crc_of(b"123456789") == bytes((0x89, 0x21))
    source = random.Random(1)
    for length in range(64):
        data = source.randbytes(length)
        assert crc_of(data) == slow_crc(data)


def test_every_frame_is_read_as_it_was_written_in_pieces_of_any_length() -> None:
    frames = [Id003Frame(code, bytes(range(length))) for code in (0x11, 0x88, 0xC0, 0xFC) for length in (0, 1, 2, 250)]
    stream = b"".join(map(encode, frames))
    assert max(map(len, map(encode, frames))) == LONGEST
    for piece in (1, 2, 7, len(stream)):
        reader = Id003Reader()
        found = [frame for at in range(0, len(stream), piece) for frame in reader.feed(stream[at : at + piece])]
        assert found == frames


@pytest.mark.parametrize("before", ["00", "55aa", "fc04", "fc00fc03", "fc0513deadfc05"])
def test_noise_before_a_frame_costs_no_frame(before: str) -> None:
    assert Id003Frame(0x11) in good(bytes.fromhex(before) + STATUS + STATUS)


def test_any_wrong_bit_loses_the_frame_and_not_the_next() -> None:
    for bit in range(8 * len(STATUS)):
        wrong = bytearray(STATUS)
        wrong[bit // 8] ^= 1 << bit % 8
        reader = Id003Reader()
        assert not any(isinstance(item, Id003Frame) for item in reader.feed(bytes(wrong)))
        reader.clear()
        assert list(reader.feed(STATUS)) == [Id003Frame(0x11)]


def test_what_is_dropped_and_what_is_kept_together_are_what_was_fed() -> None:
    noise = random.Random(7).randbytes(5000)
    reader = Id003Reader()
    read_back = [item for item in reader.feed(noise + STATUS) if isinstance(item, Id003Dropped)]
    assert all(item.raw for item in read_back)
    assert sum(len(item.raw) for item in read_back) <= len(noise)


@pytest.mark.parametrize("status", AcceptorStatus)
def test_every_status_is_known_and_answers_the_status_alone(status: AcceptorStatus) -> None:
    data = b"\x61" if status in (AcceptorStatus.ESCROW, AcceptorStatus.REJECTING, AcceptorStatus.FAILED) else b""
    reply = read(Id003Frame(status, data))
    assert reply == AcceptorSays(status, data)
    assert [ask for ask in RequestCode if answers(Id003Frame(ask), reply)] == [RequestCode.STATUS]


def test_a_status_that_nobody_knows_is_told_as_one() -> None:
    assert read(Id003Frame(0x99, b"\1")) == AcceptorSays(0x99, b"\1")


@pytest.mark.parametrize("setting", AcceptorSetting)
def test_every_setting_is_set_and_asked_and_answered(setting: AcceptorSetting) -> None:
    data = bytes(range(LENGTHS[setting]))
    echo, now = read(to_set(setting, data)), read(Id003Frame(to_ask(setting).code, data))
    assert echo == Echoed(setting, data)
    assert now == SettingNow(setting, data)
    assert answers(to_set(setting, data), echo)
    assert not answers(to_ask(setting), echo)
    assert answers(to_ask(setting), now)
    assert isinstance(read(Id003Frame(setting, data + b"\0")), Nonsense)


@pytest.mark.parametrize(
    "ask",
    [
        RequestCode.RESET,
        RequestCode.STACK_1,
        RequestCode.STACK_2,
        RequestCode.RETURN,
        RequestCode.HOLD,
        RequestCode.WAIT,
    ],
)
def test_every_operation_is_begun_or_refused(ask: RequestCode) -> None:
    assert answers(Id003Frame(ask), read(Id003Frame(0x50)))
    assert answers(Id003Frame(ask), read(Id003Frame(0x4B)))
    assert not answers(Id003Frame(ask), AcceptorSays(AcceptorStatus.IDLING))


def test_begun_and_refused_carry_nothing() -> None:
    assert (read(Id003Frame(0x50)), read(Id003Frame(0x4B))) == (OrderTaken(), OrderRefused())
    assert isinstance(read(Id003Frame(0x50, b"\0")), Nonsense)


def test_versions_are_text_of_the_program_or_of_the_loader() -> None:
    assert read(Id003Frame(RequestCode.VERSION, b"A-1 \0")) == Version("A-1")
    assert read(Id003Frame(RequestCode.BOOT_VERSION, b"B")) == Version("B", boot=True)
    assert read(Id003Frame(RequestCode.VERSION, b"\xff")) == Version("\\xff")
    assert isinstance(read(Id003Frame(RequestCode.VERSION)), Nonsense)


def test_currencies_are_rows_of_four_bytes() -> None:
    rows = read(Id003Frame(RequestCode.CURRENCIES, bytes.fromhex("61010100 64010102 6e00ff09")))
    assert rows == Currencies((Currency(1, 1, 1), Currency(4, 1, 100), Currency(14, 0, 255 * 10**9)))


@pytest.mark.parametrize("data", ["", "610101", "60010100", "6f010100", "6101010a", "6101010061010200"])
def test_currencies_of_another_form_are_nonsense(data: str) -> None:
    assert isinstance(read(Id003Frame(RequestCode.CURRENCIES, bytes.fromhex(data))), Nonsense)


def test_what_stands_at_escrow_is_a_note_a_ticket_or_nothing_we_know() -> None:
    assert [note_type_of(bytes((code,))) for code in (0x60, 0x61, 0x6E, 0x6F)] == [None, 1, 14, None]
    assert ticket_of(b"\x6f012345678901234567") == "012345678901234567"
    for strange in (b"", b"\x6f", b"\x6f12\x00", b"\x6f\xff", b"\x61\x62"):
        assert ticket_of(strange) is None
        assert note_type_of(strange) is None
