"""Reading a settings file: every complaint is one line with file, key, value and what is allowed."""

import errno
import os
from pathlib import Path
from typing import Annotated

import pytest
from pydantic import Field

from config.files.reading import LARGEST_FILE, BadFile, read_toml, validate
from config.files.secrets import write_secret
from config.files.strict import Strict


class Lamp(Strict):
    """A lamp over the dome."""

    colour: str
    volts: Annotated[int, Field(ge=5, le=24)] = 12


class Cabinet(Strict):
    """A cabinet with lamps."""

    lamps: list[Lamp] = []


def complaint(tmp_path: Path, text: str | bytes) -> str:
    """What is said about a file, without its directory."""
    file = tmp_path / "cabinet.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(BadFile) as caught:
        validate(Cabinet, read_toml(file), str(file))
    return str(caught.value).removeprefix(f"{tmp_path}/")


def test_a_good_file_becomes_the_model(tmp_path: Path) -> None:
    file = tmp_path / "cabinet.toml"
    file.write_text('[[lamps]]\ncolour = "red"\n')
    assert validate(Cabinet, read_toml(file), str(file)) == Cabinet(lamps=[Lamp(colour="red")])


@pytest.mark.parametrize(
    "text, said",
    [
        ('[[lamps]]\ncolour = "red"\nvolts = 230', "cabinet.toml: lamps[0].volts: must be at most 24, found 230"),
        ('[[lamps]]\ncolour = "red"\nvolts = true', "cabinet.toml: lamps[0].volts: must be a whole number, found true"),
        ("[[lamps]]\ncolour = 5", "cabinet.toml: lamps[0].colour: must be a text, found 5"),
        ("[[lamps]]", "cabinet.toml: lamps[0].colour: is missing"),
        ("[[lamp]]", "cabinet.toml: lamp: is not a key of this place, which has lamps"),
        ("lamps = 1979-05-27", 'cabinet.toml: lamps: must be a list, found "1979-05-27"'),
        ("lamps = [", "cabinet.toml: not valid TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2\n", "cabinet.toml: not valid TOML: Cannot overwrite a value (at line 2, column 6)"),
        ("lamps = " + "[" * 10_000, "cabinet.toml: nested too deeply to be a settings file"),
        ("lamps = " + "9" * 5000, "cabinet.toml: not valid TOML: a number has too many digits"),
        (b"\xff", "cabinet.toml: not UTF-8 text (byte 0)"),
        (b"#" * (LARGEST_FILE + 1), "cabinet.toml: larger than 1000000 bytes, so it is no settings file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str | bytes, said: str) -> None:
    assert complaint(tmp_path, text) == said


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nothing\.toml: cannot be read: No such file or directory"):
        read_toml(tmp_path / "nothing.toml")
    with pytest.raises(BadFile, match="cannot be read: Is a directory"):
        read_toml(tmp_path)


def test_a_secret_is_on_the_disk_by_its_name_too_and_half_a_one_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def seen(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        real(descriptor)

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", seen)
        write_secret(tmp_path / "one", bytes(32))
    assert synced == [(tmp_path / "one").stat().st_ino, tmp_path.stat().st_ino]

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(BadFile, match="cannot be written: No space left"):
            write_secret(tmp_path / "two", bytes(32))
    write_secret(tmp_path / "two", bytes(32))
