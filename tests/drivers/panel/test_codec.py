"""Eight bytes each way, against the words of the interface document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.panel.codec import Report, ReportFault, crc_of, lights, parse
from tools.emulators.panel.board import checksum


def report(kind: int = 1, seq: int = 9, buttons: int = 0, keys: int = 0, doors: int = 0, supply: int = 100) -> bytes:
    body = bytes((kind, seq, buttons, keys, doors, supply))
    return body + checksum(body).to_bytes(2, "big")


def test_the_check_value_of_the_crc_is_that_of_the_document_on_both_sides() -> None:
    assert crc_of(b"123456789") == bytes.fromhex("29b1")
    assert checksum(b"123456789") == 0x29B1


@pytest.mark.parametrize("bit, button", list(enumerate(["SHOOT", "CASH_OUT", "SERVICE_CALL", "REPEAT", "CLEAR"])))
def test_every_button_has_its_bit_in_reports_and_lamps(bit: int, button: str) -> None:
    parsed = parse(report(buttons=1 << bit))
    assert isinstance(parsed, Report)
    assert parsed.buttons == (button,)
    assert lights(1, lamps=parsed.buttons)[2] == 1 << bit


def test_doors_are_told_open_now_and_opened_since() -> None:
    parsed = parse(report(doors=0b1000_0001, keys=0b10, supply=42))
    assert isinstance(parsed, Report)
    assert (parsed.open_doors, parsed.latched_doors) == (("MAIN",), ("DOME",))
    assert (parsed.keys, parsed.supply_percent) == (("OPERATOR",), 42)


def test_lights_are_framed_as_the_document_says() -> None:
    frame = lights(300, ("SHOOT", "CLEAR"), "blink", ("green", "amber", "red", "sounder"), clear_latches=True)
    assert frame[:6] == bytes((2, 300 & 0xFF, 0b10001, 1, 0b1000_1111, 0))
    assert frame[6:] == crc_of(frame[:6])
    assert lights(0)[4] == 0  # the latches are cleared in the frame that says so only


@pytest.mark.parametrize(
    "data, fault",
    [
        (b"", ReportFault.WRONG_LENGTH),
        (report()[:7], ReportFault.WRONG_LENGTH),
        (report() + b"\0", ReportFault.WRONG_LENGTH),
        (report()[:7] + bytes((report()[7] ^ 1,)), ReportFault.BAD_CRC),
        (report(kind=2), ReportFault.UNKNOWN_TYPE),
    ],
)
def test_what_is_no_report_is_told_by_its_reason(data: bytes, fault: ReportFault) -> None:
    assert parse(data) is fault


@given(st.binary(max_size=64))
def test_no_bytes_crash_the_codec(data: bytes) -> None:
    assert isinstance(parse(data), Report | ReportFault)


@given(st.binary(min_size=5, max_size=5))
def test_any_sound_report_is_read(values: bytes) -> None:
    parsed = parse(report(1, *values))
    assert isinstance(parsed, Report)
    assert parsed.seq == values[0]
