"""What holds at every table, whatever is played: laws of docs/rules.md tried on random play."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.books import load_book
from controller.games.craps.play.felt import lay_felt
from controller.games.craps.play.game import Game, new_game
from controller.games.craps.rules.bets import BETS
from controller.games.craps.rules.dice import ALL_ROLLS, Dice
from controller.games.craps.rules.kinds import Result
from controller.games.craps.rules.pays import Level
from controller.games.craps.rules.refusal import CODES, BetRefused
from controller.games.craps.rules.rulebook import RuleBook
from tests.craps.felt_language import copy_of

BOOKS: dict[str, RuleBook] = {
    "electronic": load_book("electronic"),
    "mbs_v3": load_book("mbs_v3"),
    "american": load_book("american"),
    "crapless": load_book("crapless"),
    "maryland": load_book("maryland").with_settings({"free_odds": True}),
    "maryland on win": load_book("maryland").with_settings({"free_odds": True, "vigorish": "on_win"}),
}
SEATS = (1, 2, 3)
MONEY = 30_000


@dataclass(frozen=True)
class Act:
    """A player's action, a roll or a void."""

    what: str
    seat: int = 1
    bet: str = ""
    amount: int | None = None
    dice: Dice = (1, 1)
    draw: tuple[tuple[str, Level], ...] = ()


def do(game: Game, act: Act) -> None:
    """May be refused."""
    match act.what:
        case "place":
            game.place(act.seat, act.bet, act.amount or 0)
        case "down":
            game.take_down(act.seat, act.bet, act.amount)
        case "on" | "off":
            game.turn(act.seat, act.bet, act.what == "on")
        case "void":
            game.close()
            game.void()
        case _:
            game.close()
            game.roll(act.dice, {bet: level for bet, level in act.draw if bet in game.felt.power})


BET = st.sampled_from(sorted(BETS)) | st.sampled_from(
    ["pass_line", "dont_pass", "come", "dont_come", "place:6", "lay:4"]
)
AMOUNT = st.sampled_from([100, 200, 300, 400, 500, 600, 1000, 2000, 5000, 150, 7, 0, -100, 10**7])
DRAW = st.lists(st.tuples(BET, st.sampled_from(Level)), max_size=3).map(tuple)
PLACES = st.builds(Act, st.just("place"), st.sampled_from(SEATS), BET, AMOUNT)
DOWNS = st.builds(Act, st.just("down"), st.sampled_from(SEATS), BET, AMOUNT | st.none())
CALLS = st.builds(Act, st.sampled_from(["on", "off"]), st.sampled_from(SEATS), BET)
ROLLS = st.builds(Act, st.just("roll"), dice=st.sampled_from(ALL_ROLLS), draw=DRAW)
WINDOW = st.lists(st.one_of(PLACES, PLACES, DOWNS, CALLS), max_size=8)
ACTS = st.lists(st.one_of(PLACES, PLACES, PLACES, DOWNS, CALLS, ROLLS, ROLLS, st.just(Act("void"))), max_size=40)

every_book = pytest.mark.parametrize("book", BOOKS)


def table(book: str) -> Game:
    """A new table with three seats."""
    return new_game(BOOKS[book], dict.fromkeys(SEATS, MONEY))


def played(book: str, acts: list[Act]) -> Game:
    """A table at which these acts were tried."""
    game = table(book)
    for act in acts:
        try:
            do(game, act)
        except BetRefused:
            continue
    return game


@every_book
@given(acts=ACTS)
def test_money_is_conserved_and_no_amount_falls_below_nothing(book: str, acts: list[Act]) -> None:
    game, codes = table(book), set()
    for act in acts:
        try:
            do(game, act)
        except BetRefused as refusal:
            codes.add(refusal.code)
        assert game.all_money() == MONEY * len(SEATS)
        for seat in game.seats.values():
            assert seat.balance >= 0
            assert all(stake > 0 for stake in seat.stakes.values())
            assert all(held > 0 for held in seat.vigorish.values())
            assert seat.vigorish.keys() | seat.added.keys() | seat.calls.keys() <= seat.stakes.keys()
            assert all(0 < added <= seat.stakes[bet] for bet, added in seat.added.items())
    assert codes <= CODES.keys()


@every_book
@given(before=ACTS, last=st.one_of(PLACES, DOWNS, CALLS))
def test_what_is_refused_changes_nothing(book: str, before: list[Act], last: Act) -> None:
    game = played(book, before)
    was = copy_of(game)
    try:
        do(game, last)
    except BetRefused:
        assert game == was
    else:
        assert game != was or last.what in ("on", "off")


@every_book
@given(before=ACTS, bet=BET, amount=AMOUNT)
def test_a_take_down_after_a_place_restores_everything_in_the_same_window(
    book: str, before: list[Act], bet: str, amount: int
) -> None:
    game = played(book, before)
    was = copy_of(game)
    try:
        game.place(1, bet, amount)
    except BetRefused:
        return
    game.take_down(1, bet, amount)
    assert game == was


@every_book
@given(acts=ACTS)
def test_the_order_in_which_seats_act_within_a_window_is_irrelevant(book: str, acts: list[Act]) -> None:
    """Also the order of their rows: seat by seat, ascending."""
    windows: list[list[Act]] = [[]]
    for act in acts:
        windows[-1].append(act)
        if act.what in ("roll", "void"):
            windows.append([])
    sorted_acts = [
        act for window in windows for act in sorted(window, key=lambda act: (act.what in ("roll", "void"), -act.seat))
    ]
    assert played(book, acts) == played(book, sorted_acts)


@every_book
@given(acts=ACTS, shift=st.integers(1, 4))
def test_seats_do_not_touch_each_others_money(book: str, acts: list[Act], shift: int) -> None:
    """The same acts under other seat numbers give the same money."""
    game = played(book, acts)
    moved = new_game(BOOKS[book], {seat + shift: MONEY for seat in SEATS})
    for act in acts:
        try:
            do(moved, Act(act.what, act.seat + shift, act.bet, act.amount, act.dice, act.draw))
        except BetRefused:
            continue
    assert list(game.seats.values()) == list(moved.seats.values())


@every_book
@given(before=ACTS, dice=st.sampled_from(ALL_ROLLS))
def test_a_payout_is_the_exact_rational_floored_once(book: str, before: list[Act], dice: Dice) -> None:
    game = played(book, before)
    verdicts = game.felt.verdicts[game.point][dice]
    plain = {bet: Fraction(verdict.numerator, verdict.denominator) for bet, verdict in verdicts.items()}
    for row in game.roll(dice).settled:
        exact = row.stake * plain.get(row.bet, Fraction(0))
        if row.result is Result.WIN and row.bet in plain:
            assert row.paid <= exact < row.paid + 1
        if row.result is not Result.WIN:
            assert row.paid == 0


@every_book
@given(acts=ACTS, dice=st.sampled_from(ALL_ROLLS))
def test_which_die_shows_which_face_matters_to_nobody(book: str, acts: list[Act], dice: Dice) -> None:
    one = played(book, acts)
    other = copy_of(one)
    assert one.roll(dice) == other.roll((dice[1], dice[0]))
    assert one == other


@every_book
@given(acts=ACTS)
def test_a_void_leaves_exactly_what_was_carried(book: str, acts: list[Act]) -> None:
    """What went up in this window goes back, to the unit; no vigorish is lost by it."""
    game = played(book, acts)
    carried = {
        number: {bet: stake - seat.added.get(bet, 0) for bet, stake in seat.stakes.items()}
        for number, seat in game.seats.items()
    }
    house = game.house
    game.void()
    for number, seat in game.seats.items():
        assert seat.stakes == {bet: stake for bet, stake in carried[number].items() if stake}
        assert seat.added == {}
    assert game.house == house


def test_laying_the_same_felt_twice_gives_the_same_felt() -> None:
    for book in BOOKS.values():
        assert lay_felt(book) is lay_felt(RuleBook.model_validate(dict(book)))
