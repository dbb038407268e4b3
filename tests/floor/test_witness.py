"""What cabinets send is proved, kept in both databases alike, and nothing that it said can be taken back."""

import shutil
import signal
import urllib.request
from typing import Any

import pytest

from config.cabinet import read_cabinet
from controller.uplink.floor_word import check_against_floor
from controller.vault.faults import VaultFault
from controller.vault.journal.signing import public_of, read_key
from controller.vault.lifecycle.creation import Life
from controller.vault.lifecycle.maintenance import restore
from tests.drivers.machines import eventually
from tests.floor.floors import Cabinet, Floors
from tests.vault.forging import forge

Said = pytest.CaptureFixture[str]


def test_every_entry_arrives_and_the_store_is_the_journal(floors: Floors, capsys: Said) -> None:
    cabinet = floors.cabinet("pit-1")
    cabinet.plays(seed=5, events=300)
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    cabinet.plays(seed=6, events=50)
    floors.until_delivered()
    assert f"{cabinet.head()[0]} entries are the same, 0 are not on the floor yet" in _verified(floors, cabinet, capsys)
    assert floors.alarms() == []
    with urllib.request.urlopen(f"{floors.page}/metrics") as answer:
        metrics = answer.read().decode().splitlines()
    assert f'boxcars_floor_entries{{cabinet="pit-1"}} {cabinet.head()[0]}' in metrics
    assert not [line for line in metrics if line.startswith("boxcars_floor_alarms{")]


def test_a_journal_that_was_rewritten_is_found_kept_aside_and_followed_only_by_name(
    floors: Floors, capsys: Said
) -> None:
    cabinet = floors.cabinet("pit-1")
    cabinet.plays(seed=5, events=200)
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    delivered = cabinet.head()
    floors.signal("pit-1", signal.SIGTERM)
    changed = _change_a_wager(cabinet)
    floors.start_uplink(cabinet)
    eventually(lambda: "fork" in floors.alarms(), "the floor finds the other history")
    assert set(floors.alarms()) <= {"fork", "rolled_back", "quarantined"}
    eventually(lambda: cabinet.status().get("trouble") == "quarantined", "the cabinet is told")
    floors.says("alarms")
    assert f"entry {changed} of journal" in capsys.readouterr().out

    cabinet.plays(seed=9, events=30)
    assert _stored_head(floors, capsys) == delivered[0], "nothing of it is followed"
    assert floors.says("accept", cabinet.journal_name(), "--by", "boris") == 0
    floors.until_delivered()
    _verified(floors, cabinet, capsys)
    for number in range(1, len(floors.alarms()) + 1):
        assert floors.says("seen", str(number), "--by", "boris") == 0
    assert floors.alarms() == []
    assert floors.says("seen", "1", "--by", "boris") != 0, "somebody has seen it already"


def test_an_older_copy_of_a_journal_is_an_alarm_at_once_and_sends_nothing(floors: Floors, capsys: Said) -> None:
    cabinet = floors.cabinet("pit-1")
    cabinet.plays(seed=5, events=100)
    older = cabinet.folder / "older"
    shutil.copytree(cabinet.journal, older)
    cabinet.plays(seed=6, events=50)
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    delivered = cabinet.head()[0]
    floors.signal("pit-1", signal.SIGTERM)
    shutil.rmtree(cabinet.journal)
    older.rename(cabinet.journal)
    floors.start_uplink(cabinet)
    eventually(lambda: floors.alarms() == ["rolled_back"], "the floor says that entries are gone")
    eventually(lambda: cabinet.status().get("trouble") == "rolled_back", "so does the cabinet")
    settings = read_cabinet(cabinet.folder / "cabinet.toml").floor
    assert settings is not None
    with pytest.raises(VaultFault, match=f"the floor has entry {delivered}"):
        check_against_floor(cabinet.journal, settings)
    cabinet.plays(seed=7, events=20)
    eventually(lambda: "fork" in floors.alarms(), "as soon as it plays on, that is another history")
    assert _stored_head(floors, capsys) == delivered


def test_a_journal_restored_elsewhere_waits_for_a_person_who_names_its_new_key(floors: Floors, capsys: Said) -> None:
    cabinet = floors.cabinet("pit-1")
    cabinet.plays(seed=5, events=100)
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    floors.signal("pit-1", signal.SIGTERM)
    copied = cabinet.folder / "copied"
    cabinet.journal.rename(copied)
    restore(copied, cabinet.journal, "boris", cabinet.clock)
    cabinet.plays(seed=6, events=30)
    floors.start_uplink(cabinet)
    eventually(lambda: "restored" in floors.alarms(), "it is signed with another key from there on")
    key = public_of(read_key(cabinet.journal / "signing.key")).hex()
    assert floors.says("accept", cabinet.journal_name(), "--by", "boris") != 0, "the new key has to be named"
    assert floors.says("accept", cabinet.journal_name(), "--by", "boris", "--key", key) == 0
    floors.until_delivered()
    _verified(floors, cabinet, capsys)


def test_one_journal_from_two_cabinets_and_one_of_another_life_are_refused(floors: Floors) -> None:
    cabinet, copy = floors.cabinet("pit-1"), floors.cabinet("pit-2")
    shutil.rmtree(copy.journal)
    shutil.copytree(cabinet.journal, copy.journal)
    live = floors.cabinet("pit-3", Life.LIVE)
    floors.start_floor()
    floors.start_uplink(cabinet)
    eventually(lambda: floors.delivered(cabinet), "the first of them is heard")
    floors.start_uplink(copy)
    floors.start_uplink(live)
    eventually(lambda: set(floors.alarms()) == {"journal_of_two", "other_life"}, "the others are refused by name")
    for refused in (copy, live):
        eventually(lambda one=refused: "delivered" in one.status(), "its uplink has said how it stands")  # type: ignore[misc]
        assert refused.status()["delivered"] == 0


def test_a_key_that_is_revoked_is_out_with_its_next_message(floors: Floors) -> None:
    cabinet = floors.cabinet("pit-1")
    floors.start_floor()
    floors.start_uplink(cabinet)
    floors.until_delivered()
    assert floors.says("revoke", "pit-1") == 0
    cabinet.plays(seed=5, events=20)
    eventually(lambda: cabinet.status().get("trouble") == "no_key", "it is not heard any more")
    assert floors.alarms() == ["no_key"]


def _change_a_wager(cabinet: Cabinet) -> int:
    """With the journal's own key, so that chain, signatures and books fit again; returns the entry."""
    found: list[int] = []

    def change(entry: dict[str, Any]) -> None:
        if not found and entry["seq"] > 40 and entry["kind"] == "step":
            found.append(entry["seq"])
            entry["left"] = (entry["left"] or 0) + 1

    forge(cabinet.journal, change, parts=())
    return found[0]


def _verified(floors: Floors, cabinet: Cabinet, capsys: Said) -> str:
    capsys.readouterr()
    code = floors.says("verify", str(cabinet.journal))
    said = capsys.readouterr().out
    assert code == 0, said
    return said


def _stored_head(floors: Floors, capsys: Said) -> int:
    """How many entries the floor has, all of them proved."""
    capsys.readouterr()
    assert floors.says("verify") == 0
    return int(capsys.readouterr().out.split(": ")[1].split(" ")[0])
