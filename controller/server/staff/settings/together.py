"""Settings that are each allowed and together make stakes that nobody can lay."""

from collections.abc import Mapping
from typing import Any

from controller.table.state import Table


def why_impossible(table: Table, change: Mapping[str, Any]) -> str | None:
    """What does not go together once this change is made; None if all does.

    What lies on a spot is a multiple of the step, and players count in credits: a step that no number of credits makes,
    and of which none is made, is laid by no chip. What else a value may be, the game says.
    """
    if "book" in change:
        return None
    settings = table.game.settings()
    credit = change.get("denomination", settings.get("denomination"))
    of_limits = (name for name, now in settings.items() if isinstance(now, dict) and "step" in now)
    found = (_why(name, settings[name], change.get(name, {}), credit) for name in of_limits)
    return next((why for why in found if why is not None), None)


def _why(name: str, now: Mapping[str, Any], change: Any, credit: Any) -> str | None:
    """What is wrong with these limits, once turned so."""
    turned = change if isinstance(change, dict) else {}
    limits = {**now, **turned}
    step = limits["step"]
    if not _amounts(step, credit):
        return None
    if step % credit and credit % step:
        return (
            f"{name}.step {step} and denomination {credit} do not go together: "
            "one must be a multiple of the other, or no chip makes a whole stake"
        )
    wrong = next((end for end in ("min", "max") if _amounts(limits.get(end)) and limits[end] % step), None)
    if wrong is not None and turned.keys() & {wrong, "step"}:
        return f"{name}.{wrong} {limits[wrong]} must be a multiple of {name}.step {step}, or no stake is as much"
    return None


def _amounts(*values: object) -> bool:
    return all(type(value) is int and value > 0 for value in values)
