"""`make cuts-all`: every case, or every Nth; those that break a law are named with what broke it.

`python -m tests.faults.cuts PARTS WORD …` plays of these the ways that are called by one of the words, as `SAS`.
"""

import logging
import sys

import structlog

from tests.faults.cuts.cases import every_case, play


def main(parts: int, words: list[str]) -> int:
    """How many went wrong, as an exit code."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    played = broken = 0
    for number, case in enumerate(every_case()):
        if number % parts or not any(word in case.way for word in words or [""]):
            continue
        played += 1
        try:
            play(case)
        except AssertionError as error:
            broken += 1
            print(f"{case}: {error}", flush=True)
    print(f"{played} cases, {broken} broke a law")
    return min(broken, 1)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2:]))
