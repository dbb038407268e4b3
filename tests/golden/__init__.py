"""The worked examples of docs/examples as they play: what a laboratory compares a new version with.

`make golden` writes the files anew and shows what changed; a change is for a person to read, not to wave through.
"""

import contextlib
import io
import json
from pathlib import Path

from controller.commands import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.json"))


def as_text(example: Path) -> str:
    """The sheet for people, as it is written to a file."""
    return _printed(example)


def as_json(example: Path) -> str:
    """The document, a line for each step, so that a difference is small."""
    document = json.loads(_printed(example, "--json"))
    steps = ",\n".join(json.dumps(step) for step in document.pop("steps"))
    return f'{json.dumps(document)[:-1]}, "steps": [\n{steps}\n]}}\n'


FORMS = {".txt": as_text, ".json": as_json}


def _printed(example: Path, *options: str) -> str:
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed):
        assert main(["scenario", *options, str(example.relative_to(ROOT))]) == 0
    return printed.getvalue()
