"""Everything that an operator can turn, as rows that a menu draws: what it is called, what it may be, what it is."""

import zoneinfo
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from controller.books import load_book, shipped_names
from controller.games.craps.rules.settings import Limits, Settings
from controller.protocol.stations.views import SettingSeen, SettingsSeen
from controller.table.staff.settings import TableSettings
from controller.table.state import Table

Type = Literal["money", "seconds", "count", "rate", "switch", "choice", "choices", "text"]


class Row(NamedTuple):
    """How a setting is shown."""

    group: str
    type: Type
    says: str
    choices: tuple[str, ...] = ()


OF_THE_TABLE: dict[str, Row] = {
    "bet_time": Row("timers", "seconds", "how long wagers are taken from the first one on"),
    "shoot_time": Row("timers", "seconds", "how long the shooter may press"),
    "result_time": Row("timers", "seconds", "how long a result is shown"),
    "withdraw_time": Row("timers", "seconds", "how long players may keep or withdraw after a power failure"),
    "close_early": Row("timers", "switch", "bets close as soon as every seat with wagers is done"),
    "max_no_rolls": Row("timers", "count", "how often the dice are shaken again before a person looks"),
    "large_win": Row("money", "money", "more than this won in one roll locks the seat for an attendant"),
    "credit_limit": Row("money", "money", "the most that credits put on a seat may bring its balance to"),
    "liability_limit": Row("money", "money", "the most that all wagers together could win"),
    "time_zone": Row("house", "choice", "where the machine stands"),
    "day_closes": Row("house", "text", "local time at which the gaming day ends, such as 06:00"),
    "languages": Row("house", "choices", "what players may choose from; the first is what a screen begins with"),
}

OF_THE_GAME: dict[str, Row] = {
    "limits.min": Row("limits", "money", "the least on a spot"),
    "limits.max": Row("limits", "money", "the most on a spot"),
    "limits.step": Row("limits", "money", "what is on a spot is a multiple of this"),
    "denomination": Row("limits", "money", "what one credit is worth"),
    "vigorish": Row("rules", "choice", "when the commission on buy and lay is taken", ("at_placement", "on_win")),
    "vigorish_rate": Row("rules", "rate", "the commission, such as 5/100"),
    "fire_table": Row("rules", "choice", "the pay table of the fire bet"),
    "free_odds": Row("rules", "switch", "whether odds are offered"),
    "hot_shooter": Row("rules", "switch", "whether Hot Shooter is offered"),
    "power_odds_chance": Row("rules", "rate", "how often a spot is drawn for Power Odds, such as 1/20"),
    "power_odds_high": Row("rules", "rate", "how many of those drawn pay the high figure"),
    "rulebook": Row("rules", "choice", "the rules that are played by"),
}

NEVER_WAIT = "limits"


def settings_seen(table: Table) -> SettingsSeen:
    """Every setting of the table and of the game that is played on it."""
    of_table, of_game = table.settings.model_dump(), _flat(table.game.settings())
    rows = [_row(name, row, of_table[name], _of_model(TableSettings, name)) for name, row in OF_THE_TABLE.items()]
    rows += [
        _row(name, row, of_game[name], _of_game(name, table), waits=not name.startswith(NEVER_WAIT))
        for name, row in OF_THE_GAME.items()
        if name in of_game
    ]
    return SettingsSeen(settings=tuple(rows), must_wait=why_must_wait(table)[:300])


def why_must_wait(table: Table) -> str:
    """Why all but limits and timers cannot be turned now: asked of the game, on a fork that is thrown away."""
    credit = table.game.settings().get("denomination")
    if not isinstance(credit, int):
        return ""
    refused = table.game.fork().change_settings({"denomination": credit + 1}, None).refused
    return refused[1] if refused is not None and refused[0] == "must_wait" else ""


@cache
def plain_book(name: str) -> dict[str, Any]:
    """A book that comes with us, as it is put into a change."""
    return load_book(name).model_dump(mode="json", exclude_defaults=True)


@cache
def zones() -> tuple[str, ...]:
    """The time zones that this machine knows; looked up once, at the start of the process."""
    return tuple(sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone or zone == "UTC"))


def with_book(change: Mapping[str, Any]) -> dict[str, Any] | str:
    """A change with its rule book named by name, word for word instead; or what is wrong with it."""
    told = dict(change)
    zone = told.get("time_zone")
    if zone is not None and zone not in zones():
        return f"time_zone: this machine knows no zone {str(zone)[:40]!r}"
    if "book" in told:
        return "book: a rule book is named by its name, in rulebook"
    name = told.pop("rulebook", None)
    if name is None:
        return told
    if name not in shipped_names():
        return f"rulebook: there is {', '.join(shipped_names())}, not {str(name)[:40]!r}"
    return {**told, "book": plain_book(name)}


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    limits = settings.get("limits", {})
    book = str(settings.get("rulebook", "")).partition(" ")[0]
    flat = {f"limits.{name}": value for name, value in limits.items()}
    return {**flat, **{name: value for name, value in settings.items() if name != "limits"}, "rulebook": book}


def _row(name: str, row: Row, value: Any, found: dict[str, Any], waits: bool = False) -> SettingSeen:
    return SettingSeen(
        name=name,
        group=row.group,
        says=row.says,
        type=row.type,
        value=tuple(value) if isinstance(value, list) else value,
        optional=found.get("optional", False),
        minimum=found.get("minimum"),
        maximum=found.get("maximum"),
        choices=row.choices or found.get("choices", ()),
        waits=waits,
    )


@cache
def _schema(model: type[TableSettings] | type[Settings] | type[Limits]) -> dict[str, Any]:
    properties: dict[str, Any] = model.model_json_schema()["properties"]
    return properties


def _of_model(model: type[TableSettings] | type[Settings] | type[Limits], name: str) -> dict[str, Any]:
    """Bounds and choices, as the model itself has them."""
    found = dict(_schema(model)[name])
    ways = found.get("anyOf", [found])
    found |= next(way for way in ways if way.get("type") != "null")
    found["optional"] = any(way.get("type") == "null" for way in ways)
    if name == "languages":
        found["choices"] = tuple(found["items"]["enum"])
    if name == "time_zone":
        found["choices"] = zones()
    return found


def _of_game(name: str, table: Table) -> dict[str, Any]:
    if name == "rulebook":
        return {"choices": tuple(shipped_names())}
    if name == "fire_table":
        tables = table.game.rules().get("bets", {}).get("fire", {}).get("tables", {})
        return {"choices": tuple(sorted(tables))}
    outer, _, inner = name.partition(".")
    found = _of_model(Limits, inner) if inner else _of_model(Settings, outer)
    return {**found, "optional": False}
