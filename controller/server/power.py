"""How the machine learns that it is to be switched off, or its program started anew: a file that somebody watches.

The controller has no right to do either. Once its journal is closed it leaves a word in its run directory; a path unit
of systemd sees it and does as it says, with rights of its own. `boxcars run` looks for the same file.
"""

from pathlib import Path

FOLDER = "power"
WORDS = {"power_off": "off", "restart": "restart"}
"""Act → the name of the file."""
GOODBYE_MS = 1200
"""Milliseconds between the answer and the end, in which all screens hear why."""


def leave_word(run: Path, ending: str) -> Path:
    """Said once all is on the disk."""
    folder = run / FOLDER
    folder.mkdir(exist_ok=True)
    word = folder / WORDS[ending]
    word.touch()
    return word


def take_word(run: Path) -> str | None:
    """What was said, once; None if nothing was."""
    for ending, name in WORDS.items():
        word = run / FOLDER / name
        if word.exists():
            word.unlink()
            return ending
    return None


def forget_words(run: Path) -> None:
    """Whoever starts is not to be ended by what was said before."""
    while take_word(run) is not None:
        pass
