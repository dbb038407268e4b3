"""Where PINs are kept: hashed by argon2, in a file of their owner's alone, whole whatever happens."""

import json
from pathlib import Path

import pytest
from argon2 import extract_parameters

from config.files.reading import BadFile
from controller.server.staff.pins import MOST_UNNAMED, NOBODY, PINS, PinsOnDisk, why_weak


def test_a_pin_is_known_again_by_its_hash_after_a_restart(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    digest = pins.make("270846", []).result(10)
    assert pins.check(digest, "270846").result(10)
    assert not pins.check(digest, "270847").result(10)
    assert not pins.check("0" * 64, "270846").result(10)
    pins.close()
    again = PinsOnDisk(tmp_path)
    assert again.has(digest)
    assert again.check(digest, "270846").result(10)
    again.close()


def test_nobody_has_no_pin_and_takes_as_much_work_to_refuse(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    pins.make("270846", []).result(10)
    (kept,) = json.loads((tmp_path / PINS).read_text()).values()
    ours, nobody = extract_parameters(kept), extract_parameters(NOBODY)
    assert (ours.time_cost, ours.memory_cost, ours.parallelism) == (
        nobody.time_cost,
        nobody.memory_cost,
        nobody.parallelism,
    )
    assert not any(pins.check(None, pin).result(10) for pin in ("", "0000", "nobody"))
    pins.close()


def test_the_same_pin_twice_is_two_hashes(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    assert pins.make("270846", []).result(10) != pins.make("270846", []).result(10)
    pins.close()


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    pins.make("270846", []).result(10)
    pins.close()
    assert (tmp_path / PINS).stat().st_mode & 0o777 == 0o600
    (tmp_path / PINS).chmod(0o640)
    with pytest.raises(BadFile, match="others than its owner may read it"):
        PinsOnDisk(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", '{"ab": "x"}', '{"ab": 3}', "{"])
def test_a_file_that_is_none_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / PINS).write_text(text)
    (tmp_path / PINS).chmod(0o600)
    with pytest.raises(BadFile, match=r"bring (it|the file) back from its copy"):
        PinsOnDisk(tmp_path)


def test_a_hash_put_there_by_hand_is_found_by_no_name_in_the_journal(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    mine = pins.make("270846", []).result(10)
    theirs = pins.make("999000", []).result(10)
    pins.close()
    hashes = json.loads((tmp_path / PINS).read_text())
    (tmp_path / PINS).write_text(json.dumps({mine: hashes[theirs]}))
    with pytest.raises(BadFile, match="is not what it is called by"):
        PinsOnDisk(tmp_path)


def test_hashes_that_nobody_names_are_forgotten_and_named_ones_are_not(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    pins._hasher = type(pins._hasher)(time_cost=1, memory_cost=8, parallelism=1)
    first = pins.make("270846", []).result(10)
    for _ in range(MOST_UNNAMED + 10):
        pins.make("135790", [first]).result(10)
    assert pins.has(first)
    assert len(json.loads((tmp_path / PINS).read_text())) == MOST_UNNAMED + 2
    pins.close()


def test_a_file_that_was_half_written_is_as_if_it_had_never_been(tmp_path: Path) -> None:
    pins = PinsOnDisk(tmp_path)
    digest = pins.make("270846", []).result(10)
    pins.close()
    (tmp_path / PINS).with_suffix(".coming").write_text('{"half')
    again = PinsOnDisk(tmp_path)
    assert again.has(digest)
    assert again.make("135791", [digest]).result(10)
    again.close()


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "0000", "1234", "987654", "٣٤٥٦"])
def test_a_pin_that_anybody_would_try_first_is_weak(pin: str) -> None:
    assert why_weak(pin) is not None


@pytest.mark.parametrize("pin", ["2708", "270846", "112233", "135790246813"])
def test_any_other_pin_will_do(pin: str) -> None:
    assert why_weak(pin) is None
