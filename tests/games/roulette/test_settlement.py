"""What a spin decides (R3.8, R4.1, R4.2): every spot on every number, and the money."""

import pytest

from controller.games.interface import Returned
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS
from tests.games.roulette.tables import PAYS, table, wins

RICH = 10**9
STAKES = {name: 100 * (place + 1) for place, name in enumerate(SPOTS)}
"""Each another, so that no two rows are alike."""


def expected_row(name: str, number: int) -> tuple[str, int, str, int]:
    won = wins(name, number)
    return name, STAKES[name], "win" if won else "lose", STAKES[name] * PAYS[name.partition(":")[0]] if won else 0


@pytest.mark.parametrize("number", NUMBERS)
def test_all_157_spots_at_once_are_decided_as_written_down(number: int) -> None:
    game = table(RICH, RICH)
    for name, stake in STAKES.items():
        game.place(2, name, stake)
    rows = game.spin(number)
    assert [(row.bet, row.stake, row.result, row.paid) for row in rows] == [
        expected_row(name, number) for name in SPOTS
    ]
    assert {row.seat for row in rows} == {2}
    brought = sum(row.paid + row.stake for row in rows if row.result == "win")
    assert game.seats[2].balance == RICH - sum(STAKES.values()) + brought
    assert game.seats[1].balance == RICH
    assert game.house == sum(STAKES.values()) - brought


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_stays_and_nothing_is_carried_from_spin_to_spin(number: int) -> None:
    game = table()
    for bet in ("straight:17", "red", "black", "dozen:1"):
        game.place(1, bet, 100)
    assert not any(row.stays or row.vigorish for row in game.spin(number))
    assert not game.seats[1].stakes
    assert game.spin(number) == []


def test_a_player_who_covers_all_37_numbers_loses_one_of_them() -> None:
    game = table(3_700)
    for number in NUMBERS:
        game.place(1, f"straight:{number}", 100)
    game.spin(17)
    assert game.seats[1].balance == 3_600


def test_rows_come_seat_by_seat_in_the_order_in_which_the_wagers_were_laid() -> None:
    game = table(5000, 5000)
    for seat, bet in ((2, "red"), (1, "odd"), (2, "straight:5"), (1, "low")):
        game.place(seat, bet, 100)
    assert [(row.seat, row.bet) for row in game.spin(5)] == [(1, "odd"), (1, "low"), (2, "red"), (2, "straight:5")]


def test_a_void_gives_every_stake_back_seat_by_seat() -> None:
    game = table(5000, 5000)
    for seat, bet in ((2, "red"), (1, "odd"), (2, "straight:5")):
        game.place(seat, bet, 300)
    assert game.void() == [Returned(1, "odd", 300), Returned(2, "red", 300), Returned(2, "straight:5", 300)]
    assert [seat.balance for seat in game.seats.values()] == [5000, 5000]
    assert not any(game.wins)


def test_a_seat_that_locks_gets_all_its_wagers_back_and_the_others_play_on() -> None:
    game = table(5000, 5000)
    game.place(1, "red", 300)
    game.place(2, "red", 400)
    assert game.give_back([2]) == [Returned(2, "red", 400)]
    assert [row.seat for row in game.spin(1)] == [1]


# ---- liability ----


def test_the_liability_is_the_most_over_the_numbers_and_sets_no_losing_stake_against_it() -> None:
    game = table(100_000, 100_000)
    game.place(1, "straight:17", 500)
    game.place(1, "red", 5_000)
    game.place(2, "split:17-20", 300)
    game.place(2, "dozen:2", 1_000)
    on_17 = 500 * 35 + 300 * 17 + 1_000 * 2
    assert game.most_win() == on_17
    game.take_down(1, "straight:17", 500)
    assert game.most_win() == 300 * 17 + 1_000 * 2
    game.take_down(2, "split:17-20")
    on_23 = 5_000 * 1 + 1_000 * 2
    assert game.most_win() == on_23
    game.spin(0)
    assert game.most_win() == 0
