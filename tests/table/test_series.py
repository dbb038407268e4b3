"""Ids may jump, but not far; a client begins anew in a series, which closes the one before."""

import json

from controller.facts.kinds import SeriesBegun
from controller.table.commands.clients import (
    FEWEST_LEFT,
    LARGEST_ID,
    MOST_JUMP,
    is_used_up,
    last_id,
    of_another_series,
    series_of,
)
from controller.table.digest import digest_of
from controller.table.events import SeriesWanted
from controller.table.snapshot import from_plain, plain
from controller.table.state import MOST_CLIENTS, Client
from tests.asked import done, wager
from tests.table.evening import an_evening

FIELD = wager(1, "tablet", 1, 1, "place", "field", 500)


def test_an_id_that_jumps_too_far_is_refused_with_the_last_and_the_most_that_is_taken_and_changes_nothing() -> None:
    for last in (0, 7):
        evening = an_evening()
        if last:
            evening.happens(FIELD._replace(id=last))
        before = digest_of(evening.table), evening.table.clients
        for id in (last + MOST_JUMP + 1, 2**53, 2**63 - 1):
            evening.happens(FIELD._replace(id=id))
            assert evening.answer is not None
            assert (evening.code, evening.answer.details) == ("id_jump", {"last": last, "most": last + MOST_JUMP})
        assert (digest_of(evening.table), evening.table.clients) == before
        assert evening.happens(FIELD._replace(id=last + MOST_JUMP)).code == "ok"


def test_one_command_can_not_close_a_seat() -> None:
    evening = an_evening().happens(FIELD._replace(id=2**63 - 1)).happens(FIELD)
    assert (evening.code, evening.layout(1)) == ("ok", {"field": 500})


def test_in_a_new_series_ids_begin_at_one_and_old_answers_are_forgotten() -> None:
    evening = an_evening().happens(FIELD).happens(FIELD._replace(id=2)).happens(SeriesWanted("tablet"))
    assert evening.last.decisions == [SeriesBegun("tablet", 1)]
    assert (series_of(evening.table, "tablet"), last_id(evening.table, "tablet")) == (1, 0)
    evening.happens(FIELD)
    assert (evening.last.repeated, evening.layout(1)) == (False, {"field": 1500})
    assert evening.happens(SeriesWanted("tablet")).last.decisions == [SeriesBegun("tablet", 2)]


def test_a_command_of_a_closed_series_is_told_which_one_counts() -> None:
    table = an_evening().happens(FIELD).happens(SeriesWanted("tablet")).table
    over = of_another_series(table, "tablet", 2, 0)
    assert over is not None
    assert (over.ok, over.code, over.details) == (False, "series_over", {"series": 1})
    assert of_another_series(table, "tablet", 2, 1) is None
    assert of_another_series(table, "somebody new", 1, 0) is None


def test_a_new_series_moves_nobody_elses_numbers_and_no_money() -> None:
    evening = an_evening().happens(FIELD).happens(FIELD._replace(client="another"))
    before, other = digest_of(evening.table), evening.table.clients["another"]
    evening.happens(SeriesWanted("tablet"))
    assert digest_of(evening.table) == before
    assert evening.table.clients["another"] == other


def test_a_series_survives_a_snapshot_and_a_snapshot_of_before_there_were_any_is_read() -> None:
    table = an_evening().happens(FIELD).happens(SeriesWanted("tablet")).happens(FIELD).table
    data = json.loads(json.dumps(plain(table)))
    assert from_plain(data).clients == table.clients
    data["books"]["clients"] = [client[:3] for client in data["books"]["clients"]]
    assert {client.series for client in from_plain(data).clients.values()} == {0}


def test_a_series_is_used_up_long_before_its_last_number() -> None:
    table = an_evening().table
    for number, used_up in ((5, False), (LARGEST_ID - FEWEST_LEFT, False), (LARGEST_ID, True), (2**63 - 1, True)):
        table.clients["tablet"] = Client(number)
        assert is_used_up(table, "tablet") is used_up
    assert not is_used_up(table, "somebody new")


def test_a_new_series_of_a_client_too_many_forgets_the_one_unheard_for_longest() -> None:
    evening = an_evening()
    known = Client()
    evening.table.clients = {f"client-{number}": known for number in range(MOST_CLIENTS)}
    evening.happens(SeriesWanted("client-0")).happens(SeriesWanted("tablet"))
    assert len(evening.table.clients) == MOST_CLIENTS
    assert "client-0" in evening.table.clients
    assert "client-1" not in evening.table.clients


def test_a_done_and_a_wager_share_one_count() -> None:
    evening = an_evening().happens(FIELD).happens(done(1, "tablet", 1 + MOST_JUMP + 1, 1))
    assert evening.code == "id_jump"
