"""What is committed is there again after a start, to the bit; what is not was never shown."""

from pathlib import Path

import pytest

from controller.table.digest import digest_of
from controller.table.events import SeatJoined, TimePassed, UnitFound
from controller.table.phases import Phase
from controller.table.snapshot import plain
from controller.table.staff.said import act_said
from controller.vault.faults import VaultFault
from controller.vault.journal.writer import SNAPSHOT_EVERY
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.asked import wager
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state, play


def ready(kept: KeptTable) -> KeptTable:
    """A table with a dice unit, and money on seat 1."""
    kept.take(UnitFound(4711, 0))
    kept.take(act_said("menu", 1, "anna", "attendant", "credit", seat=1, amount=100_000))
    kept.commit()
    return kept


def test_a_start_gives_the_table_back_as_it_was(reopen: Open) -> None:
    kept = reopen()
    play(kept, Evening(seed=1), 300)
    before = kept.table
    kept.vault.close()
    again = reopen()
    assert plain(again.table) == plain(before)
    assert digest_of(again.table) == digest_of(before)
    again.vault.close()


def test_what_was_not_committed_is_gone(reopen: Open) -> None:
    kept = ready(reopen())
    kept.take(wager(1, "seat1", 1, kept.table.round, "place", "pass_line", 500))
    kept.vault.close()
    again = reopen()
    assert again.table.game.money(1).layout == 0
    again.vault.close()


def test_nothing_is_told_before_it_is_committed(reopen: Open) -> None:
    kept = ready(reopen())
    kept.take(wager(1, "seat1", 1, kept.table.round, "place", "pass_line", 500))
    assert kept.vault.committed < kept.vault.seq
    (told,) = kept.commit()
    assert told.answer is not None
    assert told.answer.ok
    assert kept.vault.committed == kept.vault.seq == told.seq
    kept.vault.close()


def test_answers_are_the_same_after_a_restart(reopen: Open) -> None:
    kept = ready(reopen())
    asked = wager(1, "seat1", 7, kept.table.round, "place", "pass_line", 500)
    kept.take(asked)
    (first,) = kept.commit()
    kept.close()
    again = reopen()
    again.take(asked)
    (second,) = again.commit()
    assert second.answer == first.answer
    assert again.table.game.money(1).layout == 500
    again.vault.close()


def test_a_deadline_beats_input_and_is_an_entry_of_its_own(reopen: Open) -> None:
    kept = ready(reopen())
    kept.take(wager(1, "seat1", 1, kept.table.round, "place", "pass_line", 500))
    due = kept.due_in()
    assert due == 25_000
    kept.take(wager(1, "seat1", 2, kept.table.round, "place", "field", 500), elapsed=due)
    told = kept.commit()
    assert kept.table.phase is Phase.CLOSED
    assert [t.answer.code for t in told if t.answer is not None] == ["ok", "bets_closed"]
    kept.vault.close()


def test_ticks_and_unchanged_status_are_not_journalled_but_their_time_counts(reopen: Open) -> None:
    kept = ready(reopen())
    kept.take(SeatJoined(1))
    kept.take(wager(1, "seat1", 1, kept.table.round, "place", "pass_line", 500))
    seq = kept.vault.seq
    for _ in range(5):
        kept.take(TimePassed(), 1000)
        kept.take(SeatJoined(1), 1000)
    assert kept.vault.seq == seq
    assert kept.due_in() == 15_000
    kept.vault.close()


def test_a_flood_of_refusals_is_counted_and_not_kept(reopen: Open) -> None:
    kept = ready(reopen())
    for id in range(1, 501):
        kept.take(wager(1, "seat1", id, kept.table.round, "place", "no_such_bet", 500))
    told = kept.commit()
    assert len(told) == 500
    assert all(t.answer is not None and not t.answer.ok for t in told)
    assert kept.vault.seq < 40
    kept.vault.close()


def test_a_refusal_past_the_bound_sent_again_is_answered_alike_and_another_command_is_looked_at(reopen: Open) -> None:
    kept = ready(reopen())
    wagers = [wager(1, "seat1", id, kept.table.round, "place", "pass_line", 10**9) for id in range(1, 31)]
    for asked in wagers:
        kept.take(asked)
    refused = kept.commit()[-1].answer
    assert refused is not None
    kept.take(TimePassed(), 60_000)  # by now it would be refused for another reason
    kept.commit()
    kept.take(wagers[-1])
    assert kept.commit()[-1].answer == refused
    kept.take(wager(1, "seat1", 30, kept.table.round, "place", "no_such_bet", 10**9))
    again = kept.commit()[-1].answer
    assert again is not None
    assert again.code != refused.code
    kept.vault.close()


def test_a_start_plays_no_more_than_two_thousand_entries_again(reopen: Open) -> None:
    kept = reopen()
    play(kept, Evening(seed=2), SNAPSHOT_EVERY + 200)
    kept.vault.close()
    again = reopen()
    assert 0 < len(again.vault.recovered.entries) < 300
    again.vault.close()


def test_two_processes_cannot_write(reopen: Open) -> None:
    kept = reopen()
    with pytest.raises(VaultFault, match="vault_in_use"):
        reopen()
    kept.vault.close()
    reopen().vault.close()


def test_everything_that_was_kept_can_be_proved(played: Path) -> None:
    report = verify(played, ProofWanted(make_table, KEY))
    assert report.fault is None
    assert set(report.proved) == {"chain", "signatures", "ledger, meters and rounds", "dice", "replay"}
    assert report.not_proved.keys() <= {"signature of the end", "second place", "public key"}


@pytest.mark.parametrize("dice", [Dice.EMULATOR, Dice.SCRIPT])
def test_no_emulator_and_no_script_on_a_live_journal(vault: Path, clock: Clock, dice: Dice) -> None:
    with pytest.raises(VaultFault, match="demo_dice"):
        KeptTable.open(vault, clock, make_table, dice=dice)
    kept = KeptTable.open(vault, clock, make_table, dice=Dice.UNIT)
    with pytest.raises(VaultFault, match="demo_dice"):
        kept.take(UnitFound(1, 0), dice=dice)
    kept.vault.close()


def test_a_demo_takes_any_dice_and_stays_a_demo(tmp_path: Path, clock: Clock) -> None:
    bear(tmp_path / "demo", Birth(Life.DEMO, new_state(), clock()))
    kept = KeptTable.open(tmp_path / "demo", clock, make_table, dice=Dice.EMULATOR)
    kept.take(UnitFound(1, 0), dice=Dice.EMULATOR)
    kept.commit()
    assert kept.vault.life is Life.DEMO
    kept.close()
    with pytest.raises(VaultFault, match="vault_exists"):
        bear(tmp_path / "demo", Birth(Life.LIVE, new_state(), clock()))


def test_a_number_once_taken_by_a_command_answers_for_it_whatever_was_refused_under_it_before(reopen: Open) -> None:
    kept = ready(reopen())
    for id in range(1, 22):  # past the bound the last one leaves no trace
        kept.take(wager(1, "seat1", id, kept.table.round, "place", "field", 1))
    lie = wager(1, "seat1", 21, kept.table.round, "place", "field", 1)
    kept.take(wager(1, "seat1", 21, kept.table.round, "place", "pass_line", 500))
    kept.take(lie)
    *_, refused, taken, again = (told.answer for told in kept.commit())
    assert refused is not None
    assert taken is not None
    assert (refused.id, refused.ok, taken.id, taken.ok) == (21, False, 21, True)
    assert again == taken
    kept.vault.close()
