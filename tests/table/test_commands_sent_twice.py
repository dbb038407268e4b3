"""A command has an id. Sent twice, it happens once, and the answer is the same."""

from controller.table.commands.answers import ANSWERS_KEPT
from controller.table.digest import digest_of
from controller.table.phases import Phase
from controller.table.staff.said import act_said
from controller.table.state import MOST_CLIENTS
from tests.asked import cash_out, done, wager
from tests.table.evening import Evening, an_evening

FIELD = wager(1, "tablet", 1, 1, "place", "field", 500)


def substance(evening: Evening) -> tuple[object, ...]:
    return evening.phase, evening.round, evening.credits(1), evening.layout(1), digest_of(evening.table)


def test_a_wager_sent_twice_is_laid_once_and_answered_alike() -> None:
    evening = an_evening().happens(FIELD)
    first = evening.answer
    evening.happens(FIELD)
    assert (evening.answer, evening.last.repeated, evening.last.decisions) == (first, True, [])
    assert evening.layout(1) == {"field": 500}


def test_a_refusal_sent_twice_is_the_same_refusal_even_if_it_would_be_taken_now() -> None:
    evening = an_evening().happens(wager(1, "tablet", 1, 1, "place", "field", 1))
    assert evening.happens(FIELD).code == "below_minimum"
    assert evening.layout(1) == {}


def test_a_retry_after_the_close_of_what_was_taken_before_gets_its_old_answer() -> None:
    evening = an_evening().happens(FIELD).close().happens(FIELD)
    assert (evening.code, evening.layout(1)) == ("ok", {"field": 500})


def test_a_retry_after_the_close_of_what_never_arrived_is_refused_and_stays_refused() -> None:
    evening = an_evening().bet(2, "pass_line", 500).close().happens(FIELD)
    assert evening.code == "bets_closed"
    evening.draw().press().throw(1, 3).time_is_up().happens(FIELD)
    assert (evening.phase, evening.code) == (Phase.BETTING, "bets_closed")


def test_time_that_is_due_passes_before_a_repeated_command_too() -> None:
    evening = an_evening().happens(FIELD)
    evening.happens(FIELD, after=25_000)
    assert (evening.code, evening.phase) == ("ok", Phase.CLOSED)


def test_answers_survive_a_power_failure() -> None:
    evening = an_evening().happens(FIELD).happens(cash_out(1, "tablet", 2))
    answer = evening.answer
    evening.power_failure().happens(cash_out(1, "tablet", 2))
    assert (evening.answer, evening.last.repeated) == (answer, True)


def test_ids_may_be_skipped_but_a_skipped_one_is_not_taken_later() -> None:
    evening = an_evening().happens(FIELD._replace(id=7))
    before = substance(evening)
    assert evening.happens(FIELD._replace(id=3)).code == "stale_id"
    assert substance(evening) == before


def test_the_last_256_answers_of_a_client_are_known_and_older_ids_are_refused() -> None:
    evening = an_evening()
    for number in range(1, 3 * ANSWERS_KEPT):
        evening.happens(done(1, "tablet", number, 1))
    last = 3 * ANSWERS_KEPT - 1
    for number in (last, last - ANSWERS_KEPT + 1):
        assert evening.happens(done(1, "tablet", number, 1)).code == "bets_closed"
    assert evening.happens(done(1, "tablet", 1, 1)).code == "stale_id"


def test_an_operators_act_sent_twice_moves_money_once() -> None:
    credit = act_said("service menu", 1, "ann", "attendant", "credit", seat=1, amount=500)
    evening = an_evening(credits=1000).happens(credit).happens(credit)
    assert evening.credits(1) == 1500


def test_clients_do_not_share_their_ids() -> None:
    evening = an_evening().happens(FIELD).happens(FIELD._replace(client="another"))
    assert evening.layout(1) == {"field": 1000}


def test_of_too_many_clients_the_one_unheard_for_longest_is_forgotten() -> None:
    evening = an_evening()
    table = evening.table
    known = table.clients["operator-supervisor"]
    table.clients = {f"client-{number}": known for number in range(MOST_CLIENTS)}
    evening.happens(FIELD)
    assert len(evening.table.clients) == MOST_CLIENTS
    assert "client-0" not in evening.table.clients
