"""The terminal that was written from docs/wire.md alone, in another language, plays against the real thing."""

import fcntl
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from tests.drivers.machines import PATIENCE
from tests.server.cabinets import CabinetOfProcesses

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "javascript"
INSTALLED = ROOT / ".venv" / "npm"


@pytest.fixture(scope="module")
def packages() -> Path:
    """What the lock names, fetched once for this checkout, whole or not at all."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = (EXAMPLE / "package-lock.json").read_bytes()
        stamp = INSTALLED / "stamp"
        if not stamp.exists() or stamp.read_bytes() != wanted:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(EXAMPLE / name, INSTALLED)
            words = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(words, cwd=INSTALLED, check=True, capture_output=True, text=True, timeout=4 * PATIENCE)
            stamp.write_bytes(wanted)
    return INSTALLED / "node_modules"


def test_it_leans_on_nothing_but_zeromq_and_is_a_page_long() -> None:
    text = (EXAMPLE / "terminal.mjs").read_text()
    assert set(re.findall(r'from "([^"]+)"', text)) == {"node:fs", "zeromq"}
    assert len(text.splitlines()) <= 140


@pytest.mark.parametrize("place", [EXAMPLE, ROOT / "tools" / "javascript"])
def test_a_lock_names_versions_and_hashes_and_no_registry(place: Path) -> None:
    lock = json.loads((place / "package-lock.json").read_text())
    packages = {name: row for name, row in lock["packages"].items() if name}
    assert all(row["integrity"].startswith("sha512-") and "resolved" not in row for row in packages.values())


@pytest.mark.parametrize("remote", [False, True])
def test_it_plays_by_the_page_and_hears_how_its_round_ended(tmp_path: Path, packages: Path, remote: bool) -> None:
    shutil.copy(EXAMPLE / "terminal.mjs", tmp_path)
    (tmp_path / "node_modules").symlink_to(packages)
    with CabinetOfProcesses(tmp_path, remote=remote).playing("5 6") as cabinet:
        cabinet.station().credit(1, 5000)
        words = [commands_endpoint(cabinet.run, "terminal"), broadcasts_endpoint(cabinet.run), "1"]
        if remote:
            cabinet.key("example", "terminal", 1)
            words = [cabinet.commands, cabinet.broadcasts, "1", str(tmp_path / "example.json")]
        node = ["node", "terminal.mjs", *words]
        done = subprocess.run(node, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        heard = [json.loads(line) for line in done.stdout.splitlines()]
        (answer,) = [message for message in heard if message["kind"] == "answer"]
        assert (answer["v"], answer["ok"], answer["purse"]["layout"]) == (2, True, 200)
        assert {row["bet"] for row in heard[-1]["rows"]} == {"pass_line", "field"}
        assert {"welcome", "table", "book", "answer", "settled"} <= {message["kind"] for message in heard}
