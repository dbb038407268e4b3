"""The link, driven by hand: a clock that is told, bytes that are given."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.common.serial.codec import Frame, FrameReader
from drivers.common.serial.link import LONGEST_QUEUE, Answered, Event, Link, Reported, Silent, Unanswered
from drivers.common.serial.messages import (
    Ack,
    Hello,
    Identity,
    LampLit,
    Result,
    SelfTest,
    SelfTested,
    Spoken,
    Status,
    StatusNow,
    to_bytes,
)
from drivers.common.serial.statistics import Statistics
from drivers.dice.codec import VOCABULARY, Booted, ResultNow

IDENTITY = Identity(b"BOXDICE1", 1001, 1, 4, 7)
STATUS = StatusNow(1, 0, 0, 0, 30, 0, 0)


class Unit:
    """The other end, in a test's hand."""

    def __init__(self) -> None:
        self.link = Link(Statistics(), VOCABULARY)
        self.link.reset()
        self.now = 0.0

    def heard(self) -> list[tuple[int, Spoken]]:
        """What the link has sent since the last look: seq and message."""
        frames = [frame for frame in FrameReader().feed(self.link.take_output()) if isinstance(frame, Frame)]
        return [(frame.seq, message) for frame in frames if isinstance(message := VOCABULARY.read(frame), Spoken)]

    def says(self, message: Spoken, seq: int) -> list[Event]:
        return self.link.feed(to_bytes(message, seq), self.now)

    def after(self, seconds: float) -> list[Event]:
        """Let time pass, doing everything when it is due."""
        events: list[Event] = []
        end = self.now + seconds
        while self.link.deadline() <= end:
            self.now = max(self.now, self.link.deadline())
            events += self.link.due(self.now)
        self.now = end
        return events


def test_a_request_is_answered_by_the_reply_with_its_number() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    ((seq, hello),) = unit.heard()
    assert hello == Hello()
    assert unit.says(IDENTITY, seq + 1) == []
    assert unit.says(STATUS, seq) == []
    assert unit.says(IDENTITY, seq) == [Answered(Hello(), IDENTITY)]


def test_an_unanswered_request_is_sent_four_times_with_the_same_number_and_then_the_link_is_lost() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    assert unit.after(0.79) == []
    assert unit.heard() == [(1, Hello())] * 4
    assert unit.after(0.02) == [Silent("no reply to HELLO, sent 4 times")]
    assert unit.link.statistics.retries == 3


def test_a_second_answer_to_the_same_request_is_counted_and_no_more() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    assert unit.says(IDENTITY, 1) != []
    assert unit.says(IDENTITY, 1) == []
    assert unit.link.statistics.strays == 1


def test_an_answer_for_another_roll_is_no_answer() -> None:
    unit = Unit()
    unit.link.ask(Result(5), 0.0)
    assert unit.says(ResultNow(4, 0, 1, 1, 1, 1, 0, bytes(8)), 1) == []
    assert unit.says(ResultNow(5, 0, 1, 1, 1, 1, 0, bytes(8)), 1) != []


def test_one_request_is_under_way_at_a_time_and_the_others_wait_in_turn() -> None:
    unit = Unit()
    unit.link.ask(Result(5), 0.0)
    unit.link.ask(Result(6), 0.0)
    assert unit.heard() == [(1, Result(5))]
    unit.says(ResultNow(5, 0, 1, 1, 1, 1, 0, bytes(8)), 1)
    assert unit.heard() == [(2, Result(6))]


def test_requests_that_wait_are_bounded() -> None:
    unit = Unit()
    asked = [unit.link.ask(Hello(), 0.0) for _ in range(LONGEST_QUEUE + 5)]
    assert asked.count(True) == LONGEST_QUEUE + 1  # the first does not wait


def test_every_report_is_acknowledged_also_the_hundredth_repeat_of_it() -> None:
    unit = Unit()
    for _ in range(100):
        assert unit.says(Booted(7), 12) == [Reported(Booted(7))]
    assert [message for _, message in unit.heard()] == [Ack(0x94, 12)] * 100


def test_status_is_polled_every_half_second() -> None:
    unit = Unit()
    unit.link.begin_polling(0.0)
    polls = []
    for _ in range(16):
        unit.after(0.125)
        for seq, message in unit.heard():
            polls.append((unit.now, message))
            unit.says(STATUS, seq)
    assert polls == [
        (0.125, Status()),
        (0.5, Status()),
        (1.0, Status()),
        (1.5, Status()),
        (2.0, Status()),
    ]


def test_three_polls_in_a_row_without_reply_are_a_lost_link() -> None:
    unit = Unit()
    unit.link.begin_polling(0.0)
    assert unit.after(1.49) == []
    assert len({seq for seq, _ in unit.heard()}) == 3
    assert unit.after(0.02)[0] == Silent("no reply to 3 STATUS polls in a row")


def test_a_poll_that_is_answered_at_the_second_asking_is_no_missed_poll() -> None:
    unit = Unit()
    unit.link.begin_polling(0.0)
    for _ in range(10):
        assert unit.after(0.25) == []
        heard = unit.heard()
        if len(heard) >= 2:
            unit.says(STATUS, heard[-1][0])
            unit.after(0.25)
            unit.heard()


def in_self_test() -> tuple[Unit, int]:
    """A unit that has just been asked to test itself, and the number of that request."""
    unit = Unit()
    unit.link.begin_polling(0.0)
    unit.link.ask(SelfTest(), 0.0)
    ((seq, asked),) = unit.heard()
    assert asked == SelfTest()
    return unit, seq


def answering_polls(unit: Unit, seconds: float) -> tuple[list[Event], int]:
    """What the link tells while the unit answers STATUS and nothing else, and how often it was polled."""
    events: list[Event] = []
    polls = 0
    for _ in range(round(seconds / 0.02)):
        events += unit.after(0.02)
        for seq, message in unit.heard():
            assert message == Status()
            polls += 1
            unit.says(STATUS, seq)
    return events, polls


def test_a_unit_that_tests_itself_is_given_ten_seconds_and_is_polled_all_the_while() -> None:
    unit, seq = in_self_test()
    assert answering_polls(unit, 10.0) == ([], 20)
    assert unit.says(SelfTested(0), seq) == [Answered(SelfTest(), SelfTested(0))]


def test_a_unit_that_dies_in_a_self_test_is_lost_after_three_polls() -> None:
    unit, _ = in_self_test()
    assert unit.after(1.6)[0] == Silent("no reply to 3 STATUS polls in a row")


def test_a_self_test_without_answer_is_given_up_after_ten_seconds_and_the_link_is_not() -> None:
    unit, _ = in_self_test()
    unit.link.ask(Hello(), unit.now)
    assert answering_polls(unit, 10.0) == ([], 20)
    assert unit.after(0.3) == [Unanswered(SelfTest())]
    assert Hello() in [message for _, message in unit.heard()]  # what waited behind it goes on


def test_an_echo_of_our_own_words_is_no_reply() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    assert unit.link.feed(unit.link.take_output(), 0.0) == []
    assert unit.link.statistics.strays == 1


def test_what_a_link_forgets_is_asked_no_more() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    unit.link.begin_polling(0.0)
    unit.link.reset()
    assert unit.after(10.0) == []
    assert unit.heard() == []


def test_the_round_trip_is_measured_on_requests_sent_once() -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    unit.now = 0.02
    unit.says(IDENTITY, 1)
    assert unit.link.statistics.round_trip == pytest.approx(0.02)


NOISE = st.one_of(
    st.binary(max_size=120),
    st.builds(
        to_bytes,
        st.sampled_from([IDENTITY, STATUS, Booted(1), Hello(), LampLit(), Ack(1, 2), SelfTested(9)]),
        st.integers(0, 255),
    ),
)


@settings(max_examples=150)
@given(st.lists(st.tuples(NOISE, st.floats(0, 1)), max_size=30))
def test_no_bytes_at_any_time_crash_hang_or_grow_the_link(noise: list[tuple[bytes, float]]) -> None:
    unit = Unit()
    unit.link.ask(Hello(), 0.0)
    unit.link.begin_polling(0.0)
    for data, pause in noise:
        unit.link.feed(data, unit.now)
        unit.link.feed(b"\0", unit.now)
        unit.after(pause)
        assert len(unit.link.take_output()) < 30 * (len(data) + 10)
    unit.link.reset()
    unit.link.ask(Hello(), unit.now)
    ((seq, _),) = unit.heard()
    assert unit.says(IDENTITY, seq) == [Answered(Hello(), IDENTITY)]
