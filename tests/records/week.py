"""A recorded week on a demo journal: seven gaming days with play, people, doors, faults and a change of settings.

`python -m tests.records.week DIRECTORY` makes one by hand, to look at reports with figures in them.
"""

import sys
from pathlib import Path

from controller.table.staff.said import act_said
from controller.vault.books.gaming_day import DaySettings, day_settings
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from tests.vault.evening import Clock, Evening, make_table, new_state

HOUR = 3_600_000
DAYS = 7
EVENTS_A_DAY = 260
BEGAN = 1_794_132_000_000
"""Sunday 8 November 2026, 10:00 UTC."""


def make_week(directory: Path, days: int = DAYS, events: int = EVENTS_A_DAY) -> None:
    """A new journal in `directory`, which ends with an idle table in a day that has just begun."""
    clock = Clock(BEGAN)
    bear(directory, Birth(Life.DEMO, new_state(), clock()))
    kept = KeptTable.open(directory, clock, make_table, dice=Dice.EMULATOR)
    closes = day_settings("06:00", "UTC")
    for day in range(days):
        _a_day(kept, Evening(seed=100 + day), events, clock, closes)
    _become_idle(kept)
    kept.close()


def _a_day(kept: KeptTable, world: Evening, events: int, clock: Clock, closes: DaySettings) -> None:
    began = clock.now
    world.go_on_at(kept.table)
    for _ in range(events):
        event, elapsed = world.next(kept.table)
        clock.now += elapsed + 20_000  # so that a day of play is spread over its hours
        kept.take(event, elapsed, Dice.EMULATOR)
        kept.commit()
    clock.now = began + 24 * HOUR
    kept.turn_day(closes)


def _become_idle(kept: KeptTable) -> None:
    for id, act in enumerate(("hold", "close_out", "resume"), 1):
        client = "menu-end-of-week"
        kept.take(act_said(client, id, "boris", "supervisor", act, reference="the end of the week"), 0, Dice.EMULATOR)
    kept.commit()


if __name__ == "__main__":
    make_week(Path(sys.argv[1]))
