"""Series of ids in the journal: kept across restarts and snapshots, proved, and journals of before are read."""

import json
from pathlib import Path

import pytest

from controller.table.commands import clients
from controller.table.events import SeriesWanted
from controller.table.snapshot import plain
from controller.vault.journal.writer import Vault
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.archive import archive
from controller.vault.lifecycle.creation import Dice
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.recall import happened
from tests.asked import lay, wager, wagers
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Clock, make_table
from tests.vault.test_archive_steps import LATER, proved
from tests.vault.test_keeping import ready

CLIENT = "seat-1"


def lays(kept: KeptTable, id: int, spot: str = "field", amount: int = 100) -> bool:
    kept.take(wager(1, CLIENT, id, kept.table.round, "place", spot, amount))
    *_, told = kept.commit()
    assert told.answer is not None
    return told.answer.ok


@pytest.mark.parametrize("in_order", [True, False])
def test_a_series_and_its_answers_are_the_same_after_a_restart_and_verify_finds_them_good(
    vault: Path, reopen: Open, in_order: bool
) -> None:
    kept = ready(reopen())
    for id in range(1, 6):
        assert lays(kept, id)
    kept.snapshot()
    kept.take(SeriesWanted(CLIENT))
    assert lays(kept, 1)
    kept.snapshot()
    assert lays(kept, 2)
    before = kept.table
    kept.close() if in_order else kept.vault.close()
    again = reopen()
    assert plain(again.table) == plain(before)
    assert again.table.clients[CLIENT] == before.clients[CLIENT]
    assert (again.table.clients[CLIENT].series, len(again.table.clients[CLIENT].answers)) == (1, 2)
    assert lays(again, 2), "the same id is the same command, and was taken"
    again.close()
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None


def test_series_and_high_ids_go_on_behind_an_archive_and_are_proved(vault: Path, reopen: Open, tmp_path: Path) -> None:
    kept = ready(reopen())
    kept.take(SeriesWanted(CLIENT))
    for id in (900, 1800, 2700):
        assert lays(kept, id)
    kept.snapshot()
    assert lays(kept, 2701)
    kept.close()
    writer = Vault(vault, Clock(), dice=Dice.UNIT)
    archive(writer, tmp_path / "archive.db", LATER, proved)
    while writer.remove_archived():
        pass
    writer.close()
    again = reopen()
    assert lays(again, 2702)
    again.take(SeriesWanted(CLIENT))
    assert lays(again, 1)
    assert clients.series_of(again.table, CLIENT) == 2
    again.close()
    for place in (vault, tmp_path / "archive.db"):
        assert verify(place, ProofWanted(make_table, KEY)).fault is None


def test_answers_of_a_closed_series_leave_the_file(reopen: Open) -> None:
    kept = ready(reopen())
    for id in range(1, 40):
        lays(kept, id)
    kept.snapshot()
    kept.take(SeriesWanted(CLIENT))
    lays(kept, 1)
    kept.snapshot()
    found = kept.vault.connection().execute("select id from answer where client = ?", (CLIENT,)).fetchall()
    assert found == [(1,)]
    kept.close()


def test_a_refusal_past_the_bound_is_no_answer_to_the_same_words_in_a_new_series(reopen: Open) -> None:
    """Such refusals are remembered in memory alone, by client and id."""
    kept = ready(reopen())
    for id in range(1, 31):
        lays(kept, id, amount=1)
    assert not lays(kept, 31, amount=10**9)
    kept.take(SeriesWanted(CLIENT))
    kept.commit()
    word = wager(1, CLIENT, 30, kept.table.round, "place", "field", 1)
    kept.take(word)
    (told,) = kept.commit()
    assert told.answer is not None
    assert told.answer.code == "below_minimum"
    kept.take(SeriesWanted(CLIENT))
    kept.commit()
    assert kept._untraced.answer(word, kept.table) is None
    kept.close()


def test_a_seat_that_one_command_had_closed_is_playable_from_its_old_journal(
    reopen: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ready(reopen())
    with monkeypatch.context() as before_the_bound:
        before_the_bound.setattr(clients, "MOST_JUMP", 2**63)
        assert lays(kept, 2**63 - 1)
        kept.close()
    again = reopen()
    assert clients.last_id(again.table, CLIENT) == 2**63 - 1
    assert clients.is_used_up(again.table, CLIENT)
    again.take(SeriesWanted(CLIENT))
    again.commit()
    assert lays(again, 1)
    again.close()
    once_more = reopen()
    assert clients.last_id(once_more.table, CLIENT) == 1
    once_more.close()


def test_several_wagers_are_one_entry_and_are_told_by_recall(vault: Path, reopen: Open) -> None:
    kept = ready(reopen())
    before = kept.vault.seq
    rows = (lay("place", "field", 100), lay("place", "lay:4", 1000), lay("take_down", "lay:4"))
    kept.take(wagers(1, CLIENT, 1, kept.table.round, rows))
    (told,) = kept.commit()
    assert told.answer is not None
    assert told.answer.ok
    assert kept.vault.seq == before + 1
    assert kept.table.game.money(1).layout == 100
    (row,) = kept.vault.connection().execute("select body from entry where seq = ?", (kept.vault.seq,)).fetchone()
    told_of = list(happened({**json.loads(row), "seq": 1, "at": 0}, kept.table.round))
    assert [line["what"] for line in told_of] == ["Wagers", "phase"]
    assert [lay["bet"] for lay in told_of[0]["wagers"]] == ["field", "lay:4", "lay:4"]
    kept.close()
    assert verify(vault, ProofWanted(make_table, KEY)).fault is None
