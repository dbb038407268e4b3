"""Each poll from its bytes to the meters: what is asked, and what is answered to the digit."""

import re
from pathlib import Path

import pytest

from config.sas import SasSettings
from drivers.sas.codec import is_sound
from drivers.sas.polls.meters import METERS, VALUES
from drivers.sas.polls.table import POLLS
from tests.drivers.sas.bench import SETTINGS, Bench, image
from tests.drivers.sas.by_bytes import TESTS

ANSWERS = {
    "0f": "00011300 00123405 00120000 00016850 00000000 00000321",
    "10": "00011300",
    "11": "00123405",
    "12": "00120000",
    "13": "00016850",
    "14": "00000000",
    "15": "00000321",
    "16": "00000100",
    "17": "00000200",
    "18": "0021 0007",
    "19": "00123405 00120000 00016850 00000000 00000321",
    "1a": "00004250",
    "1b": "00 00 0000000000 0000 00 00000000000000000000",
    "1c": "00123405 00120000 00016850 00000000 00000321 00000100 00000002 00000003",
    "1f": "4258 303030 01 ff 00 0000 303030303030 30303030",
    "51": "0001",
    "54": "0a 363032 424f5843415253",
    "55": "0001",
    "56": "03 01 0001",
    "7e": "11192025 120000",
    "84": "00 00 0000000000",
    "85": "00 00 0000000000",
    "87": "02 00 00",
}
"""Of polls without data: what follows on address and command, before the seal."""
SEALED = {
    "2f 05 0000 00 0b 42": "11 0000 00 00123405 0b 00007500 42 00000005",
    "2f 04 0001 ee 05": "07 0001 05 00000321",
    "52 0001": "0001 00123405 00120000 00000000 00000321",
    "52 0000": "0000 00123405 00120000 00000000 00000321",
    "53 0001": "0001 4258 303030 01 ff 00 0000 303030303030 30303030",
    "6f 06 0000 0500 4600": "12 0000 0500 05 0000000321 4600 05 0000000001",
    "6f 04 0000 ee01": "05 0000 ee01 00",
    "83 0001": "0001 00000000",
    "94": "02",
    "a0 0000": "0000 00 0d 01 000000",
    "a8 00": "02",
}
ORDERS = {"01": "disable", "02": "enable", "06": "bills_on", "07": "bills_off"}


@pytest.mark.parametrize("asked", ANSWERS)
def test_a_poll_without_data_is_answered_from_the_committed_meters(asked: str) -> None:
    said = Bench().awake().poll(asked)
    assert is_sound(said)
    assert said[:-2].hex() == "01" + asked + ANSWERS[asked].replace(" ", "")


@pytest.mark.parametrize("asked", SEALED)
def test_a_sealed_poll_is_answered_from_them_too(asked: str) -> None:
    said = Bench().awake().sealed(asked)
    assert is_sound(said)
    assert said[:-2].hex() == "01" + asked[:2] + SEALED[asked].replace(" ", "")


def test_no_poll_of_the_table_is_without_a_test_of_its_bytes() -> None:
    assert TESTS.keys() == POLLS.keys()
    for code, (file, name) in TESTS.items():
        text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        assert f"def {name}(" in text, f"{file} has no {name}"
        assert re.search(rf'"{code:02x}[ "]', text), f"{file} does not speak poll {code:02X}"


@pytest.mark.parametrize("code", METERS)
def test_polls_2f_and_6f_tell_the_same_of_every_meter(code: int) -> None:
    bench = Bench().awake()
    short = bench.sealed(f"2f 03 0000 {code:02x}")
    long = bench.sealed(f"6f 04 0000 {code:02x}00")
    size = METERS[code].size
    assert short[3:-2].hex() == f"0000{code:02x}" + long[8:-2][-size:].hex()


def test_notes_are_counted_by_what_they_are_worth_in_the_currency() -> None:
    counted = {f"bills:{100 * value}": value % 97 + 1 for value in VALUES}
    bench = Bench(image(meters=counted)).awake()
    codes = [0x40 + place for place in range(len(VALUES))]
    for code, value in zip(codes, VALUES, strict=True):
        said = bench.sealed(f"2f 03 0000 {code:02x}")
        assert int(said[6:-2].hex()) == value % 97 + 1


def test_credits_are_told_in_the_denomination_and_what_is_left_comes_with_the_next() -> None:
    nickels = SasSettings(line="emulated:/tmp/none", denomination=5, denomination_code=2)
    bench = Bench(image(credits=4_254, meters={"wagered": 9}), settings=nickels).awake()
    assert int(bench.poll("1a")[2:-2].hex()) == 850
    assert int(bench.poll("11")[2:-2].hex()) == 1
    bench.commit(meters={"wagered": 10})
    assert int(bench.poll("10")[2:-2].hex()) == 0
    assert int(bench.poll("11")[2:-2].hex()) == 2


def test_a_meter_that_is_full_begins_again() -> None:
    bench = Bench(image(meters={"wagered": 1_0000_0007})).awake()
    assert bench.poll("11")[2:-2].hex() == "00000007"


def test_at_an_address_of_the_whole_table_credits_and_hand_pays_are_off() -> None:
    bench = Bench(image(seat=0, hand_pay=500)).awake()
    assert [bench.poll("1a"), bench.poll("1b"), bench.sealed("a8 00")] == [b"", b"", b""]
    assert bench.poll("11") != b""


def test_a_hand_pay_is_told_in_cents_until_it_is_paid() -> None:
    bench = Bench(image(hand_pay=123_456)).awake()
    assert bench.poll("1b")[2:-2].hex() == "0080" + "0000123456" + "0000" + "00" + "00" * 10
    assert bench.sealed("a8 00")[2:-2].hex() == "00"
    assert bench.sealed("a8 01")[2:-2].hex() == "01", "it cannot go back to the credits"
    bench.commit(hand_pay=0)
    assert bench.poll("1b")[2:-2].hex() == "00" * 20
    assert bench.sealed("a8 00")[2:-2].hex() == "02"


def test_a_win_that_is_paid_by_hand_has_another_level_than_credits() -> None:
    bench = Bench(image(hand_pay=123_456, win=True)).awake()
    assert bench.poll("1b")[2:-2].hex() == "0000" + "0000123456" + "0000" + "00" + "00" * 10
    assert bench.sealed("a8 00")[2:-2].hex() == "00"


def test_there_is_one_game_and_of_another_nothing_is_said() -> None:
    bench = Bench().awake()
    for asked in ("52 0002", "53 0002", "a0 0099", "2f 03 0002 00", "6f 04 0002 0000", "52 00aa"):
        assert bench.sealed(asked) == b""


def test_a_machine_that_is_turned_off_has_no_game_that_can_be_played() -> None:
    assert Bench(image(disabled=True)).awake().poll("56")[2:-2].hex() == "0100"


def test_the_time_is_that_of_the_house_with_what_the_host_has_set() -> None:
    bench = Bench(image(zone=-300, clock=90)).awake()
    assert bench.poll("7e")[2:-2].hex() == "11192025" + "070130"


def test_what_the_host_sets_is_by_how_much_it_is_ahead() -> None:
    bench = Bench(image(zone=-300)).awake()
    assert bench.sealed("7f 11192025 070130") == b""
    assert [one.clock for one in bench.wanted()] == [90]
    assert bench.commit(done=1, clock=90) == b"\x01"


@pytest.mark.parametrize("time", ["13192025070130", "11312025070130", "1119202524 0000", "aabbccddeeff00"])
def test_what_is_no_time_is_refused(time: str) -> None:
    bench = Bench().awake()
    assert bench.sealed(f"7f {time}") == b"\x81"
    assert bench.orders() == []


def test_everybody_may_be_told_the_time_at_once_and_nobody_answers() -> None:
    bench = Bench(image(1), image(2, seat=4)).awake()
    assert bench.sealed("7f 11192025 120010", address=0) == b""
    assert bench.orders() == ["clock", "clock"]
    assert bench.sealed("01", address=0) == b""
    assert bench.orders() == ["clock", "clock"], "nothing else is for everybody"


def test_which_notes_are_let_in_comes_as_bits_lowest_byte_first() -> None:
    bench = Bench().awake()
    assert bench.sealed("08 a4000000 00") == b""
    (wanted,) = bench.wanted()
    assert (wanted.notes, wanted.after_each) == (0b1010_0100, True)
    assert bench.commit(done=1) == b"\x01"


@pytest.mark.parametrize("asked", ORDERS)
def test_an_order_is_acknowledged_once_it_is_committed(asked: str) -> None:
    bench = Bench().awake()
    assert bench.sealed(asked) == b""
    assert bench.orders() == [ORDERS[asked]]
    assert bench.commit(done=1) == b"\x01"


@pytest.mark.parametrize("asked", ["01", "06", "7f 11192025 070130"])
def test_what_is_not_the_hosts_to_turn_is_refused(asked: str) -> None:
    bench = Bench(image(controls=())).awake()
    assert bench.sealed(asked) == b"\x81"
    assert bench.orders() == []


def test_a_hand_pay_is_reset_where_the_settings_let_the_host() -> None:
    bench = Bench(image(hand_pay=500, controls=("hand_pays",))).awake()
    assert bench.sealed("94") == b""
    assert bench.orders() == ["reset"]
    assert bench.commit(done=1, hand_pay=0)[2:-2].hex() == "00"
    assert bench.awake().sealed("94")[2:-2].hex() == "02"


def test_a_hand_pay_that_could_not_be_reset_or_may_not_be_stays() -> None:
    bench = Bench(image(hand_pay=500, controls=("hand_pays",))).awake()
    bench.sealed("94")
    assert bench.commit(done=1)[2:-2].hex() == "01"
    bench = Bench(image(hand_pay=500)).awake()
    assert bench.sealed("94")[2:-2].hex() == "01"
    assert bench.orders() == []


def test_a_bonus_without_a_name_is_refused_and_pays_nothing() -> None:
    bench = Bench().awake()
    assert bench.sealed("8a 00000500 00") == b"\x81"
    assert bench.effects == []


def test_the_settings_have_what_the_machine_says_of_itself() -> None:
    told = SETTINGS.model_copy(update={"serial": "A-17", "game_id": "CR", "paytable": "HOUSE1", "base_percent": "9861"})
    bench = Bench(settings=told).awake()
    assert bench.poll("54")[2:-2] == b"\x07602A-17"
    assert b"CR000" in bench.sealed("53 0001")
    assert bench.sealed("53 0000")[-12:-2] == b"HOUSE19861"
