"""A manifest on a medium of its own is believed by the key of who made the release, and by nothing else."""

import stat
from pathlib import Path

import pytest

from controller import manifest as release
from controller.commands import main
from release import sign as signing

Out = pytest.CaptureFixture[str]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program that is installed."""
    place = tmp_path / "program"
    place.mkdir()
    (place / "a.py").write_text("one")
    monkeypatch.setattr("controller.commands.machine.manifest.roots", lambda *_, **_more: {"program": place})
    return place


@pytest.fixture
def medium(tmp_path: Path, program: Path) -> Path:
    """A stick with its manifest."""
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "manifest.json").write_text(release.make("1.0", {"program": program}).text())
    return stick


def signed(medium: Path, name: str = "release.key") -> str:
    """Signed with a new key; the public one."""
    key = medium.parent / name
    public = signing.make_key(key)
    signing.sign(key, medium / "manifest.json")
    return public


def verify(medium: Path, key: str) -> int:
    return main(["manifest", "verify", "--from", str(medium), "--key", key])


def test_what_was_signed_is_compared_with_what_is_installed(medium: Path, program: Path, capsys: Out) -> None:
    key = signed(medium)
    assert verify(medium, key) == 0
    assert "every file is as it was released" in capsys.readouterr().out
    (program / "a.py").write_text("two")
    assert verify(medium, key) == 1
    assert "changed     program/a.py" in capsys.readouterr().out


def test_a_manifest_that_was_made_to_fit_a_changed_program_is_refused(medium: Path, program: Path, capsys: Out) -> None:
    key = signed(medium)
    (program / "a.py").write_text("two")
    (medium / "manifest.json").write_text(release.make("1.0", {"program": program}).text())
    assert verify(medium, key) == 2
    assert "is not signed by this key, or was changed since" in capsys.readouterr().err


def test_one_that_somebody_else_signed_is_refused(medium: Path, capsys: Out) -> None:
    key = signed(medium)
    signed(medium, "other.key")
    assert verify(medium, key) == 2
    assert "is not signed by this key" in capsys.readouterr().err


def test_the_key_may_be_a_file_and_what_is_none_is_refused_in_one_line(
    medium: Path, tmp_path: Path, capsys: Out
) -> None:
    public = tmp_path / "release.pub"
    public.write_text(signed(medium) + "\n")
    assert verify(medium, str(public)) == 0
    public.write_text("no key")
    assert verify(medium, str(public)) == 2
    assert "release.pub: must be 64 hexadecimal digits" in capsys.readouterr().err
    (medium / "manifest.json.sig").unlink()
    assert verify(medium, "0" * 64) == 2
    assert "manifest.json.sig: cannot be read" in capsys.readouterr().err


def test_the_secret_key_is_its_owners_and_is_not_made_twice(tmp_path: Path, capsys: Out) -> None:
    key = tmp_path / "release.key"
    assert signing.main(["key", str(key)]) == 0
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    assert signing.main(["key", str(key)]) == 2
    assert key.read_bytes() == before
    assert "release.key" in capsys.readouterr().err


def test_what_is_no_manifest_is_not_signed(tmp_path: Path, capsys: Out) -> None:
    key = tmp_path / "release.key"
    signing.make_key(key)
    (tmp_path / "manifest.json").write_text("{}")
    assert signing.main(["manifest", str(key), str(tmp_path / "manifest.json")]) == 2
    assert "manifest.json: " in capsys.readouterr().err
    assert not (tmp_path / "manifest.json.sig").exists()
