"""Is the source of chance sound? Asked at every start, before a socket is opened; while it is not, nothing is played.

These tests find a source that is broken: stuck, silent, repeating, short, or badly skewed. They are those of
NIST SP 800-90B 4.4 (repetition count, adaptive proportion) on bytes, and a count of ones and of bytes on the whole
sample. A sound source fails one of them less than once in a thousand million starts.

They cannot show that a source is unforeseeable: no test of its numbers can. That rests on the kernel.
"""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

SAMPLE = 16_384
"""Bytes."""

MOST_ALIKE = 8
"""Bytes in a row. 16,384 places, each with 256^-7 to begin a run of eight: once in 4 * 10^12 starts."""

WINDOW, MOST_IN_WINDOW = 512, 20
"""How often the first byte of a window may come in it; 2 are expected, 21 come once in 10^13 windows."""

FEWEST_ONES, MOST_ONES = 63_000, 68_072
"""Of 131,072 bits: 14 standard deviations of 181 about one half."""

MOST_CHI_SQUARE = 480.0
"""Of 256 values, 255 degrees of freedom: the mean is 255, its standard deviation 22.6."""


class ChanceFailed(Exception):
    """The source of chance cannot be trusted: nothing is drawn, and the process ends."""

    code = "chance_failed"

    def __init__(self, found: str) -> None:
        super().__init__(
            f"the source of chance is not sound: {found} [{self.code}]. What to do: start the machine anew; "
            "if it comes again, do not play, and call the manufacturer"
        )


def prove(source: Callable[[int], bytes]) -> None:
    """Look at fresh bytes; ChanceFailed says what is wrong with them."""
    try:
        sample, again = source(SAMPLE), source(SAMPLE)
    except OSError as error:
        raise ChanceFailed(f"it gives nothing: {error.strerror}") from error
    if len(sample) != SAMPLE or len(again) != SAMPLE:
        raise ChanceFailed(f"it gave {len(sample)} and {len(again)} bytes where {SAMPLE} were asked for")
    if sample == again:
        raise ChanceFailed("it gave the same bytes twice")
    _no_long_runs(sample)
    _no_crowded_window(sample)
    _as_many_ones_as_zeros(sample)
    _every_byte_as_often(sample)


def _no_long_runs(sample: bytes) -> None:
    """The repetition count test."""
    run = 1
    for before, byte in pairwise(sample):
        run = run + 1 if byte == before else 1
        if run >= MOST_ALIKE:
            raise ChanceFailed(f"the byte {byte} came {run} times in a row")


def _no_crowded_window(sample: bytes) -> None:
    """The adaptive proportion test."""
    for start in range(0, len(sample), WINDOW):
        count = sample[start : start + WINDOW].count(sample[start])
        if count > MOST_IN_WINDOW:
            raise ChanceFailed(f"the byte {sample[start]} came {count} times in {WINDOW}")


def _as_many_ones_as_zeros(sample: bytes) -> None:
    ones = int.from_bytes(sample).bit_count()
    if not FEWEST_ONES <= ones <= MOST_ONES:
        raise ChanceFailed(f"{ones} of {8 * len(sample)} bits are ones")


def _every_byte_as_often(sample: bytes) -> None:
    expected = len(sample) / 256
    counts = Counter(sample)
    chi_square = sum((counts[byte] - expected) ** 2 for byte in range(256)) / expected
    if chi_square > MOST_CHI_SQUARE:
        raise ChanceFailed(f"its 256 bytes do not come equally often: chi-square {chi_square:.0f}")
