"""Advisories in the format of OSV, held against a lock."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from release.audit import is_affected, main


def record(**more: Any) -> dict[str, Any]:
    """One about pyzmq up to 27."""
    return {
        "id": "PYSEC-2026-1",
        "modified": "2026-11-01T00:00:00Z",
        "aliases": ["CVE-2026-0001"],
        "summary": "a made-up hole",
        "affected": [
            {
                "package": {"ecosystem": "PyPI", "name": "PyZMQ"},
                "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "27.0.0"}]}],
            }
        ],
        **more,
    }


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    file = tmp_path / "lock"
    file.write_text(f"pyzmq==26.4.0 \\\n    --hash=sha256:{'0' * 64}\n")
    return file


def written(folder: Path, how: str, *all_of_them: dict[str, Any]) -> Path:
    """Advisories as one of the forms in which they come."""
    if how == "file":
        (folder / "one.json").write_text(json.dumps(all_of_them[0]))
        return folder / "one.json"
    if how == "zip":
        with zipfile.ZipFile(folder / "all.zip", "w") as archive:
            for number, one in enumerate(all_of_them):
                archive.writestr(f"{number}.json", json.dumps(one))
        return folder / "all.zip"
    (folder / "all").mkdir()
    for number, one in enumerate(all_of_them):
        (folder / f"all/{number}.json").write_text(json.dumps(one))
    return folder / "all"


@pytest.mark.parametrize("how", ["file", "zip", "folder"])
def test_what_is_known_against_a_version_of_the_lock_is_named_and_fails(
    how: str, lock: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(written(tmp_path, how, record())), str(lock)]) == 1
    said = capsys.readouterr().out
    assert "pyzmq 26.4.0: PYSEC-2026-1 CVE-2026-0001: a made-up hole (mended in 27.0.0)" in said
    assert "the newest of 2026-11-01" in said


@pytest.mark.parametrize(
    "other",
    [
        record(withdrawn="2026-11-02T00:00:00Z"),
        record(affected=[{"package": {"ecosystem": "PyPI", "name": "another"}, "versions": ["26.4.0"]}]),
        record(affected=[{"package": {"ecosystem": "PyPI", "name": "pyzmq"}, "versions": ["26.3.0"]}]),
    ],
)
def test_what_is_about_something_else_is_no_finding(other: dict[str, Any], lock: Path, tmp_path: Path) -> None:
    assert main([str(written(tmp_path, "zip", other)), str(lock)]) == 0


@pytest.mark.parametrize(
    "text", ["", "{", "{}", json.dumps(record(affected=[{"package": {"ecosystem": "npm", "name": "pyzmq"}}]))]
)
def test_a_file_from_which_nothing_can_follow_is_not_taken_for_good_news(text: str, lock: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(text)
    assert main([str(tmp_path / "bad.json"), str(lock)]) == 2
    assert main([str(tmp_path / "missing.json"), str(lock)]) == 2


@pytest.mark.parametrize(
    "version, affected",
    [("0.9", False), ("1.0", True), ("1.4", True), ("1.5", False), ("2.0", True), ("2.3", True), ("2.3.1", False)],
)
def test_a_version_is_affected_from_where_it_was_introduced_to_where_it_ended(version: str, affected: bool) -> None:
    events = [{"introduced": "2.0"}, {"introduced": "1.0"}, {"fixed": "1.5"}, {"last_affected": "2.3"}]
    said = {"ranges": [{"type": "ECOSYSTEM", "events": events}], "versions": ["not-a-version"]}
    assert is_affected(Version(version), said) is affected
