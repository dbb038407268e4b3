"""The uplink looks at a journal for a moment only, and never past an entry that is missing."""

import sqlite3
from pathlib import Path

import pytest

from controller.uplink import outbox
from controller.uplink.outbox import LONGEST_LOOK, CannotSend, UplinkOutbox
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened


def journal(folder: Path) -> Path:
    kept = opened(folder / "journal")
    play(kept, Evening(seed=5, restless=0.02), 60)
    kept.close()
    return folder / "journal"


def test_a_look_at_the_journal_ends_after_fifty_milliseconds_and_the_rest_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uplinks = UplinkOutbox(journal(tmp_path), [], "pit-1")
    whole = uplinks.batch(0)
    assert whole is not None

    class SlowDisk:
        """Each entry takes ten milliseconds."""

        now = 0.0

        def monotonic(self) -> float:
            self.now += 0.01
            return self.now

    monkeypatch.setattr(outbox, "LONGEST_LOOK", LONGEST_LOOK)  # as it is, and not as long as other tests want it
    monkeypatch.setattr(outbox, "time", SlowDisk())
    after, entries = 0, list[str]()
    while (some := uplinks.batch(after)) is not None:
        assert len(some.entries) <= 6
        entries += some.entries
        after = some.last
    assert entries == whole.entries
    uplinks.close()


def test_a_number_that_is_missing_in_the_journal_is_never_crossed(tmp_path: Path) -> None:
    place = journal(tmp_path)
    with sqlite3.connect(place / "journal.db") as connection:
        connection.execute("drop trigger entry_is_not_deleted")
        connection.execute("delete from entry where seq = 20")
    uplinks = UplinkOutbox(place, [], "pit-1")
    first = uplinks.batch(0)
    assert first is not None
    assert first.last == 19
    with pytest.raises(CannotSend, match="entry 20 is missing"):
        uplinks.batch(19)
    uplinks.close()
