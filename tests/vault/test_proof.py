"""What the controller itself did wrong is found in its own journal: dice, replay, postings."""

from pathlib import Path
from typing import Any

import pytest

from controller.table.events import COMMANDS, Event, Thrown, TimePassed
from controller.vault.kept_table import KeptTable
from controller.vault.prove.report import ProofLine, ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Evening, close_day, make_table, thrown
from tests.vault.recorded import opened
from tests.vault.test_archive_steps import moved_on


def next_throw(kept: KeptTable, world: Evening) -> Thrown:
    """Play up to an authentic result, and do not take it."""
    while True:
        event, elapsed = world.next(kept.table)
        if isinstance(event, Thrown) and event.outcome == "ok" and event.authentic:
            return event
        kept.take(event, elapsed)
        kept.commit()


def proof(directory: Path) -> ProofReport:
    return verify(directory, ProofWanted(make_table, KEY))


def doctored(event: Thrown, what: str) -> Thrown:
    (a, b), id = event.shown["faces"], event.roll_id
    other = a % 6 + 1, b
    return {
        "another key": event._replace(mac="00" * 8),
        "other faces than were signed": event._replace(shown={"faces": list(other)}),
        "another payload": event._replace(payload=thrown(id, "00" * 8, "ok", other).payload),
        "a report of another throw": event._replace(payload=thrown(id + 1, "00" * 8, "ok", (a, b)).payload),
    }[what]


@pytest.mark.parametrize(
    "what", ["another key", "other faces than were signed", "another payload", "a report of another throw"]
)
def test_a_throw_that_was_taken_as_authentic_and_was_not_is_found(vault: Path, reopen: Open, what: str) -> None:
    kept = reopen()
    kept.take(doctored(next_throw(kept, Evening(seed=2, restless=0)), what))
    seq = kept.vault.seq
    kept.commit()
    kept.vault.close()
    fault = proof(vault).fault
    assert fault is not None
    assert (fault.code, fault.seq) == ("mac_bad", seq)
    assert verify(vault, ProofWanted(make_table)).fault is None


def test_a_throw_that_is_under_way_when_a_day_is_archived_is_proved_where_its_result_stands(
    vault: Path, reopen: Open, tmp_path: Path
) -> None:
    kept, world = reopen(), Evening(seed=2, restless=0)
    result = next_throw(kept, world)
    close_day(kept, "2026-09-21")
    kept.take(result)
    kept.commit()
    kept.close()
    archiving, moved = moved_on(vault, tmp_path / "archive.db")
    while archiving.remove_archived():
        pass
    archiving.close()
    report = proof(vault)
    assert report.fault is None, str(report.fault)
    assert report.first_seq == moved.last + 1
    assert ProofLine("outcomes", {"outcomes": 1}) in report.lines


def an_entry(kept: KeptTable, **changes: Any) -> dict[str, Any]:
    """What a tick that changes nothing would be journalled as, with something else in it."""
    return {
        "event": {"type": "TimePassed"},
        "elapsed": 0,
        "decisions": [],
        "round": kept.table.round,
        "left": kept.table.left,
        "digest": kept.vault.recovered.entries[-1].get("digest", ""),
        **changes,
    }


POSTING = {"type": "Posting", "account": "credits", "of": "1", "amount": 100}
MORE_CREDITS = [POSTING, {**POSTING, "account": "cash", "of": "attendant", "amount": -100}]


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"decisions": [POSTING]}, "postings"),
        ({"decisions": MORE_CREDITS}, "replay_differs"),
        ({"digest": "00" * 32}, "replay_differs"),
        ({"event": {"type": "NoSuchEvent"}}, "replay_differs"),
    ],
)
def test_an_entry_that_does_not_follow_is_found(played: Path, changes: dict[str, Any], code: str) -> None:
    kept = opened(played)
    seq = kept.vault.append("step", an_entry(kept, **changes))
    kept.vault.commit()
    kept.vault.close()
    fault = proof(played).fault
    assert fault is not None
    assert (fault.code, fault.seq) == (code, seq)


def test_a_journal_that_does_not_lead_to_its_own_state_is_not_played_on(played: Path) -> None:
    kept = opened(played)
    kept.vault.append("step", an_entry(kept, decisions=MORE_CREDITS))
    kept.vault.commit()
    kept.vault.close()
    with pytest.raises(Exception, match="replay_differs"):
        opened(played)


def answers(kept: KeptTable, event: Event) -> list[tuple[bool, str]]:
    kept.take(event)
    return [(told.answer.ok, told.answer.code) for told in kept.commit() if told.answer is not None]


def test_after_any_restart_every_command_of_the_evening_gets_the_answer_it_got(vault: Path, reopen: Open) -> None:
    kept, world, sent = reopen(), Evening(seed=19), []
    for number in range(240):
        event, elapsed = world.next(kept.table)
        kept.take(event, elapsed)
        told = kept.commit()
        if isinstance(event, COMMANDS) and told[-1].answer is not None and told[-1].seq == kept.vault.seq:
            sent.append((event, told[-1].answer))
        if number % 60 == 59:
            kept.vault.close() if number % 120 == 59 else kept.close()
            kept = reopen()
            kept.take(TimePassed())
            before = kept.vault.seq
            for old, answer in sent:
                assert answers(kept, old) == [(answer.ok, answer.code)]
            assert kept.vault.seq == before
    kept.close()
    assert proof(vault).fault is None
    assert len(sent) > 50
