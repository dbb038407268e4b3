"""Pure modules of the pages, run by node: data in, data out."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.drivers.machines import PATIENCE

PAGES = Path(__file__).parents[2] / "terminals"


def run_in_node(place: Path, modules: list[str], script: str, data: Any = None) -> Any:
    """What the script leaves in `answer`; `data` it finds under that name, and beside it the modules by their paths."""
    if shutil.which("node") is None:
        pytest.skip("node: run `apt-get install nodejs`")
    (place / "package.json").write_text('{"type": "module"}')
    for module in modules:
        (place / module).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PAGES / module, place / module)
    (place / "data.json").write_text(json.dumps(data))
    begins = 'import { readFileSync } from "node:fs";\nconst data = JSON.parse(readFileSync("data.json", "utf8"));\n'
    (place / "script.js").write_text(f"{begins}{script}\nconsole.log(JSON.stringify(answer));\n")
    done = subprocess.run(
        ["node", "script.js"], cwd=place, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
