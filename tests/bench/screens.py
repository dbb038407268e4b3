"""What a player feels at a screen: four real pages in a real browser on a whole cabinet, on this machine.

A tap is a click on a spot of the felt; its chip is acknowledged when the frame after the controller's answer is due,
so the page, its terminal, the wire, the journal's disk and the drawing are all in it. Everything runs on one machine
here, the four pages in one browser; a cabinet has a terminal's page and process each on its own.
"""

import asyncio
import json
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar
from playwright.async_api import Page, async_playwright

from tests.bench._first_page import first_page
from tests.bench._frames import SLOWER, frames
from tests.bench._taps import Taps, taps
from tests.browser.cabinet import Cabinet, cabinet
from tests.conftest import CHROMIUM, FLAGS

SEATS = (1, 2, 3, 4)
TAPS = 60
BETWEEN_MS = 150
"""Each seat taps so often: as fast as a hasty player."""
OPENINGS, RESTARTS = 7, 3
GOALS = {
    "tap p95": 50.0,
    "page": 1000.0,
    "snapshot": 20_000,
    "memory": 80.0,
    "back": 2000.0,
    "own chip p95": 16.0,
    "answer p95": 32.0,
    "longest task": 50.0,
    "first page": 300.0,
    "first bytes": 600_000,
    "throw": 8.0,
    "throw above": 8.0,
}

PLAY = """async ([taps, between]) => {
  const spots = ["field", "place:6", "place:8", "any_craps", "hard:8", "place:5", "big:6", "hop:1-2"];
  const took = [], frames = [];
  for (let n = 0; n < taps; n++) {
    const began = performance.now();
    const drawn = new Promise((done) => document.addEventListener("acknowledged", () => requestAnimationFrame(done), { once: true }));
    document.querySelector(`[data-spot="${spots[n % spots.length]}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await drawn;
    took.push(performance.now() - began);
    const idle = performance.now();
    await new Promise(requestAnimationFrame);
    frames.push(performance.now() - idle);
    await new Promise((rested) => setTimeout(rested, between));
  }
  return [took, frames];
}"""  # noqa: E501
READY = '[data-spot="pass_line"].open'


def measure() -> list[dict[str, Any]]:
    """All figures of one cabinet."""
    with tempfile.TemporaryDirectory() as place, cabinet(Path(place), seats=len(SEATS), credits=1_000_000) as here:
        alone = [*_feel(*taps(here, SEATS[-1])), *_first(here)]
        thrown = [row for screen in (("throw", 1), ("throw above", 0)) for row in _throw(here, *screen)]
        return [*alone, *thrown, *asyncio.run(_measure(here))]


def _feel(ours: Taps, bare: Taps) -> list[dict[str, Any]]:
    """One page by itself, as a terminal has it; what a bare page took in the same turns stands beside."""
    ratio = statistics.median(ours.work) / statistics.median(bare.work)
    work = f"a bare page {_p95(bare.work):.1f}; p50 {statistics.median(ours.work):.1f}, {ratio:.1f} x the bare one's"
    return [
        _row("own chip p95", _p95(ours.drawn), "ms", f"tap to a frame with it; a bare page {_p95(bare.drawn):.1f}"),
        _row("own work p95", _p95(ours.work), "ms", f"of that the page's own, without waiting for a frame; {work}"),
        _row("answer p95", _p95(ours.answered), "ms", f"tap to a frame with the answer; {len(ours.answered)} taps"),
        _row("longest task", ours.long, "ms", "while it was tapped, by the clock; 0: none over 50"),
    ]


def _first(here: Cabinet) -> list[dict[str, Any]]:
    """Of a seat that somebody comes to."""
    page = first_page(here, SEATS[-1])
    note = (
        f"address to an open felt, empty cache; one file alone {page.one_file:.0f}: {page.opened / page.one_file:.1f} x"
    )
    return [
        _row("first page", page.opened, "ms", note),
        _row("first bytes", page.size, "bytes", f"{page.files} files, without faces and sounds"),
    ]


def _throw(here: Cabinet, what: str, seat: int) -> list[dict[str, Any]]:
    """The frames of a throw and of the largest celebration, at a seat and on the display; and of all that a page did
    meanwhile the task that took most."""
    found, longest = frames(here, seat)
    median, worst = statistics.median(found), max(found)
    note = (
        f"p95 of {len(found)} frames, script to paint, processor time x {SLOWER}; p50 {median:.1f}, worst {worst:.1f}"
    )
    return [
        _row(what, _p95(found), "ms", note),
        {
            **_row(f"{what} task", longest, "ms", "the longest task of the page, processor time, not times 4"),
            "goal": 50.0,
        },
    ]


async def _measure(here: Cabinet) -> list[dict[str, Any]]:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        pages = [await browser.new_page(viewport={"width": 1920, "height": 1080}) for _ in SEATS]
        opened = [await _open(page, here, seat) for page, seat in zip(pages, SEATS, strict=True)]
        opened += [await _open(pages[0], here, 1) for _ in range(OPENINGS)]
        taps, frames = await _together(pages)
        rows = [
            _row("tap p50", statistics.median(taps), "ms"),
            _row("tap p95", _p95(taps), "ms", f"{len(taps)} taps at {len(SEATS)} seats"),
            _row("frame p95", _p95(frames), "ms", "the floor: waiting for a frame and nothing else, between the taps"),
            _row("page", statistics.median(opened), "ms", "from the address to an open felt, median"),
            _row("snapshot", await _snapshot(here, 1), "bytes", "greatest of the messages that greet a page"),
            _row("memory", max(_memory(here, seat) for seat in SEATS), "MB", "one terminal process, resident"),
        ]
        back = [await _back(here, pages) for _ in range(RESTARTS)]
        rows.append(
            _row("back", max(back), "ms", "controller killed; from its line up again to truth on the last page")
        )
        await browser.close()
    return rows


async def _open(page: Page, here: Cabinet, seat: int) -> float:
    began = time.perf_counter()
    await page.goto(here.address(seat))
    await page.wait_for_selector(READY)
    return (time.perf_counter() - began) * 1000


async def _together(pages: list[Page]) -> tuple[list[float], list[float]]:
    """How long each tap took, and each frame between them."""
    took = await asyncio.gather(*(page.evaluate(PLAY, [TAPS, BETWEEN_MS]) for page in pages))
    return [one for taps, _ in took for one in taps], [one for _, frames in took for one in frames]


async def _snapshot(here: Cabinet, seat: int) -> int:
    """Bytes of the largest message with which a terminal greets a page."""
    origin = here.origin(seat)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
        await client.get(here.address(seat))
        line = await client.ws_connect(f"{origin}/ws", headers={"Origin": origin})
        sizes: list[tuple[str, int]] = []
        while not sizes or sizes[-1][0] != "snapshot":
            text = await line.receive_str()
            sizes.append((json.loads(text)["kind"], len(text.encode())))
    return max(size for _, size in sizes)


def _memory(here: Cabinet, seat: int) -> float:
    pid = here.child("terminal", "--seat", str(seat))
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


async def _back(here: Cabinet, pages: list[Page]) -> float:
    """The controller dies and comes; from the moment it answers to the moment the last page shows the truth."""
    here.kill_controller()
    for page in pages:
        await page.wait_for_selector(".notice.away")
    with ThreadPoolExecutor(1) as aside:
        began = aside.submit(_answers, here)
        here.start_controller()
        for page in pages:
            await page.wait_for_selector(".notice.away", state="detached")
        return max(0.0, time.perf_counter() - began.result()) * 1000


def _answers(here: Cabinet) -> float:
    """When the controller answers an attendant's hello."""
    here.attendant.table()
    return time.perf_counter()


def _row(what: str, figure: float, unit: str, note: str = "") -> dict[str, Any]:
    return {"what": what, "figure": round(figure, 1), "unit": unit, "goal": GOALS.get(what), "note": note}


def _p95(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1]


def report(results: list[dict[str, Any]]) -> None:
    """For people."""
    print("\nthe players' screens, on one whole cabinet")
    for row in results:
        reached = "" if row["goal"] is None else ("reached" if row["figure"] <= row["goal"] else "not reached")
        goal = "" if row["goal"] is None else f"goal {row['goal']:g} {row['unit']}: {reached}"
        print(f"  {row['what']:10} {row['figure']:>10,} {row['unit']:6} {goal:28} {row['note']}")
