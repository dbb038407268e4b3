"""The pieces: one for each thing that happens at a table. All are in D major with the sixth, so that what sounds at
once at eight seats is one chord; nothing that costs a player money has a tune.

The three wins are one phrase (D F# A B D), told in three, in six, and in all its notes with brass under them.
"""

from collections.abc import Callable
from random import Random

from tools.sound.instruments import (
    CLAY,
    GLOCKENSPIEL,
    VIBRAPHONE,
    WOOD,
    Samples,
    blown,
    dying,
    faded,
    gliding,
    hertz,
    hiss,
    in_a_room,
    levelled,
    struck,
    together,
)

PHRASE = ("D5", "F#5", "A5", "B5", "D6")
HITS = (0.357, 0.612, 0.765)
"""When dice that fall touch the table, in seconds: `BOUNCES` of the page's `dice/motion.js`."""


def vibes(note: str, lasts: float = 1.1) -> Samples:
    return struck(hertz(note), lasts, VIBRAPHONE)


def bells(note: str, lasts: float = 1.4) -> Samples:
    return struck(hertz(note), lasts, GLOCKENSPIEL)


def clack(pitch: float, lasts: float, seed: int) -> Samples:
    """Two hard small things that meet."""
    return together((0, 1, struck(pitch, lasts, CLAY, 0.0004)), (0, 0.8, dying(hiss(lasts, 2000, 9000, seed), 0.006)))


def thud(seed: int) -> Samples:
    """A die on cloth."""
    low = struck(128, 0.16, ((1, 1, 1), (1.6, 0.5, 0.6)), 0.001)
    return together(
        (0, 1, low), (0, 0.5, dying(hiss(0.12, 200, 2400, seed), 0.012)), (0, 0.35, clack(1900, 0.05, seed))
    )


def chip() -> Samples:
    """A chip on the felt, and the one beside it that it touches."""
    return together((0, 1, clack(2350, 0.07, 1)), (0.034, 0.45, clack(2810, 0.06, 2)), (0, 0.3, thud(3)))


def refused() -> Samples:
    """A knuckle on the rail, twice: no buzzer."""
    return in_a_room(together((0, 1, struck(196, 0.22, WOOD)), (0.13, 0.9, struck(165, 0.28, WOOD))), 0.12, 0.3)


def tick() -> Samples:
    """One of the last seconds."""
    return together((0, 1, struck(880, 0.09, WOOD, 0.0006)), (0, 0.2, dying(hiss(0.05, 1500, 6000, 5), 0.006)))


def closed() -> Samples:
    """No more bets: the fifth falls home."""
    return in_a_room(together((0, 1, vibes("A4")), (0.16, 1, vibes("D4", 1.4)), (0.16, 0.4, vibes("A3", 1.4))), 0.3)


def shoot() -> Samples:
    """The dice are yours."""
    rising = ((0.0, "A4"), (0.11, "D5"), (0.22, "F#5"), (0.33, "A5"))
    notes = [(at, 0.8, vibes(note)) for at, note in rising]
    return in_a_room(together(*notes, (0.44, 0.5, bells("D6")), (0.44, 0.7, vibes("D5", 1.4))), 0.35)


def shake() -> Samples:
    """Dice under the dome, for as long as a loop lasts: it ends where it begins."""
    chance = Random(7)
    hits = [(n * 0.075 + chance.uniform(0, 0.05), chance.uniform(0.35, 1.0), chance) for n in range(16)]
    parts = [(at, loud, clack(chance.uniform(1500, 2600), 0.055, n)) for n, (at, loud, _) in enumerate(hits)]
    parts += [(at, loud * 0.7, thud(n)) for n, (at, loud, _) in enumerate(hits[::3])]
    return faded(together(*parts)[: int(24_000 * 1.2)], 0.004, 0.02)


def land() -> Samples:
    """They fall, bounce and lie: the second of them a moment after the first."""
    parts = []
    for n, (at, loud) in enumerate(zip(HITS, (1.0, 0.55, 0.3), strict=True)):
        parts += [
            (at, loud, thud(20 + n)),
            (at + 0.028, loud * 0.8, thud(30 + n)),
            (at, loud * 0.4, clack(2100, 0.05, n)),
        ]
    return in_a_room(together(*parts), 0.10, 0.25)


def win_1() -> Samples:
    """Three notes of the phrase."""
    notes = [(n * 0.12, 0.9, vibes(note)) for n, note in enumerate(PHRASE[:3])]
    return in_a_room(together(*notes, (0.24, 0.25, bells("A6"))), 0.3)


def win_2() -> Samples:
    """The phrase and its chord."""
    notes = [(n * 0.115, 0.85, vibes(note)) for n, note in enumerate(PHRASE)]
    chord = [(0.62, 0.6, vibes(note, 1.8)) for note in ("D4", "A4", "F#5", "D6")]
    return in_a_room(together(*notes, *chord, *[(0.62 + n * 0.09, 0.3, bells("D7")) for n in range(3)]), 0.38, 1.0)


def win_3() -> Samples:
    """The phrase twice, the second time higher, with brass under it and bells over it."""
    notes = [(n * 0.13, 0.7, vibes(note)) for n, note in enumerate(PHRASE)]
    notes += [(0.65 + n * 0.13, 0.7, bells(note)) for n, note in enumerate(("F#5", "A5", "B5", "D6", "F#6"))]
    brass = [(0.0, 0.16, blown(hertz(note), 0.6)) for note in ("D3", "A3", "D4")]
    brass += [(0.65, 0.16, blown(hertz(note), 0.6)) for note in ("G3", "B3", "D4")]
    brass += [(1.3, 0.2, blown(hertz(note), 2.0, 8.0)) for note in ("D3", "A3", "D4", "F#4", "A4")]
    chance = Random(11)
    rain = [(1.35 + n * 0.085, 0.16, bells(chance.choice(("A6", "B6", "D7", "F#6")), 0.9)) for n in range(16)]
    return in_a_room(together(*notes, *brass, *rain, (1.3, 0.8, vibes("D5", 2.2))), 0.4, 1.2)


def power() -> Samples:
    """Power Odds are drawn: a charge that climbs, and where it strikes."""
    sparks = [one * (n / 12_000) ** 2 for n, one in enumerate(hiss(0.5, 2500, 9000, 9))]
    strikes = together((0, 1, bells("B5")), (0, 0.8, bells("F#6")), (0, 0.5, dying(hiss(0.4, 900, 8000, 10), 0.05)))
    return in_a_room(together((0, 0.35, gliding(147, 1175, 0.5)), (0, 0.5, sparks), (0.5, 0.9, strikes)), 0.35)


def rung() -> Samples:
    """One rung up; the page plays it higher for each."""
    return in_a_room(together((0, 0.6, vibes("A4", 0.6)), (0.09, 1, vibes("D5", 1.2)), (0.09, 0.3, bells("D6"))), 0.3)


def money() -> Samples:
    """Credits come in."""
    coins = [(n * 0.06, 0.5, struck(pitch, 0.25, GLOCKENSPIEL, 0.0005)) for n, pitch in enumerate((3100, 3480, 2960))]
    return in_a_room(together(*coins, (0.05, 0.7, vibes("A4")), (0.19, 0.8, vibes("D5", 1.3))), 0.25)


def ticket() -> Samples:
    """Paper comes out of the printer."""
    paper = [(n * 0.05, 0.35, faded(hiss(0.045, 900, 5000, n), 0.004, 0.01)) for n in range(8)]
    return in_a_room(together(*paper, (0.42, 0.8, vibes("D5")), (0.56, 0.7, vibes("A4", 1.3))), 0.2)


PIECES: dict[str, tuple[Callable[[], Samples], float]] = {
    "chip": (chip, 0.5),
    "refused": (refused, 0.5),
    "tick": (tick, 0.35),
    "closed": (closed, 0.5),
    "shoot": (shoot, 0.6),
    "shake": (shake, 0.4),
    "land": (land, 0.75),
    "win_1": (win_1, 0.6),
    "win_2": (win_2, 0.75),
    "win_3": (win_3, 0.9),
    "power": (power, 0.55),
    "rung": (rung, 0.6),
    "money": (money, 0.55),
    "ticket": (ticket, 0.5),
}
"""By name: what plays it, and how loud it is beside the others."""


def piece(name: str) -> Samples:
    """The piece of that name, as loud as it is to be."""
    play, loud = PIECES[name]
    return levelled(play(), loud)
