"""Absorbing chains with answers that are known."""

from fractions import Fraction

from controller.games.craps.returns.chain import ChainRow, solve


def test_a_state_that_ends_at_once_ends_as_it_says() -> None:
    assert solve([ChainRow.of({}, {"heads": 1, "tails": 1}, 2)]) == {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}


def test_staying_where_one_is_only_delays_the_end() -> None:
    assert solve([ChainRow.of({0: 30}, {"win": 2, "lose": 4, "rolls": 36}, 36)]) == {
        "win": Fraction(1, 3),
        "lose": Fraction(2, 3),
        "rolls": Fraction(6),
    }


def test_the_gambler_who_starts_with_two_of_five_is_ruined_three_times_in_five() -> None:
    # states 0…3 hold 2, 1, 3, 4 units; a fair game for one unit until 0 or 5
    rows = [
        ChainRow.of({1: 1, 2: 1}, {"games": 2}, 2),
        ChainRow.of({0: 1}, {"ruin": 1, "games": 2}, 2),
        ChainRow.of({0: 1, 3: 1}, {"games": 2}, 2),
        ChainRow.of({2: 1}, {"riches": 1, "games": 2}, 2),
    ]
    assert solve(rows) == {"ruin": Fraction(3, 5), "riches": Fraction(2, 5), "games": Fraction(6)}


def test_what_was_given_is_left_as_it_was() -> None:
    rows = [ChainRow.of({1: 1}, {"end": 1}, 2), ChainRow.of({0: 1}, {"end": 1}, 2)]
    solve(rows)
    assert rows[0] == ChainRow.of({1: 1}, {"end": 1}, 2)
