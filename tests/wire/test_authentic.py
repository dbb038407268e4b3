"""Whether a roll is one the unit really made."""

import pytest

from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.roll import judge
from controller.protocol.devices.dice import RollReport

KEY = bytes(range(16))
NONCE = bytes.fromhex("a1b2c3d4e5f60718")
REPORT = RollReport(  # the example of the interface document
    roll_id=1042,
    outcome="ok",
    dice=(3, 4),
    attempts=1,
    elapsed_ms=2731,
    flags=0,
    payload="0000000000000412000304010aab00",
    mac="9d9fac138669b662",
)


def test_the_example_of_the_interface_document_is_authentic() -> None:
    assert mac_of(KEY, NONCE, bytes.fromhex(REPORT.payload)).hex() == "9d9fac138669b662"
    assert judge(REPORT, roll_id=1042, nonce=NONCE, key=KEY) == "authentic"


def test_a_no_roll_is_signed_as_well() -> None:
    payload = "0000000000000412020000010aab00"
    mac = mac_of(KEY, NONCE, bytes.fromhex(payload)).hex()
    report = REPORT.model_copy(update={"outcome": "stacked", "dice": None, "payload": payload, "mac": mac})
    assert judge(report, roll_id=1042, nonce=NONCE, key=KEY) == "authentic"


def test_another_roll_another_nonce_or_another_key_is_not_believed() -> None:
    assert judge(REPORT, roll_id=1043, nonce=NONCE, key=KEY) == "wrong_roll"
    assert judge(REPORT, roll_id=1042, nonce=bytes(8), key=KEY) == "wrong_mac"
    assert judge(REPORT, roll_id=1042, nonce=NONCE, key=bytes(16)) == "wrong_mac"


@pytest.mark.parametrize(
    "lie", [{"dice": (6, 6)}, {"outcome": "leaning", "dice": None}, {"attempts": 2}, {"elapsed_ms": 1}, {"flags": 1}]
)
def test_words_that_differ_from_the_signed_bytes_are_not_believed(lie: dict[str, object]) -> None:
    assert judge(REPORT.model_copy(update=lie), roll_id=1042, nonce=NONCE, key=KEY) == "words_differ"
