"""What holds at every table, whatever is played."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from controller.games.roulette.play.game import Game
from controller.games.roulette.rules.spots import SPOTS
from controller.games.roulette.rules.wheel import NUMBERS
from tests.games.roulette.tables import PAYS, book, code, table, wins

SEATS = (1, 2, 3)
MONEY = 30_000


@dataclass(frozen=True)
class Act:
    """A player's act, or how a round ends."""

    do: str
    seat: int = 1
    bet: str = ""
    amount: int | None = None
    number: int = 0


NAMES = st.sampled_from(list(SPOTS)) | st.sampled_from(["red", "straight:0", "split:0-1", "nothing", "split:2-1"])
AMOUNTS = st.sampled_from([100, 200, 500, 1000, 10_000, 0, -100, 50, 150, 10**9])
PLACES = st.builds(Act, st.just("place"), st.sampled_from(SEATS), NAMES, AMOUNTS)
DOWNS = st.builds(Act, st.just("take_down"), st.sampled_from(SEATS), NAMES, AMOUNTS | st.none())
ENDS = st.sampled_from([*(Act("spin", number=number) for number in NUMBERS), Act("void"), Act("settings"), Act("lock")])
ACTS = st.lists(PLACES | PLACES | PLACES | DOWNS | st.just(Act("turn", bet="red")) | ENDS, max_size=40)


def do(game: Game, act: Act) -> None:
    """May be refused; `code` then sees to it that nothing has changed."""
    match act.do:
        case "spin":
            game.spin(act.number)
        case "void":
            game.void()
        case "lock":
            game.give_back([2])
        case "settings":
            game.change_settings(book().with_settings({"max_voids": 4 if game.felt.book == book() else 3}))
        case _:
            code(game, act.do, act.bet, act.amount, act.seat)


@given(ACTS)
def test_money_is_conserved_and_no_balance_is_ever_below_nothing(acts: list[Act]) -> None:
    game = table(MONEY, MONEY, MONEY)
    for act in acts:
        do(game, act)
        assert game.all_money() == 3 * MONEY
        assert all(seat.balance >= 0 for seat in game.seats.values())


@given(ACTS)
def test_what_lies_on_a_spot_always_keeps_its_limits(acts: list[Act]) -> None:
    game = table(MONEY, MONEY, MONEY)
    for act in acts:
        do(game, act)
        for seat in game.seats.values():
            assert all(
                100 <= stake <= game.felt.terms[bet].max and stake % 100 == 0 for bet, stake in seat.stakes.items()
            )


@given(ACTS)
def test_the_liability_is_what_the_worst_number_would_cost(acts: list[Act]) -> None:
    game = table(MONEY, MONEY, MONEY)
    for act in acts:
        do(game, act)
    lies = [(bet, stake) for seat in game.seats.values() for bet, stake in seat.stakes.items()]
    costs = [sum(stake * PAYS[bet.partition(":")[0]] for bet, stake in lies if wins(bet, number)) for number in NUMBERS]
    assert game.most_win() == max(costs)


@given(ACTS, st.sampled_from(NUMBERS))
def test_a_seat_is_settled_as_if_it_sat_alone(acts: list[Act], number: int) -> None:
    together, alone = table(MONEY, MONEY, MONEY), table(MONEY, MONEY, MONEY)
    for act in acts:
        do(together, act)
        if act.seat == 1 or act.do in ("spin", "void", "settings"):
            do(alone, act)
    assert [row for row in together.spin(number) if row.seat == 1] == alone.spin(number)
    assert together.seats[1].balance == alone.seats[1].balance


@given(ACTS)
def test_a_void_round_leaves_every_player_as_the_window_found_them(acts: list[Act]) -> None:
    game = table(MONEY, MONEY, MONEY)
    for act in acts:
        if act.do in ("place", "take_down"):
            do(game, act)
    game.void()
    assert [(seat.balance, seat.stakes) for seat in game.seats.values()] == [(MONEY, {})] * 3
