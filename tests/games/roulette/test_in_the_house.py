"""Roulette on a journal: kept, proved, played again and recalled."""

import re
from pathlib import Path
from typing import Any

import pytest

from config.cabinet import TableStart
from config.files.reading import BadFile
from controller.commands import main
from controller.games.roulette.history import Numbers
from controller.protocol.records.figures import DayRow, Days
from controller.records.rounds.as_seen import as_seen
from controller.records.sheets.fairness import Span, dice_document
from controller.server.loop.journal import new_journal
from controller.service.sheets import days_sheet
from controller.table.snapshot import from_plain, plain
from controller.vault.books.clerk import clerk_of, plain_clerk
from controller.vault.counts.meters import TABLE
from controller.vault.faults import VaultFault
from controller.vault.kept_table import KeptTable, figures_now
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.games.roulette.evening import BOOK, KEY, an_evening
from tests.vault.evening import Clock


def kept(directory: Path) -> KeptTable:
    """A number that was settled, one that was voided, one that nobody had a wager on, and a void of the wheel's."""
    evening = an_evening().bet(1, "straight:17", 500).bet(2, "red", 1000).round_of(17)
    evening.bet(1, "red", 500).asked().spun(5).operator("no_spin", reason="a hand")
    evening.bet(1, "red", 500).asked().take_down(1, "red").time_is_up().spun(8, spin=3)
    evening.bet(1, "red", 500).asked().wheel_says("ball_out")
    bear(directory, Birth(Life.DEMO, plain(evening.first), Clock()(), figures=figures_now(evening.first)))
    kept = KeptTable.open(directory, Clock(), from_plain, dice=Dice.EMULATOR)
    for event, elapsed in evening.history:
        kept.take(event, elapsed)
    kept.commit()
    return kept


def test_its_journal_is_verified_played_again_and_recalled(tmp_path: Path) -> None:
    kept(tmp_path / "vault").vault.close()
    again = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    assert again.table.game.money(1).credits == 117_500
    again.close()
    report = verify(tmp_path / "vault", ProofWanted(from_plain, KEY))
    assert (report.fault, report.proved["dice"], "replay" in report.proved) == (None, "4 throws", True)
    other = verify(tmp_path / "vault", ProofWanted(from_plain, bytes(16))).fault
    assert other is not None
    assert other.code == "mac_bad"
    with Reader(tmp_path / "vault") as reader:
        settled = recall(reader, Which(1))[0]
        voided = recall(reader, Which(2))[0]
        seen = as_seen(reader, 1)
    assert [row["number"] for row in settled["happened"] if row["what"] == "result"] == [17]
    assert [(row["number"], row["by"]) for row in voided["happened"] if row["what"] == "result voided"] == [(5, "ann")]
    assert seen["felt"]["why"] == ""


def test_its_history_has_settled_numbers_alone(tmp_path: Path) -> None:
    played = kept(tmp_path / "vault")
    history = clerk_of(plain_clerk(played.vault.clerk)).history
    played.vault.close()
    assert isinstance(history, Numbers)
    assert (history.last, history.times[17], sum(history.times)) == ((17,), 1, 1)


def test_a_no_spin_after_a_result_is_counted_by_person_and_stands_in_the_days_report(tmp_path: Path) -> None:
    played = kept(tmp_path / "vault")
    counts = played.vault.clerk.meters.lifetime[TABLE]
    played.vault.close()
    assert (counts["voided_results"], counts["voided_results_by:ann"], counts["voids"]) == (1, 1, 2)
    lines = days_sheet(Days(days=(DayRow(day="2026-11-19", closed_at=0, totals=counts),), more=False), "demo")
    assert [line.split() for line in lines if line.startswith("voided_results_by")] == [["voided_results_by:ann", "1"]]


def test_recall_says_the_number_and_plays_the_round_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path / "vault").vault.close()
    of = ["--journal", str(tmp_path / "vault"), "--round", "1"]
    assert main(["recall", *of]) == 0
    told = capsys.readouterr().out
    assert "device report: " in told
    assert re.search("  result: .*number 17", told)
    assert main(["recall", *of, "--script", "--compare"]) == 0
    assert "step 1, round 1, 17 black: as recorded" in capsys.readouterr().out
    assert main(["recall", *of, "--felt"]) == 0
    felt = capsys.readouterr().out
    assert "straight:17" in felt
    assert "hand" not in felt


def test_every_number_that_the_wheel_showed_counts_for_its_fairness_settled_voided_or_unused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path / "vault").vault.close()
    with Reader(tmp_path / "vault") as reader:
        told = dice_document(reader, Span())
    assert (told["device"], told["rolls"]) == ("wheel", 3)
    assert {number for number, times in told["numbers"]["counts"].items() if times} == {"5", "8", "17"}
    assert main(["fairness", "--journal", str(tmp_path / "vault")]) == 0
    said = capsys.readouterr().out
    assert "3 spins, " in said
    assert "sectors: too few spins to judge" in said
    assert not re.search("dice|roll", said)


@pytest.mark.parametrize(
    "game, why",
    [
        ({"limits": {"max": 5}}, "limits"),
        ({"shoot_time": 5}, "shoot_time"),
        ({"rotor": 3}, "rotor"),
        ({"bet_time": 5, "spin_before": 5}, "spin_before"),
    ],
)
def test_a_setting_that_it_does_not_have_or_cannot_play_by_is_refused_by_name_in_one_line(
    tmp_path: Path, game: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadFile) as refused:
        new_journal(tmp_path / "vault", Life.DEMO, TableStart(seats=2, rulebook=BOOK, game=game), "boris")
    assert re.fullmatch(rf"table: settings\.{why}: .+", str(refused.value))
    assert not (tmp_path / "vault").exists()


def test_a_live_journal_is_born_for_it_and_an_emulated_wheel_has_no_part_in_it(tmp_path: Path) -> None:
    new_journal(tmp_path / "vault", Life.LIVE, TableStart(seats=2, rulebook=BOOK), "boris")
    kept = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.UNIT)
    assert (kept.vault.life, kept.table.game.name) == (Life.LIVE, "roulette")
    kept.close()
    with pytest.raises(VaultFault) as refused:
        KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    assert refused.value.code == "demo_dice"


def test_a_journal_is_born_for_it(tmp_path: Path) -> None:
    start = TableStart(seats=2, rulebook=BOOK, game={"max_voids": 5})
    new_journal(tmp_path / "vault", Life.DEMO, start, "boris")
    again = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    again.close()
    assert (again.table.game.name, again.table.game.settings()["max_voids"]) == ("roulette", 5)
