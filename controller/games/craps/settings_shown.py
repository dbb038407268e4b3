"""Every setting of craps as a menu draws it."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.interface import SettingRow


def _fire_tables(rules: Mapping[str, Any]) -> Iterable[str]:
    tables: Mapping[str, Any] = rules.get("bets", {}).get("fire", {}).get("tables", {})
    return tables


SETTINGS: dict[str, SettingRow] = {
    "limits.min": SettingRow("limits", "money", "the least on a spot", waits=False),
    "limits.max": SettingRow("limits", "money", "the most on a spot", waits=False),
    "limits.step": SettingRow("limits", "money", "what is on a spot is a multiple of this", waits=False),
    "denomination": SettingRow("limits", "money", "what one credit is worth"),
    "vigorish": SettingRow(
        "rules", "choice", "when the commission on buy and lay is taken", ("at_placement", "on_win")
    ),
    "vigorish_rate": SettingRow("rules", "rate", "the commission, such as 5/100"),
    "fire_table": SettingRow("rules", "choice", "the pay table of the fire bet", chosen_from=_fire_tables),
    "free_odds": SettingRow("rules", "switch", "whether odds are offered"),
    "hot_shooter": SettingRow("rules", "switch", "whether Hot Shooter is offered"),
    "power_odds_chance": SettingRow("rules", "rate", "how often a spot is drawn for Power Odds, such as 1/20"),
    "power_odds_high": SettingRow("rules", "rate", "how many of those drawn pay the high figure"),
}
