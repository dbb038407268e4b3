"""`make install`, `upgrade`, `rollback`, `uninstall`. Each may be said again: what is done already is left as it is.

None of them touches a machine on which somebody plays, none writes over settings, keys or a journal.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from systemd import lay, program, settings, table
from systemd.choices import Choices, add_choices, choices_of
from systemd.machine import (
    EDGE_PACKAGES,
    PACKAGES,
    SCREEN_PACKAGES,
    is_active,
    is_booted,
    need_packages,
    need_root,
    run,
    say,
    systemctl,
)
from systemd.places import (
    COMMAND,
    DEVICES,
    DIRECTORIES,
    DIRECTORIES_EMULATED,
    FIREWALL,
    FIREWALL_RULES,
    HEALTH,
    KEYS,
    LOGGING,
    PROGRAM,
    SETTINGS,
    STATE,
    TARGET,
    USERS,
    VAULT,
)
from systemd.refusals import InstallRefused

REFUSED = 1
CHOSEN = SETTINGS / "chosen.json"
REMEMBERED = ("emulated", "game", "line", "screen", "remote", "terminal", "controller")
"""What this machine is; said at the first install, and again only to change it."""


def main(words: Sequence[str] | None = None) -> int:
    """One act."""
    parser = argparse.ArgumentParser(prog="make install|upgrade|rollback|uninstall")
    parser.add_argument("act", choices=tuple(ACTS))
    add_choices(parser)
    options = parser.parse_args(words)
    try:
        need_root()
        ACTS[options.act](choices_of(options))
    except InstallRefused as refused:
        print(f"boxcars: {refused}", file=sys.stderr)
        return REFUSED
    except subprocess.CalledProcessError as error:
        print(f"boxcars: `{' '.join(error.cmd)}` failed; what it said stands above", file=sys.stderr)
        return REFUSED
    return 0


def install(choices: Choices) -> None:
    """From a bare machine, or over an installation: then it is an upgrade to this source."""
    choices = _as_settings_say(choices)
    if choices.is_cabinet:
        _check_life(choices)
        table.end_what_was_begun()
        table.check_idle()
    need_packages((*PACKAGES, *(SCREEN_PACKAGES if choices.screen else ()), *_edge_packages(choices)))
    place = program.build(program.source_here(), choices.wheels, workshop=choices.emulated)
    was = program.current()
    if was is not None and was != place:
        _change_to(place, was, choices)
    else:
        program.put_in_force(place)
        _lay(choices)
        _start(choices)
    program.forget_old()
    say(f"{place.name} is in force" + ("" if is_booted() else "; it starts when the machine does"))


def upgrade(choices: Choices) -> None:
    """Only where something is installed."""
    if program.current() is None:
        raise InstallRefused("not_installed")
    install(choices)


def rollback(choices: Choices) -> None:
    """Back to the version before, with the journal as it is; if that is of a newer schema, with the copy of then."""
    choices = _as_settings_say(choices)
    was, place = program.current(), program.before()
    if was is None or place is None:
        raise InstallRefused("nothing_before")
    table.end_what_was_begun()
    table.check_idle()
    _stop()
    copy = table.last_copy()
    try:
        if table.has_journal():
            table.check_at_rest()
            if copy is not None and table.schema_of(copy) < table.schema_of(VAULT):
                if table.played_since(copy):
                    raise InstallRefused("played_since")
                table.bring_back(copy)
    except InstallRefused:
        _start(choices)
        raise
    _put_in_force(place, was, None, choices, InstallRefused("before_failed", place.name))
    say(f"{place.name} is in force again")


def uninstall(_: Choices) -> None:
    """The program goes; settings, keys and journal stay, and it is said where."""
    if program.current() is None:
        raise InstallRefused("not_installed")
    table.check_idle()
    _stop()
    systemctl("disable", "--quiet", *_our_units(), fine=True)
    lay.remove_units()
    for path in (USERS, DIRECTORIES, DIRECTORIES_EMULATED, DEVICES, LOGGING, FIREWALL_RULES, COMMAND):
        path.unlink(missing_ok=True)
    shutil.rmtree(PROGRAM, ignore_errors=True)
    if is_booted():
        systemctl("daemon-reload")
        run("udevadm", "control", "--reload", fine=True)
    say(f"gone. {SETTINGS}, {KEYS} and {STATE} stay, and so do the users that own them")


ACTS: dict[str, Callable[[Choices], None]] = {
    "install": install,
    "upgrade": upgrade,
    "rollback": rollback,
    "uninstall": uninstall,
}


# ---- the steps ------------------------------------------------------------------------------------------------------


def _as_settings_say(choices: Choices) -> Choices:
    """What an earlier install decided need not be said again."""
    if not CHOSEN.exists():
        return choices
    kept = json.loads(CHOSEN.read_text())
    kept.setdefault("line", kept.get("dice", Choices().line))  # as installs of before there was a wheel called it
    said = {name: value for name, value in choices._asdict().items() if value != getattr(Choices(), name)}
    remembered = {name: kept[name] for name in REMEMBERED if name in kept and name not in said}
    return choices._replace(**remembered)


def _check_life(choices: Choices) -> None:
    """A journal is born live or demo by a word, never by default."""
    path = SETTINGS / "cabinet.toml"
    if not choices.journal and not path.exists():
        raise InstallRefused("life_not_chosen")
    if choices.journal and path.exists() and f'life = "{choices.journal}"' not in path.read_text():
        raise InstallRefused("life_is_other", f"{path} says otherwise than JOURNAL={choices.journal}")
    if choices.journal == "live" and not path.exists() and choices.second is None:
        raise InstallRefused("no_second_place")
    if choices.game and path.exists() and not settings.plays(choices.game):
        raise InstallRefused("game_is_other", f"{path} says otherwise than GAME={choices.game}")


def _lay(choices: Choices) -> None:
    SETTINGS.mkdir(parents=True, exist_ok=True)
    CHOSEN.write_text(json.dumps({name: getattr(choices, name) for name in REMEMBERED}, indent=2) + "\n")
    lay.lay_users_and_directories(choices.emulated)
    settings.lay_settings(choices)
    lay.lay_keys(choices)
    if choices.is_cabinet:
        lay.make_second_place()
        if not table.has_journal():
            lay.bear_journal()
        lay.pin_journal()
    lay.lay_units(choices)
    if choices.is_cabinet:
        lay.open_second_place()
        lay.give_unit_key()
    lay.enable(choices)


def _change_to(place: Path, was: Path, choices: Choices) -> None:
    """Stop, look once more, copy the journal, change; what does not start is taken back."""
    _stop()
    copy = None
    if table.has_journal():
        try:
            table.check_at_rest()
        except InstallRefused:
            _start(choices)  # somebody began to play meanwhile: the round goes on
            raise
        copy = table.keep_copy(was.name)
    _put_in_force(place, was, copy, choices, InstallRefused("start_failed", place.name))


def _put_in_force(place: Path, was: Path, copy: Path | None, choices: Choices, failed: InstallRefused) -> None:
    """This version from now on; one that does not start is taken back, and that is said."""
    try:
        program.put_in_force(place)
        _lay(choices)
        _start(choices)
    except (subprocess.CalledProcessError, OSError):
        _take_back(was, copy, choices)
        raise failed from None


def _take_back(was: Path, copy: Path | None, choices: Choices) -> None:
    """The version before, and the journal before where nobody has played since."""
    with suppress(subprocess.CalledProcessError):
        _stop()
    if copy is not None and not table.played_since(copy):
        table.bring_back(copy)
    program.put_in_force(was)
    _lay(choices)
    _start(choices)


def _stop() -> None:
    if not is_booted():
        return
    systemctl("stop", TARGET, *_our_units(), fine=True)
    if is_active("boxcars-controller.service"):
        raise InstallRefused("stop_failed")


def _start(choices: Choices) -> None:
    """Ready means: each has said so. On a machine that is only being built nothing is started."""
    if not is_booted():
        return
    systemctl("reset-failed", *_our_units(), fine=True)
    systemctl("start", *lay.units_wanted(choices))


def _edge_packages(choices: Choices) -> tuple[str, ...]:
    return EDGE_PACKAGES if choices.is_cabinet and choices.remote else ()


def _our_units() -> list[str]:
    kinds = ("boxcars*.service", "boxcars*.path", FIREWALL, HEALTH)
    asked = systemctl("list-units", "--all", "--plain", "--no-legend", *kinds, fine=True)
    return [line.split()[0] for line in asked.stdout.splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main())
