"""The head in the second place: whatever may have happened to it, a start and a verify find the same."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.vault.faults import VaultFault
from controller.vault.journal.copied_head import PROVES_NOTHING
from controller.vault.journal.second_place import read_head, write_head
from controller.vault.journal.signing import head_text
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle import creation
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.lifecycle.maintenance import about, clear, restore
from controller.vault.prove.report import ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state, play
from tests.vault.forging import forge, later

Damage = Callable[[Path], object]


@pytest.fixture
def second(copy: Path, tmp_path: Path) -> Path:
    """Where the head of the copied journal lies, after some more rounds."""
    played_on(copy, tmp_path / "head.json", 120)
    return tmp_path / "head.json"


def played_on(directory: Path, second: Path | None, events: int, seed: int = 9) -> None:
    kept = KeptTable.open(directory, Clock(), make_table, dice=Dice.UNIT, second_place=second)
    evening = Evening(seed=seed)
    evening.go_on_at(kept.table)
    play(kept, evening, events)
    kept.close()


def report(directory: Path, second: Path) -> ProofReport:
    return verify(directory, ProofWanted(make_table, KEY, second))


def code_of_verify(directory: Path, second: Path) -> str:
    found = report(directory, second)
    assert ("second place" in found.proved) == (found.fault is None)
    return "" if found.fault is None else found.fault.code


def found_at_start(directory: Path, second: Path) -> tuple[str, bool]:
    """The code, and whether the start was refused."""
    try:
        kept = KeptTable.open(directory, Clock(), make_table, dice=Dice.UNIT, second_place=second)
    except VaultFault as fault:
        return fault.code, True
    finding = kept.vault.second_place_finding(at_start=True)
    assert kept.vault.requires_second_place
    kept.close()
    return "" if finding is None else finding.code, False


def changed(**fields: Any) -> Damage:
    """Some of its words are others; the signature is as it was."""
    return lambda path: path.write_text(json.dumps({**read_head(path), **fields}))


def without(name: str) -> Damage:
    return lambda path: path.write_text(json.dumps({k: v for k, v in read_head(path).items() if k != name}))


def a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def signed_by_a_stranger(path: Path) -> None:
    head, key = read_head(path), Ed25519PrivateKey.generate()
    text = head_text(head["journal"], head["seq"], bytes.fromhex(head["hash"]), head["after"])
    write_head(
        path, {**head, "signature": key.sign(text).hex(), "public_key": key.public_key().public_bytes_raw().hex()}
    )


DAMAGES: list[tuple[str, Damage, str]] = [
    ("gone", lambda path: path.unlink(), "head_missing"),
    ("its directory gone", lambda path: path.rename(path.with_name("elsewhere")), "head_missing"),
    ("empty", lambda path: path.write_bytes(b""), "head_unreadable"),
    ("cut", lambda path: path.write_bytes(path.read_bytes()[:90]), "head_unreadable"),
    ("no text", lambda path: path.write_bytes(bytes(range(256))), "head_unreadable"),
    ("a shopping list", lambda path: path.write_text('["milk"]'), "head_unreadable"),
    ("brackets", lambda path: path.write_text("[" * 4000), "head_unreadable"),
    ("a directory", a_directory, "head_unreadable"),
    ("a pipe", a_pipe, "head_unreadable"),
    ("no number", changed(seq="12"), "head_unreadable"),
    ("a fraction", changed(seq=1.5), "head_unreadable"),
    ("no end", changed(seq=1e400), "head_unreadable"),
    ("true", changed(seq=True), "head_unreadable"),
    ("below zero", changed(seq=-1), "head_unreadable"),
    ("too large", changed(seq=2**63), "head_unreadable"),
    ("no digits", changed(hash="xyz"), "head_unreadable"),
    ("no hash", changed(hash=None), "head_unreadable"),
    ("no signature", without("signature"), "head_unreadable"),
    ("no key", without("public_key"), "head_unreadable"),
    ("unsigned", changed(signature="00" * 64), "head_unsigned"),
    ("signed otherwise", changed(seq=2), "head_unsigned"),
    ("another name", changed(journal="骰"), "head_unsigned"),
    ("a stranger's", signed_by_a_stranger, "head_other_key"),
]


@pytest.mark.parametrize("damage, code", [pytest.param(*one[1:], id=one[0]) for one in DAMAGES])
def test_a_head_that_is_not_the_one_that_was_copied_is_found(
    copy: Path, second: Path, damage: Damage, code: str
) -> None:
    assert code_of_verify(copy, second) == ""
    damage(second)
    assert code_of_verify(copy, second) == code
    assert found_at_start(copy, second) == (code, code not in PROVES_NOTHING)


def test_after_a_start_without_a_head_a_true_one_lies_there_again(copy: Path, second: Path) -> None:
    second.unlink()
    assert found_at_start(copy, second) == ("head_missing", False)
    assert code_of_verify(copy, second) == ""
    assert found_at_start(copy, second) == ("", False)


def test_an_older_journal_under_a_newer_head_is_refused(copy: Path, second: Path, original: Path) -> None:
    shutil.rmtree(copy)
    shutil.copytree(original, copy)
    assert code_of_verify(copy, second) == "head_gone"
    assert found_at_start(copy, second) == ("head_gone", True)


def test_an_older_head_under_a_newer_journal_is_still_one_of_its_own(copy: Path, second: Path, tmp_path: Path) -> None:
    shutil.copy(second, tmp_path / "older")
    played_on(copy, second, 120, seed=10)
    assert read_head(second)["seq"] > read_head(tmp_path / "older")["seq"]
    assert code_of_verify(copy, tmp_path / "older") == ""
    assert found_at_start(copy, tmp_path / "older") == ("", False)


def test_a_past_written_anew_is_refused_with_the_old_key_and_with_another(copy: Path, second: Path) -> None:
    for parts, code in (
        ((), "head_differs"),
        (("born", "vault", "snapshots", "seals", "signing.key"), "head_other_key"),
    ):
        place = copy.with_name(code)
        shutil.copytree(copy, place)
        forge(place, later, parts)
        assert code_of_verify(place, second) == code
        assert found_at_start(place, second) == (code, True)


def test_the_head_of_another_journal_is_refused(second: Path, tmp_path: Path) -> None:
    bear(tmp_path / "other", Birth(Life.LIVE, new_state(), 1))
    assert code_of_verify(tmp_path / "other", second) == "other_journal"
    assert found_at_start(tmp_path / "other", second) == ("other_journal", True)


def test_the_head_of_the_journal_that_was_cleared_is_replaced(copy: Path, second: Path) -> None:
    clear(copy, about(copy).words, "boris", lambda _: new_state(), Clock())
    assert code_of_verify(copy, second) == "other_journal"
    assert found_at_start(copy, second) == ("", False)
    assert code_of_verify(copy, second) == ""


def test_a_head_from_before_a_restoration_was_signed_with_the_key_of_then(copy: Path, second: Path) -> None:
    place = copy.with_name("restored")
    restore(copy, place, "eve", Clock())
    assert code_of_verify(place, second) == ""
    assert found_at_start(place, second) == ("", False)
    assert read_head(second)["public_key"] == about(place).public_key.hex()


def test_an_older_copy_that_was_restored_is_refused_too(copy: Path, second: Path, original: Path) -> None:
    place = copy.with_name("restored")
    restore(original, place, "mallory", Clock())
    assert found_at_start(place, second)[1]
    assert code_of_verify(place, second) in ("head_gone", "head_other_key")


def test_everybody_may_read_a_head(second: Path) -> None:
    assert second.stat().st_mode & 0o777 == 0o644


# ---- which journals need one ---------------------------------------------------------------------------------------


def opened(directory: Path, clock: Clock, second: Path | None = None) -> KeptTable:
    return KeptTable.open(directory, clock, make_table, dice=Dice.UNIT, second_place=second)


def finding(kept: KeptTable) -> str:
    found = kept.vault.second_place_finding(at_start=True)
    return "" if found is None else found.code


def test_a_journal_for_money_needs_one_from_its_birth_and_a_demo_none(tmp_path: Path, clock: Clock) -> None:
    bear(tmp_path / "live", Birth(Life.LIVE, new_state(), clock()))
    bear(tmp_path / "demo", Birth(Life.DEMO, new_state(), clock()))
    live, demo = opened(tmp_path / "live", clock), opened(tmp_path / "demo", clock)
    assert (finding(live), live.vault.requires_second_place) == ("no_second_place", True)
    assert (finding(demo), demo.vault.requires_second_place) == ("", False)
    for kept in (live, demo):
        kept.close()


def test_one_of_an_older_boxcars_needs_it_after_its_next_gaming_day_and_remembers(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(creation, "REQUIRED", "")
        bear(tmp_path / "vault", Birth(Life.LIVE, new_state(), clock()))
    for _ in range(2):
        kept = opened(tmp_path / "vault", clock)
        assert (finding(kept), kept.vault.requires_second_place) == ("no_second_place", False)
        kept.close()
    kept = opened(tmp_path / "vault", clock)
    clock.now += 2 * 86_400_000
    assert kept.turn_day() is not None
    assert kept.vault.requires_second_place
    kept.vault.close()
    again = opened(tmp_path / "vault", clock)
    assert again.vault.requires_second_place
    again.close()
    assert verify(tmp_path / "vault", ProofWanted(make_table, KEY)).fault is None


def test_one_that_had_a_second_place_once_needs_it_from_then_on(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(creation, "REQUIRED", "")
        bear(tmp_path / "vault", Birth(Life.LIVE, new_state(), clock()))
    opened(tmp_path / "vault", clock, tmp_path / "head").close()
    kept = opened(tmp_path / "vault", clock)
    assert (finding(kept), kept.vault.requires_second_place) == ("no_second_place", True)
    kept.close()
