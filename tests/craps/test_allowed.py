"""What a seat is told that it may do is what the table then does: asked of both, all through random evenings."""

from random import Random

import pytest

from controller.books import load_book, shipped_names
from controller.games.craps.at_the_table import CrapsAtTheTable
from controller.games.craps.play.felt import lay_felt

SEAT = 1
OF_THE_AMOUNT = ("above_maximum", "odds_limit", "below_minimum")
Told = dict[str, tuple[str, ...]]


class AsTold:
    """What a page has at this moment."""

    def __init__(self, game: CrapsAtTheTable) -> None:
        self.game, self.view, self.spots = game, game.seat_view(SEAT), game.offer()["spots"]
        self._closed_to_me: Told = dict(self.view.allowed.closed)
        self._closed: Told = dict(game.closed())  # type: ignore[arg-type]

    def closed_by(self, bet: str) -> str:
        """As a page looks it up."""
        return _code(self._closed_to_me, bet) or ("" if bet in self.view.allowed.takes else _code(self._closed, bet))


def _code(closed: Told, bet: str) -> str:
    return next((code for code, bets in closed.items() if bet in bets), "")


def tried(game: CrapsAtTheTable, do: str, bet: str, amount: int | None = None) -> str:
    refused = game.fork().act(SEAT, do, bet, amount, None).refused
    return refused[0] if refused else ""


def agrees(told: AsTold, bet: str) -> None:
    """Every claim that is made of this spot."""
    game, view = told.game, told.view
    spot, lies = told.spots[bet], view.stakes.get(bet, 0)
    found = tried(game, "place", bet, spot["unit"] if lies >= spot["min"] else spot["min"] - lies)
    said = told.closed_by(bet)
    assert bool(said) == (found not in (*OF_THE_AMOUNT, "")), (bet, said, found)
    if lies:
        assert (tried(game, "take_down", bet, lies) == "locked") == (bet in view.allowed.locked), bet
    if bet in view.allowed.most and not said:
        most = view.allowed.most[bet]
        assert most < spot["min"] or lies >= most or tried(game, "place", bet, most - lies) == ""
        assert tried(game, "place", bet, max(most, spot["min"]) + spot["unit"] - lies) in OF_THE_AMOUNT


SAID = {
    "electronic": {"needs_base", "exclusive", "takes", "most", "locked", "stays"},
    "mbs_v3": {"needs_base", "takes", "locked", "working"},
    "maryland": {"point_only", "never_placed", "locked", "working"},
    "american": {"come_out_only", "new_hand_only", "needs_base", "most", "locked", "working"},
    "crapless": {"come_out_only", "new_hand_only", "needs_base", "most", "locked", "working"},
}
"""What comes to be said in such an evening, among other things."""


@pytest.mark.parametrize("book", shipped_names())
def test_what_a_seat_is_told_is_what_the_table_does(book: str) -> None:
    random = Random(book)
    game = CrapsAtTheTable.opened(load_book(book), (SEAT,))
    game.pay(SEAT, 10**9)
    spots = game.offer()["spots"]
    seen: set[str] = set()
    for _ in range(60):
        for bet in random.choices(list(spots), k=12):
            game.act(SEAT, "place", bet, spots[bet]["min"], None)
        game = game.fork()
        told = AsTold(game)
        for bet in spots:
            agrees(told, bet)
        allowed = game.seat_view(SEAT).allowed
        seen |= {code for closed in (allowed.closed, game.closed()) for code in closed}
        seen |= {name for name in ("takes", "most", "locked", "working", "stays") if getattr(allowed, name)}
        game.close()
        game.settle({"faces": [random.randint(1, 6), random.randint(1, 6)]}, {})
    assert seen >= SAID[book], SAID[book] - seen


def test_a_wager_is_told_to_work_as_the_roll_then_counts_it() -> None:
    game = CrapsAtTheTable.opened(load_book("mbs_v3"), (SEAT,))
    game.pay(SEAT, 10**6)
    assert game.act(SEAT, "place", "place:8", 600, None).refused is None
    assert game.seat_view(SEAT).allowed.working["place:8"] is False
    game.act(SEAT, "turn", "place:8", None, True)
    assert game.seat_view(SEAT).allowed.working["place:8"] is True


def test_only_spots_of_the_felt_are_told() -> None:
    felt = lay_felt(load_book("maryland"))
    told = [bets for closed in (*felt.closed.values(), felt.closed_for_new_hand) for bets in closed.values()]
    assert {bet for bets in told for bet in bets} <= felt.spots.keys()
