"""Bytes of a SAS line and what they say, each example worked out by hand."""

import pytest

from tools.sas_host.conversation import message_of
from tools.sas_host.wire import aft, tickets
from tools.sas_host.wire.crc import crc, is_sound, sealed
from tools.sas_host.wire.figures import Figures, Unreadable, from_bcd, to_bcd
from tools.sas_host.wire.polls import POLLS

KERMIT_CHECK = 0x2189


def test_the_check_sum_is_that_of_kermit_low_byte_first() -> None:
    assert crc(b"123456789") == KERMIT_CHECK
    assert sealed(b"\x01\x01") == bytes.fromhex("01 01 51 08")
    assert sealed(b"\x01\x02") == bytes.fromhex("01 02 ca 3a")


def test_one_wrong_bit_anywhere_is_seen() -> None:
    message = bytes.fromhex("01 11 00 01 23 45 01 fd")
    assert is_sound(message)
    for at in range(8 * len(message)):
        spoilt = bytearray(message)
        spoilt[at // 8] ^= 1 << at % 8
        assert not is_sound(bytes(spoilt))


def test_a_decimal_has_its_highest_digits_first_and_no_digit_above_nine() -> None:
    assert to_bcd(12345, 4) == bytes.fromhex("00012345")
    assert from_bcd(bytes.fromhex("00012345")) == 12345
    with pytest.raises(Unreadable, match="0001234a"):
        from_bcd(bytes.fromhex("0001234a"))
    with pytest.raises(ValueError, match="does not fit"):
        to_bcd(100, 1)


def test_a_poll_that_only_asks_has_no_check_sum_and_all_others_have_one() -> None:
    assert message_of(1, 0x0F) == bytes.fromhex("01 0f")
    assert message_of(1, 0xA0, bytes(2)) == bytes.fromhex("01 a0 00 00 6c 13")
    assert message_of(1, 0x4D, bytes(1)) == bytes.fromhex("01 4d 00 c2 ac")
    assert message_of(1, 0x73, aft.read_registration()) == bytes.fromhex("01 73 01 ff a7 65")


def test_a_transfer_is_asked_for_in_these_bytes() -> None:
    transfer = aft.Transfer(b"A12345", aft.Cents(12_345), asset=123)
    assert message_of(5, 0x72, transfer.body()) == bytes.fromhex(
        "05 72 3b 00 00 00 00 00 01 23 45 00 00 00 00 00 00 00 00 00 00 00 7b 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
        "00 00 00 00 00 00 00 00 00 06 41 31 32 33 34 35 00 00 00 00 00 00 00 00 00 4d 0d"
    )
    assert message_of(5, 0x72, aft.ask()) == bytes.fromhex("05 72 02 ff 00 1f 0f")


def test_a_number_is_given_and_a_ticket_paid_in_these_bytes() -> None:
    assert message_of(1, 0x58, tickets.number_given(1, "1234567890123456")) == bytes.fromhex(
        "01 58 01 12 34 56 78 90 12 34 56 9c 34"
    )
    word = tickets.word_on(tickets.CASHABLE, 2500, "011234567890123456")
    assert message_of(1, 0x71, word) == bytes.fromhex("01 71 10 00 00 00 00 25 00 00 01 12 34 56 78 90 12 34 56 5e 92")


def body(words: str) -> bytes:
    """What stands between code and check sum, and after the length byte where there is one."""
    message = bytes.fromhex(words)
    assert is_sound(message)
    counted = POLLS[message[1]].size is None
    return message[3:-2] if counted else message[2:-2]


def reads(code: int, words: str) -> Figures:
    """The figures of such an answer."""
    read = POLLS[code].read
    assert read is not None
    return read(body(words))


@pytest.mark.parametrize(
    "code, words, figures",
    [
        (0x11, "01 11 00 01 23 45 01 fd", {"coin in": 12345}),
        (
            0x0F,
            "01 0f 00 00 00 00 00 01 23 45 00 01 10 00 00 00 05 00 00 00 02 00 00 00 00 42 26 9c",
            {
                "cancelled credits": 0,
                "coin in": 12345,
                "coin out": 11000,
                "drop": 500,
                "jackpots": 200,
                "games played": 42,
            },
        ),
        (
            0x1B,
            "01 1b 00 00 00 00 15 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 91 2a",
            {"group": 0, "level": 0, "cents": 150_000, "partly paid": 0, "reset": 0, "unused": "00" * 10},
        ),
        (0x3D, "01 3d 12 34 56 78 00 00 00 25 00 0c d2", {"number": "12345678", "cents": 2500}),
        (0x54, "01 54 09 36 30 32 53 4e 30 30 30 31 f7 32", {"version": "602", "serial": "SN0001"}),
        (0x56, "01 56 05 02 00 01 00 02 7c d0", {"number": 2, "games": "1 2"}),
        (0x57, "01 57 00 00 00 00 25 00 e3 69", {"type": 0, "cents": 2500}),
        (0x58, "01 58 00 eb 47", {"status": 0}),
        (
            0x87,
            "01 87 0e 01 02 01 00 00 01 23 45 02 00 00 00 09 00 15 06",
            {"group": 1, "number": 2, "level 1": 12345, "level 2": 900},
        ),
        (0x2F, "01 2f 0d 00 00 0d 00 00 00 25 00 05 00 00 00 42 40 63", {"game": 0, "meter 0D": 2500, "meter 05": 42}),
        (
            0x6F,
            "01 6f 12 00 00 a0 00 05 00 00 01 23 45 b8 00 05 00 00 00 07 00 25 5f",
            {"game": 0, "meter A0": 12345, "meter B8": 700},
        ),
    ],
)
def test_an_answer_is_read_into_its_figures(code: int, words: str, figures: Figures) -> None:
    assert reads(code, words) == figures


def test_a_validation_is_read_with_number_amount_and_ticket() -> None:
    figures = reads(
        0x4D,
        "01 4d 00 05 11 19 20 26 15 59 00 12 34 56 78 90 12 34 56 00 00 00 25 00 2a 00 01 00 00 00 30 00 00 a8 d9",
    )
    assert (figures["number"], figures["cents"], figures["ticket"]) == ("1234567890123456", 2500, 42)
    assert (figures["date"], figures["system"], figures["expires"]) == ("11192026", 1, "00000030")


def test_a_lock_status_is_read_with_what_the_machine_holds() -> None:
    figures = reads(
        0x74,
        "05 74 23 7b 00 00 00 ff 07 00 01 7f 00 00 05 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00"
        "00 00 00 cb f3",
    )
    assert (figures["asset"], figures["lock"], figures["cashable"], figures["limit"]) == (123, 0xFF, 50_000, 1_000_000)


def test_a_transfer_is_read_with_its_id_and_the_meter_after_it() -> None:
    figures = reads(
        0x72,
        "05 72 34 00 00 ff 00 00 00 01 23 45 00 00 00 00 00 00 00 00 00 00 00 7b 00 00 00 06 41 31 32 33 34 35 11 19 20"
        "26 16 00 00 00 00 00 00 00 00 05 00 00 01 23 45 00 00 8b 33",
    )
    assert (figures["status"], figures["id"], figures["cashable"]) == (0, b"A12345".hex(), 12_345)
    assert figures["cashable so far"] == 12_345
    assert "restricted so far" not in figures


def test_an_answer_that_is_cut_anywhere_is_never_a_figure() -> None:
    whole = body("01 6f 12 00 00 a0 00 05 00 00 01 23 45 b8 00 05 00 00 00 07 00 25 5f")
    read = POLLS[0x6F].read
    assert read is not None
    for size in (*range(2), *range(3, 10), *range(11, 18)):
        with pytest.raises(Unreadable):
            read(whole[:size])


def test_every_poll_of_the_design_page_is_known() -> None:
    asked = [*range(0x0F, 0x1C), 0x1C, 0x2F, 0x6F, 0xA0, *range(0x51, 0x59), 0x7E, 0x7F, 1, 2, 6, 7, 8, 0x0E, 0xA8]
    asked += [0x4C, 0x4D, 0x3D, 0x7B, 0x7C, 0x7D, 0x70, 0x71, 0x72, 0x73, 0x74, 0x21, 0x80, *range(0x83, 0x88), 0x8A]
    assert set(asked) - set(POLLS) == set()
