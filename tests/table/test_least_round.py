"""A round takes a least of time where a law wants it, however fast its players are done."""

from controller.facts.kinds import PhaseEntered
from controller.games.registry import table_row
from controller.server.loop.public_views import PublicViews
from controller.table.events import TimePassed
from controller.table.phases import Phase
from tests.table.evening import Evening, an_evening

LEAST = 72
FIFTY_AN_HOUR = 3_600_000 // 50


def time_of(evening: Evening) -> int:
    """Milliseconds since it began."""
    return sum(after for _, after in evening.history)


def in_a_hurry(evening: Evening) -> int:
    """One round as fast as its players can: they bet, are done, shoot. Milliseconds from its window to its throw."""
    began = time_of(evening)
    evening.bet(1, "field", 500).done(1)
    while evening.phase is Phase.BETTING:
        evening.time_is_up()
    thrown = time_of(evening)
    evening.draw().press().throw(6, 3).time_is_up()
    return thrown - began


def test_players_who_are_all_done_wait_until_the_least_of_the_last_round_has_passed() -> None:
    evening = an_evening(least_round=LEAST, bet_time=25, result_time=5)
    assert in_a_hurry(evening) == 0, "the first round waits for none before it"
    evening.bet(1, "field", 500)
    assert (evening.phase, evening.table.left) == (Phase.BETTING, (LEAST - 5) * 1000)
    evening.wait(20).done(1)
    assert (evening.phase, evening.table.left) == (Phase.BETTING, (LEAST - 25) * 1000)
    evening.time_is_up()
    assert evening.phase is Phase.CLOSED


def test_ten_games_of_players_in_a_hurry_take_as_long_as_fifty_an_hour_allow_and_turned_off_they_do_not() -> None:
    held, free = an_evening(least_round=LEAST), an_evening(least_round=0)
    for _ in range(10):
        in_a_hurry(held)
        in_a_hurry(free)
    assert time_of(held) >= 9 * FIFTY_AN_HOUR, "from the first throw to the tenth"
    assert time_of(free) < 2 * FIFTY_AN_HOUR


def test_the_time_of_a_round_goes_on_while_the_table_is_held() -> None:
    evening = an_evening(least_round=LEAST, result_time=5)
    in_a_hurry(evening)
    evening.door("dome", True).wait(30).door("dome", False)
    evening.wait(10).bet(1, "field", 500).done(1)
    assert evening.table.left == (LEAST - 5 - 40) * 1000
    assert PhaseEntered("betting", 2) in evening.last.decisions, "every screen is told that it ends earlier"


def test_a_long_betting_time_is_not_made_longer() -> None:
    evening = an_evening(least_round=30, bet_time=40)
    in_a_hurry(evening)
    evening.bet(1, "field", 500)
    assert evening.table.left == 40_000


def test_a_round_that_is_voided_gives_its_time_to_the_next_one_and_not_away() -> None:
    evening = an_evening(least_round=LEAST)
    in_a_hurry(evening)
    evening.bet(1, "field", 500).done(1).time_is_up()
    evening.operator("void", "supervisor", reason="look").bet(1, "field", 500)
    assert evening.table.left == LEAST * 1000


def test_nothing_of_it_is_lost_between_two_events() -> None:
    evening = an_evening(least_round=LEAST)
    in_a_hurry(evening)
    left = evening.table.least
    for _ in range(10):
        evening.happens(TimePassed(), 100)
    assert evening.table.least == left - 1000


def test_every_screen_is_told_how_long_it_lasts_while_bets_are_open_and_else_nothing() -> None:
    evening = an_evening(least_round=LEAST, bet_time=90, result_time=5)

    def told() -> int | None:
        row, table = table_row(evening.table.game.name), evening.table
        return PublicViews("e" * 16, True).table(table, table.left, row.history({})).least_ms

    evening.bet(1, "field", 500)
    assert told() is None, "nothing went before"
    in_a_hurry(evening)
    assert (told(), evening.table.left) == ((LEAST - 5) * 1000, 90_000)
