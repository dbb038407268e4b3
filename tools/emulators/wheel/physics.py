"""A ball on its track and a rotor that turns under it: from launch to rest, in closed form.

On the track the ball is slowed by friction and by air: its speed falls by FRICTION + AIR·speed². Once it is too slow
for the slope it leaves the track, falls past the deflectors and hops over compartments until one of them holds it.
All angles are in radians, clockwise seen from above, all times in seconds from the launch.
"""

from dataclasses import dataclass, replace
from math import atan, cos, floor, log, sqrt, tan, tau
from random import Random

COMPARTMENTS = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""Round the rotor of a single-zero wheel, clockwise."""
FRICTION, AIR = 0.15, 0.006
SLOWEST_ON_TRACK = sqrt(9.81 * 0.2126 / 0.38)
"""Where the slope (12 degrees, radius 0.38 m) wins: rad/s."""
WEAKEST, PER_STRENGTH = 5.75, 0.0093
"""Speed of the ball at launch by the strength of the air: even the weakest keeps it on the track for 13 s."""
ROTOR_SLOWS = 0.055
"""rpm per second, while the ball is up."""
WIND_UP, FALL, HOP, READING = (0.5, 2.0), (1.5, 2.5), (0.2, 0.6), (0.4, 1.2)
FEWEST_HOPS, MOST_HOPS = 2, 6
GIVEN_UP = 60.0
MOST_REVOLUTIONS = 255

SPEED, SWING = sqrt(FRICTION / AIR), sqrt(FRICTION * AIR)
"""The ball's speed at a time is SPEED · tan(phase − SWING · time)."""


@dataclass(frozen=True)
class Flight:
    """One ball, from launch to rest."""

    ball: int
    """+1 clockwise, −1 anticlockwise."""
    rotor: int
    """rpm at the launch."""
    phase: float
    """Of the ball's speed at the launch."""
    track: float
    """Until it leaves the track."""
    rest: float
    """Until it lies still; infinite if it never does."""
    number: int
    wind_up: float
    """Until the air launches it, after the wait that was asked for."""
    reading: float
    """From the rest to the result."""
    slowness: float = 1.0
    """How much longer than it should the ball stays on the track."""
    sweep: float = 1.0
    """The part of its way that it really makes."""
    rotor_stops: float = float("inf")

    def turns(self, time: float) -> float:
        """How often the ball has been round the track."""
        swung = self.phase - SWING * min(time, self.track) / self.slowness
        return self.sweep * log(cos(swung) / cos(self.phase)) / AIR / tau

    def revolutions(self, time: float) -> int:
        """Whole turns, as the unit counts them."""
        return min(int(self.turns(time)), MOST_REVOLUTIONS)

    def rpm(self, time: float) -> float:
        """The rotor's speed; it keeps its way round."""
        way = 1 if self.rotor > 0 else -1
        return 0.0 if time >= self.rotor_stops else way * max(0.0, abs(self.rotor) - ROTOR_SLOWS * time)

    def on_track_for(self, seconds: float) -> "Flight":
        """The same ball, so long on the track; it falls as long as it did."""
        longer = seconds / self.track
        return replace(self, track=seconds, rest=seconds + self.rest - self.track, slowness=self.slowness * longer)

    def with_turns(self, revolutions: int) -> "Flight":
        """The same ball, going round so often in all that time."""
        return replace(self, sweep=(revolutions + 0.5) / self.turns(self.track))


def launch(source: Random, rotor: int, strength: int, wanted: int | None = None) -> Flight:
    """A ball against the rotor; a number that is wanted comes by where the rotor stands at the launch."""
    ball = -1 if rotor > 0 else 1
    speed = (WEAKEST + PER_STRENGTH * strength) * source.uniform(0.985, 1.015)
    phase = atan(speed / SPEED)
    track = (phase - atan(SLOWEST_ON_TRACK * source.uniform(0.99, 1.01) / SPEED)) / SWING
    fall = source.uniform(*FALL)
    hops = [source.uniform(*HOP) for _ in range(source.randint(FEWEST_HOPS, MOST_HOPS))]
    flight = Flight(
        ball,
        rotor,
        phase,
        track,
        rest=track + fall + sum(hops),
        number=0,
        wind_up=source.uniform(*WIND_UP),
        reading=source.uniform(*READING),
    )
    found = COMPARTMENTS[_compartment(flight, fall, hops, source)]
    return replace(flight, number=found if wanted is None else wanted)


def _compartment(flight: Flight, fall: float, hops: list[float], source: Random) -> int:
    """Where on the rotor the ball comes to lie."""
    fell = SPEED * tan(flight.phase - SWING * flight.track) * fall / 2
    deflected = source.gauss(0.0, 0.5) if source.random() < 0.6 else 0.0
    ball = flight.ball * (flight.turns(flight.track) * tau + fell + deflected)
    mean_rpm = (flight.rotor + flight.rpm(flight.rest)) / 2
    rotor = source.uniform(0.0, tau) + mean_rpm / 60 * flight.rest * tau
    hopped = sum(source.gauss(0.0, 6.0 * hop) for hop in hops)
    turned = (ball - rotor) / tau % 1.0
    return floor(turned * len(COMPARTMENTS) + hopped) % len(COMPARTMENTS)


def measured_rpm(rpm: float) -> int:
    """As the unit reports it: away from zero, so that 0 means standstill."""
    whole = int(abs(rpm)) + (abs(rpm) % 1.0 > 0)
    return whole if rpm > 0 else -whole
