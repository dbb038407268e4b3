"""A journal in which an older Boxcars left fractions is read, mended and played on, and loses no entry.

The sample was written by the Boxcars of 18 November 2026 (commit d62bb6a), which put an act's `change` into the journal
as it came and then could not read it back: a `hold` with `{"x": 1.5}` before the last snapshot, another `hold` and a
refused `archive` with `keep_days` 7.5 after it, then a credit and a wager, and no snapshot: the power went. It is never
made anew.
"""

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.protocol.terminals.commands import Wagers
from controller.table.event_rows import EVENTS
from controller.table.phases import Phase
from controller.vault.books.ledger import OF_A_SEAT
from controller.vault.faults import VaultFault
from controller.vault.journal.chain import hash_of
from controller.vault.lifecycle.maintenance import about, mend
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.server.cabinets import CabinetOfProcesses
from tests.vault.evening import KEY, Clock, Evening, make_table, play
from tests.vault.recorded import opened
from tests.vault.sample import SAMPLES, facts
from tests.vault.tampering import attack

ALL = ProofWanted(make_table, KEY)


@pytest.fixture
def told(tmp_path: Path) -> dict[str, Any]:
    """The poisoned vault in `tmp_path/vault`, and what must be in it."""
    with tarfile.open(SAMPLES / "poisoned-by-fractions.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    (tmp_path / "vault" / "signing.key").chmod(0o600)
    found: dict[str, Any] = json.loads((tmp_path / "told.json").read_text())
    return found


def rows(vault: Path) -> list[tuple[int, bytes, bytes]]:
    with closing(sqlite3.connect(vault / "journal.db")) as connection:
        return connection.execute("select * from entry order by seq").fetchall()


def test_the_sample_has_fractions_before_and_after_its_last_snapshot(tmp_path: Path, told: dict[str, Any]) -> None:
    with closing(sqlite3.connect(tmp_path / "vault" / "journal.db")) as connection:
        (last,) = connection.execute("select max(seq) from snapshot").fetchone()
    fractions = [seq for seq, body, _ in rows(tmp_path / "vault") if b".5" in body or b"1e300" in body]
    assert min(fractions) < last < max(fractions)
    assert len(rows(tmp_path / "vault")) == told["entries"]


@pytest.mark.usefixtures("told")
def test_what_is_written_there_is_proved_as_it_stands(tmp_path: Path) -> None:
    report = verify(tmp_path / "vault", ALL)
    assert report.fault is None
    assert (report.proved["chain"], report.proved["dice"]) == ("134 entries", "9 throws")


def test_it_is_mended_without_losing_an_entry_and_played_on(tmp_path: Path, told: dict[str, Any]) -> None:
    vault = tmp_path / "vault"
    before = rows(vault)
    with pytest.raises(VaultFault, match="vault mend"):
        opened(vault)
    mend(vault, "boris", make_table, Clock())
    assert rows(vault)[: told["entries"]] == before
    assert verify(vault, ALL).fault is None
    kept = opened(vault)
    found = facts(kept)
    assert {name: told[name] for name in found} == found
    assert kept.table.phase is Phase(told["phase"])
    play(kept, Evening(seed=3), 100)
    kept.close()
    report = verify(vault, ALL)
    assert report.fault is None
    assert int(report.proved["replay"].split()[0]) > 0


def test_its_rounds_and_its_log_are_recalled_before_and_after_it_is_mended(
    tmp_path: Path, told: dict[str, Any]
) -> None:
    def seen() -> list[dict[str, Any]]:
        with Reader(tmp_path / "vault") as reader:
            return recall(reader, Which(last=100))

    before = seen()
    assert len(before) == told["round"] - 1
    mend(tmp_path / "vault", "boris", make_table, Clock())
    assert seen()[-len(before) :] == before


def test_a_controller_starts_on_it_with_all_its_money(tmp_path: Path, told: dict[str, Any]) -> None:
    mend(tmp_path / "vault", "boris", make_table, Clock())
    cabinet = CabinetOfProcesses(tmp_path, local=False, born=False)
    text = cabinet.config.read_text().replace("seats = 4", f"seats = {sorted(map(int, told['money']))}")
    text = text.replace('directory = "journal"', 'directory = "vault"').replace('life = "demo"', 'life = "live"')
    cabinet.config.write_text(text.replace("emulated = true", "emulated = false"))
    with cabinet.controller():
        status = cabinet.status()
        assert status is not None
        assert [seat["seat"] for seat in status["seats"] if seat["wagers"]] == [2]
    assert about(tmp_path / "vault").money == sum(row[2] for row in told["ledger"] if row[0] in OF_A_SEAT)
    assert verify(tmp_path / "vault", ALL).fault is None


@pytest.mark.usefixtures("told")
def test_a_fraction_anywhere_else_is_none_of_ours(tmp_path: Path) -> None:
    def spoil(connection: sqlite3.Connection) -> None:
        (seq, body, _) = connection.execute("select * from entry order by seq desc limit 1").fetchone()
        (before,) = connection.execute("select hash from entry where seq = ?", (seq - 1,)).fetchone()
        other = bytes(body).replace(b'"elapsed":0', b'"elapsed":0.5')
        assert other != body
        changed = (other, hash_of(before, other), seq)
        connection.execute("update entry set body = ?, hash = ? where seq = ?", changed)

    attack(tmp_path / "vault", spoil)
    fault = verify(tmp_path / "vault", ALL).fault
    assert fault is not None
    assert (fault.code, fault.seq) == ("entry_unreadable", 134)


def test_a_version_that_decides_otherwise_does_not_take_over(
    tmp_path: Path, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = tmp_path / "vault"
    monkeypatch.setitem(EVENTS, Wagers, EVENTS[Wagers]._replace(handle=lambda _work, _event: None))
    with pytest.raises(VaultFault, match=r"other_engine"):
        mend(vault, "boris", make_table, Clock())
    assert len(rows(vault)) == told["entries"]
