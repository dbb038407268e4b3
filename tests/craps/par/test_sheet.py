"""The sheet of a book: known figures, what every line obeys, which bets are on it."""

import json
import random
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from controller.books import load_book, shipped_names
from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.game import Game
from controller.games.craps.play.seat import Seat
from controller.games.craps.play.spots import Spot
from controller.games.craps.returns import par_sheet, sheet
from controller.games.craps.returns.walk import Fortune, walk, what_matters
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.dice import ALL_ROLLS, SEVEN, Dice
from controller.games.craps.rules.kinds import Opens
from controller.games.craps.rules.rulebook import RuleBook
from controller.games.par import BookReturns

KNOWN = [
    ("electronic", "pass_line", "7/495"),
    ("electronic", "dont_pass", "3/220"),
    ("mbs_v3", "dont_pass", "3/220"),
    ("maryland", "dont_come", "3/220"),
    ("electronic", "place:6", "1/66"),
    ("mbs_v3", "place:8", "1/66"),
    ("electronic", "any_seven", "7/48"),
    ("electronic", "hard:6", "59/880"),
    ("electronic", "lay:6", "1/44"),
    ("mbs_v3", "lay:6", "1/25"),
    ("mbs_v3", "buy:4", "1/21"),
    ("maryland", "whirl", "2/15"),
    ("maryland", "all_small", "1687/21736"),
    ("crapless", "pass_line", "373/6930"),
    ("crapless", "come", "373/6930"),
    ("crapless", "place:2", "1/14"),
    ("crapless", "place:11", "1/16"),
    ("crapless", "buy:12", "1/21"),
]


def returns(book: str, bet: str, **settings: Any) -> BookReturns:
    return par_sheet(load_book(book).with_settings(settings)).bets[bet]


@pytest.mark.parametrize("book, bet, edge", KNOWN)
def test_the_edge_is_the_one_that_the_field_knows(book: str, bet: str, edge: str) -> None:
    assert returns(book, bet).house_edge == Fraction(edge)


def test_hot_shooter_returns_what_is_published_for_it() -> None:
    assert round(float(returns("electronic", "hot_shooter").house_edge * 100), 4) == 9.9029


def test_the_edge_of_dont_pass_is_larger_when_ties_are_not_counted() -> None:
    assert returns("electronic", "dont_pass").house_edge_resolved == Fraction(27, 1925)


def test_a_line_bet_takes_557_rolls_of_165() -> None:
    line = returns("electronic", "pass_line")
    assert line.expected_rolls == Fraction(557, 165)
    assert line.house_edge_per_roll == Fraction(7, 1671)


@pytest.mark.parametrize(
    "bet, rolls",
    [("place:6", "36/11"), ("place:4", "4"), ("hard:4", "4"), ("hard:8", "36/11"), ("field", "1"), ("hop:1-2", "1")],
)
@pytest.mark.parametrize("book", ["electronic", "mbs_v3", "maryland"])
def test_a_wager_that_is_held_on_waits_for_its_own_rolls_alone(book: str, bet: str, rolls: str) -> None:
    sheet = par_sheet(load_book(book)).bets
    assert bet not in sheet or sheet[bet].expected_rolls == Fraction(rolls)


def test_side_bets_that_are_paid_at_the_seven_out_last_as_long_as_the_hand() -> None:
    assert returns("electronic", "hot_shooter").expected_rolls == Fraction(1671, 196)
    assert returns("maryland", "fire").expected_rolls == Fraction(1671, 196)


def test_a_prize_of_the_stake_alone_is_a_push() -> None:
    hot_shooter = returns("electronic", "hot_shooter")
    assert Fraction(0) not in hot_shooter.pays
    assert list(hot_shooter.pays) == [2, 4, 6, 11, 29, 99]
    assert hot_shooter.push > hot_shooter.win


def test_a_whirl_that_only_brings_its_stake_back_is_a_win_of_nothing() -> None:
    assert returns("maryland", "whirl").pays[Fraction(0)] == Fraction(6, 36)


def test_the_deviation_of_an_even_bet_follows_from_its_edge() -> None:
    line = returns("electronic", "pass_line")
    assert line.variance == 1 - line.house_edge**2


def test_vigorish_paid_up_front_is_part_of_what_is_staked() -> None:
    buy = returns("mbs_v3", "buy:4")  # 21 put down for every 20 that play: wins 39, loses 21
    assert buy.variance == Fraction(1, 3) * Fraction(39, 21) ** 2 + Fraction(2, 3) - Fraction(1, 21) ** 2


def test_every_way_to_win_has_its_chance() -> None:
    assert returns("mbs_v3", "field").pays == {Fraction(1): Fraction(14, 36), Fraction(2): Fraction(2, 36)}
    assert returns("electronic", "pass_odds").pays == {
        Fraction(6, 5): Fraction(10, 24) * Fraction(5, 11),
        Fraction(3, 2): Fraction(8, 24) * Fraction(4, 10),
        Fraction(2): Fraction(6, 24) * Fraction(3, 9),
    }


def test_power_odds_are_among_the_pays_with_their_chances() -> None:
    assert returns("electronic", "any_seven").pays == {
        Fraction(4): Fraction(1, 6) * Fraction(95, 100),
        Fraction(6): Fraction(1, 6) * Fraction(5, 100) * Fraction(3, 4),
        Fraction(8): Fraction(1, 6) * Fraction(5, 100) * Fraction(1, 4),
    }


def test_a_chance_of_nothing_leaves_the_plain_odds_alone() -> None:
    assert list(returns("electronic", "any_seven", power_odds_chance="0/1").pays) == [4]


# ---- what every line obeys --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_names())
def test_every_bet_that_a_player_can_lay_has_a_line_in_the_order_of_the_felt(name: str) -> None:
    book = load_book(name)
    spots = lay_felt(book).spots
    assert list(par_sheet(book).bets) == [bet for bet in spots if BETS[bet].kind.opens is not Opens.NEVER]
    assert par_sheet(book).refused == {}


@pytest.mark.parametrize("name", shipped_names())
def test_a_wager_wins_ties_or_loses_and_nothing_else(name: str) -> None:
    for line in par_sheet(load_book(name)).bets.values():
        assert line.win + line.push + line.lose == 1
        assert sum(line.pays.values()) == line.win
        assert line.variance > 0


@pytest.mark.parametrize("name", shipped_names())
def test_free_odds_return_all_of_it(name: str) -> None:
    settings = {"free_odds": True} if name == "maryland" else {}
    sheet = par_sheet(load_book(name).with_settings(settings)).bets
    odds = {bet: line.house_edge for bet, line in sheet.items() if BETS[bet].base}
    assert len(odds) == (11 if name == "crapless" else 14)
    assert set(odds.values()) == {Fraction(0)}


@pytest.mark.parametrize("knob", ["power_odds_chance", "power_odds_high"])
def test_the_more_power_the_more_comes_back(knob: str) -> None:
    book = load_book("electronic")
    less, more = (par_sheet(book.with_settings({knob: share})).bets for share in ("1/10", "1/3"))
    for bet in lay_felt(book).power:
        assert more[bet].house_edge < less[bet].house_edge


def test_only_the_bets_that_have_power_odds_feel_their_chance() -> None:
    book = load_book("electronic")
    plain, powered = (par_sheet(book.with_settings({"power_odds_chance": share})).bets for share in ("0/1", "1/2"))
    assert {bet for bet in plain if plain[bet] != powered[bet]} == set(lay_felt(book).power)


def test_limits_and_denomination_are_in_no_exact_figure() -> None:
    book = load_book("electronic")
    other = book.with_settings({"limits": {"min": 5000, "max": 7000, "step": 1000}, "denomination": 2500})
    assert par_sheet(other).bets == par_sheet(book).bets


@pytest.mark.parametrize("rule", ["works_on_come_out", "rests_after_point_made", "takes_calls"])
def test_when_a_wager_turns_off_is_in_no_figure(rule: str) -> None:
    """It is held ON, so that a house's working rules cost or bring nothing."""
    book = load_book("electronic")
    other = json.loads(book.model_dump_json(exclude_none=True, exclude_defaults=True))
    for pattern in ("place:N", "buy:N", "lay:N", "hard:N", "big:N", "come_odds:N"):
        other["bets"][pattern][rule] = rule == "takes_calls"
    assert par_sheet(RuleBook.model_validate(other)).bets == par_sheet(book).bets


# ---- walks ------------------------------------------------------------------------------------------------------


NO_SEVENS = [dice for dice in ALL_ROLLS if sum(dice) != SEVEN]


@pytest.mark.parametrize(
    "name, bet",
    [
        ("electronic", "hot_shooter"),
        ("maryland", "fire"),
        ("maryland", "all_tall"),
        ("american", "repeater:4"),
        ("american", "different_doubles"),
    ],
)
def test_tables_that_are_taken_for_one_state_behave_alike(name: str, bet: str) -> None:
    """Whatever led to a state, the same roll decides the same and leads to the same state."""
    felt = lay_felt(load_book(name))
    ahead_of: dict[Hashable, object] = {}
    met_again = 0
    for seed in range(300):
        game = _after(felt, bet, random.Random(seed).choices(NO_SEVENS, k=seed % 75))
        if bet in game.seats[1].stakes:
            state = what_matters(game, felt.spots[bet])
            ahead = [_next(game, bet, dice) for dice in ALL_ROLLS]
            met_again += state in ahead_of
            assert ahead_of.setdefault(state, ahead) == ahead
    assert met_again > 50


def _after(felt: Felt, bet: str, throws: list[Dice]) -> Game:
    game = Game(felt, {1: Seat(10**6)})
    game.place(1, "pass_line", 500)
    game.place(1, bet, 100)
    for dice in throws:
        game.roll(dice)
    return game


def _next(game: Game, bet: str, dice: Dice) -> object:
    after = Game(game.felt, {1: game.seats[1].copy()}, game.point, game.hand)
    row = next((row for row in after.roll(dice).settled if row.bet == bet), None)
    return (row.result, row.paid) if row else what_matters(after, game.felt.spots[bet])


def test_a_walk_leaves_no_money_behind() -> None:
    """What the house takes on average is the edge: the same money, seen from the other side of the table."""
    felt = lay_felt(load_book("mbs_v3"))
    fortune = walk(felt, felt.spots["lay:6"], 600)  # 25 of vigorish on a win of 500
    assert fortune.cost == 625
    mean = sum(end.taken * chance for end, chance in fortune.ends.items())
    assert mean / fortune.cost == Fraction(1, 25)


def test_a_knob_that_a_bet_does_not_lean_on_costs_it_no_new_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    book = load_book("maryland")
    monkeypatch.setattr(sheet, "_kept", {})
    par_sheet(book)
    walked: list[str] = []

    def watched(felt: Felt, spot: Spot, stake: int) -> Fortune:
        walked.append(spot.name)
        return walk(felt, spot, stake)

    monkeypatch.setattr(sheet, "walk", watched)
    par_sheet(book.with_settings({"limits": {"max": 900_000}, "denomination": 500}))
    assert walked == []
    par_sheet(book.with_settings({"fire_table": "B", "vigorish_rate": "7/1000"}))
    assert {bet.partition(":")[0] for bet in walked} == {"buy", "lay", "fire"}


def test_a_walk_leans_on_what_a_book_says_and_not_on_the_order_in_which_it_says_it() -> None:
    """The felt of equal books is one: that of whichever was laid first, from a file or from a journal."""
    book = load_book("maryland")
    said = {
        name: RuleBook.model_validate_json(
            json.dumps(book.model_dump(mode="json", exclude_none=True), sort_keys=is_sorted)
        )
        for name, is_sorted in (("as its file", False), ("as a journal", True))
    }
    felts = {name: replace(lay_felt(book), book=one) for name, one in said.items()}
    spots = list(lay_felt(book).spots.values())
    first, second = ([sheet._Laboratory(felt)._leans_on(spot) for spot in spots] for felt in felts.values())
    assert first == second


def test_a_walk_by_other_points_is_another_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pass line of both books has the same terms."""
    monkeypatch.setattr(sheet, "_kept", {})
    assert returns("american", "pass_line").house_edge == Fraction(7, 495)
    assert returns("crapless", "pass_line").house_edge == Fraction(373, 6930)
    assert returns("crapless", "different_doubles") == returns("american", "different_doubles")


def test_walks_are_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "WALKS_KEPT", 10)
    monkeypatch.setattr(sheet, "_kept", {})
    par_sheet(load_book("mbs_v3"))
    assert len(sheet._kept) == 10
