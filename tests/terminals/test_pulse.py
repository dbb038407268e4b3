"""The terminal's heartbeat: how long it takes to come back, and that nothing of it grows."""

from controller.protocol.terminals.version_1 import LONGEST_ROUND_TRIP_MS, Heartbeat
from terminals.player.pulse import MOST_UNDER_WAY, SAID_EVERY, WINDOW, Pulse


class Line:
    """A pulse, and a clock of ours."""

    def __init__(self) -> None:
        self.now = 100.0
        self.pulse = Pulse(lambda: self.now)

    def beats(self, takes: float, times: int = 1) -> None:
        """Said, and given back after so many milliseconds."""
        for _ in range(times):
            beat = self.pulse.beat()
            self.now += takes / 1000
            self.pulse.came_back(beat)


def test_the_last_and_the_longest_round_trip_are_told_every_few_heartbeats() -> None:
    line = Line()
    assert line.pulse.health() is None
    line.beats(40)
    line.beats(2, times=SAID_EVERY - 2)
    assert line.pulse.health() is None
    line.beats(3)
    told = line.pulse.health()
    assert told is not None
    assert (told.round_trip_ms, told.worst_round_trip_ms, told.heartbeats) == (3.0, 40.0, SAID_EVERY)


def test_what_was_long_ago_is_forgotten() -> None:
    line = Line()
    line.beats(900)
    line.beats(1, times=WINDOW + SAID_EVERY - 1)
    told = line.pulse.health()
    assert told is not None
    assert (told.worst_round_trip_ms, told.heartbeats) == (1.0, WINDOW)


def test_heartbeats_that_never_come_back_or_were_never_sent_mean_nothing() -> None:
    line = Line()
    sent = [line.pulse.beat() for _ in range(MOST_UNDER_WAY + 2)]
    for beat in (Heartbeat(n=0), Heartbeat(n=999), sent[0], sent[1]):
        line.pulse.came_back(beat)
    assert line.pulse.health() is None
    line.now += 5
    line.pulse.came_back(sent[-1])
    line.pulse.came_back(sent[-1])
    told = line.pulse.health()
    assert told is not None
    assert (told.round_trip_ms, told.heartbeats) == (5000.0, 1)


def test_a_heartbeat_that_slept_for_a_day_is_told_within_the_bounds_of_the_wire() -> None:
    line = Line()
    line.beats(86_400_000, times=SAID_EVERY)
    told = line.pulse.health()
    assert told is not None
    assert told.worst_round_trip_ms == LONGEST_ROUND_TRIP_MS
