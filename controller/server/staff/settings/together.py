"""Settings that are each allowed and together make stakes that nobody can lay."""

from collections.abc import Mapping
from typing import Any

from config.files.complaints import wrong_value
from controller.table.state import Table

ENDS = ("min", "max", "step")
OF_ALL = "limits"
"""The table of limits from which every other one takes what it does not say itself."""


def why_impossible(table: Table, change: Mapping[str, Any]) -> str | None:
    """What does not go together once this change is made; None if all does.

    What lies on a spot is a multiple of the step, and players count in credits: a step that no number of credits makes,
    and of which none is made, is laid by no chip. What else a value may be, the game says.
    """
    if "book" in change:
        return None
    settings = table.game.settings()
    credit = change.get("denomination", settings.get("denomination"))
    tables = {name: _turned(settings.get(name), change.get(name)) for name in {**settings, **change}}
    found = (_why(name, tables, change, credit) for name, said in tables.items() if said.keys() & set(ENDS))
    return next((why for why in found if why is not None), None)


def _turned(now: Any, change: Any) -> dict[str, Any]:
    """What a table of settings says then; what is none it leaves unsaid."""
    said = {**(now if isinstance(now, dict) else {}), **(change if isinstance(change, dict) else {})}
    return {name: value for name, value in said.items() if value is not None}


def _why(name: str, tables: Mapping[str, Mapping[str, Any]], change: Mapping[str, Any], credit: Any) -> str | None:
    """What is wrong with these limits, once turned so."""
    said, of_all = tables[name], tables.get(OF_ALL, {})
    limits = {**of_all, **said}
    named = {end: f"{name if end in said else OF_ALL}.{end}" for end in ENDS}
    step = limits.get("step")
    if not _amounts(step, credit):
        return None
    if step % credit and credit % step:
        return wrong_value(
            named["step"],
            f"{named['step']} {step} and denomination {credit} do not go together: "
            "one must be a multiple of the other, or no chip makes a whole stake",
            "whole_credits",
            step=step,
            credit=credit,
        )
    wrong = next((end for end in ("min", "max") if _amounts(limits.get(end)) and limits[end] % step), None)
    if wrong is not None and {named[wrong], named["step"]} & _names_turned(change):
        text = f"{named[wrong]} {limits[wrong]} must be a multiple of {named['step']} {step}, or no stake is as much"
        return wrong_value(named[wrong], text, "in_steps", step=step)
    return None


def _names_turned(change: Mapping[str, Any]) -> set[str]:
    """`limits.max` for what stands in `limits`."""
    return {f"{name}.{end}" for name, turned in change.items() if isinstance(turned, dict) for end in turned}


def _amounts(*values: object) -> bool:
    return all(type(value) is int and value > 0 for value in values)
