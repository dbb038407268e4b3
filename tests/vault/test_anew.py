"""A journal that cannot be read is put aside whole, with the money of its seats named, and an empty one begins."""

import hashlib
import io
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from config.text.money import money
from controller.commands import main
from controller.server.staff.pins import PinsOnDisk
from controller.table.snapshot import from_plain
from controller.table.staff.act import OperatorAct
from controller.table.staff.said import act_said
from controller.vault.books.ledger import OF_A_SEAT
from controller.vault.faults import VaultFault
from controller.vault.lifecycle.maintenance import about
from controller.vault.lifecycle.replacement import remains
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.evening import make_table
from tests.vault.recorded import opened
from tests.vault.tampering import Attack, attack

PIN = "270846"
Out = pytest.CaptureFixture[str]


def spoil_an_entry(connection: sqlite3.Connection) -> None:
    """The tenth from the end says something else."""
    connection.execute("update entry set body = x'7b7d' where seq = (select max(seq) - 10 from entry)")


def spoil_everything(connection: sqlite3.Connection) -> None:
    spoil_an_entry(connection)
    connection.execute("delete from snapshot")
    connection.execute("update entry set body = x'7b7d' where seq = 1")


def by_the_file(vault: Path) -> dict[str, int]:
    with closing(sqlite3.connect(vault / "journal.db")) as connection:
        rows = connection.execute("select name, of, amount from account").fetchall()
    return {seat: sum(amount for name, of, amount in rows if of == seat and name in OF_A_SEAT) for seat in "1235"}


def spoiled(vault: Path, act: Attack = spoil_an_entry) -> dict[str, int]:
    """Gives what its seats held by the file's own ledger."""
    held = by_the_file(vault)
    attack(vault, act)
    return held


def say_yes(vault: Path, out: Out, *more: str, code: int = 0, money: int | None = None) -> str:
    """Both steps; the amount is written out."""
    assert main(["vault", "begin-anew", "--journal", str(vault), *more]) == 0
    first = out.readouterr().out
    words = next(line for line in first.splitlines() if "--confirm" in line).split("--confirm ")[1]
    words = words.replace("AMOUNT", str(money))
    assert main(["vault", "begin-anew", "--journal", str(vault), "--confirm", words, *more]) == code
    return first


def test_it_goes_aside_as_it_is_and_every_seat_is_named_with_its_money(played: Path, capsys: Out) -> None:
    held = spoiled(played)
    files = {file.name: hashlib.sha256(file.read_bytes()).digest() for file in played.glob("*.*")}
    first = say_yes(played, capsys, "--by", "boris", money=max(sum(held.values()), _proved(played)))
    for seat, amount in held.items():
        assert not amount or f"  seat {seat:>4}  {money(amount):>14}" in first
    (aside,) = played.parent.glob("vault.unreadable-*")
    assert {name: hashlib.sha256((aside / name).read_bytes()).digest() for name in files} == files
    new = about(played)
    assert (new.money, new.life.value) == (0, "live")
    assert verify(played, ProofWanted(make_table)).fault is None
    with closing(sqlite3.connect(played / "journal.db")) as connection:
        born = json.loads(connection.execute("select body from entry where seq = 1").fetchone()[0])
    assert born["follows"].startswith(aside.name.partition("unreadable-")[2])
    assert "could not be read" in born["reason"]
    assert all(f"{seat}: {money}" in born["reason"] for seat, money in held.items() if money)
    assert born["by"] == "boris, no supervisor asked"
    opened(played).close()


def settings(vault: Path, place: Path) -> Path:
    """Of a cabinet with four seats, for a live journal there."""
    config = place / "cabinet.toml"
    config.write_text(
        f'name = "test"\nrun = "{place}/run"\nkeys = "{place}/keys"\n[table]\nseats = 4\n'
        f'[journal]\ndirectory = "{vault}"\nlife = "live"\n[dice_unit]\nkey_file = "{place}/dice.key"\n'
    )
    return config


def _proved(vault: Path) -> int:
    return sum((remains(vault, from_plain).held or {}).values())


def test_up_to_where_it_is_good_is_proved_and_said_apart_from_what_the_file_says(played: Path) -> None:
    held = spoiled(played)
    found = remains(played, from_plain)
    with closing(sqlite3.connect(played / "journal.db")) as connection:
        (last,) = connection.execute("select max(seq) from entry").fetchone()
    assert found.proved == last - 11
    assert found.claimed is not None
    assert {seat: found.claimed.get(seat, 0) for seat in held} == held


def test_where_nothing_can_be_read_the_settings_say_how_to_begin(played: Path, tmp_path: Path, capsys: Out) -> None:
    held = spoiled(played, spoil_everything)
    config = settings(played, tmp_path)
    first = say_yes(played, capsys, code=2, money=sum(held.values()))
    assert "No entry of it is proved" in first
    assert "anew_unknown" in capsys.readouterr().err
    say_yes(played, capsys, "--config", str(config), money=sum(held.values()))
    assert sorted(about(played).state["seats"]) == ["1", "2", "3", "4"]


def test_a_file_that_is_no_database_any_more_is_put_aside_too(played: Path, tmp_path: Path, capsys: Out) -> None:
    for file in played.glob("journal.db*"):
        file.write_bytes(b"\x00" * 8192)
    config = settings(played, tmp_path)
    first = say_yes(played, capsys, "--config", str(config))
    assert "its seats hold: not known" in first
    assert about(played).money == 0


def test_a_journal_that_can_be_read_is_not_put_aside_like_this(played: Path, capsys: Out) -> None:
    assert main(["vault", "begin-anew", "--journal", str(played)]) == 2
    assert "[can_be_read]" in capsys.readouterr().err


def test_a_journal_that_can_be_mended_is_mended(played: Path, capsys: Out) -> None:
    attack(played, lambda connection: connection.execute("update snapshot set body = x'00'"))
    assert main(["vault", "begin-anew", "--journal", str(played)]) == 2
    assert "`boxcars vault mend`" in capsys.readouterr().err
    with pytest.raises(VaultFault, match="snapshot_bad"):
        opened(played)


def test_one_of_a_newer_boxcars_is_left_alone(played: Path) -> None:
    with closing(sqlite3.connect(played / "journal.db")) as connection:
        connection.execute("pragma user_version=99")
    with pytest.raises(VaultFault, match="newer_schema"):
        remains(played, from_plain)


@pytest.mark.parametrize("words", ["yes", "AMOUNT", "0"])
def test_without_the_amount_nothing_is_done(played: Path, words: str, capsys: Out) -> None:
    spoiled(played)
    name = about_name(played)
    assert main(["vault", "begin-anew", "--journal", str(played), "--confirm", f"{name}-{words}"]) == 2
    assert "[clear_words]" in capsys.readouterr().err
    assert not list(played.parent.glob("vault.unreadable-*"))


def about_name(vault: Path) -> str:
    return remains(vault, from_plain).words.rpartition("-")[0]


# ---- a supervisor's ---------------------------------------------------------------------------------------------


@pytest.fixture
def looked_after(vault: Path) -> Path:
    """A vault with a supervisor, an attendant, and a player's money."""
    pins = PinsOnDisk(vault)
    digests = {name: pins.make(pin, []).result(20) for name, pin in (("eve", PIN), ("ann", "135790"))}
    pins.close()
    kept = opened(vault)
    kept.take(_act(1, "first_supervisor", {"name": "eve", "pin": digests["eve"]}))
    kept.take(_act(2, "add_person", {"name": "ann", "role": "attendant", "pin": digests["ann"]}))
    kept.take(_act(3, "credit", None).with_more(seat=2, amount=136_551))
    assert all(told.answer is not None and told.answer.ok for told in kept.commit())
    kept.close()
    return vault


def _act(id: int, act: str, change: dict[str, str] | None) -> OperatorAct:
    return act_said("operator/eve", id, "eve", "supervisor", act, change=change)


def clear(vault: Path, by: str, pin: str, monkeypatch: pytest.MonkeyPatch, money: str = "136551") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin}\n"))
    found = about(vault)
    words = f"{found.journal[:8]}-{found.seq}-{money}"
    return main(["vault", "clear", "--journal", str(vault), "--by", by, "--confirm", words])


def test_a_clearing_names_the_money_and_wants_it_written_out(looked_after: Path, capsys: Out) -> None:
    assert main(["vault", "clear", "--journal", str(looked_after)]) == 0
    said = capsys.readouterr().out
    assert "its seats hold $1,365.51 of players" in said
    assert f"  seat {2:>4}  {'$1,365.51':>14}" in said
    assert "what players lose by it, $1,365.51, as 136551 in the place of AMOUNT" in said
    assert "-AMOUNT\n" in said
    assert about(looked_after).words not in said
    assert about(looked_after).words.endswith("-136551")


@pytest.mark.parametrize(
    "by, pin, money, code",
    [
        ("ann", "135790", "136551", "not_a_supervisor"),
        ("eve", "135790", "136551", "not_a_supervisor"),
        ("root", PIN, "136551", "not_a_supervisor"),
        ("eve", PIN, "136550", "clear_words"),
        ("eve", PIN, "AMOUNT", "clear_words"),
    ],
)
def test_nobody_else_and_with_no_other_amount_clears_a_journal(
    looked_after: Path, by: str, pin: str, money: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    before = about(looked_after)
    assert clear(looked_after, by, pin, monkeypatch, money) == 2
    assert f"[{code}]" in capsys.readouterr().err
    assert about(looked_after) == before


def test_a_supervisor_clears_it_and_the_record_has_the_name(
    looked_after: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert clear(looked_after, "eve", PIN, monkeypatch) == 0
    with closing(sqlite3.connect(looked_after / "journal.db")) as connection:
        born = json.loads(connection.execute("select body from entry where seq = 1").fetchone()[0])
    assert born["by"] == "eve"
    assert about(looked_after).money == 0


def test_an_unreadable_journal_asks_its_supervisor_too(
    looked_after: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    shutil.copytree(looked_after, looked_after.with_name("copy"))
    kept = opened(looked_after)
    for id in range(4, 30):
        kept.take(_act(id, "hold", None).with_more(reason="a spill"))
    kept.commit()
    kept.vault.close()
    attack(looked_after, spoil_an_entry)
    words = remains(looked_after, from_plain).words
    monkeypatch.setattr("sys.stdin", io.StringIO("000000\n"))
    assert main(["vault", "begin-anew", "--journal", str(looked_after), "--by", "eve", "--confirm", words]) == 2
    assert "[not_a_supervisor]" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n"))
    assert main(["vault", "begin-anew", "--journal", str(looked_after), "--by", "eve", "--confirm", words]) == 0
