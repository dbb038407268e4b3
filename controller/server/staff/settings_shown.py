"""Everything that an operator can turn, as rows that a menu draws: what it is called, what it may be, what it is."""

import zoneinfo
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from config.languages import languages
from controller.books import load_book, shipped_names
from controller.games.interface import SettingRow
from controller.games.tables import TABLES, table_row
from controller.protocol.stations.views import SettingSeen, SettingsSeen
from controller.table.staff.settings import TableSettings
from controller.table.state import Table

OF_THE_TABLE: dict[str, SettingRow] = {
    "bet_time": SettingRow("timers", "seconds", "how long wagers are taken from the first one on"),
    "shoot_time": SettingRow("timers", "seconds", "how long the shooter may press"),
    "result_time": SettingRow("timers", "seconds", "how long a result is shown"),
    "withdraw_time": SettingRow("timers", "seconds", "how long players may keep or withdraw after a power failure"),
    "close_early": SettingRow("timers", "switch", "bets close as soon as every seat with wagers is done"),
    "max_no_rolls": SettingRow("timers", "count", "how often the dice are shaken again before a person looks"),
    "large_win": SettingRow("money", "money", "more than this won in one roll locks the seat for an attendant"),
    "credit_limit": SettingRow("money", "money", "the most that credits put on a seat may bring its balance to"),
    "liability_limit": SettingRow("money", "money", "the most that all wagers together could win"),
    "time_zone": SettingRow("house", "choice", "where the machine stands"),
    "day_closes": SettingRow("house", "text", "local time at which the gaming day ends, such as 06:00"),
    "languages": SettingRow("house", "choices", "what players may choose from; the first is what a screen begins with"),
}


RULEBOOK = SettingRow("rules", "choice", "the rules that are played by")


def rows_of_games() -> dict[str, SettingRow]:
    """Every setting that some game of this house has."""
    return {"rulebook": RULEBOOK} | {name: row for game in TABLES.values() for name, row in game.settings.items()}


def settings_seen(table: Table) -> SettingsSeen:
    """Every setting of the table and of the game that is played on it."""
    of_table, of_game = _of_table(table), _flat(table.game.settings())
    game = table_row(table.game.name)
    rows = [_row(name, row, of_table[name], _of_model(TableSettings, name)) for name, row in OF_THE_TABLE.items()]
    rows += [
        _row(name, row, of_game[name], _of_game(name, row, table), waits=row.waits)
        for name, row in {**game.settings, "rulebook": RULEBOOK}.items()
        if name in of_game
    ]
    return SettingsSeen(settings=tuple(rows), must_wait=why_must_wait(table)[:300])


def _of_table(table: Table) -> dict[str, Any]:
    """With the languages by name where the table is set to none of them."""
    found = table.settings.model_dump()
    return {**found, "languages": found["languages"] or languages()}


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
    unknown = _unknown_language(told.get("languages"))
    if unknown is not None:
        return f"languages: there is {', '.join(languages())}, not {unknown[:40]!r}"
    if "book" in told:
        return "book: a rule book is named by its name, in rulebook"
    name = told.pop("rulebook", None)
    if name is None:
        return told
    if name not in shipped_names():
        return f"rulebook: there is {', '.join(shipped_names())}, not {str(name)[:40]!r}"
    return {**told, "book": plain_book(name)}


def _unknown_language(asked: Any) -> str | None:
    wanted = asked if isinstance(asked, list) else []
    return next((str(code) for code in wanted if code not in languages()), None)


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """`limits.min` for what stands in `limits`; of the rule book its name alone."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        flat |= {f"{name}.{inner}": of for inner, of in value.items()} if isinstance(value, dict) else {name: value}
    return {**flat, "rulebook": str(settings.get("rulebook", "")).partition(" ")[0]}


def _row(name: str, row: SettingRow, value: Any, found: dict[str, Any], waits: bool = False) -> SettingSeen:
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
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    properties: dict[str, Any] = model.model_json_schema()["properties"]
    return properties


def _of_model(model: type[BaseModel], name: str) -> dict[str, Any]:
    """Bounds and choices, as the model itself has them."""
    found = dict(_schema(model)[name])
    ways = found.get("anyOf", [found])
    found |= next(way for way in ways if way.get("type") != "null")
    found["optional"] = any(way.get("type") == "null" for way in ways)
    if name == "languages":
        found["choices"] = languages()
    if name == "time_zone":
        found["choices"] = zones()
    return found


def _of_game(name: str, row: SettingRow, table: Table) -> dict[str, Any]:
    if name == "rulebook":
        return {"choices": tuple(shipped_names())}
    if row.chosen_from is not None:
        return {"choices": tuple(sorted(row.chosen_from(table.game.rules())))}
    outer, _, inner = name.rpartition(".")
    return {**_of_model(table_row(table.game.name).settings_models[outer], inner), "optional": False}
