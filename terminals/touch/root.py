"""Root's side: `python -m terminals.touch.root`, started by systemd when a screen's process has left a word.

What is tried stands in a rule that the next start of the machine forgets, and is taken back after 45 seconds unless
it is kept; `--tidy`, which systemd runs however we ended, takes it back too. What is kept stands in a rule for good.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from config.touch import BadMatrix, Matrix, read_matrix, written
from terminals.touch.asking import LARGEST_WORD, RootsAnswer, Word
from terminals.touch.screens import NoScreen, Run, TouchScreen, plug_in_again, rule, run_command, the_screen

TRIED_FOR = 45.0
"""Seconds until what nobody has kept is taken back."""
LOOKED_EVERY = 0.1
TAKEN = ".taken"
"""What a word is called while it is read."""


class TouchPlaces(NamedTuple):
    """Where things lie; tests have their own."""

    word: Path = Path("/run/boxcars/touch/ask/word")
    answer: Path = Path("/run/boxcars/touch/answer")
    kept: Path = Path("/etc/udev/rules.d/99-boxcars-touch-1-kept.rules")
    tried: Path = Path("/run/udev/rules.d/99-boxcars-touch-2-tried.rules")
    """Files of rules are read in the order of their names, whichever folder they lie in: this one has the last word."""
    inputs: Path = Path("/sys/class/input")


class Root:
    """Answers words until none waits and nothing is being tried."""

    def __init__(
        self,
        places: TouchPlaces,
        run: Run = run_command,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._places, self._run, self._clock, self._sleep = places, run, clock, sleep
        self._until: float | None = None
        """While something is tried."""
        self._tried: Matrix | None = None

    def serve(self) -> None:
        """Until there is nothing to do."""
        while True:
            word = take_word(self._places.word)
            if word is not None:
                self._answer(word)
            elif self._until is None:
                return
            elif self._clock() >= self._until:
                self._answer(None)
            else:
                self._sleep(LOOKED_EVERY)

    def tidy(self) -> None:
        """What was tried and never kept is taken back, whatever became of who tried it."""
        if self._places.tried.exists():
            self._answer(None)

    def _answer(self, word: Word | None) -> None:
        """None: nobody has kept what is tried."""
        told = RootsAnswer(id="" if word is None else word.id)
        try:
            screen = self._back() if word is None else self._do(word)
        except NoScreen as error:
            told = told.model_copy(update={"code": error.code, "found": error.found})
        except (OSError, subprocess.SubprocessError) as error:
            print(f"touch: {error}", file=sys.stderr, flush=True)
            with suppress(NoScreen, OSError, subprocess.SubprocessError):
                self._back()
            told = told.model_copy(update={"code": "failed"})
        else:
            now = {"matrix": written(screen.matrix), "kept": self._places.kept.exists(), "tried": bool(self._tried)}
            told = told.model_copy(update=now)
        _put(self._places.answer, told.model_dump_json() + "\n")

    def _do(self, word: Word) -> TouchScreen:
        match word.do:
            case "try":
                return self._try(read_matrix(word.matrix))
            case "keep" if self._tried is not None:
                return self._keep(self._tried)
            case "keep":
                raise NoScreen("too_late")
            case "back":
                return self._back()
            case "as_delivered":
                self._places.kept.unlink(missing_ok=True)
                return self._back()
            case _:
                return self._look()

    def _look(self) -> TouchScreen:
        return the_screen(self._places.inputs, self._run)

    def _try(self, matrix: Matrix) -> TouchScreen:
        screen = self._look()
        _put(self._places.tried, rule(screen, matrix))
        self._tried, self._until = matrix, self._clock() + TRIED_FOR
        now = self._in_force(screen, matrix)
        self._until = self._clock() + TRIED_FOR  # the time that udev takes is not the person's
        return now

    def _keep(self, matrix: Matrix) -> TouchScreen:
        """It is in force already: the screen is not disturbed again."""
        screen = self._look()
        _put(self._places.kept, rule(screen, matrix))
        self._forget()
        self._run(("udevadm", "control", "--reload"))
        return screen

    def _forget(self) -> None:
        """What was tried; in force it is until the screen is plugged in again."""
        self._places.tried.unlink(missing_ok=True)
        self._tried = self._until = None

    def _back(self) -> TouchScreen:
        self._forget()
        screen = self._look()
        plug_in_again(screen, self._run)
        return self._look()

    def _in_force(self, screen: TouchScreen, matrix: Matrix) -> TouchScreen:
        """Looked at, not believed: a rule of somebody else may come after ours."""
        plug_in_again(screen, self._run)
        now = self._look()
        if written(now.matrix) != written(matrix):
            self._back()
            raise NoScreen("overruled")
        return now


def take_word(path: Path) -> Word | None:
    """What was asked, once; what is none is thrown away. Others write here: no link is followed, no pipe waited at, and
    what is taken has another name first, so that the next word, whenever it comes, is not thrown away with it."""
    taken = path.with_name(TAKEN)
    _throw_away(taken)
    try:
        path.rename(taken)
        file = os.open(taken, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        _throw_away(taken)
        return None
    try:
        plain = stat.S_ISREG(os.fstat(file).st_mode)
        said = os.read(file, LARGEST_WORD + 1) if plain else b""
    finally:
        os.close(file)
    _throw_away(taken)
    return read_word(said)


def _throw_away(path: Path) -> None:
    """Whatever it is: what stayed here would have systemd start us for ever."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        shutil.rmtree(path, ignore_errors=True)


def read_word(said: bytes) -> Word | None:
    """A word that root may be asked; None for anything else."""
    try:
        found: dict[str, Any] = json.loads(said) if len(said) <= LARGEST_WORD else {}
        word = Word(**found)
        if word.do == "try":
            read_matrix(word.matrix)
    except (ValueError, TypeError, RecursionError, BadMatrix):
        return None
    return word


def _put(path: Path, text: str) -> None:
    """Whole or not at all, also when the power goes."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.chmod(0o644)
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def main(words: list[str]) -> int:
    """One word of ours: `--tidy`."""
    root = Root(TouchPlaces())
    if words == ["--tidy"]:
        root.tidy()
    else:
        root.serve()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
