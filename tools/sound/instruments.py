"""What sounds: each instrument returns samples between -1 and 1, `RATE` of them a second. Pure, and always the same."""

from collections.abc import Iterable, Sequence
from math import cos, exp, pi, sin
from random import Random

RATE = 24_000
Samples = list[float]

VIBRAPHONE = ((1.0, 1.0, 1.0), (4.0, 0.22, 0.32), (10.1, 0.06, 0.12))
"""Partials of a tuned bar: how many times the note, how loud, how long beside the lowest."""
GLOCKENSPIEL = ((1.0, 1.0, 1.0), (2.76, 0.35, 0.6), (5.4, 0.16, 0.35), (8.9, 0.07, 0.2))
WOOD = ((1.0, 1.0, 1.0), (2.57, 0.5, 0.6), (4.6, 0.2, 0.4))
CLAY = ((1.0, 0.7, 1.0), (1.73, 1.0, 0.8), (2.61, 0.6, 0.6), (3.98, 0.35, 0.45))
"""A chip on a chip: nothing of it is in tune."""

Partials = Sequence[tuple[float, float, float]]


def hertz(note: str) -> float:
    """`A4` is 440; `F#5` and the like."""
    steps = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
    return float(440 * 2 ** ((steps[note[0]] + note.count("#")) / 12 + int(note[-1]) - 4))


def struck(pitch: float, lasts: float, partials: Partials, hard: float = 0.002) -> Samples:
    """A bar that is hit: each partial fades by itself; `hard` is how many seconds the hit takes."""
    found = [0.0] * int(RATE * lasts)
    for times, loud, long in partials:
        turn, decay = 2 * pi * pitch * times / RATE, exp(-5.5 / (RATE * lasts * long))
        if pitch * times > RATE * 0.45:
            continue
        # A decaying sine is the imaginary part of a number that turns and shrinks.
        re, im, c, s = loud, 0.0, cos(turn) * decay, sin(turn) * decay
        for n in range(len(found)):
            found[n] += im
            re, im = re * c - im * s, re * s + im * c
    return faded(found, hard, 0.01)


def blown(pitch: float, lasts: float, bright: float = 7.0) -> Samples:
    """Brass: the louder, the more overtones; it swells, stands, and goes."""
    found = [0.0] * int(RATE * lasts)
    voices = [(number, detune) for number in range(1, 10) for detune in (-0.9, 1.1)]
    for number, detune in voices:
        turn = 2 * pi * (pitch * number + detune) / RATE
        if pitch * number > RATE * 0.42:
            continue
        c, s, re, im = cos(turn), sin(turn), 1.0, 0.0
        for n in range(len(found)):
            part = n / len(found)
            swell = min(1.0, part / 0.08) * (1.0 - 0.55 * part)
            found[n] += im * exp(-number / (bright * (0.25 + swell))) * swell / number**0.3
            re, im = re * c - im * s, re * s + im * c
    return faded(found, 0.02, 0.12)


def hiss(lasts: float, low: float, high: float, seed: int) -> Samples:
    """Noise between two pitches: cloth, air, sparks."""
    chance = Random(seed)
    up, down = exp(-2 * pi * high / RATE), exp(-2 * pi * low / RATE)
    soft = deep = 0.0
    found = []
    for _ in range(int(RATE * lasts)):
        soft += (1 - up) * (chance.uniform(-1, 1) - soft)
        deep += (1 - down) * (soft - deep)
        found.append(soft - deep)
    return found


def gliding(low: float, high: float, lasts: float) -> Samples:
    """A tone that climbs."""
    found, phase = [], 0.0
    total = int(RATE * lasts)
    for n in range(total):
        phase += 2 * pi * low * (high / low) ** (n / total) / RATE
        found.append((sin(phase) + 0.4 * sin(2 * phase) + 0.2 * sin(3 * phase)) * (n / total))
    return found


def faded(samples: Samples, rises: float, falls: float) -> Samples:
    """Without a click at either end."""
    up, down, total = max(1, int(RATE * rises)), max(1, int(RATE * falls)), len(samples)
    return [one * min(1.0, n / up, (total - n) / down) for n, one in enumerate(samples)]


def dying(samples: Samples, half: float) -> Samples:
    """Half as loud every so many seconds."""
    keeps = 0.5 ** (1 / (RATE * half))
    loud, found = 1.0, []
    for one in samples:
        found.append(one * loud)
        loud *= keeps
    return found


def together(*parts: tuple[float, float, Samples]) -> Samples:
    """Each from its second on, so loud."""
    total = max(int(RATE * begins) + len(samples) for begins, _, samples in parts)
    found = [0.0] * total
    for begins, loud, samples in parts:
        at = int(RATE * begins)
        for n, one in enumerate(samples, at):
            found[n] += loud * one
    return found


def in_a_room(samples: Samples, wet: float, tail: float = 0.8) -> Samples:
    """Four echoes that feed themselves, and two that smear: a small hall with cloth on its tables."""
    dry = samples + [0.0] * int(RATE * tail)
    echoed = [0.0] * len(dry)
    for delay, back in ((0.0297, 0.74), (0.0371, 0.72), (0.0411, 0.70), (0.0437, 0.68)):
        for n, one in enumerate(_comb(dry, int(RATE * delay), back)):
            echoed[n] += one * 0.25
    for delay in (0.005, 0.0017):
        echoed = _smeared(echoed, int(RATE * delay))
    return [one + wet * echo for one, echo in zip(dry, echoed, strict=True)]


def _comb(samples: Samples, delay: int, back: float) -> Iterable[float]:
    ring, dull = [0.0] * delay, 0.0
    for n, one in enumerate(samples):
        heard = ring[n % delay]
        dull += 0.55 * (heard - dull)  # what comes back is duller each time
        ring[n % delay] = one + dull * back
        yield heard


def _smeared(samples: Samples, delay: int) -> Samples:
    ring, found = [0.0] * delay, []
    for n, one in enumerate(samples):
        held = ring[n % delay]
        out = held - 0.5 * one
        ring[n % delay] = one + 0.5 * out
        found.append(out)
    return found


def levelled(samples: Samples, peak: float) -> Samples:
    """As loud as that at its loudest."""
    most = max(map(abs, samples)) or 1.0
    return [one * peak / most for one in samples]
