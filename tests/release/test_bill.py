"""The bill of materials has every package of the lock, and says the same each time."""

import json
import re
from pathlib import Path

import pytest

from release import bill, licences
from release.licences import ALLOWED, is_allowed
from release.lock import packages
from tests.documents.pages import ROOT

LOCK = ROOT / "requirements.lock"


def test_every_package_of_the_lock_stands_in_the_bill_with_all_its_hashes_and_its_licence() -> None:
    made = bill.bill(LOCK, ROOT / "pyproject.toml")
    by_name = {one["name"]: one for one in made["components"]}
    text = LOCK.read_text()
    assert len(by_name) == text.count("==")
    for line in re.findall(r"^(\S+)==(\S+)", text, re.MULTILINE):
        assert by_name[line[0]]["version"] == line[1]
        assert by_name[line[0]]["licenses"][0]["expression"]
    assert sum(len(one["hashes"]) for one in by_name.values()) == text.count("--hash=sha256:")


def test_it_is_cyclonedx_whose_references_all_lead_somewhere() -> None:
    made = bill.bill(LOCK, ROOT / "pyproject.toml")
    assert (made["bomFormat"], made["specVersion"], made["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    refs = [made["metadata"]["component"]["bom-ref"], *(one["bom-ref"] for one in made["components"])]
    assert len(set(refs)) == len(refs)
    assert [one["ref"] for one in made["dependencies"]] == refs
    assert {ref for one in made["dependencies"] for ref in one["dependsOn"]} <= set(refs)
    direct = made["dependencies"][0]["dependsOn"]
    assert {re.split("[/@]", ref)[1] for ref in direct} == {
        "aiohttp", "argon2-cffi", "asyncpg", "cobs", "cryptography", "nats-py", "orjson",
        "pydantic", "pyserial", "pyusb", "pyzmq", "rich", "structlog", "zstandard",
    }  # fmt: skip


def test_the_same_lock_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert bill.main([str(LOCK)]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert json.loads(said[0])["components"]


@pytest.mark.parametrize("line", ["pyzmq==1.0.0", "nobody-has-this==1.0.0"])
def test_a_lock_that_is_not_what_is_installed_is_refused(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lock").write_text(f"{line} \\\n    --hash=sha256:{'0' * 64}\n")
    for command in (bill, licences):
        assert command.main([str(tmp_path / "lock")]) == 2
        assert line.split("==")[0] in capsys.readouterr().err


# ---- licences -------------------------------------------------------------------------------------------------------


def test_every_licence_of_the_lock_is_allowed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert licences.main([str(LOCK)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(packages(LOCK))


def test_a_licence_that_is_not_on_the_list_fails_and_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(licences, "ALLOWED", ALLOWED - {"MPL-2.0"})
    assert licences.main([str(LOCK)]) == 1
    bad = [line for line in capsys.readouterr().out.splitlines() if "NOT ALLOWED" in line]
    assert [line.split()[0] for line in bad] == ["orjson"]


@pytest.mark.parametrize(
    "expression, allowed",
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("MIT AND (GPL-2.0-only OR LGPL-2.1-only)", False),
        ("(GPL-2.0-only AND MIT) OR BSD-3-Clause", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("NOASSERTION", False),
        ("MIT AND NOASSERTION", False),
        ("", False),
    ],
)
def test_of_and_all_parts_have_to_be_allowed_and_of_or_one(expression: str, allowed: bool) -> None:
    assert is_allowed(expression) is allowed
