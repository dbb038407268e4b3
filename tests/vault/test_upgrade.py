"""A journal of every older schema is brought to this one and loses nothing; an upgrade that fails changes nothing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.records.sheets.fairness import Span, dice_document
from controller.records.sheets.meter_sheet import meter_document
from controller.table.events import UnitFound
from controller.table.staff.said import act_said
from controller.vault.faults import VaultFault
from controller.vault.journal import schema
from controller.vault.journal.files import open_writer
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.asked import wager
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import opened
from tests.vault.sample import facts, unpack_sample, versions


def test_a_sample_of_every_schema_up_to_this_one_is_kept() -> None:
    assert versions() == list(range(1, schema.VERSION + 1))
    assert set(schema.UPGRADES) == set(range(1, schema.VERSION))


@pytest.mark.parametrize("version", versions())
def test_a_kept_sample_opens_with_all_its_money_and_plays_on(version: int, tmp_path: Path) -> None:
    told = unpack_sample(version, tmp_path)
    kept = opened(tmp_path / "vault")
    assert kept.vault.upgraded_from == version
    assert facts(kept) == told
    play(kept, Evening(seed=2), 100)
    kept.close()
    assert verify(tmp_path / "vault", ProofWanted(make_table, KEY)).fault is None


@pytest.mark.parametrize("version", versions())
def test_a_file_of_an_older_schema_that_nobody_writes_any_more_is_read_and_proved_as_it_is(
    version: int, tmp_path: Path
) -> None:
    unpack_sample(version, tmp_path)
    vault = tmp_path / "vault"
    assert verify(vault, ProofWanted()).fault is None
    with Reader(vault) as reader:
        column = meter_document(read_meters(reader))["lifetime"]
        assert recall(reader, Which())[0]["happened"]
        told = [row for one in recall(reader, Which(last=1000)) for row in one["happened"] if row["what"] == "result"]
        rolls = dice_document(reader, Span(all=True))["rolls"]
    assert all(len(row["faces"]) == 2 for row in told)
    assert len(told) == rolls > 0
    assert column["held"]["theoretical"] is not None
    assert column["held"]["wagered"] == column["meters"]["wagered"]["value"]
    with closing(sqlite3.connect(vault / "journal.db")) as connection:
        assert schema.version_of(connection, "") == version


def a_later_version(connection: sqlite3.Connection) -> None:
    connection.execute("alter table day add column weather text not null default ''")


def be_later(monkeypatch: pytest.MonkeyPatch, change: Callable[[sqlite3.Connection], None]) -> None:
    """As if this were the next Boxcars, with one more column."""
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(schema.UPGRADES, schema.VERSION - 1, change)


def test_an_upgrade_is_done_once_and_the_version_is_written_down(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    be_later(monkeypatch, a_later_version)
    for was in (schema.VERSION - 1, schema.VERSION):
        with closing(open_writer(played / "journal.db")) as connection:
            assert schema.upgrade(connection, str(played)) == was
            columns = [row[1] for row in connection.execute("pragma table_info(day)")]
            assert columns.count("weather") == 1


def test_an_upgrade_that_breaks_off_changes_nothing(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(connection: sqlite3.Connection) -> None:
        a_later_version(connection)
        raise sqlite3.OperationalError("the plug was pulled")

    be_later(monkeypatch, breaks_off)
    with pytest.raises(VaultFault, match="the plug was pulled"):
        opened(played)
    with closing(open_writer(played / "journal.db")) as connection:
        assert schema.version_of(connection, "") == schema.VERSION - 1
        assert "weather" not in [row[1] for row in connection.execute("pragma table_info(day)")]


def test_a_newer_schema_is_refused_and_left_alone(played: Path) -> None:
    with closing(sqlite3.connect(played / "journal.db")) as connection:
        connection.execute(f"pragma user_version={schema.VERSION + 1}")
    for refused in (lambda: opened(played), lambda: verify(played, ProofWanted())):
        with pytest.raises(VaultFault, match="newer_schema"):
            refused()


# ---- another engine on the same schema ----------------------------------------------------------------------------


def be_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the game had been changed since the journal was written."""
    for room in ("journal.writer", "kept_table", "recovered_table", "prove.proof"):
        monkeypatch.setattr(f"controller.vault.{room}.engine_version", lambda: "9.9.9+000000000000")


def idle(directory: Path) -> None:
    """A table that has money on it and no wager, closed in order."""
    kept = opened(directory)
    kept.take(act_said("menu", 1, "anna", "attendant", "credit", seat=1, amount=5_000))
    kept.close()


def test_an_upgrade_of_the_game_starts_from_the_chained_snapshot_of_an_idle_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle(tmp_path / "vault")
    be_another_engine(monkeypatch)
    kept = opened(tmp_path / "vault")
    assert kept.table.game.money(1).credits == 5_000
    play(kept, Evening(seed=2), 50)
    kept.close()
    report = verify(tmp_path / "vault", ProofWanted(make_table, KEY))
    assert report.fault is None
    assert "replay" in report.proved
    assert "were decided by" in report.not_proved["replay of the rest"]


@pytest.mark.parametrize("in_order", [True, False])
def test_another_engine_refuses_a_table_that_is_not_idle_or_was_not_closed_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_order: bool
) -> None:
    idle(tmp_path / "vault")
    kept = opened(tmp_path / "vault")
    kept.take(UnitFound(4711, 0))
    kept.take(wager(1, "seat1", 99, kept.table.round, "place", "field", 500))
    kept.commit()
    if in_order:
        kept.close()
    kept.vault.close()
    be_another_engine(monkeypatch)
    with pytest.raises(VaultFault, match=r"other_engine.*start that version once"):
        opened(tmp_path / "vault")
