"""What the emulated ID-003 acceptor is and says, command by command."""

import pytest

from tests.drivers.bills import reader as r
from tests.drivers.bills.hosts import Id003Host
from tests.drivers.bills.lines import Clock

TICKET = "123456789012345678"


@pytest.fixture
def line() -> Clock:
    return Clock("id003")


@pytest.fixture
def host(line: Clock) -> Id003Host:
    return Id003Host(line).ready()


def statuses(host: Id003Host, last: int) -> list[int]:
    """Every status once, in its order, until this one."""
    seen: list[int] = []
    host.until(lambda: (seen.append(host.status()), seen[-1] == last)[1], f"{last:#04x}")  # type: ignore[func-returns-value]
    return [status for before, status in zip([0, *seen], seen, strict=False) if status != before]


def test_it_says_who_it_is_and_what_each_note_is_worth(host: Id003Host) -> None:
    assert host.ask(0x88) == b"\x88E(USA)-71-SS ID003-01V100-01 19NOV26 5A1C"
    assert host.ask(0x89) == b"\x89EMU1"
    told = host.ask(0x8A)
    assert told is not None
    four = [tuple(told[start : start + 4]) for start in range(1, len(told), 4)]
    assert [code for code, *_ in four] == list(range(0x61, 0x68))
    assert {country for _, country, *_ in four} == {1}
    assert [value * 10**zeros for *_, value, zeros in four] == [1, 2, 5, 10, 20, 50, 100]


@pytest.mark.parametrize("command, length", [*zip(range(0xC0, 0xC8), (2, 2, 1, 1, 1, 2, 2, 1), strict=True)])
def test_a_setting_is_repeated_and_can_be_read_and_is_lost_by_a_reset(
    host: Id003Host, command: int, length: int
) -> None:
    before = host.ask(command - 0x40)
    data = bytes([0x5A]) * length
    assert host.ask(command, data) == bytes([command]) + data
    assert host.ask(command - 0x40) == bytes([command - 0x40]) + data
    assert host.ask(command, data + b"\0") == bytes([r.INVALID])
    host.do(r.RESET)
    assert before is not None
    assert host.ask(command - 0x40) not in (None, bytes([command - 0x40]) + data)


def test_a_start_waits_for_reset_and_then_initializes_into_being_disabled(line: Clock) -> None:
    host = Id003Host(line)
    host.shown(up=True)
    line.wait(100)
    assert host.status() == r.POWER_UP
    host.do(r.RESET)
    assert statuses(host, r.DISABLED) == [r.INITIALIZE, r.DISABLED]


def test_a_note_goes_through_its_statuses_in_order(host: Id003Host) -> None:
    host.order("note 20")
    assert statuses(host, r.ESCROW) == [r.ACCEPTING, r.ESCROW]
    host.do(r.STACK_1)
    assert statuses(host, r.VEND_VALID) == [r.STACKING, r.VEND_VALID]
    host.acknowledge()
    assert statuses(host, r.IDLING) == [r.STACKED, r.IDLING]


def test_an_early_vend_valid_comes_before_the_note_is_in_the_box_and_a_late_one_after(host: Id003Host) -> None:
    for stack, box in ((r.STACK_1, []), (r.STACK_2, ["US10", "US10"])):
        host.note_in_escrow()
        host.do(stack)
        host.hears(r.VEND_VALID)
        assert host.show()["box"] == box
        host.acknowledge()
        host.hears(r.IDLING)


def test_vend_valid_waits_for_its_acknowledgement_however_long_that_takes(line: Clock, host: Id003Host) -> None:
    host.note_in_escrow()
    host.stacked()
    line.wait(3600)
    assert host.status() == r.VEND_VALID
    host.acknowledge()
    host.hears(r.IDLING)


def test_a_note_goes_back_when_nobody_says_what_to_do_for_ten_seconds(line: Clock, host: Id003Host) -> None:
    host.note_in_escrow()
    began = line.now
    host.hears(r.RETURNING)
    assert 9.5 < line.now - began < 10.5


def test_a_note_goes_back_when_nobody_polls_for_three_seconds(line: Clock, host: Id003Host) -> None:
    host.note_in_escrow()
    line.wait(2.9)
    assert host.status() == r.ESCROW
    line.wait(3.1)
    assert host.status() == r.RETURNING


def test_a_note_that_is_held_waits_ten_seconds_from_the_last_hold(line: Clock, host: Id003Host) -> None:
    host.note_in_escrow()
    for _ in range(3):
        host.do(r.HOLD)
        began = line.now
        host.until(lambda: (host.status(), line.now - began > 9)[1], "nine seconds")  # noqa: B023
        assert host.status() == r.HOLDING
    host.hears(r.RETURNING)


def test_wait_adds_three_seconds(line: Clock, host: Id003Host) -> None:
    host.note_in_escrow()
    began = line.now
    host.do(r.WAIT)
    host.hears(r.RETURNING)
    assert 12.5 < line.now - began < 13.5


@pytest.mark.parametrize("settings, barred", [((0xC3, 1), "both"), ((0xC7, 1), "note"), ((0xC7, 2), "ticket")])
def test_what_is_inhibited_is_rejected_for_that(host: Id003Host, settings: tuple[int, int], barred: str) -> None:
    host.set(*settings)
    assert host.status() == (r.DISABLED if barred == "both" else r.IDLING)
    for sort, order in (("note", "note 5"), ("ticket", f"ticket {TICKET}")):
        host.order(order)
        if barred in (sort, "both"):
            host.hears(r.REJECTING)
            assert host.ask(r.STATUS) == bytes([r.REJECTING, 0x79])
        else:
            host.hears(r.ESCROW)
            host.do(r.RETURN)
        host.shown(stage="empty")


def test_a_type_that_is_disabled_is_rejected_and_all_of_them_disable_it(host: Id003Host) -> None:
    host.set(0xC0, 0b1000, 0)
    host.order("insert 4")
    host.hears(r.REJECTING, r.IDLING)
    host.note_in_escrow(5)
    host.do(r.RETURN)
    host.set(0xC0, 0xFF, 0xFF)
    host.set(0xC7, 2)
    host.hears(r.DISABLED)


def test_a_false_note_is_rejected(host: Id003Host) -> None:
    host.order("insert false")
    host.hears(r.REJECTING)
    assert host.ask(r.STATUS) == bytes([r.REJECTING, 0x76])
    host.shown(returned=["false"])


@pytest.mark.parametrize("command", [r.STACK_1, r.STACK_2, r.RETURN, r.HOLD, 0x77])
def test_a_command_out_of_place_is_invalid(host: Id003Host, command: int) -> None:
    assert host.ask(command) == bytes([r.INVALID])


def test_a_reset_gives_a_note_in_escrow_back_and_takes_vend_valid_away(host: Id003Host) -> None:
    host.note_in_escrow(5)
    host.reset()
    host.hears(r.IDLING)
    assert host.show()["returned"] == ["US20"]
    host.note_in_escrow(4)
    host.stacked()
    host.reset()
    host.hears(r.IDLING)
    assert host.show()["box"] == ["US10"]


@pytest.mark.parametrize(
    "frame",
    [
        r.id003_frame(r.STATUS)[:-1] + b"\0",
        r.id003_frame(r.STATUS)[:3],
        b"\0\1\2",
        b"\xfc\2",
        b"\xfc" * 40,
        r.id003_frame(r.ACK),
    ],
    ids=["a wrong CRC", "half a frame", "noise", "a length that cannot be", "nothing but SYNC", "an ACK for nothing"],
)
def test_what_it_does_not_understand_is_not_answered(line: Clock, host: Id003Host, frame: bytes) -> None:
    assert line.exchange(frame, bool) == b""
    line.wait(0.2)
    assert host.status() == r.IDLING


def test_a_frame_is_found_behind_noise_and_byte_by_byte(line: Clock) -> None:
    Id003Host(line).ready()
    poll, idling = r.id003_frame(r.STATUS), r.id003_frame(r.IDLING)
    line.wait(0.2)
    assert line.exchange(b"\0\xff\xfc\1" + poll, bool) == idling
    assert b"".join(line.exchange(bytes([byte]), bool) for byte in poll) == idling
    assert line.exchange(poll * 2, bool) == idling * 2


def test_the_last_type_of_the_longest_data_set_is_no_ticket(host: Id003Host) -> None:
    host.order("notes EU:1,2,3,4,5,6,7,8,9,10,11,12,13,14")
    host.order("insert 14")
    host.hears(r.ESCROW)
    assert host.ask(r.STATUS) == b"\x13\x6e"
