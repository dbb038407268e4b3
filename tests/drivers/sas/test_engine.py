"""Who is polled, who answers, what was acknowledged, what is said again."""

from hypothesis import given
from hypothesis import strategies as st

from controller.protocol.devices.sas import SasEvent
from drivers.sas.codec import ByteHeard, bcd, from_bcd, is_sound, sealed
from drivers.sas.engine.address import TakenByHost
from drivers.sas.polls.table import POLLS
from tests.drivers.sas.bench import NOON, Bench, image


def events(*codes: int) -> tuple[SasEvent, ...]:
    return tuple(SasEvent(number=place + 1, code=code) for place, code in enumerate(codes))


def test_the_seal_is_that_of_kermit_low_byte_first() -> None:
    assert sealed(b"123456789")[-2:] == bytes.fromhex("8921")
    assert is_sound(sealed(b"\x01\x02"))
    assert not is_sound(b"\x01\x02\x00\x00")


def test_digits_are_two_a_byte() -> None:
    assert bcd(1234, 4).hex() == "00001234"
    assert (from_bcd(bytes.fromhex("0987")), from_bcd(b"\x0a")) == (987, None)


# ---- who answers -----------------------------------------------------------------------------------


def test_nothing_is_said_after_a_start_until_another_machine_was_polled() -> None:
    bench = Bench(image(events=events(0x11)))
    assert (bench.general(), bench.poll("11")) == (b"", b"")
    bench.general(7)
    assert bench.general() == b"\x11"


def test_the_beat_of_address_0_wakes_as_well() -> None:
    bench = Bench()
    bench.general(0)
    assert bench.general() == b"\x00"


def test_an_order_that_comes_before_that_is_not_followed() -> None:
    bench = Bench()
    assert bench.sealed("01") == b""
    assert bench.orders() == []


def test_each_address_answers_for_itself_and_nobody_for_a_strange_one() -> None:
    bench = Bench(image(1, events=events(0x11)), image(2, seat=4, events=events(0x12)), image(5)).awake()
    assert [bench.general(number) for number in (1, 2, 5, 6)] == [b"\x11", b"\x12", b"\x00", b""]
    assert bench.poll("55", address=2)[0] == 2


def test_a_first_byte_without_the_mark_is_no_poll() -> None:
    bench = Bench().awake()
    for value in b"\x81\x01\x11":
        bench.engine.feed(ByteHeard(value, False), bench.now, NOON)
    assert bench.said() == b""


def test_where_the_line_cannot_tell_marks_a_poll_begins_after_a_whole_one_or_a_pause() -> None:
    bench = Bench(marks=False)
    assert bench.hears(b"\x80\x81") == b"\x00"
    assert bench.hears(b"\x01\x11\x80\x81")[-1:] == b"\x00"
    assert bench.hears(b"\x01\x2f\x05") == b""
    assert bench.hears(b"\x80\x81") == b"\x00", "what was not whole is over after a pause"


# ---- what was acknowledged -------------------------------------------------------------------------


def test_the_same_poll_again_gets_the_same_bytes_and_another_one_takes_the_exception() -> None:
    bench = Bench(image(events=events(0x11, 0x12))).awake()
    assert [bench.general(), bench.general(), bench.general()] == [b"\x11"] * 3
    assert bench.taken() == []
    bench.general(0)
    assert bench.taken() == [1]
    assert bench.general() == b"\x12"
    bench.poll("11")
    assert bench.taken() == [1, 2]
    assert bench.link()["repeated"] == 2


def test_another_machine_that_is_polled_acknowledges_too() -> None:
    bench = Bench(image(events=events(0x11))).awake()
    bench.general()
    bench.poll("11", address=9)
    assert bench.taken() == [1]


def test_meters_are_repeated_as_they_were_said_and_then_told_anew() -> None:
    bench = Bench().awake()
    said = bench.poll("11")
    bench.commit(meters={"wagered": 1})
    assert bench.poll("11") == said
    bench.general(0)
    assert bench.poll("11") != said


def test_a_taken_exception_is_not_told_again_while_its_removal_is_on_its_way_to_the_disk() -> None:
    bench = Bench(image(events=events(0x11, 0x12))).awake()
    bench.general()
    bench.general(0)
    bench.general()
    bench.general(0)
    assert bench.general() == b"\x00"
    bench.commit(events=events(0x11, 0x12, 0x13)[1:])
    assert bench.general() == b"\x13"


def test_when_nobody_knows_whether_the_controller_heard_it_an_exception_is_told_twice_rather_than_never() -> None:
    bench = Bench(image(events=events(0x11))).awake()
    bench.general()
    bench.general(0)
    bench.engine.told_anew()
    assert bench.general() == b"\x11"


def test_a_wrong_seal_or_half_a_poll_acknowledges_nothing_and_is_counted() -> None:
    bench = Bench(image(events=events(0x11))).awake()
    bench.general()
    assert bench.hears(b"\x01\x52\x00\x01\xab\xcd") == b""
    assert bench.hears(b"\x01\x52\x00") == b""
    assert bench.hears(b"\x01\xe7\x01\x02") == b""
    assert bench.general() == b"\x11"
    assert bench.taken() == []
    link = bench.link()
    assert (link["bad_crc"], link["broken"], link["unknown"]) == (1, 1, 1)


def test_two_polls_at_once_are_two_polls() -> None:
    bench = Bench(image(events=events(0x11))).awake()
    bench.passes(0.03)
    for value, mark in ((0x01, True), (0x2F, False), (0x81, True)):
        bench.engine.feed(ByteHeard(value, mark), bench.now, NOON)
    assert bench.said() == b"\x11"


# ---- orders ----------------------------------------------------------------------------------------


def test_an_order_that_is_not_on_the_disk_in_time_is_busy_and_done_once() -> None:
    bench = Bench().awake()
    assert bench.sealed("01") == b""
    assert bench.passes(0.02) == b"\x01\x00"
    assert bench.sealed("01") == b""
    assert bench.passes(0.02) == b"\x01\x00"
    assert bench.commit(done=1, disabled=True) == b""
    assert bench.sealed("01") == b"\x01"
    assert bench.sealed("01") == b"\x01", "an acknowledgement that was not read is said again"
    assert bench.orders() == ["disable"]
    bench.general(0)
    bench.sealed("01")
    assert bench.orders() == ["disable", "disable"], "and a later one is an order of its own"


def test_nobody_is_answered_late() -> None:
    bench = Bench().awake()
    bench.sealed("01")
    bench.general(0)
    assert bench.commit(done=1) == b""
    assert bench.passes(1) == b""


def test_an_order_that_a_controller_may_not_have_heard_is_given_again() -> None:
    bench = Bench().awake()
    bench.sealed("01")
    bench.engine.told_anew()
    bench.passes(0.02)
    bench.sealed("01")
    assert bench.orders() == ["disable", "disable"]
    assert bench.commit(done=2) == b"\x01"


# ---- events in real time ---------------------------------------------------------------------------


def test_in_real_time_an_exception_is_a_sealed_message_with_its_note() -> None:
    told = (SasEvent(number=1, code=0x4F, amount=500), SasEvent(number=2, code=0x11))
    bench = Bench(image(events=told)).awake()
    assert bench.sealed("0e 01") == b"\x01"
    said = bench.general()
    assert is_sound(said)
    assert said[:-2].hex() == "01ff4f" + "37" + "02" + "00000005"
    bench.general(0)
    assert bench.general() == sealed(b"\x01\xff\x11")
    bench.general(0)
    assert bench.general() == b"\x00"
    assert bench.taken() == [1, 2]


def test_polled_a_note_is_one_byte_by_what_it_is_worth() -> None:
    worth = {100: 0x47, 500: 0x48, 1000: 0x49, 2000: 0x4A, 5000: 0x4B, 10_000: 0x4C, 200: 0x4D, 2500: 0x4F}
    for amount, code in worth.items():
        bench = Bench(image(events=(SasEvent(number=1, code=0x4F, amount=amount),))).awake()
        assert bench.general() == bytes((code,))


def test_real_time_is_turned_off_again_and_anything_else_is_refused() -> None:
    bench = Bench(image(events=events(0x11))).awake()
    assert [bench.sealed("0e 01"), bench.sealed("0e 00"), bench.sealed("0e 02")] == [b"\x01", b"\x01", b"\x81"]
    assert bench.general() == b"\x11"


# ---- the loop --------------------------------------------------------------------------------------


def test_when_nothing_is_heard_for_five_seconds_each_address_chirps_until_something_is() -> None:
    bench = Bench(image(1), image(2, seat=4)).awake()
    bench.now += 5.0
    bench.engine.due(bench.now)
    said = bench.engine.take_said()
    assert [(one.data, one.mark) for one in said] == [(b"\x01", True), (b"\x02", True)]
    assert bench.engine.deadline() <= bench.now + 0.2
    assert not bench.link()["loop"]
    bench.general(9)
    assert bench.link()["loop"]
    assert bench.passes(4.9) == b""


def test_a_link_is_down_without_polls_of_its_own_or_without_an_acknowledgement() -> None:
    bench = Bench(image(1, events=events(0x11, 0x12, 0x13))).awake()
    bench.general()
    assert bench.link()["linked"]
    for _ in range(5):
        bench.general(9)
        bench.passes(1.0)
    assert not bench.link()["linked"]
    bench.general()
    bench.general(9)
    assert bench.link()["linked"]
    for _ in range(31):
        bench.general()
        bench.passes(1.0)
    assert not bench.link()["linked"], "it never reads what it is told"
    assert (bench.general(), bench.taken()) == (b"\x13", [1, 2])
    bench.general(9)
    assert bench.link()["linked"]


# ---- anything at all -------------------------------------------------------------------------------

BYTE = st.tuples(st.integers(0, 255), st.sampled_from([True, False, None]), st.floats(0, 0.2))
COMMANDS = st.sampled_from([*POLLS, 0x00, 0x21, 0x4C, 0x72, 0xFF])
MESSAGES = st.builds(
    lambda address, command, data, good: (sealed if good else bytes)(bytes((address, command)) + data),
    st.sampled_from([0, 1, 2, 3]),
    COMMANDS,
    st.binary(max_size=12),
    st.booleans(),
)


@given(st.lists(BYTE, max_size=80))
def test_any_bytes_at_any_time_are_survived_and_answers_are_sealed_or_short(
    line: list[tuple[int, bool | None, float]],
) -> None:
    bench = Bench(image(1, events=events(0x11, 0x51)), image(2, seat=4))
    for value, mark, pause in line:
        bench.now += pause
        bench.engine.feed(ByteHeard(value, mark), bench.now, NOON)
        bench.engine.due(bench.now)
        for said in bench.engine.take_said():
            assert len(said.data) <= 2 or is_sound(said.data)


@given(st.lists(st.one_of(MESSAGES, st.sampled_from([b"\x80", b"\x81", b"\x82", b"\x83"])), max_size=40))
def test_whatever_the_host_says_no_exception_is_taken_that_was_not_told_before(polls: list[bytes]) -> None:
    bench = Bench(image(1, events=events(*range(0x11, 0x19))), image(2, seat=4)).awake()
    told = []
    for poll in polls:
        said = bench.hears(poll)
        if poll == b"\x81" and said not in (b"", b"\x00"):
            told.append(said[0] if len(said) == 1 else said[2])
        taken = [effect.number for effect in bench.effects if isinstance(effect, TakenByHost)]
        assert taken == sorted(set(taken))
        assert {0x10 + number for number in taken} <= set(told)
