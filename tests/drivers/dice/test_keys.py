"""The unit's key: made once, read by its owner alone."""

import stat
from pathlib import Path

import pytest

from config.files.reading import BadFile
from config.files.secrets import read_secret
from tests.drivers.machines import boxcars

HEX = "000102030405060708090a0b0c0d0e0f"


def test_a_new_key_is_sixteen_random_bytes_that_only_the_owner_reads(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert boxcars("keys", "dice", tmp_path / name).returncode == 0
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o600
    assert len(read_secret(tmp_path / "one", 16)) == 16
    assert (tmp_path / "one").read_bytes() != (tmp_path / "two").read_bytes()


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(b"precious")
    call = boxcars("keys", "dice", "--key-file", file)
    assert (call.returncode, file.read_bytes()) == (2, b"precious")
    assert "never overwritten" in call.stderr


def test_the_key_of_a_unit_that_has_one_comes_from_standard_input(tmp_path: Path) -> None:
    assert boxcars("keys", "dice", tmp_path / "key", "--import", given=HEX + "\n").returncode == 0
    assert (tmp_path / "key").read_bytes() == bytes(range(16))


def test_what_is_no_key_is_refused_and_not_repeated_to_the_screen(tmp_path: Path) -> None:
    call = boxcars("keys", "dice", tmp_path / "key", "--import", given="secretsecret\n")
    assert call.returncode == 2
    assert "secret" not in call.stderr
    assert not (tmp_path / "key").exists()


def test_keys_dice_without_a_file_says_what_to_name() -> None:
    call = boxcars("keys", "dice")
    assert call.returncode == 2
    assert "name the new key file" in call.stderr


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "key"
    file.write_bytes(bytes(16))
    file.chmod(mode)
    with pytest.raises(BadFile, match=f"open to others.*chmod 600 {file}"):
        read_secret(file, 16)


def test_a_key_may_be_raw_or_in_hexadecimal(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.touch(0o600)
    for data in (bytes(range(16)), HEX.encode(), HEX.upper().encode() + b"\n"):
        file.write_bytes(data)
        assert read_secret(file, 16) == bytes(range(16))


@pytest.mark.parametrize("data", [b"", bytes(15), bytes(17), b"xyz\n", HEX.encode()[:-1]])
def test_a_file_that_holds_no_key_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "key"
    file.touch(0o600)
    file.write_bytes(data)
    with pytest.raises(BadFile, match="is no key"):
        read_secret(file, 16)
