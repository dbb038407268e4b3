"""Every command in README and docs/ is run: here, or by whom it says; one that is not says why.

Where a page names places of an installed machine, the same places under a scratch directory stand in for them, with a
demo journal of some rounds, keys, an emulated dice unit and an emulated board.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import DEVNULL, PIPE

import pytest

from controller.commands import known_commands, main
from controller.vault.journal.known_key import write_pin
from controller.vault.lifecycle.maintenance import about
from tests.documents.pages import ALL, BOOT, ROOT, Command
from tests.drivers.machines import eventually, running
from tests.vault.evening import KEY, Evening, play
from tests.vault.recorded import opened

RUN = [command for command in ALL if not command.marker]
USAGE = [command for command in ALL if command.marker == "usage"]
JOURNAL_COMMANDS = ("recall", "events", "meters", "fairness", "verify", "archive", "vault")
PLACES = ("/etc/boxcars", "/var/lib/boxcars", "/media", "/mnt")
SHORT = 10
PATIENCE = 200.0
NOT_MADE_HERE = ("install", "upgrade", "rollback", "uninstall", "test-boot")


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What an installed machine has, under one directory."""
    root = tmp_path_factory.mktemp("machine")
    for name in ("etc/boxcars/keys", "var/lib/boxcars", "media/copy", "mnt/second", "work"):
        (root / name).mkdir(parents=True)
    for key in ("etc/boxcars/keys/dice.key", "etc/boxcars/dice.key"):
        (root / key).write_bytes(KEY)
        (root / key).chmod(0o600)
    kept = opened(root / "played")
    play(kept, Evening(seed=5, restless=0.06), 250)
    kept.close()
    opened(root / "played").close()
    write_pin(root / "etc/boxcars/journal.pin", about(root / "played").public_key)
    with ExitStack() as stack:
        for name, words in EMULATED.items():
            link = root / name
            more = ("--key-file", root / "etc/boxcars/dice.key", "--fast") if name == "unit" else ()
            stack.enter_context(running(*words, "--link", link, *more, log=root / f"{name}.log"))
            eventually(link.exists, name)
        yield root


EMULATED = {"unit": ("dice", "emulate"), "usb": ("panel", "emulate")}


def test_the_pages_have_commands() -> None:
    assert len(RUN) > 30
    assert {"README.md", "docs/install.md", "docs/operate.md"} <= {command.page for command in ALL}


@pytest.mark.parametrize("command", [one for one in ALL if one.marker in ("not run", "run by")], ids=lambda one: one.id)
def test_a_command_that_is_not_run_here_says_why_or_who_runs_it(command: Command) -> None:
    if command.marker == "not run":
        assert len(command.says) > SHORT
    elif command.says != BOOT:
        assert (ROOT / command.says).exists()


@pytest.mark.parametrize("command", USAGE, ids=lambda one: one.id)
def test_a_command_that_is_only_listed_is_there(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    words = command.words.split()
    if words[0] == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert set(re.findall(r"[a-z][a-z-]+", command.words)) - {"make"} <= set(targets)
        return
    names = [word.rstrip(",") for word in words if word.rstrip(",") in known_commands()]
    assert names
    for name in names:
        with pytest.raises(SystemExit) as end:
            main([name, "--help"])
        assert end.value.code == 0
        said = capsys.readouterr().out
        acts = [act for word in words[2:3] for act in word.split("|") if re.fullmatch(r"[a-z-]+", act)]
        for option in [*re.findall(r"--[a-z-]+", command.words), *(act for act in acts if act not in known_commands())]:
            assert option in said or _inner_help_has(name, acts, option, capsys), f"{name}: {option}"


def _inner_help_has(name: str, acts: list[str], option: str, capsys: pytest.CaptureFixture[str]) -> bool:
    for act in acts:
        with pytest.raises(SystemExit):
            main([name, act, "--help"])
        if option in capsys.readouterr().out:
            return True
    return False


@pytest.mark.parametrize("command", RUN, ids=lambda one: one.id)
def test_a_command_in_the_docs_runs(command: Command, scratch: Path, tmp_path: Path) -> None:
    words = command.words.removeprefix("sudo ")
    if words.startswith("make"):
        assert words.split()[1] not in NOT_MADE_HERE
        done = subprocess.run(["make", "-n", *words.split()[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return
    journal = tmp_path / "vault"
    shutil.copytree(scratch / "played", journal)
    done = _at_a_shell(as_here(words, scratch, journal), _folder(tmp_path, scratch))
    expected = EXPECTED.get(command.words, 0)
    if words.startswith("boxcars manifest check") and _compiled_meanwhile(done.stdout):
        expected = 1
    assert done.returncode == expected, f"{as_here(words, scratch, journal)}\n{done.stdout[-500:]}{done.stderr[-1500:]}"
    assert "Traceback" not in done.stderr


def _compiled_meanwhile(said: str) -> bool:
    """Whether all that differs was compiled since: tests beside this one run from the same Python, some for the first
    time."""
    found = re.findall(r"^ +(missing|changed|extra|unreadable) +(\S+)$", said, re.M)
    return bool(found) and all(what == "extra" and "/__pycache__/" in file for what, file in found)


def _at_a_shell(words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """As a reader types it. What takes too long ends with all that it started."""
    started = subprocess.Popen(
        ["/bin/sh", "-c", words], cwd=folder, stdout=PIPE, stderr=PIPE, stdin=DEVNULL, text=True, start_new_session=True
    )
    try:
        said, complained = started.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        said, complained = started.communicate()
    return subprocess.CompletedProcess(words, started.returncode, said, complained)


EXPECTED = {
    "boxcars rulebook check config/rulebooks/mbs_v3.toml --cap 9848/10000": 2,
    "boxcars profile check none --rulebook electronic": 1,  # some of the fifty are lacking
    "boxcars vault begin-anew": 2,  # the scratch machine's journal can be read
    "boxcars vault begin-anew --confirm 8117f7be-2996-136551 --by NAME": 2,
    "boxcars archive --to /media/2026-q3.db --keep-days 90": 2,  # nothing is that old on the scratch machine
}
"""Commands that are refused, on the page or on this machine."""


def as_here(words: str, scratch: Path, journal: Path) -> str:
    """The same command at the scratch machine."""
    boxcars = f"{shlex.quote(sys.executable)} -m controller.commands"
    words = re.sub(r"^boxcars\b", boxcars, words)
    act = words.removeprefix(boxcars).split()[:1]
    if act and act[0] in JOURNAL_COMMANDS:
        prepare = PREPARED.get(" ".join(words.removeprefix(boxcars).split()[:2]), _as_it_is)
        words = (_proved if act[0] == "verify" else prepare)(words, scratch, journal)
    for place in PLACES:
        words = re.sub(rf"(?<![\w/]){place}(?=/|\s|$)", f"{scratch}{place}", words)
    words = words.replace("udev:boxcars-dice", str(scratch / "unit"))
    return words.replace(" panel list", f" panel list --usb emulated:{scratch / 'usb'}")


def _as_it_is(words: str, _: Path, journal: Path) -> str:
    return f"{words} --journal {journal}"


def _fresh(words: str, _: Path, journal: Path) -> str:
    """Where no journal is yet."""
    shutil.rmtree(journal)
    return f"{words} --journal {journal}"


def _empty_demo(words: str, _: Path, journal: Path) -> str:
    """A demo on which nobody has money."""
    shutil.rmtree(journal)
    assert main(["vault", "init", "--demo", "--seats", "8", "--journal", str(journal)]) == 0
    return f"{words} --journal {journal}"


def _from_a_copy(words: str, scratch: Path, journal: Path) -> str:
    shutil.copytree(journal, scratch / "media/copy", dirs_exist_ok=True)
    return _fresh(words, scratch, journal)


def _with_the_words(words: str, _: Path, journal: Path) -> str:
    """The words that the first step showed."""
    said = re.sub(r"--confirm \S+", f"--confirm {about(journal).words}", words)
    return f"{said} --journal {journal}"


def _proved(words: str, _: Path, journal: Path) -> str:
    """It takes the journal as a word, where it is not this machine's."""
    return words if re.search(r"verify /", words) else f"{words} {journal}"


PREPARED = {
    "vault init": _fresh,
    "vault go-live": _empty_demo,
    "vault restore": _from_a_copy,
    "vault clear": _with_the_words,
}


def _folder(folder: Path, scratch: Path) -> Path:
    """Where a reader stands: in the source, with the files beside him that the pages speak of."""
    old = scratch / "media/old.db"
    if not old.exists():
        shutil.copyfile(scratch / "played/journal.db", old)
    for name in ("table.json", "a.json", "b.json"):
        shutil.copyfile(ROOT / "docs/examples/electronic.json", folder / name)
    released = scratch / "work/released.manifest"
    if not released.exists():
        assert main(["manifest", "make", str(released)]) == 0
    shutil.copyfile(released, folder / released.name)
    for name in ("docs", "config", "controller", "terminals", "drivers"):
        (folder / name).symlink_to(ROOT / name)
    return folder
