"""The act that changes settings of table and game, between rolls only."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from config.files.complaints import complaint
from controller.facts.staff_kinds import SettingsChanged
from controller.games.interface import Changed, Course, WorkedOut
from controller.games.par import why_under
from controller.table.holds.reasons import doors_as_set
from controller.table.phases import Phase
from controller.table.round.rounds import open_window
from controller.table.staff.act import BETWEEN_ROLLS, SUPERVISOR, WORKSHOP, Act, OperatorAct
from controller.table.staff.settings import TableSettings
from controller.table.state import Table
from controller.table.work import Refuse, Work

GUARDED = frozenset({"alone_up_to", "two_for_rules", "two_departments", "count_drawers", "rules_without_credits"})
"""Settings that say who has to stand by."""


class ChangeSettings(
    Act,
    word="settings",
    roles=SUPERVISOR,
    phases=BETWEEN_ROLLS,
    group="settings",
    asks=("change", "confirm"),
):
    """Settings of table and game change."""

    change: dict[str, Any] | None
    returns: dict[str, str] | None = None
    """What was worked out of the rules that `change` would make (`interface.WorkedOut`), where returns depend on it."""

    seconds = WORKSHOP

    def takes_two(self, table: Table) -> bool:
        """Of the game's settings where the house says so; and nobody alone loosens what asks for two."""
        change, settings = self.change or {}, table.settings
        guards = settings.two_for_rules or settings.alone_up_to is not None
        of_game = settings.two_for_rules and bool(of_the_game(change, table.game.course))
        return of_game or (guards and not GUARDED.isdisjoint(change))

    def do(self, work: Work, by: OperatorAct) -> None:
        table, change = work.table, self.change or {}
        old = {**table.settings.model_dump(), **table.game.settings()}
        of_game = of_the_game(change, table.game.course)
        settings = _validated(table.settings, {name: change[name] for name in change if name not in of_game})
        if of_game and table.settings.rules_without_credits and table.on_seats():
            raise Refuse(
                "credits_on_seats",
                f"the game's settings wait: {table.on_seats()} of players is on the machine",
                amount=table.on_seats(),
            )
        looked = _worked_out_wanted(table, of_game)
        made = table.game.change_settings(of_game, self.returns) if of_game else Changed()
        if made.refused is not None:
            raise Refuse(*made.refused)
        if looked or "least_return" in change:
            _check_floor(settings, self.returns)
        table.settings = settings
        new = {**settings.model_dump(), **table.game.settings()}
        changed = [name for name in {**new, **old} if new.get(name) != old.get(name)]
        if not changed:
            return
        work.returned([*made.returned, *table.game.return_free()], "settings changed")
        work.decide(SettingsChanged({n: old.get(n) for n in changed}, {n: new.get(n) for n in changed}, by.operator))
        if "all_doors" in changed:
            doors_as_set(work)
        if table.phase is not Phase.SETTLING:
            open_window(work)  # what was sent under the old settings belongs to a round that is over


def _worked_out_wanted(table: Table, of_game: dict[str, Any]) -> bool:
    """Whether this change of the game turns what a bet returns."""
    return bool(of_game) and table.game.returns_wanted(of_game) is not None


def _check_floor(settings: TableSettings, returns: WorkedOut | None) -> None:
    """Refuses rules by which a bet returns less than the house wants, and a floor that is above what one returns."""
    if settings.least_return is None:
        return
    if returns is None or "least" not in returns:
        raise Refuse("returns_unknown", "what the bets would return by these settings has not been worked out")
    under = why_under(returns["least"], Fraction(settings.least_return))
    if under:
        raise Refuse("under_the_floor", under)


def of_the_game(change: Mapping[str, Any], course: Course) -> dict[str, Any]:
    """What of a change the table leaves to the game."""
    return {name: value for name, value in change.items() if not is_of_table(name, course)}


def is_of_table(name: str, course: Course) -> bool:
    """Whether the table has this setting, where a round goes so."""
    return name in TableSettings.model_fields and name not in course.not_of_table


def _validated(settings: TableSettings, change: dict[str, Any]) -> TableSettings:
    try:
        return TableSettings.model_validate({**settings.model_dump(), **change})
    except ValidationError as error:
        raise Refuse("bad_setting", complaint(error)) from None
