"""Power Odds drawn many times and counted, beside the configured chances: `make chance` draws ten million spots.

    python -m tests.server.chance_statistics 10000000

Each figure is a share with an exact chance, judged by the bound that `boxcars certify` uses; all of them together are
left by a sound generator once in a million runs.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from controller.certify.bounds import interval
from controller.server.host.chance import Chances, SystemChance

SPOTS = tuple(f"spot {number}" for number in range(33))
"""As many as the electronic book draws for a roll."""

BOUNDS = (2, 3, 4, 20, 36, 37, 1000)
FAILS = 1e-6


class Share(NamedTuple):
    """How often something came that comes with an exact chance."""

    name: str
    came: int
    of: int
    chance: Fraction
    expected_of: float

    def inside(self, alpha: float) -> bool:
        exact = {Fraction(1): self.chance, Fraction(0): 1 - self.chance}
        return not self.of or interval(exact, self.of, self.expected_of, alpha).holds(Fraction(self.came, self.of))


def outside(chance: SystemChance, chances: Chances, draws: int) -> list[str]:
    """The names of the figures that chance does not explain."""
    shares = list(counted(chance, chances, draws))
    return [share.name for share in shares if not share.inside(FAILS / (2 * len(shares)))]


def counted(chance: SystemChance, chances: Chances, draws: int) -> Iterator[Share]:
    """Every figure: hits and levels of all and of each spot, pairs of spots, a spot twice running, whole numbers."""
    settings = {"power_odds_chance": str(chances.triggers), "power_odds_high": str(chances.high)}
    rolls = draws // len(SPOTS)
    hit, high, pairs, again, how_many = (
        Counter[str](),
        Counter[str](),
        Counter[tuple[str, str]](),
        Counter[str](),
        Counter[int](),
    )
    before: dict[str, str] = {}
    for _ in range(rolls):
        drawn = chance.draw(SPOTS, settings).levels
        hit.update(drawn.keys())
        high.update(spot for spot, level in drawn.items() if level == "high")
        pairs.update(combinations(drawn, 2))
        again.update(drawn.keys() & before.keys())
        how_many[len(drawn)] += 1
        before = drawn
    p, q = chances
    yield Share("all spots: hit", hit.total(), rolls * len(SPOTS), p, rolls * len(SPOTS))
    yield Share("all spots: high", high.total(), hit.total(), q, float(rolls * len(SPOTS) * p))
    yield Share("nothing drawn", how_many[0], rolls, (1 - p) ** len(SPOTS), rolls)
    for spot in SPOTS:
        yield Share(f"{spot}: hit", hit[spot], rolls, p, rolls)
        yield Share(f"{spot}: high", high[spot], hit[spot], q, max(1.0, float(rolls * p)))
        yield Share(f"{spot}: hit twice running", again[spot], rolls - 1, p * p, rolls)
    for pair in combinations(SPOTS, 2):
        yield Share(f"{pair[0]} with {pair[1]}", pairs[pair], rolls, p * p, rolls)
    for bound in BOUNDS:
        numbers = Counter(chance.below(bound) for _ in range(rolls))
        for number in range(bound):
            yield Share(f"{number} below {bound}", numbers[number], rolls, Fraction(1, bound), rolls)


def main() -> int:
    """The long run: the chances of the electronic book, then others that are no power of two."""
    draws = int(sys.argv[1])
    found = []
    for chances in (Chances(Fraction(1, 20), Fraction(1, 4)), Chances(Fraction(3, 37), Fraction(2, 7))):
        began = time.perf_counter()
        shares = list(counted(SystemChance(), chances, draws))
        wrong = [share for share in shares if not share.inside(FAILS / (2 * len(shares)))]
        print(f"{draws:,} spots drawn at {chances.triggers}, high {chances.high}: {time.perf_counter() - began:.0f} s")
        for share in shares[:3]:
            print(f"  {share.name:<16} {share.came / share.of:.6f}, configured {float(share.chance):.6f}")
        print(f"  {len(shares)} figures, {len(wrong)} outside {[share.name for share in wrong]}")
        found += wrong
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
