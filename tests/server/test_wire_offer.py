"""What docs/wire.md says of the offer is enough to know what will be taken: a stranger bets by it alone."""

import json
import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.books import load_rules
from controller.games.craps.rules.kinds import Opens
from tests.server.simulated import SimulatedCabinet, Someone

DOC = (Path(__file__).parents[2] / "docs" / "wire.md").read_text()
OFFERED = DOC.partition("## What is offered")[2].partition("\n## ")[0]
OF_CRAPS = ("electronic", "mbs_v3", "maryland", "american", "crapless")
BOOKS = (*OF_CRAPS, "mbs_roulette_v3")


def offered(name: str) -> dict[str, Any]:
    """What a book of whatever game offers."""
    row, book = load_rules(name)
    assert row.table is not None
    return row.table.opened(book, ()).offer()


def explained(heading: str) -> set[str]:
    """The names in the first column of the table that begins so."""
    table = OFFERED.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return {name for row in re.findall(r"^\| (`.*?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)}


def test_every_key_of_the_offer_is_explained_and_every_explained_key_is_in_some_offer() -> None:
    offers = [offered(name) for name in BOOKS]
    assert {key for told in offers for key in told} == explained("of `offer`")
    assert {key for told in offers for spot in told["spots"].values() for key in spot} == explained("of a spot")


def test_every_time_at_which_a_spot_may_open_is_explained() -> None:
    (row,) = re.findall(r"^\| `opens` \| (.*) \|$", OFFERED, re.M)
    assert set(re.findall(r"`(\w+)`", row)) == {opens.value for opens in Opens}


class Stranger:
    """Knows the page, and nothing of the game."""

    def __init__(self, terminal: Someone) -> None:
        self.terminal = terminal
        terminal.say(kind="book_wanted")
        terminal.cabinet.turn()
        offered = terminal.heard("book")[-1]["offer"]
        self.spots: dict[str, dict[str, Any]] = offered["spots"]
        self.exclusive: list[dict[str, list[str]]] = offered["exclusive"]

    def sees(self) -> None:
        self.terminal.say(kind="snapshot_wanted")
        self.terminal.cabinet.turn()
        self.you, self.table = self.terminal.heard("seat")[-1], self.terminal.heard("table")[-1]

    def expects(self, bet: str, amount: int) -> bool:
        """Whether this will be taken, as far as the offer says."""
        spot, stakes, hand = self.spots[bet], self.you["stakes"], self.table["hand"]
        total = stakes.get(bet, 0) + amount
        if not self._is_open(bet, spot, hand) or not spot["min"] <= total <= spot["max"] or total % spot["unit"]:
            return False
        if any(bet in pair["one"] and stakes.keys() & set(pair["other"]) for pair in self.exclusive):
            return False
        if "base" in spot and (spot["base"] not in stakes or total > self._most_odds(spot, hand["point"])):
            return False
        if sum(stakes.values()) - stakes.get(bet, 0) < spot.get("needs", 0):
            return False
        return amount + self._vigorish(bet, spot, total) <= int(self.you["credits"])

    def _is_open(self, bet: str, spot: dict[str, Any], hand: dict[str, Any]) -> bool:
        point = hand["point"] is not None
        grows = spot.get("grows", False) and bet in self.you["stakes"] and (point or ":" in bet)
        opens = {"always": True, "come_out": not point, "point": point, "new_hand": hand["rolls"] == 0, "never": False}
        return opens[spot["opens"]] or grows

    def _most_odds(self, spot: dict[str, Any], point: int | None) -> int:
        times = spot.get("most_times_base")
        if times is None:
            return int(spot["max"])
        rate = Fraction(times.get("") or times.get(str(point)) or next(iter(times.values())))
        return int(Fraction(self.you["stakes"][spot["base"]]) * rate)

    def _vigorish(self, bet: str, spot: dict[str, Any], total: int) -> int:
        taken = spot.get("commission", {"when": "on_win"})
        if taken["when"] != "at_placement":
            return 0
        basis = Fraction(total) if taken["of"] == "stake" else total * Fraction(spot["pays"][""].replace(":", "/"))
        return max(0, int(basis * Fraction(taken["rate"])) - int(self.you["held"].get(bet, 0)))


@pytest.mark.parametrize("book", OF_CRAPS)
def test_what_the_offer_says_will_be_taken_is_taken_and_nothing_else(book: str) -> None:
    random = Random(f"a stranger at {book}")
    cabinet = SimulatedCabinet(1, book)
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=60_000)
    stranger, seen = Stranger(terminal), {True: 0, False: 0}
    for _ in range(60):
        for _ in range(8):
            stranger.sees()
            bet = random.choice(list(stranger.spots))
            spot = stranger.spots[bet]
            amount = random.choice((spot["min"], spot["unit"] * random.randrange(1, 30), 100, 250, spot["max"] + 100))
            expected = stranger.expects(bet, amount)
            terminal.command("wager", round=stranger.table["round"], do="place", bet=bet, amount=amount)
            cabinet.turn()
            answer = terminal.heard("answer")[-1]
            assert answer["ok"] is expected, (bet, amount, answer, spot, stranger.you, stranger.table["hand"])
            seen[expected] += 1
        stranger.sees()
        if stranger.you["credits"] < 20_000:
            cabinet.terminal(1, credits=40_000)
            terminal = stranger.terminal = cabinet.alive[-1]
            terminal.last_id = terminal.heard("welcome")[-1]["last_id"]
        if cabinet.table.phase == "betting":
            throw(cabinet, (random.randrange(1, 7), random.randrange(1, 7)))
    assert min(seen.values()) > 50, json.dumps(seen)


def throw(cabinet: SimulatedCabinet, faces: tuple[int, int]) -> None:
    cabinet.run(26_000)
    assert cabinet.table.phase == "rolling", cabinet.table.phase
    cabinet.roll(faces)
    cabinet.run(4_000)
