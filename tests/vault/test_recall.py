"""Any past round can be seen as it was, whatever version looks, while the table plays on."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from controller.facts.kinds import Decision, MoveChanged, PhaseEntered, Refused
from controller.games.interface import Settled
from controller.table.staff.said import act_said
from controller.vault.books.event_log import LogQuery, read_log
from controller.vault.faults import VaultFault
from controller.vault.journal.recovery import recover
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, open_round, recall
from tests.vault.conftest import Open
from tests.vault.evening import KEY, Evening, make_table, play

Money = dict[int, list[int]]
HASHED = "ab" * 32
"""What a PIN was turned into."""


def money(kept: KeptTable) -> Money:
    """What every seat has: credits, layout, vigorish, locked."""
    game, ledger = kept.table.game, kept.vault.clerk.ledger
    return {seat: [*game.money(seat), ledger.of_seat(str(seat))[3]] for seat in game.seat_numbers()}


@pytest.fixture
def watched(reopen: Open) -> dict[int, dict[str, Any]]:
    """An evening, and what somebody who stood beside the table wrote down of each round."""
    kept, world = reopen(), Evening(seed=18, restless=0.08)
    seen: dict[int, dict[str, Any]] = {1: {"before": money(kept), "decisions": []}}
    for _ in range(500):
        number = kept.table.round
        kept.take(*world.next(kept.table))
        decisions = [decision for told in kept.commit() for decision in told.decisions]
        for decision in decisions:
            seen[number]["decisions"].append(decision)
            if isinstance(decision, PhaseEntered) and decision.round > number:
                seen[number]["after"] = money(kept)
                number = decision.round
                seen[number] = {"before": money(kept), "decisions": []}
    kept.vault.close()
    return seen


def settled(decisions: list[Decision]) -> list[tuple[int, str, int, str, int]]:
    return [(d.seat, d.bet, d.stake, d.result, d.paid) for d in decisions if isinstance(d, Settled)]


def lines(round: dict[str, Any], what: str) -> list[dict[str, Any]]:
    return [line for line in round["happened"] if line["what"] == what]


def test_a_recalled_round_is_what_was_seen(watched: dict[int, dict[str, Any]], vault: Path) -> None:
    with Reader(vault) as reader:
        rounds = recall(reader, Which(last=1000))
    assert [round["round"] for round in rounds] == sorted((n for n in watched if "after" in watched[n]), reverse=True)
    for round in rounds:
        seen = watched[round["round"]]
        rows = [(r["seat"], r["bet"], r["stake"], r["result"], r["paid"]) for r in lines(round, "settled")]
        assert rows == settled(seen["decisions"])
        refused = [d.code for d in seen["decisions"] if isinstance(d, Refused)]
        assert [line["code"] for line in lines(round, "refused")] == refused
        for seat, told in round["seats"].items():
            assert list(told["before"].values()) == seen["before"][int(seat)]
            assert list(told["after"].values()) == seen["after"][int(seat)]
        untouched = seen["before"].keys() - {int(seat) for seat in round["seats"]}
        assert all(seen["before"][seat] == seen["after"][seat] for seat in untouched)


def test_a_recalled_round_has_its_draw_its_shooter_every_throw_and_what_lay_on_the_layout(
    watched: dict[int, dict[str, Any]], vault: Path
) -> None:
    with Reader(vault) as reader:
        rounds = recall(reader, Which(last=1000))
    with_no_rolls = [round for round in rounds if round["how"] == "settled" and lines(round, "no roll")]
    assert with_no_rolls, "the evening had no No Roll; take another seed"
    for round in with_no_rolls:
        throws = len(lines(round, "no roll")) + len(lines(round, "result"))
        assert len(lines(round, "draw")) == throws
        assert len(lines(round, "dice report")) >= throws
        assert lines(round, "shooter")
        assert all("mac" in report and "payload" in report for report in lines(round, "dice report"))
        stakes = {(seat, bet) for seat, of in round["layout"].items() for bet, _ in of["stakes"]}
        assert {(str(line["seat"]), line["bet"]) for line in lines(round, "settled")} <= stakes
    assert watched


def test_rounds_are_found_by_number_seat_and_time_newest_first(played: Path) -> None:
    with Reader(played) as reader:
        everything = recall(reader, Which(last=1000))
        numbers = [round["round"] for round in everything]
        assert numbers == sorted(numbers, reverse=True)
        assert [round["round"] for round in recall(reader, Which(number=4))] == [4]
        of_seat = [round["round"] for round in recall(reader, Which(seat=2, last=1000))]
        assert of_seat == [round["round"] for round in everything if "2" in round["seats"]]
        middle = everything[len(everything) // 2]
        until = recall(reader, Which(until=middle["opened_at"], last=1))
        assert until[0]["round"] == middle["round"]
        since = recall(reader, Which(since=middle["ended_at"], last=1000))
        assert since[-1]["round"] == middle["round"]
        assert recall(reader, Which(before=middle["round"]))[0]["round"] == middle["round"] - 1
        assert recall(reader, Which(number=99_999)) == []


def test_recall_tells_which_books_were_turned_and_nobodys_pin(reopen: Open, vault: Path) -> None:
    kept = reopen()
    acts = [
        ("first_supervisor", {"name": "ann", "pin": HASHED}),
        ("clear_period", None),
        ("hold", None),
        ("close_out", None),
    ]
    for id, (act, change) in enumerate(acts, 1):
        kept.take(act_said("menu", id, "ann", "supervisor", act, reference="so it shall be", change=change))
    assert all(told.answer is None or told.answer.ok for told in kept.commit())
    kept.vault.close()
    with Reader(vault) as reader:
        told = recall(reader, Which(last=9))
    assert HASHED not in json.dumps(told)
    turned = [(line["of"], line["by"]) for round in told for line in lines(round, "books turned")]
    assert turned == [("period", "ann")]


def test_recall_needs_no_engine(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Reader(played) as reader:
        before = recall(reader, Which(last=1000))
    monkeypatch.setattr("controller.table.machine.step", None)
    monkeypatch.setattr("controller.vault.engine.engine_version", lambda: "another")
    with Reader(played) as reader:
        assert recall(reader, Which(last=1000)) == before


def test_readers_of_a_live_journal_do_not_disturb_the_writer(vault: Path, reopen: Open) -> None:
    kept = reopen()
    play(kept, Evening(seed=3), 60)
    stop, answers, troubles = threading.Event(), [], []

    def read() -> None:
        while not stop.is_set():
            try:
                with Reader(vault) as reader:
                    answers.append(len(recall(reader, Which(last=50))))
                report = verify(vault, ProofWanted(make_table, KEY))
                if report.fault is not None:
                    troubles.append(report.fault)
            except VaultFault as fault:
                troubles.append(fault)

    reading = threading.Thread(target=read)
    reading.start()
    play(kept, Evening(seed=4), 300)
    stop.set()
    reading.join()
    kept.close()
    assert troubles == []
    assert answers[-1] > 5


def test_the_event_log_can_be_asked_by_kind_seat_and_time(played: Path) -> None:
    with Reader(played) as reader, reader.view() as connection:
        everything = read_log(connection, LogQuery(last=10_000))
        holds = read_log(connection, LogQuery(kind="hold", last=10_000))
        assert holds == [line for line in everything if line["kind"] == "hold"]
        seat = read_log(connection, LogQuery(seat=2, last=10_000))
        assert seat == [line for line in everything if line["seat"] == 2]
        middle = everything[len(everything) // 2]["at"]
        then = read_log(connection, LogQuery(since=middle, until=middle))
        assert then == [line for line in everything if line["at"] == middle]
        assert {"operator", "hold", "cash", "power", "journal"} <= {line["kind"] for line in everything}
        assert all(
            line["details"]["old"] != line["details"]["new"] for line in everything if line["kind"] == "settings"
        )


def test_the_event_log_is_searched_by_words_as_they_are_read_and_by_person(played: Path) -> None:
    with Reader(played) as reader, reader.view() as connection:

        def found(**asked: Any) -> list[dict[str, Any]]:
            return read_log(connection, LogQuery(last=10_000, **asked))

        everything = found()
        who = next(row["fact"]["by"] for row in everything if (row["fact"] or {}).get("by"))
        assert found(person=who) == [row for row in everything if f'"{who}"' in json.dumps(row)]
        assert found(person=who[:-1]) == [], "a name is a whole one"
        holds = found(words="HOLD")
        assert holds == found(words="hold")
        assert {row["id"] for row in everything if row["kind"] == "hold"} <= {row["id"] for row in holds}
        assert found(words="wird festgehalten") == []
        meant = found(words="wird festgehalten", whats=("hold",))
        assert meant
        assert all("hold" in json.dumps(row).lower() for row in meant)
        for row in everything:
            if row["fact"] is not None:
                what = row["fact"]["what"].replace(" ", "_")
                assert row in found(words="wird festgehalten", whats=(what,)), what
        assert found(words='100%_\' or "1"') == []
        assert found(words=who, kind="hold") == [row for row in found(words=who) if row["kind"] == "hold"]


def test_the_event_log_keeps_its_bound(played: Path, reopen: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.vault.books.event_log.KEPT", 40)
    monkeypatch.setattr("controller.vault.books.event_log.PRUNED_BY", 10)
    kept = reopen()
    play(kept, Evening(seed=5, restless=0.3), 300)
    (count,) = kept.vault.connection().execute("select count(*) from event_log").fetchone()
    assert 40 <= count <= 50
    kept.vault.close()
    monkeypatch.setattr("controller.vault.prove.proof.KEPT", 40)
    assert verify(played, ProofWanted()).fault is None


def test_looking_changes_nothing(played: Path) -> None:
    before = (played / "journal.db").read_bytes()
    with Reader(played) as reader, reader.view() as connection:
        recover(connection, reader.standing, "")
    verify(played, ProofWanted(make_table, KEY))
    assert (played / "journal.db").read_bytes() == before


def test_of_the_round_that_is_still_played_the_movements_of_a_seats_cash_are_told(reopen: Open, vault: Path) -> None:
    kept, world = reopen(), Evening(seed=4, restless=0.2)
    number, moved, paid = kept.table.round, list[tuple[int, str, str]](), 0
    while not paid:
        kept.take(*world.next(kept.table))
        for decision in (decision for told in kept.commit() for decision in told.decisions):
            if isinstance(decision, PhaseEntered) and decision.round > number:
                number, moved = decision.round, []
            if isinstance(decision, MoveChanged):
                moved.append((decision.seat, decision.move, decision.state))
        if len({seat for seat, _, _ in moved}) > 1:
            for seat in kept.table.seats:
                with Reader(vault) as reader:
                    told = open_round(reader, seat)
                rows = [(row["seat"], row["move"], row["state"]) for row in lines(told, "cash")]
                assert (told["round"], told["how"]) == (number, "open")
                assert rows == [move for move in moved if move[0] == seat]
                by_hand = [row["move"] for row in lines(told, "cash") if row["instrument"] == "hand_pay"]
                assert [row["told"]["move"] for row in lines(told, "CashOut")] == by_hand
                paid += len(by_hand)
    kept.vault.close()
