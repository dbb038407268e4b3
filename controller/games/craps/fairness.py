"""How the dice have fallen: faces, totals and pairs, each beside what even dice would show."""

from collections import Counter
from collections.abc import Sequence

from controller.games.chi_square import Histogram, histogram
from controller.games.craps.rules.dice import FACES
from controller.games.interface import Shown

TOTALS = range(2, 13)


def fairness(results: Sequence[Shown]) -> dict[str, Histogram]:
    """The four histograms of these results."""
    pairs = [(a, b) for a, b in (result["faces"] for result in results)]
    each = len(pairs) / 6
    return {
        "die_a": histogram(Counter(a for a, _ in pairs), dict.fromkeys(FACES, each)),
        "die_b": histogram(Counter(b for _, b in pairs), dict.fromkeys(FACES, each)),
        "totals": histogram(
            Counter(a + b for a, b in pairs), {total: len(pairs) * (6 - abs(7 - total)) / 36 for total in TOTALS}
        ),
        "pairs": histogram(
            Counter(f"{a}-{b}" for a, b in pairs), {f"{a}-{b}": len(pairs) / 36 for a in FACES for b in FACES}
        ),
    }
