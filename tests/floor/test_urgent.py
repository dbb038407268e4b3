"""What calls for somebody goes ahead of the batches that it is behind, and is forgotten when they are here."""

from pathlib import Path

from controller.floor.uplinks.hints import Hints
from controller.protocol.hints import HintSaid
from controller.uplink.outbox import MOST_URGENT, UplinkOutbox
from controller.vault.read.old_records import facts_of
from controller.vault.read.reader import Reader, entries

MACHINE = {"cabinet": "pit-1", "journal": "j", "entries": 10, "calls": False}


def said(seq: int, journal: str = "j") -> HintSaid:
    return HintSaid(cabinet="pit-1", journal=journal, seq=seq, at=1, what="door", about="dome open")


def test_of_every_door_hold_and_lock_in_a_journal_something_is_said_and_of_nothing_else(original: Path) -> None:
    with Reader(original) as reader, reader.view() as connection:
        found = list(entries(connection, 1, 10**6))
    due = [
        entry["seq"]
        for entry in found
        if entry["kind"] == "step"
        for fact in facts_of(entry)
        if fact["type"] == "DoorChanged"
        or (fact["type"] == "HoldChanged" and fact["on"])
        or (fact["type"] == "SeatChanged" and fact["change"] in ("hand_pay", "large_win"))
    ]
    assert due, "the journal has some"
    outbox = UplinkOutbox(original, [], "pit-1")
    told = set()
    for seq in due:
        head, hints = outbox.urgent(seq - 1)
        assert head == found[-1]["seq"]
        assert len(hints) <= MOST_URGENT
        told |= {hint.seq for hint in hints}
    outbox.close()
    assert told <= set(due)
    assert told >= set(due[-MOST_URGENT:])


def test_a_hint_is_shown_until_its_entry_is_here() -> None:
    hints = Hints()
    assert not hints.take(said(10), 10), "at the cursor it is no news"
    assert hints.take(said(12), 10)
    assert not hints.take(said(12), 10), "it was said already"
    assert hints.take(said(13, "another"), 10)
    (machine,) = hints.add_to({"machines": [dict(MACHINE)]})["machines"]
    assert [one["about"] for one in machine["ahead"]] == ["dome open"]
    assert machine["calls"]
    (machine,) = hints.add_to({"machines": [MACHINE | {"entries": 12}]})["machines"]
    assert machine["ahead"] == []
    assert not machine["calls"]
