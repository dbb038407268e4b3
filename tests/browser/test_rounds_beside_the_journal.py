"""Rounds that nobody wrote down beforehand: what page and display show of each is held against the journal alone.

Bets, chips, dice and languages are chosen by a seed. What the page showed is kept while it is played; then the console
reads the same rounds out of the journal, and nothing else says what should have been there.
"""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

from tests.browser.cabinet import Cabinet
from tests.browser.conftest import Sits
from tests.browser.measuring import LANGUAGES, SPOKEN
from tests.browser.player import Player, money
from tests.browser.test_display import hang
from tests.drivers.machines import COMMAND, PATIENCE

SEED, A_LANGUAGE = 17, 3
ROUNDS = A_LANGUAGE * len(LANGUAGES)
CATALOGUES = Path(__file__).parents[2] / "terminals/common/page/words"
WORDS: dict[str, dict[str, str]] = {
    name: json.loads((CATALOGUES / f"{name}.json").read_text("utf-8")) for name in SPOKEN
}
MARKS = """() => {
  window.marks = {};
  const named = (look) => [...document.querySelectorAll(`.cell.${look}`)].map((cell) => cell.dataset.spot).sort();
  const look = () => {
    const { phase, round } = document.body.dataset;
    if (phase === "settling") window.marks[round] = { won: named("won"), lost: named("lost") };
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""The outlines as they were when a result went away, however short it stood."""
SHOWN = """() => ({
  credits: document.querySelector("#credits").textContent,
  risk: document.querySelector("#risk").textContent,
  chips: Object.fromEntries([...document.querySelectorAll(".cell [data-chip]")].map((of) => [of.dataset.chip,
    Number(of.dataset.amount)])),
  rolled: document.querySelector("#rolled").textContent,
  head: document.querySelector("#wins > *")?.textContent ?? "",
  rows: [...document.querySelectorAll("#wins li:not(#wins-more)")].map((row) => [row.className,
    ...[...row.querySelectorAll("span, b")].map((of) => of.textContent)]),
  more: document.querySelector("#wins-more")?.textContent ?? "",
  names: Object.fromEntries([...document.querySelectorAll(".cell[data-spot]")].map((of) => [of.dataset.spot,
    of.getAttribute("aria-label").split(", ")[0]])),
})"""
TEXTS = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const { parentElement: around, textContent } = walk.currentNode;
    if (textContent.trim() && around.checkVisibility()) found.push(textContent.trim());
  }
  return found;
}"""


def _phrases(words: dict[str, str]) -> list[re.Pattern[str]]:
    """Every text of a catalogue that has a word in it, with anything where something is filled in."""
    gap = re.compile(r"\{\w+(?:\|[^}]*)?\}")
    texts = [text for text in words.values() if re.search(r"[^\W\d_]{2}", gap.sub("", text))]
    return [re.compile(".+".join(map(re.escape, gap.split(text)))) for text in texts]


PHRASES = {name: _phrases(words) for name, words in WORDS.items()}


class Seen(NamedTuple):
    """What stood on the page when bets closed in a round, and what it still told of the round before."""

    round: int
    language: str
    at_close: dict[str, Any]
    player: list[str]
    display: list[str]


def test_rounds_of_its_own_are_shown_as_the_journal_has_them(browser: Browser, new_hand: Cabinet, sits: Sits) -> None:
    chance, ann = Random(SEED), sits()
    display, complaints = hang(browser, new_hand, "")
    ann.page.evaluate(MARKS)
    seen: list[Seen] = []
    for number in range(ROUNDS):
        if number % A_LANGUAGE == 0:
            speak(ann, display, LANGUAGES[number // A_LANGUAGE])
        seen.append(a_round(ann, display, chance))
    speak(ann, display, "en", *LANGUAGES[1:])
    marks = ann.page.evaluate("window.marks")
    display.close()
    assert complaints == []
    assert marks, "the page has shown results"
    told = journalled(new_hand, [one.round for one in seen])
    for one, after in zip(seen, [*seen[1:], None], strict=True):
        held_against(one, after, told[one.round], marks.get(str(one.round)))
    results = [{row["result"] for row in of["happened"] if row["what"] == "settled"} for of in told.values()]
    assert {"win", "lose"} <= set().union(*results), "the sample has both"
    assert set() in results, "and a roll that decided nothing"


# ---- playing --------------------------------------------------------------------------------------------------------


def speak(ann: Player, display: Page, *languages: str) -> None:
    """The house turns its languages: display and page speak the first."""
    ann.cabinet.attendant.act("settings", change={"languages": list(languages)})
    for page in (ann.page, display):
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{languages[0]}"))


def a_round(ann: Player, display: Page, chance: Random) -> Seen:
    number = ann.round()
    for _ in range(chance.choice((0, 2, 3, 4))):
        ann.take(chance.choice((1, 5, 25)))
        open_ones = [str(spot.get_attribute("data-spot")) for spot in ann.find("[data-spot].open").all()]
        ann.tap(chance.choice(open_ones))
        expect(ann.find(".cell.pending")).to_have_count(0)
    if not ann.find(".cell [data-chip]").count():
        ann.bet("place:10", chip=5)
    language = str(ann.find("html").get_attribute("lang"))[:2]
    seen = Seen(number, language, ann.page.evaluate(SHOWN), *(page.evaluate(TEXTS) for page in (ann.page, display)))
    ann.cabinet.dice(f"{chance.randint(1, 6)} {chance.randint(1, 6)}")
    ann.done()
    expect(ann.find(f'body[data-round="{number + 1}"], #shoot:visible').first).to_be_visible()
    if ann.round() == number:
        ann.shoot()
    ann.sees_round(number + 1)
    ann.phase("idle", "betting")
    return seen


# ---- beside the journal ---------------------------------------------------------------------------------------------


def journalled(cabinet: Cabinet, rounds: list[int]) -> dict[int, dict[str, Any]]:
    words = ["recall", "--journal", str(cabinet.place / "journal"), "--last", "50", "--json"]
    said = subprocess.run([*COMMAND, *words], capture_output=True, check=True, text=True, timeout=PATIENCE)
    found = {told["round"]: told for told in json.loads(said.stdout)["rounds"]}
    return {number: found[number] for number in rounds}


def held_against(one: Seen, after: Seen | None, told: dict[str, Any], marks: dict[str, list[str]] | None) -> None:
    """One round: the close as it was shown, then the outlines, then what the next window still told of it.

    A browser that got no time while a result stood goes on to the next window at once, and has drawn no outlines."""
    closed = told["layout"]["1"]
    shown, stakes = one.at_close, dict(closed["stakes"])
    at_risk = sum(stakes.values()) + sum(amount for _, amount in closed["vigorish"])
    assert shown["chips"] == stakes
    assert (shown["credits"], shown["risk"]) == (money(closed["balance"]), money(at_risk))
    mine = [row for row in told["happened"] if row.get("seat") == 1 and row["what"] in ("settled", "returned")]
    settled = [row for row in mine if row["what"] == "settled"]
    won = {row["bet"] for row in settled if row["result"] == "win"}
    lost = {row["bet"] for row in settled if row["result"] == "lose"} - won
    assert marks in (None, {"won": sorted(won), "lost": sorted(lost)})
    assert strangers(one.display, one.language) == []
    assert strangers(one.player, one.language) == []
    if after is not None:
        net = sum(told["seats"]["1"]["after"].values()) - closed["balance"] - at_risk
        the_panel(after, told, mine, net if settled else None)


def the_panel(after: Seen, told: dict[str, Any], mine: list[dict[str, Any]], net: int | None) -> None:
    words, shown = WORDS[after.language], after.at_close
    faces = next(row["faces"] for row in told["happened"] if row["what"] == "result")
    assert shown["rolled"] == words["rolled"].format(total=sum(faces))
    if not mine:
        assert (shown["head"], shown["rows"]) == (words["wins.nothing"], [])
        return
    title = words["wins.total"] if net is not None and net > 0 else words["ended.settled"]
    assert shown["head"] == title + ("" if net is None else signed(net))
    wanted = Counter(tuple(a_row(row, shown["names"])) for row in mine)
    seen = Counter(map(tuple, shown["rows"]))
    assert seen <= wanted
    hidden = re.sub(r"\D", "", shown["more"])
    assert seen.total() + int(hidden or 0) == wanted.total()


def a_row(row: dict[str, Any], names: dict[str, str]) -> tuple[str, str, str]:
    name = names[row["bet"]]
    if row["what"] == "returned":
        return "push", name, money(row["amount"])
    result = row["result"] if row["result"] in ("win", "lose") else "push"
    if row["paid"]:
        return result, name, "+" + money(row["paid"])
    return result, name, signed(-row["stake"]) if result == "lose" else money(row["stake"])


def signed(amount: int) -> str:
    return f"\N{MINUS SIGN}{money(-amount)}" if amount < 0 else money(amount)


def strangers(texts: list[str], language: str) -> list[str]:
    """What is said in another language than this one."""
    own = PHRASES[language]
    others = [phrase for name in SPOKEN if name != language for phrase in PHRASES[name]]
    return [
        text
        for text in texts
        if any(one.fullmatch(text) for one in others) and not any(one.fullmatch(text) for one in own)
    ]
