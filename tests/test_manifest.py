"""The manifest notices every file that is not as it was released."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from config.files.reading import BadFile
from controller import manifest as release
from controller.commands import main
from controller.manifest import Manifest, differences, make, read_manifest

Out = pytest.CaptureFixture[str]


def add(where: dict[str, Path]) -> None:
    (where["library"] / "trojan.py").write_text("steal()")


def change(where: dict[str, Path]) -> None:
    (where["program"] / "a.py").write_text("One")


def remove(where: dict[str, Path]) -> None:
    (where["program"] / "deep" / "b.py").unlink()


def compiled(where: dict[str, Path]) -> None:
    (where["library"] / "c.pyc").write_text("other code under the same source")


def nothing(where: dict[str, Path]) -> None:
    pass


def test_what_python_compiles_of_a_source_as_it_runs_is_no_part_of_it_and_of_what_is_installed_is(
    tmp_path: Path,
) -> None:
    where = {"controller": tmp_path / "source", release.INSTALLED: tmp_path / "installed"}
    for root in where.values():
        root.mkdir()
    manifest = make("1.0", where)
    for root in where.values():
        (root / "__pycache__").mkdir()
        (root / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"code")
    assert differences(manifest, where) == [("environment/__pycache__/a.cpython-311.pyc", "extra")]


@pytest.mark.parametrize(
    "does, found",
    [
        (nothing, []),
        (add, [("library/trojan.py", "extra")]),
        (change, [("program/a.py", "changed")]),
        (remove, [("program/deep/b.py", "missing")]),
        (compiled, [("library/c.pyc", "changed")]),
    ],
)
def test_whatever_differs_is_named(
    installed: dict[str, Path], does: Callable[[dict[str, Path]], None], found: list[tuple[str, str]]
) -> None:
    manifest = make("1.0", installed)
    does(installed)
    assert differences(manifest, installed) == found


def test_a_manifest_reads_back_with_the_same_digest(installed: dict[str, Path], tmp_path: Path) -> None:
    manifest = make("1.0", installed)
    (tmp_path / "release.json").write_text(manifest.text())
    again = read_manifest(tmp_path / "release.json")
    assert again == manifest
    assert again.digest == manifest.digest
    assert Manifest(version="1.1", files=manifest.files).digest != manifest.digest


@pytest.mark.parametrize("text", ["", "[]", '{"version": "1"}', '{"version": 1, "files": {}}', "[" * 100_000])
def test_what_is_no_manifest_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "release.json"
    path.write_text(text)
    with pytest.raises(BadFile, match=r"release\.json: "):
        read_manifest(path)


def test_the_command_says_what_differs_and_leaves_with_one(
    installed: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.setattr("controller.commands.machine.manifest.roots", lambda *_, **_more: installed)
    file = str(tmp_path / "release.json")
    assert main(["manifest", "make", file]) == 0
    assert main(["manifest", "check", file]) == 0
    assert "every file is as it was released" in capsys.readouterr().out
    change(installed)
    assert main(["manifest", "check", file]) == 1
    assert "changed     program/a.py" in capsys.readouterr().out
    assert main(["manifest", "check", file, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is False
    assert told["differences"] == [{"file": "program/a.py", "what": "changed"}]
    assert main(["manifest", "check", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_the_installed_program_and_what_it_leans_on_are_covered() -> None:
    covered = release.roots()
    assert {"controller", "terminals", "drivers", "config", "environment"} >= set(covered)
    assert (covered["environment"] / "pydantic").is_dir()


def test_the_whole_machine_is_covered_where_the_manifest_was_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, python = tmp_path / "usr", tmp_path / "python"
    for folder, file in ((system, "sh"), (python, "os.py")):
        folder.mkdir()
        (folder / file).write_text("one")
    monkeypatch.setattr(release, "SYSTEM", {"debian-bin": str(system)})
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"stdlib": str(python), "purelib": str(tmp_path / "e")})
    monkeypatch.setattr("sys.executable", str(system / "sh"))
    (tmp_path / "e").mkdir()
    monkeypatch.setattr(release, "PACKAGES", ())
    whole, ours = release.make("1.0", release.roots(whole=True)), release.make("1.0", release.roots())
    assert (sorted(whole.files), ours.files) == (["debian-bin/sh", "python/os.py"], {})
    (python / "os.py").write_text("two")
    (system / "rootkit").write_text("x")
    assert release.differences(ours, release.covered_by(ours)) == []
    found = [(one.file, one.what) for one in release.differences(whole, release.covered_by(whole))]
    assert found == [("debian-bin/rootkit", "extra"), ("python/os.py", "changed")]
