"""A past written anew with a key of the forger's own: what finds it, and what says that it could not."""

import itertools
import shutil
from pathlib import Path
from typing import Any

import pytest

from controller.vault.faults import VaultFault
from controller.vault.journal.known_key import KnownKey, known_key, known_key_said, read_pin, write_pin
from controller.vault.journal.signing import fingerprint, make_key, public_of, read_key
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from controller.vault.lifecycle.maintenance import restore
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.evening import KEY, Clock, Evening, make_table, play
from tests.vault.forging import PARTS, Change, forge, later, nothing, rewrite_end

OWN_KEY_ONLY = "proved against the file's own key only"


def pinned(directory: Path) -> KnownKey:
    """As it was written down when the journal was still true."""
    return KnownKey(public_of(read_key(directory / "signing.key")).hex())


def code_of_verify(directory: Path, known: KnownKey | None = None) -> str:
    fault = verify(directory, ProofWanted(make_table, KEY, public_key=known)).fault
    return "" if fault is None else fault.code


def code_of_start(directory: Path, known: KnownKey | None = None) -> str:
    """What a start says, on a copy, because a start that succeeds writes."""
    place = directory.with_name(f"{directory.name}-started")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(directory, place)
    try:
        KeptTable.open(place, Clock(), make_table, dice=Dice.UNIT, public_key=known).vault.close()
    except VaultFault as fault:
        return fault.code
    return ""


# ---- the whole of it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [later, nothing])
def test_a_journal_written_anew_is_good_by_itself_and_is_found_by_the_key_known_outside(
    copy: Path, change: Change
) -> None:
    known = pinned(copy)
    forged = forge(copy, change)
    alone = verify(copy, ProofWanted(make_table, KEY))
    assert alone.fault is None
    assert alone.own_key_only
    assert OWN_KEY_ONLY in alone.not_proved["public key"]
    assert alone.fingerprint == fingerprint(forged) != known.fingerprint
    assert code_of_verify(copy, known) == "key_unknown"
    assert code_of_start(copy) == ""
    assert code_of_start(copy, known) == "key_unknown"


def test_a_true_journal_is_proved_against_the_key_known_outside(copy: Path) -> None:
    known = pinned(copy)
    report = verify(copy, ProofWanted(make_table, KEY, public_key=known))
    assert report.fault is None
    assert not report.own_key_only
    assert known.fingerprint in report.proved["public key"]
    assert code_of_start(copy, known) == ""


@pytest.mark.parametrize("count", range(len(PARTS) + 1))
def test_whichever_parts_are_rewritten_what_verify_calls_good_starts_and_the_known_key_finds_it(
    copy: Path, count: int
) -> None:
    known = pinned(copy)
    for parts in itertools.combinations(PARTS, count):
        place = copy.with_name("-".join(("forged", *parts)))
        shutil.copytree(copy, place)
        forge(place, later, parts)
        if code_of_verify(place) == "":
            assert code_of_start(place) in ("", "key_wrong"), parts  # the other key file is no part of the journal
        if set(parts) - {"signing.key"}:
            assert code_of_verify(place, known) != "", parts
        if parts:
            assert code_of_start(place, known) != "", parts


def test_seals_and_birth_rekeyed_alone_are_found_by_verify_and_by_a_start_with_the_same_code(copy: Path) -> None:
    forge(copy, nothing, ("born", "vault", "seals", "signing.key"))
    assert code_of_verify(copy) == code_of_start(copy) == "snapshot_bad"


# ---- a key of their own put at the end ----------------------------------------------------------------------------


def test_a_forger_who_restores_a_copy_and_plays_on_is_found_by_the_key_known_outside(copy: Path) -> None:
    known, place = pinned(copy), copy.with_name("restored")
    restore(copy, place, "mallory", Clock())
    kept = KeptTable.open(place, Clock(), make_table, dice=Dice.UNIT)
    play(kept, Evening(seed=8), 60)
    kept.close()
    assert code_of_verify(place) == ""
    assert code_of_verify(place, known) == code_of_start(place, known) == "key_unknown"


def test_a_key_that_takes_over_has_to_name_the_one_before_and_to_sign(copy: Path) -> None:
    place = copy.with_name("restored")
    restore(copy, place, "eve", Clock())
    assert code_of_verify(place) == code_of_start(place) == ""

    def as_if_of_another(entry: dict[str, Any]) -> None:
        if entry["kind"] == "restored":
            entry["was"] = "00" * 32

    rewrite_end(place, as_if_of_another)
    assert code_of_verify(place) == code_of_start(place) == "seal_bad"


def test_a_known_key_that_is_put_back_at_the_end_and_signed_nothing_is_no_proof(copy: Path) -> None:
    """Two entries more: one names a key of the forger's, the next the true one again, which they do not have."""
    known, place, again = pinned(copy), copy.with_name("restored"), copy.with_name("again")
    restore(copy, place, "mallory", Clock())
    restore(place, again, "mallory", Clock())
    rewrite_end(again, lambda entry: entry.update({"public_key": known.digits}), bytes.fromhex(known.digits))
    assert code_of_verify(again, known) == "seal_bad"
    assert code_of_start(again, known) == "key_wrong"


# ---- how a key is known -------------------------------------------------------------------------------------------


def test_a_key_is_known_by_its_digits_by_its_fingerprint_or_by_a_file(tmp_path: Path) -> None:
    public = public_of(make_key(tmp_path / "signing.key"))
    write_pin(tmp_path / "journal.pin", public)
    ways = (public.hex(), public.hex().upper(), fingerprint(public), fingerprint(public).replace("-", " "))
    for text in (*ways, str(tmp_path / "journal.pin")):
        known = known_key_said(text)
        assert known.is_of(public)
        assert not known.is_of(bytes(32))
        assert known.fingerprint == fingerprint(public)
    assert (tmp_path / "journal.pin").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("text", ["", "nonsense", "ab" * 31, "ab" * 33, "zz" * 32, "ab" * 8])
def test_what_is_no_key_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(VaultFault, match="public_key_bad"):
        known_key(text, "here")
    (tmp_path / "journal.pin").write_text(text)
    with pytest.raises(VaultFault, match="public_key_bad"):
        read_pin(tmp_path / "journal.pin")


def test_a_pin_that_is_gone_or_no_text_is_refused(tmp_path: Path) -> None:
    for bad in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(VaultFault, match="public_key_bad"):
            read_pin(bad)
    (tmp_path / "journal.pin").write_bytes(bytes(range(256)))
    with pytest.raises(VaultFault, match="public_key_bad"):
        read_pin(tmp_path / "journal.pin")
