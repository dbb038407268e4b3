"""Everything that an operator can turn, as rows that a menu draws: what it is called, what it may be, what it is."""

import zoneinfo
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from config.files.complaints import wrong_value
from config.text.languages import languages
from config.text.sentence import about_of
from controller.books import find_book, names_of
from controller.games.registry import GAMES, game_row, on_the_cabinet
from controller.games.setting import Setting, SettingRow, settings_of
from controller.protocol.stations.views import SettingSeen, SettingsSeen
from controller.table.staff.change_settings import is_of_table
from controller.table.staff.settings import TableSettings
from controller.table.state import Table

BOOK = SettingRow("rulebook", Setting("rules", "choice", waits=True), "the rules that are played by", TableSettings, "")
"""No field: the book is named, and put into the change word for word."""
OF_THE_TABLE = settings_of(TableSettings)
ALL = (*OF_THE_TABLE, *(row for game in on_the_cabinet() for row in GAMES[game].book.setting_rows()), BOOK)
SETTING_KINDS: dict[str, str] = {row.name: row.of.kind for row in ALL}
"""Setting of the table, or of some game of this house → what kind of thing it is."""


def settings_seen(table: Table) -> SettingsSeen:
    """Every setting of the table and of the game that is played on it."""
    of_table, of_game = _of_table(table), _flat(table.game.settings())
    game_rows = (*game_row(table.game.name).book.setting_rows(), BOOK)
    table_rows = [row for row in OF_THE_TABLE if is_of_table(row.name, table.game.course)]
    rows = [_row(row, of_table[row.name], _allowed(row, table)) for row in table_rows]
    rules = table.game.rules()
    rows += [
        _row(row, of_game.get(row.name), _of_the_book(row, table))
        for row in game_rows
        if row.name in of_game or (row.unsaid is not None and row.unsaid.used_by(rules))
    ]
    wait = why_must_wait(table)
    return SettingsSeen(settings=tuple(rows), must_wait=wait[:300], waits_for=about_of(wait))


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
    return find_book(name).model_dump(mode="json", exclude_defaults=True)


@cache
def zones() -> tuple[str, ...]:
    """The time zones that this machine knows; looked up once, at the start of the process."""
    return tuple(sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone or zone == "UTC"))


def with_book(change: Mapping[str, Any], game: str) -> dict[str, Any] | str:
    """A change with its rule book of this game named by name, word for word instead; or what is wrong with it."""
    told = dict(change)
    zone = told.get("time_zone")
    if zone is not None and zone not in zones():
        return wrong_value("time_zone", f"time_zone: this machine knows no zone {str(zone)[:40]!r}", "one_of_ours")
    for name, said in told.items():
        unknown = _unknown_language(name, said)
        if unknown is not None:
            return wrong_value(name, f"{name}: there is {', '.join(languages())}, not {unknown[:40]!r}", "one_of_ours")
    if "book" in told:
        return wrong_value("book", "book: a rule book is named by its name, in rulebook", "form")
    name = told.pop("rulebook", None)
    if name is None:
        return told
    if name not in names_of(game):
        return wrong_value(
            "rulebook",
            f"rulebook: of {game} there is {', '.join(names_of(game))}, not {str(name)[:40]!r}",
            "one_of_ours",
        )
    return {**told, "book": plain_book(name)}


def _unknown_language(name: str, asked: Any) -> str | None:
    """Of the languages that a setting names, the first that no screen speaks."""
    kind = SETTING_KINDS.get(name, "")
    if not isinstance(asked, list) or (name != "languages" and kind != "texts"):
        return None
    codes = [str(row).partition(": ")[0] if kind == "texts" else str(row) for row in asked]
    return next((code for code in codes if code not in languages()), None)


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """`limits.min` for what stands in `limits`; of the rule book its name alone."""
    flat: dict[str, Any] = {}
    for name, value in settings.items():
        flat |= {f"{name}.{inner}": of for inner, of in value.items()} if isinstance(value, dict) else {name: value}
    return {**flat, "rulebook": str(settings.get("rulebook", "")).partition(" ")[0]}


def _row(row: SettingRow, value: Any, allowed: dict[str, Any]) -> SettingSeen:
    return SettingSeen(
        name=row.name,
        group=row.of.group,
        says=row.says,
        type=row.of.kind,
        value=tuple(value) if isinstance(value, list) else value,
        optional=allowed.get("optional", False),
        minimum=allowed.get("minimum"),
        maximum=allowed.get("maximum"),
        choices=allowed.get("choices", ()),
        waits=row.of.waits,
    )


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    properties: dict[str, Any] = model.model_json_schema()["properties"]
    return properties


def _allowed(row: SettingRow, table: Table) -> dict[str, Any]:
    """Bounds and choices: as the model has them, or as the rules or this machine have them."""
    found = dict(_schema(row.model).get(row.field, {}))
    ways = found.get("anyOf", [found])
    found |= next(way for way in ways if way.get("type") != "null")
    optional = any(way.get("type") == "null" for way in ways)
    return {**found, "optional": optional, "choices": _choices(row, table) or tuple(found.get("enum", ()))}


def _choices(row: SettingRow, table: Table) -> tuple[str, ...]:
    if row.of.chosen_from is not None:
        return tuple(row.of.chosen_from(table.game.rules()))
    if row is BOOK:
        return names_of(table.game.name)
    return tuple(CHOICES[row.name]()) if row.name in CHOICES else ()


def _of_the_book(row: SettingRow, table: Table) -> dict[str, Any]:
    """A setting of the game has a value, or the book has not that rule and it is not shown; but for those that it may
    leave unsaid."""
    return {**_allowed(row, table), "optional": row.unsaid is not None}


CHOICES: dict[str, Callable[[], Iterable[str]]] = {
    "time_zone": zones,
    "languages": languages,
    "care_text": languages,
    "care_number": languages,
}
"""What may be chosen where only the machine knows."""
