"""Takes the commands out of a page. A command stands in a block: indented by four, or between fences.

What is to become of a block, the line before it may say, where the reader does not see it:

    <!-- not run: WHY -->            looked at by nobody; why is said
    <!-- run by make test-boot -->   on the machine that the boot test installs (tests/boot)
    <!-- run by PATH -->             by another test
    <!-- usage -->                   a list of what there is: every command and option named has to exist

Any other command is run by `test_commands.py`, as it stands there.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
PROGRAMS = (
    "boxcars",
    "cp",
    "make",
    "sudo",
    "systemctl",
    "journalctl",
    "udevadm",
    "apt-get",
    ".venv/bin/python",
    "pytest",
)
MARKER = re.compile(r"<!-- (not run|run by|usage)(?::? (.*?))? -->")
BOOT = "make test-boot"


class Command(NamedTuple):
    """One command of a page."""

    page: str
    line: int
    words: str
    marker: str
    """`not run`, `run by`, `usage`, or nothing: then it is run."""
    says: str
    """Why it is not run, or by what."""

    @property
    def id(self) -> str:
        """For the name of its test."""
        return f"{self.page}:{self.line} {self.words[:60]}"


def commands_of(path: Path) -> Iterator[Command]:
    """All of a page, in order."""
    page = path.relative_to(ROOT).as_posix()
    marker, fence = ("", ""), ""
    used = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = MARKER.fullmatch(line.strip())
        opens = line.lstrip().startswith("```")
        if found:
            marker, used = (found[1], found[2] or ""), False
        elif opens:
            fence = "" if fence else line.strip("` ") or "plain"
            used = True
        elif line.strip() and not fence and not line.startswith("    "):
            marker = marker if not used else ("", "")
        words = _command(line, fence)
        if words:
            used = True
            yield Command(page, number, words, *marker)


def _command(line: str, fence: str) -> str:
    """The words of a command, without the prompt and without what is said about it after two spaces."""
    if fence not in ("", "plain", "console", "sh") or (not fence and not line.startswith("    ")):
        return ""
    if fence == "console" and not line.startswith("$ "):
        return ""
    words = line.strip().removeprefix("$ ")
    if words.split(" ")[0].rstrip(",") not in PROGRAMS:
        return ""
    return re.split(r"(?<=\S)  +(?=[^-\s])(?!-)|  +#", words)[0].strip()


ALL = [command for path in PAGES for command in commands_of(path)]
