"""What a frame of a throw costs a page: script, style, layout and paint on its main thread, from the first shake of
the dice to the end of the largest celebration. It is the processor's time, times four for one four times slower: a
busy machine measures the same. Drawing by the graphics unit, for which software stands in here, is not in it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.cabinet import Cabinet
from tests.browser.replayed import Replay
from tests.conftest import CHROMIUM, FLAGS

SLOWER = 4
SHAKES_MS, FALLS_MS, SHOWN_MS = 2500, 1000, 4500
TOLD_MS = 400
"""For so long after a message the page draws what it was told: another work than a frame of what moves."""
THROWS = 3
WORK = {
    "FireAnimationFrame", "FunctionCall", "EvaluateScript", "TimerFire", "EventDispatch", "RunMicrotasks",
    "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "MinorGC", "MajorGC",
}  # fmt: skip
FRAME, MARKED, TASK = "BeginMainThreadFrame", "TimeStamp", "RunTask"
MARK = "() => console.timeStamp('told')"
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.frame"

Event = dict[str, Any]


def frames(here: Cabinet, seat: int) -> tuple[list[float], float]:
    """Milliseconds of each frame in which something moved; and of the longest task of the page's thread."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        replay = Replay(browser.new_page(viewport={"width": 1920, "height": 1080}), here, seat)
        tools = replay.devtools()
        events: list[Event] = []
        ended: list[bool] = []
        tools.on("Tracing.dataCollected", lambda said: events.extend(said["value"]))
        tools.on("Tracing.tracingComplete", lambda _: ended.append(True))
        tools.send(
            "Tracing.start",
            {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES.split(",")}},
        )
        for number in range(1000, 1000 + THROWS):
            _throw(replay, number)
        tools.send("Tracing.end")
        while not ended:
            replay.page.wait_for_timeout(50)
        browser.close()
    return list(_of_frames(events)), _longest(events)


def _throw(replay: Replay, number: int) -> None:
    """Its dice shake and fall, and what it brought is celebrated; when it was told is marked in the trace."""
    replay.bets(number)
    replay.rolls()
    replay.page.evaluate(MARK)
    replay.page.wait_for_timeout(SHAKES_MS)
    replay.falls()
    replay.page.evaluate(MARK)
    replay.page.wait_for_timeout(FALLS_MS)
    replay.page.evaluate(MARK)
    replay.page.wait_for_timeout(SHOWN_MS)


def _of_frames(events: list[Event]) -> Iterator[float]:
    """The work between one frame's beginning and the next one's."""
    main = _page_thread(events)
    own = [event for event in events if (event["pid"], event["tid"]) == main]
    begins = sorted(event["ts"] for event in own if event["name"] == FRAME)
    spans = _outermost(event for event in own if event["name"] in WORK and "tdur" in event)
    told = [event["ts"] for event in own if event["name"] == MARKED]
    for begin, end in pairwise(begins):
        if any(-TOLD_MS < (begin - one) / 1000 < TOLD_MS for one in told):
            continue
        yield sum(cost for since, cost in spans if begin <= since < end) * SLOWER / 1000


def _longest(events: list[Event]) -> float:
    """Of all tasks, those in which a message is drawn too: milliseconds of the processor, as it was measured."""
    main = _page_thread(events)
    tasks = (event for event in events if (event["pid"], event["tid"]) == main and event["name"] == TASK)
    longest: float = max(event.get("tdur", 0) for event in tasks)
    return longest / 1000


def _page_thread(events: list[Event]) -> tuple[int, int]:
    """The thread that drew the most frames: that of the page."""
    threads = [(event["pid"], event["tid"]) for event in events if event["name"] == FRAME]
    return max(set(threads), key=threads.count)


def _outermost(events: Iterator[Event]) -> list[tuple[float, float]]:
    """When each began and what it took of the processor, in microseconds; what was done within another is in that."""
    found, until = [], 0.0
    for event in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        if event["ts"] >= until:
            until = event["ts"] + event["dur"]
            found.append((event["ts"], event["tdur"]))
    return found
