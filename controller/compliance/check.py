"""Line by line: what a machine with such settings fulfils of what a profile asks."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from config.cabinet import Cabinet
from config.files.reading import read_text
from controller.compliance.profile import Bound, ProfileFile, line_of
from controller.compliance.requirements import Requirement, requirements
from controller.table.staff.settings import TableSettings

FULFILLED, NOT_USED, TURNED_OFF = "fulfilled", "not used", "turned off"
WELL = (FULFILLED, NOT_USED)


class CheckedLine(NamedTuple):
    """One thing that is asked."""

    name: str
    asks: str
    section: str
    stands: str
    """`fulfilled`, `not used` (the machine has none of what it is about, and need not), `turned off` (it could, by
    other settings), `partly` or `missing`."""
    by: str
    """The setting and what it is; or what is lacking."""
    tests: tuple[str, ...]


class Machine(NamedTuple):
    """What is looked at: the settings of its table, and what its `cabinet.toml` says, if there is one."""

    settings: Mapping[str, Any]
    cabinet: Mapping[str, Any]


def machine_of(profile: ProfileFile, cabinet: Cabinet | None, path: Path | None) -> Machine:
    """The machine that is born by this profile and this file; BadFile where the two contradict each other."""
    if cabinet is None or path is None:
        return Machine(profile.in_force({}), {})
    text = read_text(path)
    profile.check_settings(cabinet.table.settings, lambda name: line_of(path, text, "table.settings", name))
    return Machine(profile.in_force(cabinet.table.settings), cabinet.model_dump())


def lines(profile: ProfileFile, machine: Machine) -> list[CheckedLine]:
    """What the law of this profile asks; of all fifty things where it is none's."""
    source = profile.profile.source
    asked = {name: row for name, row in requirements().items() if not source or source in row.sources}
    return [_line(name, row, profile, machine) for name, row in asked.items()]


def _line(name: str, row: Requirement, profile: ProfileFile, machine: Machine) -> CheckedLine:
    source = profile.profile.source
    section = row.sources[source] if source else "; ".join(f"{of} {where}" for of, where in row.sources.items())
    if row.state != "has":
        return CheckedLine(name, row.asks, section, row.state, row.lacks, tuple(row.tests))
    stands, by = _setting(row.setting, profile, machine)
    return CheckedLine(name, row.asks, section, stands, by, tuple(row.tests))


def _setting(name: str, profile: ProfileFile, machine: Machine) -> tuple[str, str]:
    """Whether it is turned so that the law is fulfilled, and how it is told."""
    if not name:
        return FULFILLED, "always"
    if name in TableSettings.model_fields:
        value = machine.settings[name]
        on = _is_on(value, profile.profile.bounds.get(name))
        return FULFILLED if on else TURNED_OFF, f"{name} = {'none' if value is None else value}"
    if name == "rulebook":
        return FULFILLED, name
    if _there(machine.cabinet, name):
        return FULFILLED, name
    why = f"{name}: {'not there' if machine.cabinet else 'no cabinet.toml was looked at'}"
    return TURNED_OFF if name in profile.profile.needs else NOT_USED, why


def _is_on(value: Any, bound: Bound | None) -> bool:
    """Where the law names no figure, that it is turned on at all."""
    return bound.holds(value) if bound is not None else value not in (None, 0, False)


def _there(cabinet: Mapping[str, Any], key: str) -> bool:
    """Whether a key of `cabinet.toml` says something; of a list of tables, whether each of them does."""
    first, _, rest = key.partition(".")
    value = cabinet.get(first)
    if rest and isinstance(value, list):
        return bool(value) and all(_there(one, rest) for one in value)
    return _there(value, rest) if rest and isinstance(value, dict) else bool(value)
