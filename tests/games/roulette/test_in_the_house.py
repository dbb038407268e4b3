"""Roulette on a journal: kept, proved, played again and recalled."""

from pathlib import Path

from config.cabinet import TableStart
from controller.games.roulette.history import Numbers
from controller.records.as_seen import as_seen
from controller.server.loop.journal import new_journal
from controller.table.snapshot import from_plain, plain
from controller.vault.books.clerk import clerk_of, plain_clerk
from controller.vault.kept_table import KeptTable, figures_now
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import ProofWanted, verify
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


def test_a_journal_is_born_for_it(tmp_path: Path) -> None:
    start = TableStart(seats=2, rulebook=BOOK, game={"max_voids": 5})
    new_journal(tmp_path / "vault", Life.DEMO, start, "boris")
    again = KeptTable.open(tmp_path / "vault", Clock(), from_plain, dice=Dice.EMULATOR)
    again.close()
    assert (again.table.game.name, again.table.game.settings()["max_voids"]) == ("roulette", 5)
