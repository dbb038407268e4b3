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
    limits, credit = _limits_then(table, change), change.get("denomination", table.game.settings().get("denomination"))
    step = limits.get("step")
    if not _amounts(step, credit):
        return None
    if step % credit and credit % step:
        return (
            f"limits.step {step} and denomination {credit} do not go together: "
            "one must be a multiple of the other, or no chip makes a whole stake"
        )
    wrong = next((name for name in ("min", "max") if _amounts(limits.get(name)) and limits[name] % step), None)
    if wrong is not None and _turned(change) & {wrong, "step"}:
        return f"limits.{wrong} {limits[wrong]} must be a multiple of limits.step {step}, or no stake is as much"
    return None


def _limits_then(table: Table, change: Mapping[str, Any]) -> dict[str, Any]:
    now, then = table.game.settings().get("limits", {}), change.get("limits", {})
    return {**now, **(then if isinstance(then, dict) else {})}


def _turned(change: Mapping[str, Any]) -> set[str]:
    then = change.get("limits", {})
    return set(then) if isinstance(then, dict) else set()


def _amounts(*values: object) -> bool:
    return all(type(value) is int and value > 0 for value in values)
