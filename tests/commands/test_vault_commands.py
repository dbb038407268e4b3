"""The commands that read and keep a journal, as a technician or an inspector meets them."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from config.text.money import money
from controller.commands import known_commands, main
from controller.vault.books.event_log import KINDS
from controller.vault.faults import FAULTS
from tests.server.cabinets import CabinetOfProcesses
from tests.vault.evening import KEY, Evening, play
from tests.vault.recorded import opened

Out = pytest.CaptureFixture[str]


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """A vault with some rounds in it."""
    kept = opened(tmp_path / "vault")
    play(kept, Evening(seed=5, restless=0.06), 250)
    kept.close()
    opened(tmp_path / "vault").close()
    return str(tmp_path / "vault")


@pytest.fixture
def unit_key(tmp_path: Path) -> str:
    """The dice unit's key, in a file of its own."""
    file = tmp_path / "unit.key"
    file.write_bytes(KEY)
    file.chmod(0o600)
    return str(file)


def said(out: Out, *words: str, code: int = 0) -> str:
    """What the command says on standard output."""
    assert main(words) == code
    return out.readouterr().out


def told(out: Out, *words: str, code: int = 0) -> Any:
    return json.loads(said(out, *words, "--json", code=code))


# ---- verify -----------------------------------------------------------------------------------------------------


def test_a_good_journal_is_proved_and_what_was_not_is_said(journal: str, unit_key: str, capsys: Out) -> None:
    text = said(capsys, "verify", journal, "--unit-key", unit_key)
    assert "good: everything in this journal agrees" in text
    assert "proved      replay" in text
    report = told(capsys, "verify", journal, "--no-replay")
    assert report["good"] is True
    assert report["not_proved"]["dice"] == "no key of the unit was given"
    assert report["not_proved"]["replay"] == "not asked for"


def test_without_a_key_known_outside_it_says_that_the_proof_is_against_the_file_s_own_only(
    journal: str, tmp_path: Path, capsys: Out
) -> None:
    words = "proved against the file's own key only"
    text = said(capsys, "verify", "--journal", journal, "--no-replay")
    assert f"good: everything in this journal agrees; {words}" in text
    report = told(capsys, "verify", "--journal", journal, "--no-replay")
    assert report["own_key_only"] is True
    assert words in report["not_proved"]["public key"]
    shown = told(capsys, "vault", "show", "--journal", journal)
    assert report["fingerprint"] == shown["fingerprint"]
    assert shown["fingerprint"] in said(capsys, "vault", "show", "--journal", journal)
    (tmp_path / "key.txt").write_text(shown["public_key"])
    for known in (shown["fingerprint"], shown["public_key"], str(tmp_path / "key.txt")):
        proved = told(capsys, "verify", journal, "--no-replay", "--public-key", known)
        assert (proved["good"], proved["own_key_only"]) == (True, False)
        assert shown["fingerprint"] in proved["proved"]["public key"]
        assert words not in said(capsys, "verify", journal, "--no-replay", "--public-key", known)
    other = told(capsys, "verify", journal, "--public-key", "ab" * 32, code=1)
    assert other["fault"]["code"] == "key_unknown"
    assert main(["verify", journal, "--public-key", "a shopping list"]) == 2
    assert "[public_key_bad]" in capsys.readouterr().err


def test_a_bad_journal_ends_with_1_and_names_the_entry_and_what_it_means(journal: str, capsys: Out) -> None:
    with closing(sqlite3.connect(Path(journal) / "journal.db")) as connection, connection:
        connection.execute("drop trigger entry_is_not_changed")
        connection.execute("update entry set hash = zeroblob(32) where seq = 77")
    text = said(capsys, "verify", journal, code=1)
    assert "BAD at entry 77" in text
    assert FAULTS["entry_altered"].means in text
    assert told(capsys, "verify", journal, code=1)["fault"]["seq"] == 77


@pytest.mark.parametrize("words", [["verify", "/nowhere"], ["recall", "--journal", "/nowhere"]])
def test_where_there_is_no_journal_one_line_says_so(words: list[str], capsys: Out) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("boxcars: there is no journal at this place: /nowhere [no_vault]. What to do:")
    assert error.count("\n") == 1


# ---- recall, events, meters ---------------------------------------------------------------------------------------


def test_a_round_can_be_read_by_a_person_and_by_a_program(journal: str, capsys: Out) -> None:
    text = said(capsys, "recall", "--journal", journal, "--last", "5")
    assert text.count("\nround ") == 5
    rounds = told(capsys, "recall", "--journal", journal, "--last", "5")["rounds"]
    assert f"round {rounds[0]['round']}: {rounds[0]['how']}" in text
    rows = [row for round in rounds for row in round["happened"] if row["what"] == "settled"]
    assert rows
    for row in rows:
        amounts = f"stake {money(row['stake'])}", f"paid {money(row['paid'])}"
        assert all(amount in text for amount in amounts)
    for round in rounds:
        for seat, has in round["seats"].items():
            assert f"seat {seat}: credits {money(has['before']['credits'])} → {money(has['after']['credits'])}" in text
    assert said(capsys, "recall", "--journal", journal, "--round", "99999") == "no such round\n"
    number = str(next(round["round"] for round in rounds if round["how"] == "settled"))
    felt = said(capsys, "recall", "--journal", journal, "--round", number, "--felt")
    assert "Rule book electronic" in felt
    assert re.search(r"field +\$1\.00 to +\$5,000\.00 by +\$1\.00", felt)
    assert f"* round {number:>6}" in felt
    compared = said(capsys, "recall", "--journal", journal, "--round", number, "--script", "--compare")
    assert compared.endswith(f"The engine of today settles round {number} as recorded.\n")
    (one,) = told(capsys, "recall", "--journal", journal, "--seat", "2", "--before", str(rounds[-1]["round"]))["rounds"]
    assert "2" in one["seats"]


def test_the_event_log_can_be_read_by_kind(journal: str, capsys: Out) -> None:
    everything = told(capsys, "events", "--journal", journal, "--last", "9999")["events"]
    for kind in KINDS:
        lines = told(capsys, "events", "--journal", journal, "--kind", kind, "--last", "9999")["events"]
        assert lines == [line for line in everything if line["kind"] == kind]
    assert said(capsys, "events", "--journal", journal, "--last", "3").count("\n") == 3
    older = told(capsys, "events", "--journal", journal, "--before", str(everything[4]["id"]), "--last", "9999")[
        "events"
    ]
    assert older == everything[5:]


def test_a_lock_says_in_money_what_it_is_about(journal: str, capsys: Out) -> None:
    lines = told(capsys, "events", "--journal", journal, "--kind", "seat", "--last", "9999")["events"]
    locks = [line for line in lines if line["text"] in ("hand_pay", "large_win")]
    assert locks
    printed = said(capsys, "events", "--journal", journal, "--kind", "seat", "--last", "9999")
    for line in locks:
        assert f"seat {line['seat']}: {line['text']}: {money(line['details']['amount'])}" in printed


def test_the_meters_show_what_the_house_held_and_should_have_held(journal: str, capsys: Out) -> None:
    text = said(capsys, "meters", "--journal", journal)
    assert "by the exact returns" in text
    read = told(capsys, "meters", "--journal", journal)
    assert read["lifetime"]["held"]["theoretical_percent"].endswith("%")
    held = read["lifetime"]["held"]
    assert held["actual"] == held["wagered"] + held["vigorish"] - held["won"]
    assert sum(kind["wagered"] for kind in read["lifetime"]["kinds"].values()) == held["wagered"]
    assert sum(kind["won"] for kind in read["lifetime"]["kinds"].values()) == held["won"]
    assert sum(read["ledger"].values()) == 0
    seat = told(capsys, "meters", "--journal", journal, "--seat", "2")
    assert seat["scope"] == 2
    assert seat["lifetime"]["meters"]["wagered"]["value"] < read["lifetime"]["meters"]["wagered"]["value"]


def test_a_time_without_sense_is_refused(journal: str, capsys: Out) -> None:
    with pytest.raises(SystemExit):
        main(["events", "--journal", journal, "--since", "yesterday"])
    assert "is no time such as 2026-11-18T20:15" in capsys.readouterr().err


# ---- the whole vault ----------------------------------------------------------------------------------------------


def test_from_a_demo_to_a_live_journal_to_a_cleared_one(tmp_path: Path, capsys: Out) -> None:
    place = str(tmp_path / "vault")
    assert "demo, 4 seats" in said(capsys, "vault", "init", "--demo", "--seats", "4", "--journal", place)
    assert "is live and empty" in said(capsys, "vault", "go-live", "--journal", place)
    first = said(capsys, "vault", "clear", "--journal", place)
    assert "Nothing has been done" in first
    words = first.split("--confirm ")[1].strip()
    assert main(["vault", "clear", "--journal", place, "--confirm", "please"]) == 2
    assert "is empty" in said(capsys, "vault", "clear", "--journal", place, "--confirm", words)
    assert "live" in said(capsys, "vault", "show", "--journal", place)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_journal_is_archived_restored_and_mended(journal: str, tmp_path: Path, capsys: Out) -> None:
    archive, other = str(tmp_path / "old.db"), str(tmp_path / "other")
    assert "are in" in said(capsys, "archive", "--journal", journal, "--to", archive, "--keep-days", "0")
    for proved in (archive, journal):
        assert told(capsys, "verify", proved)["good"]
    assert "restored up to entry" in said(capsys, "vault", "restore", "--journal", other, "--from", journal)
    assert "played again" in said(capsys, "vault", "mend", "--journal", other, "--by", "boris")
    assert told(capsys, "verify", other)["good"]


def test_every_command_helps(capsys: Out) -> None:
    for name in known_commands():
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
    assert "usage" in capsys.readouterr().out


# ---- the pin ------------------------------------------------------------------------------------------------------


def test_a_key_is_pinned_as_it_is_the_first_time_and_another_one_only_by_its_papers(
    tmp_path: Path, capsys: Out
) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    pin = tmp_path / "journal.pin"
    words = ("vault", "pin", "--config", str(cabinet.config))
    first = told(capsys, "vault", "show", "--journal", str(tmp_path / "journal"))
    assert first["fingerprint"] in said(capsys, *words)
    assert pin.read_text().strip() == first["public_key"]
    (confirm,) = re.findall(r"--confirm (\S+)", said(capsys, "vault", "clear", "--journal", str(tmp_path / "journal")))
    cleared = said(capsys, "vault", "clear", "--journal", str(tmp_path / "journal"), "--confirm", confirm)
    second = told(capsys, "vault", "show", "--journal", str(tmp_path / "journal"))
    assert second["fingerprint"] in cleared
    for refused in (words, (*words, "--fingerprint", first["fingerprint"])):
        assert main(refused) == 2
        assert "[key_unknown]" in capsys.readouterr().err
        assert pin.read_text().strip() == first["public_key"]
    said(capsys, *words, "--fingerprint", second["fingerprint"])
    assert pin.read_text().strip() == second["public_key"]
