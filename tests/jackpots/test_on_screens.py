"""What screens say of pots, in the page's own code, run by node with as much of a document as it needs."""

import json
from pathlib import Path

import pytest

from config.text.languages import languages
from tests.terminals.pure_pages import PAGES, run_in_node

MODULES = [f"common/page/{name}.js" for name in ("shown/pots", "dom", "money", "words")]
SCRIPT = """
class Element {
  constructor() { this.children = []; this.attributes = {}; this.dataset = {}; this.own = ""; }
  classList = { toggle() {} };
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...more) { this.children.push(...more); }
  replaceChildren(...more) { this.children = more; }
  set textContent(text) { [this.children, this.own] = [[], text]; }
  get textContent() { return this.own + this.children.map((one) => one.textContent ?? one).join(""); }
  querySelector(what) { return this.all().find((one) => one.names().includes(what)) ?? null; }
  names() { return [`.${this.attributes.class}`, `[data-jackpot="${this.attributes["data-jackpot"]}"]`]; }
  all() { return this.children.filter((one) => one instanceof Element).flatMap((one) => [one, ...one.all()]); }
}
const places = { pots: new Element(), "pot-won": new Element() };
globalThis.document = { createElement: () => new Element(), getElementById: (id) => places[id] };
document.querySelectorAll = () => [];
document.documentElement = new Element();
document.documentElement.style = { setProperty() {} };
globalThis.fetch = async (path) => ({ ok: true, json: async () => data.words[/(\\w+)\\.json/.exec(path)[1]] });
const { showPots } = await import("./common/page/shown/pots.js");
const { speak } = await import("./common/page/words.js");
const answer = {};
for (const code of Object.keys(data.words)) {
  await speak(code);
  showPots(data.table);
  answer[code] = [places.pots.textContent, places["pot-won"].textContent];
}
"""


@pytest.fixture
def said(tmp_path: Path) -> dict[str, list[str]]:
    """By pots and by what was won, language after language on one page."""
    words = {code: json.loads((PAGES / f"common/page/words/{code}.json").read_text()) for code in languages()}
    pots = [
        {"jackpot": "boxcars", "amount": 210, "open": True, "bets": ["horn:12"], "trigger": {"roll": "6-6"}},
        {"jackpot": "long_hand", "amount": None, "open": False, "bets": ["fire"], "trigger": {"hand": 45}},
    ]
    won = {"jackpot": "boxcars", "hit": 2, "cabinet": "pit-1", "amount": 210}
    told: dict[str, list[str]] = run_in_node(
        tmp_path, MODULES, SCRIPT, {"words": words, "table": {"pots": pots, "won": won}}
    )
    return told


def test_a_page_that_speaks_another_language_says_all_of_a_pot_in_it(said: dict[str, list[str]]) -> None:
    starts = {"en": "Jackpot boxcars ", "es": "Bote boxcars ", "fr": "Gros lot boxcars ", "zh": "累积大奖 boxcars "}
    assert {code: said[code][0][: len(start)] for code, start in starts.items()} == starts


def test_what_nobody_stands_behind_is_not_shown_and_a_win_is_told_with_its_table(said: dict[str, list[str]]) -> None:
    assert "amount not known now" in said["en"][0]
    assert "its bets go back when bets close" in said["en"][0]
    assert [one[1].split(":")[0] for one in (said["en"], said["es"])] == [
        "Jackpot boxcars won at pit-1",
        "Bote boxcars ganado en pit-1",
    ]
