"""How the machine learns that it is to be switched off, or to go back to the version before: a file that is watched.

The controller has no right to do either. Once its journal is closed it leaves a word in its run directory; a path unit
of systemd sees it and switches the machine off, or starts the unit that goes back, and `boxcars run` looks for the same
file. That it is to be started anew needs no rights: systemd starts whoever ends; only `boxcars run` reads that word.
"""

from pathlib import Path

FOLDER = "power"
WORDS = {"power_off": "off", "restart": "restart", "rollback": "back"}
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
