"""Polls 72, 73 and 74: from bytes to what the table is told, and from what it answers to bytes."""

from typing import Any

import pytest

from controller.protocol.devices.sas import SasAft, SasEvent, SasTransfer
from drivers.sas.engine.address import Ordered
from drivers.sas.polls.transfers import CancelWanted, LockWanted, RegistrationWanted, TransferRequest, TransferWanted
from tests.drivers.sas.bench import Bench, image

ASSET, KEY = 7001, "00" * 20
NAME = b"A1".hex()


def aft(**more: Any) -> SasAft:
    told: dict[str, Any] = {"asset": ASSET, "limit": 50_000, "key": KEY, "available": 3}
    return SasAft(**(told | more))


def bench(**more: Any) -> Bench:
    return Bench(image(aft=aft(**more), controls=("transfers",))).awake()


def asks(cents: int = 2_500, way: str = "00", code: str = "00", name: str = NAME, cut: int = 0) -> str:
    body = f"{code} 00 {way} {cents:010d} {0:010d} {0:010d} 00 591b0000 {KEY} {len(name) // 2:02x} {name}"
    data = bytes.fromhex(body + "00000000 0000 00 0000")
    data = data[: len(data) - cut]
    return f"72 {len(data):02x} {data.hex()}"


def wanted(of: Bench) -> list[TransferWanted]:
    return [effect for effect in of.effects if isinstance(effect, TransferWanted)]


def ordered(of: Bench) -> list[Any]:
    return [effect.wanted for effect in of.effects if isinstance(effect, Ordered)]


def done(status: int = 0, **more: Any) -> SasTransfer:
    told: dict[str, Any] = {"name": NAME, "way": 0, "amount": 2_500, "flags": 0, "status": status, "number": 1}
    return SasTransfer(**(told | {"time": 1_763_553_600} | more))


def answers(of: Bench, status: int = 0, **more: Any) -> bytes:
    """The table has answered the transfer that it was told of last."""
    last = done(status, **more)
    return of.commit(aft=aft(ask=wanted(of)[-1].ask, said=status, last=last))


def test_a_transfer_is_told_to_the_table_and_answered_once_that_has() -> None:
    line = bench()
    assert line.sealed(asks()) == b""
    assert wanted(line) == [TransferWanted(1, 1, TransferRequest(0, 0, 2_500, 0, 0, ASSET, KEY, NAME, 0))]
    said = answers(line)
    when = "11192025120000"
    assert said[2:-2].hex() == (
        f"3c00 00 ff 00 {2500:010d} {0:010d} {0:010d} 01 591b0000 02 {NAME} {when} 00000000 0000 05 {6100:010d} 00 00"
    ).replace(" ", "").replace("3c00", f"{len(said) - 5:02x}00")
    assert line.sealed(asks()) == said, "the same poll again is the same bytes"
    assert len(wanted(line)) == 1


def test_one_that_is_not_on_the_disk_in_time_is_pending_until_it_is() -> None:
    line = bench()
    line.sealed(asks())
    assert line.passes(0.02)[4] == 0x40
    assert line.sealed("72 02 ff 00")[4] == 0x40
    assert (line.sealed(asks())[4], line.sealed(asks(name="4242"))[4]) == (0x40, 0xC0)
    assert len(wanted(line)) == 1
    assert answers(line) == b"", "nobody asks now"
    assert line.sealed("72 02 ff 00")[4] == 0x00


def test_a_controller_that_may_not_have_heard_of_it_is_told_again_by_the_same_number() -> None:
    line = bench()
    line.sealed(asks())
    line.engine.told_anew()
    line.said()
    assert [one.ask for one in wanted(line)] == [1, 1]
    answers(line)
    line.engine.told_anew()
    line.said()
    assert len(wanted(line)) == 2


@pytest.mark.parametrize(
    "poll, status",
    [
        (asks(name=""), 0x95),
        (asks(name="41" * 21), 0x95),
        (asks(name="07"), 0x95),
        (asks(cut=20), 0x82),
        ("72 03 00 00 00", 0x82),
        (asks().replace("0000002500", "000000250a"), 0x83),
        ("72 00", 0x82),
    ],
)
def test_what_is_no_request_is_refused_and_nobody_is_told(poll: str, status: int) -> None:
    line = bench()
    assert line.sealed(poll)[4] == status
    assert wanted(line) == []


def test_how_the_last_one_stands_and_those_of_the_history() -> None:
    line = bench()
    assert line.sealed("72 02 ff 00")[2:-2].hex() == "0200ff"
    kept = tuple(done(number=number, amount=100 * number) for number in range(1, 74))
    line.engine.kept(1, kept)
    line.commit(aft=aft(last=kept[-1]))
    line.general(9)
    asked = {place: line.sealed(f"72 02 ff {place:02x}") for place in (0, 1, 3, 70, 0xFF, 0xFE, 0xBA, 0xB9, 99)}
    amounts = {place: int(said[7:12].hex()) for place, said in asked.items() if len(said) > 7}
    assert amounts == {0: 7300, 1: 7100, 3: 7300, 70: 7000, 0xFF: 7300, 0xFE: 7200, 0xBA: 400}
    assert [asked[place][4] for place in (0xB9, 99)] == [0xFF, 0xFF]
    assert [asked[place][3] for place in (0, 1, 0xFF, 0xBA)] == [0, 1, 3, 4]


def test_an_exception_of_a_transfer_is_told_again_until_the_host_has_asked_how_it_stands() -> None:
    line = Bench(image(aft=aft(last=done()), events=(SasEvent(number=5, code=0x69),))).awake()
    assert line.general() == b"\x69"
    line.general(9)
    assert (line.general(), line.taken()) == (b"\x00", [])
    for _ in range(16):
        line.passes(1)
        line.general(9)
    assert line.general() == b"\x69"
    line.sealed("72 02 ff 00")
    assert line.taken() == []
    line.general(9)
    assert (line.taken(), line.general()) == ([5], b"\x00")


def test_a_cancel_is_an_order_and_answered_by_how_the_last_one_stands() -> None:
    line = bench(last=done(0x40, number=0), ask=3, said=0x40)
    assert line.sealed("72 01 80") == b""
    assert ordered(line) == [CancelWanted(0)]
    assert line.commit(done=1, aft=aft(last=done(0x80, number=0), ask=3, said=0x80))[4] == 0x80


def test_poll_73_registers_and_says_how_that_stands() -> None:
    line = bench()
    assert line.sealed("73 01 ff")[2:-2].hex() == f"1d80591b0000{KEY}00000000"
    assert line.sealed(f"73 1d 00 591b0000 {'ab' * 20} 05000000") == b""
    assert ordered(line) == [RegistrationWanted("ready", ASSET, "ab" * 20, 5)]
    said = line.commit(done=1, aft=aft(registration="ready", key="ab" * 20, point=5))
    assert said[2:-2].hex() == f"1d00591b0000{'ab' * 20}05000000"
    assert line.sealed("73 02 00 00") == b"\x81"


def test_poll_74_locks_and_says_what_may_move() -> None:
    line = bench()
    said = line.sealed("74 ff 00 0000")
    assert said[2:-2].hex() == f"23591b0000ff03019246{4250:010d}{0:020d}{50000:010d}{0:012d}"
    assert line.sealed("74 00 03 0300") == b""
    assert ordered(line) == [LockWanted(3, 3_000)]
    assert line.commit(done=1, aft=aft(lock="locked"))[7] == 0x00
    assert line.sealed("74 80 00 0000") == b""
    assert ordered(line)[-1] == LockWanted(0, 0)
    assert line.sealed("74 00 03 0a00") == b"\x81"


def test_where_the_host_moves_no_money_these_polls_are_silent_and_a0_says_so() -> None:
    line = Bench().awake()
    assert [line.sealed(poll) for poll in (asks(), "72 02 ff 00", "73 01 ff", "74 ff 00 0000")] == [b""] * 4
    assert (line.sealed("a0 0000")[5] & 0x40, bench().sealed("a0 0000")[5] & 0x40) == (0, 0x40)
