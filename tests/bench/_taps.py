"""From a tap to one's own chip on the screen, and to its answer, at one page of a cabinet that has nothing else to do;
and beside it, in turns, a bare page that draws one circle for a tap.

A frame comes when the browser makes one, sixty times a second: what a page itself takes of that is its `work`, script,
style, layout and paint of the frame with the chip."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.cabinet import Cabinet
from tests.conftest import CHROMIUM, FLAGS

TURNS, TAPS, BETWEEN_MS = 4, 25, 111
"""Between two taps lies no whole number of frames."""
READY = '[data-spot="field"].open'
FRAME = """
  const channel = new MessageChannel();
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const began = performance.now();
    channel.port1.onmessage = () => done([began, performance.now()]); // a task of its own: the frame has been drawn
    channel.port2.postMessage(0);
  }));
  const rest = () => new Promise((rested) => setTimeout(rested, between));
"""
OURS = f"""async ([taps, between]) => {{{FRAME}
  const spots = ["field", "place:6", "place:8", "any_craps", "hard:8", "place:5", "big:6", "hop:1-2"];
  const found = {{ drawn: [], work: [], answered: [], long: 0 }};
  const long = (list) => list.getEntries().forEach((one) => (found.long = Math.max(found.long, one.duration)));
  new PerformanceObserver(long).observe({{ type: "longtask" }});
  for (let n = 0; n < taps; n++) {{
    await rest();
    const spot = document.querySelector(`[data-spot="${{spots[n % spots.length]}}"]`);
    const lay = spot.querySelector("[data-chip]")?.dataset.amount;
    const tapped = performance.now();
    const answer = new Promise((done) => document.addEventListener("acknowledged", done, {{ once: true }}));
    spot.dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
    await null; // what the tap has changed is drawn into the page
    const scripted = performance.now();
    if (spot.querySelector("[data-chip]")?.dataset.amount === lay) throw new Error("no chip was drawn");
    const [began, ended] = await frame();
    found.drawn.push(ended - tapped);
    found.work.push(scripted - tapped + ended - began);
    await answer;
    found.answered.push((await frame())[1] - tapped);
  }}
  return found;
}}"""
BARE = f"""async ([taps, between]) => {{{FRAME}
  document.body.innerHTML = '<svg viewBox="0 0 9 9" width="900"></svg>';
  const found = {{ drawn: [], work: [], answered: [], long: 0 }};
  document.body.onclick = () => {{
    const chip = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    chip.setAttribute("r", "3");
    document.querySelector("svg").replaceChildren(chip);
  }};
  for (let n = 0; n < taps; n++) {{
    await rest();
    const tapped = performance.now();
    document.body.click();
    const scripted = performance.now();
    const [began, ended] = await frame();
    found.drawn.push(ended - tapped);
    found.work.push(scripted - tapped + ended - began);
  }}
  return found;
}}"""


@dataclass
class Taps:
    """Milliseconds of each tap; `long`: the longest task of the page meanwhile, by the clock."""

    drawn: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    long: float = 0

    def note(self, found: dict[str, Any]) -> None:
        self.drawn += found["drawn"]
        self.work += found["work"]
        self.answered += found["answered"]
        self.long = max(self.long, found["long"])


def taps(here: Cabinet, seat: int) -> tuple[Taps, Taps]:
    """At this seat, and at a bare page."""
    ours, bare = Taps(), Taps()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        seated, empty = (browser.new_page(viewport={"width": 1920, "height": 1080}) for _ in range(2))
        seated.goto(here.address(seat))
        seated.wait_for_selector(READY)
        for _ in range(TURNS):
            bare.note(_taps(empty, BARE))
            ours.note(_taps(seated, OURS))
        browser.close()
    return ours, bare


def _taps(page: Page, script: str) -> dict[str, Any]:
    page.bring_to_front()
    found: dict[str, Any] = page.evaluate(script, [TAPS, BETWEEN_MS])
    return found
