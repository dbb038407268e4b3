"""The envelope of the wire: strict, versioned, bounded."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.protocol.devices import panel
from controller.protocol.devices.dice import FROM_DRIVER, TO_DRIVER, RollReport, WantedRoll
from controller.protocol.message import LARGEST_MESSAGE, BadMessage, cut, decode, decode_strictly, encode
from controller.protocol.terminals import version_2 as terminal_2
from controller.protocol.terminals.answers import LONGEST_REASON, Answer, Purse, answer_bytes

WANTED = WantedRoll(roll_id=1042, nonce="a1b2c3d4e5f60718", duration_ms=2500, strength=180)


def changed(**keys: Any) -> bytes:
    return json.dumps({**json.loads(encode(WANTED)), **keys}).encode()


def test_a_message_survives_the_wire() -> None:
    assert decode(TO_DRIVER, encode(WANTED)) == WANTED


def test_the_largest_roll_id_survives_the_wire() -> None:
    largest = WANTED.model_copy(update={"roll_id": 2**64 - 1})
    assert decode(TO_DRIVER, encode(largest)) == largest


@pytest.mark.parametrize(
    "data",
    [
        changed(v=2),
        changed(kind="wanted_weather"),
        changed(colour="red"),
        changed(roll_id="1042"),
        changed(roll_id=0),
        changed(roll_id=2**64),
        changed(nonce="A1B2C3D4E5F60718"),
        changed(duration_ms=999),
        changed(duration_ms=True),
        b"",
        b"[]",
        b"\xff\xfe",
        b" " * (LARGEST_MESSAGE + 1),
    ],
)
def test_what_is_no_message_of_this_version_is_refused(data: bytes) -> None:
    with pytest.raises(BadMessage):
        decode(TO_DRIVER, data)


def test_a_report_can_hold_no_faces_that_are_not_on_dice() -> None:
    report = RollReport(
        roll_id=1,
        outcome="ok",
        dice=(3, 4),
        attempts=1,
        elapsed_ms=1,
        flags=0,
        payload="00" * 15,
        mac="00" * 8,
    )
    data = encode(report).replace(b"[3,4]", b"[0,7]")
    with pytest.raises(BadMessage, match="dice"):
        decode(FROM_DRIVER, data)


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    with pytest.raises(BadMessage):
        decode(panel.TO_DRIVER, data)


def test_long_text_is_cut_to_what_a_message_may_hold() -> None:
    assert len(cut("x" * 1000)) == 300
    assert cut("short") == "short"


@given(
    id=st.integers(1, 2**63 - 1),
    ok=st.booleans(),
    code=st.sampled_from(["ok", "short_balance"]),
    reason=st.text(max_size=700),
    details=st.dictionaries(st.text(max_size=9), st.integers(-(2**53), 2**53) | st.text(max_size=9)),
    money=st.tuples(*[st.integers(0, 10**18)] * 3),
)
def test_an_answer_written_by_hand_is_the_models_to_the_byte(
    id: int, ok: bool, code: str, reason: str, details: dict[str, Any], money: tuple[int, int, int]
) -> None:
    purse = dict(zip(("credits", "layout", "vigorish"), money, strict=True))
    cut_short = reason[:LONGEST_REASON]
    model = Answer(id=id, ok=ok, code=code, reason=cut_short, details=details, purse=Purse.model_validate(purse))
    assert answer_bytes(id, ok, code, reason, details, purse) == encode(model)


def outcome(read: Callable[..., Any], data: bytes) -> Any:
    try:
        return read(terminal_2.FROM_TERMINAL, data)
    except BadMessage as error:
        return str(error)


@given(software=st.text(min_size=1, max_size=64), ascii=st.booleans())
def test_whatever_stands_in_a_text_a_message_of_version_2_is_read_as_it_was_written(software: str, ascii: bool) -> None:
    hello = {"kind": "hello", "v": 2, "seat": 1, "software": software, "unfinished": [1, 2]}
    data = json.dumps(hello, ensure_ascii=ascii).encode()
    assert outcome(decode_strictly, data) == outcome(decode, data)


@given(name=st.sampled_from(["kind", "v", "seat", "software", "unfinished"]), space=st.sampled_from(["", " ", "\n\t"]))
def test_a_key_that_stands_twice_is_found_wherever_it_stands(name: str, space: str) -> None:
    hello = {"kind": "hello", "v": 2, "seat": 1, "software": '": {"', "unfinished": [1]}
    twice = f'{{"{name}"{space}:{space}{json.dumps(hello[name])},{json.dumps(hello)[1:]}'
    with pytest.raises(BadMessage, match=f"{name}: stands twice"):
        decode_strictly(terminal_2.FROM_TERMINAL, twice.encode())
