"""One spin in time: when its stages come, and what the unit would measure at any moment of it."""

from dataclasses import dataclass, replace

from tools.emulators.common.reports import FOREVER
from tools.emulators.wheel.fate import ENDS, OUTCOMES, End, Fate, Fates
from tools.emulators.wheel.memory import SpinKept
from tools.emulators.wheel.physics import GIVEN_UP, Flight, launch, measured_rpm
from tools.emulators.wheel.wire import NO_NUMBER, Spun

WAITING, LAUNCHED, TURNING, LEAVING, LANDED, DONE = range(6)
"""Stages as BALL counts them, with what lies before and after them."""
HALF_A_TURN = 0.5
PARTS = ("launch", "track", "rattle", "reading")
"""Parts of a spin whose time a person can order."""
LONGEST_ELAPSED = 0xFFFF
ROTOR_STANDS = (OUTCOMES["rotor-stopped"], OUTCOMES["rotor-not-turning"])


@dataclass(frozen=True)
class Wish:
    """What the host asked for."""

    spin_id: int
    rotor: int
    strength: int
    hold: float
    nonce: bytes


@dataclass
class Spin:
    """A spin under way. Moments are on the unit's clock, flight times in the seconds of the wheel."""

    wish: Wish
    fate: Fate
    flight: Flight
    moments: list[tuple[float, int]]
    launched: float
    second: float
    """How long a second of the wheel takes."""
    flags: int
    stage: int = WAITING

    def next_time(self) -> float:
        """When the next stage comes."""
        return self.moments[0][0]

    def middle_of(self, now: float) -> float:
        """Half the way from now to the next stage."""
        return (now + self.next_time()) / 2

    def flown(self, now: float) -> float:
        """Seconds of the wheel since the launch."""
        return max(0.0, (now - self.launched) / self.second)

    def measured(self, now: float, outcome: int) -> Spun:
        """The result, were it found now."""
        spin_id = self.wish.spin_id
        if self.stage == WAITING:
            rpm = 0 if outcome in ROTOR_STANDS else self.wish.rotor
            return Spun(spin_id, outcome, rotor=rpm, flags=self.flags)
        time = self.flight.rest if self.stage == LANDED else min(self.flown(now), GIVEN_UP)
        return Spun(
            spin_id,
            outcome,
            self.flight.number if outcome == OUTCOMES["ok"] else NO_NUMBER,
            self.flight.revolutions(time),
            self.flight.ball,
            0 if outcome in ROTOR_STANDS else measured_rpm(self.flight.rpm(time)),
            min(round(time * 1000), LONGEST_ELAPSED),
            self.flags,
        )

    def kept(self, now: float) -> SpinKept:
        """What has to survive power loss."""
        found = self.measured(now, OUTCOMES[self.fate.outcome])
        return SpinKept(
            spin_id=found.spin_id,
            nonce=self.wish.nonce.hex(),
            stage=self.stage,
            revolutions=found.revolutions,
            ball=found.ball,
            rotor=found.rotor,
            elapsed=found.elapsed,
            outcome=found.outcome,
            lies_in=self.flight.number,
        )


def begin(wish: Wish, fate: Fate, chances: Fates, times: dict[str, float], now: float, second: float) -> Spin:
    """A spin from now on, with every moment that it will have."""
    flight = launch(chances.chance(wish.spin_id), wish.rotor, wish.strength, fate.number)
    flight = _timed(_fated(flight, fate), times)
    launched = now + (wish.hold + flight.wind_up) * second
    end = ENDS[fate.outcome] if flight.rest <= GIVEN_UP else End.NEVER_RESTS
    if end is End.NEVER_RESTS:
        fate = replace(fate, outcome="no-compartment")
    moments = [(launched + time * second, stage) for time, stage in _course(flight, end)]
    return Spin(wish, fate, flight, moments, launched, second, 0)


def _fated(flight: Flight, fate: Fate) -> Flight:
    """The flight as a person wants to see it fail."""
    match fate.outcome:
        case "same-direction":
            return replace(flight, ball=-flight.ball)
        case "few-revolutions":
            return flight.with_turns(3 if fate.revolutions is None else fate.revolutions)
        case "no-compartment":
            return replace(flight, rest=FOREVER)
        case "rotor-stopped":
            return replace(flight, rotor_stops=flight.track / 2)
    return flight


def _timed(flight: Flight, times: dict[str, float]) -> Flight:
    """The flight with the times that a person ordered."""
    if "track" in times:
        flight = flight.on_track_for(max(times["track"], 0.001))
    return replace(
        flight,
        wind_up=times.get("launch", flight.wind_up),
        rest=flight.track + times["rattle"] if "rattle" in times else flight.rest,
        reading=times.get("reading", flight.reading),
    )


def _course(flight: Flight, end: End) -> list[tuple[float, int]]:
    """Stages and the times they are reached at, from the launch on; the last is the result."""
    turning = _time_of(flight, HALF_A_TURN)
    stages = [(0.0, LAUNCHED), (turning, TURNING), (flight.track, LEAVING), (flight.rest, LANDED)]
    match end:
        case End.BEFORE_LAUNCH:
            return [(0.0, DONE)]
        case End.TURNING:
            return [*stages[:2], ((turning + flight.track) / 2, DONE)]
        case End.FALLING:
            return [*stages[:3], ((flight.track + flight.rest) / 2, DONE)]
        case End.NEVER_RESTS:
            return [*(stage for stage in stages[:3] if stage[0] < GIVEN_UP), (GIVEN_UP, DONE)]
        case End.READING:
            return [*stages, (flight.rest + flight.reading, DONE)]


def _time_of(flight: Flight, turns: float) -> float:
    """When the ball has gone so far on the track, or halfway to the track's end if it never goes so far."""
    early, late = 0.0, flight.track
    if flight.turns(late) <= turns:
        return late / 2
    for _ in range(30):
        middle = (early + late) / 2
        early, late = (middle, late) if flight.turns(middle) < turns else (early, middle)
    return late
