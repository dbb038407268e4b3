"""Lines of the event log as a console prints them: amounts as money, settings as old → new."""

from collections.abc import Mapping
from typing import Any

from config.text.money import money
from controller.server.staff.settings.shown import SETTING_KINDS


def in_words(kind: str, text: str, told: Any) -> tuple[str, str]:
    """What happened, and what else is told of it; older lines have only their own sentence."""
    if not isinstance(told, dict):
        return text, str(told)
    if kind == "shift" and "owes" in told:
        return _handed_over(told), f"by {told['by']}"
    if kind == "cash" and "amount" in told:
        way = "in" if told["into_seat"] else "out"
        return f"{money(told['amount'])} {way} by {told['instrument']}: {told['state']}", _about(told)
    if kind == "seat" and "amount" in told:
        return f"{text}: {money(told['amount'])}", ""
    if kind == "settings" and "new" in told:
        return text, "; ".join(turned_lines(told["old"], told["new"], SETTING_KINDS))
    return text, ", ".join(f"{name} {value}" for name, value in told.items())


def turned_lines(old: Mapping[str, Any], new: Mapping[str, Any], types: Mapping[str, str]) -> list[str]:
    """A line a setting; of `limits` each one that is turned, and a book by its name."""
    before, after = _flat(old), _flat(new)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"{name}: {_value(name, before, types)} → {_value(name, after, types)}" for name in names]


def value_in_words(value: object, type: str = "") -> str:
    """A setting as a person reads it."""
    if type == "money" and isinstance(value, int):
        return money(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)


def to_hand_in(told: Mapping[str, Any]) -> int:
    """Of a shift, as the wire and the journal tell it: what was taken less what was paid, and what the drawer was
    opened with; journals of before drawers were opened do not name that."""
    amount: int = told["owes"] + told.get("opened_with", 0)
    return amount


def _handed_over(told: Mapping[str, Any]) -> str:
    owes = to_hand_in(told)
    what = f"owes {money(owes)}" if owes >= 0 else f"is owed {money(-owes)}"
    return f"{told['operator']} handed over shift {told['number']}: {what}"


def _about(told: Mapping[str, Any]) -> str:
    by = f"by {told['by']}" if told.get("by") else ""
    return ", ".join(filter(None, (told.get("move"), told.get("reference"), by)))


def _value(name: str, settings: Mapping[str, Any], types: Mapping[str, str]) -> str:
    return value_in_words(settings.get(name), types.get(name, ""))


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """`limits` with its parts by themselves. That the digest of a book is another one says nothing to a person."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{part}": inner for part, inner in value.items()}
        else:
            flat[name] = str(value).partition(" ")[0] if name == "rulebook" else value
    return flat
