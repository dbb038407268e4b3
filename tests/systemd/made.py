"""Our files as a version has them: the patterns are filled in."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from systemd import patterns

_FOLDER = TemporaryDirectory(prefix="boxcars-systemd-")
MADE = Path(_FOLDER.name)

shutil.copytree(Path(__file__).parents[2] / "systemd", MADE, dirs_exist_ok=True)
patterns.fill_in(MADE)
