"""The terminal of `docs/examples`, which knows one file of our code, plays against the real thing."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from controller.server.zmq.endpoints import broadcasts_endpoint, commands_endpoint
from tests.drivers.machines import PATIENCE
from tests.server.cabinets import CabinetOfProcesses

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "terminal.py"


def test_it_leans_on_nothing_but_pyzmq_json_and_the_client_that_needs_nothing_else() -> None:
    tree = ast.parse(EXAMPLE.read_text())
    imports = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert imports == {"json", "sys", "time", "zmq"}
    assert [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)] == [
        "controller.protocol.client"
    ]


@pytest.mark.parametrize("remote", [False, True])
def test_it_plays_a_round_and_hears_how_it_ended(tmp_path: Path, remote: bool) -> None:
    with CabinetOfProcesses(tmp_path, remote=remote).playing("5 6") as cabinet:
        cabinet.station().credit(1, 5000)
        words = [commands_endpoint(cabinet.run, "terminal"), broadcasts_endpoint(cabinet.run), "1"]
        if remote:
            cabinet.key("example", "terminal", 1)
            words = [cabinet.commands, cabinet.broadcasts, "1", str(tmp_path / "example.json")]
        done = subprocess.run(
            [sys.executable, EXAMPLE, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr
        heard = [json.loads(line) for line in done.stdout.splitlines()]
        assert heard[-1]["kind"] == "settled"
        assert heard[-1]["rows"][0]["bet"] == "pass_line"
        assert {"welcome", "table", "answer"} <= {message["kind"] for message in heard}
