"""`python -m tests.long [--rounds N] [--seat N]`: the memory of a page over thousands of rounds.

A page is told of one round after the other as fast as it can draw them; after every tenth part of them its garbage is
collected, and what is left is counted: heap, nodes, listeners. Seat 0 is the display.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.cabinet import cabinet
from tests.browser.replayed import Replay
from tests.conftest import CHROMIUM, FLAGS

AT_ONCE = 20
"""Rounds that are told before it is asked whether they were drawn."""
ALLOWED = 1.10
"""The heap at the end beside that after the first tenth."""


def main() -> None:
    """Play, count, and say whether it is flat."""
    parser = argparse.ArgumentParser(prog="python -m tests.long", description="The memory of a page over many rounds.")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seat", type=int, default=1, help="0: the display")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, cabinet(Path(place)) as here, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        replay = Replay(browser.new_page(viewport={"width": 1920, "height": 1080}), here, options.seat)
        heaps = _play(replay, options.rounds)
        browser.close()
    ratio = heaps[-1] / heaps[0]
    found = "flat" if ratio <= ALLOWED else "GROWS"
    print(f"heap after {options.rounds} rounds: {ratio:.3f} of that after a tenth of them: {found}")


def _play(replay: Replay, rounds: int) -> list[float]:
    tools, heaps = replay.devtools(), []
    for number in range(1, rounds + 1):
        replay.bets(number)
        replay.rolls()
        replay.falls((1 + number % 6, 1 + number // 6 % 6))
        if number % AT_ONCE == 0:
            _drawn(replay, number)
        if number % (rounds // 10) == 0:
            tools.send("HeapProfiler.collectGarbage")
            heap = tools.send("Runtime.getHeapUsage")["usedSize"] / 1e6
            counts = tools.send("Memory.getDOMCounters")
            heaps.append(heap)
            told = f"{counts['nodes']:>6,} nodes {counts['jsEventListeners']:>5,} listeners"
            print(f"  {number:>7,} rounds {heap:>8.2f} MB {told}", flush=True)
    return heaps


def _drawn(replay: Replay, number: int) -> None:
    """Until the page shows what the round of this number brought."""
    total = (1 + number % 6) + (1 + number // 6 % 6)
    where = "#rolled" if replay.seat else "#total"
    replay.page.wait_for_function(
        "([where, total]) => document.querySelector(where).textContent.includes(total)", arg=[where, str(total)]
    )


if __name__ == "__main__":
    main()
