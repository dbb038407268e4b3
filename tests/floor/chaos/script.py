"""What happens to a house, drawn from a seed, and every alarm that it must raise, listed beforehand."""

import random
from typing import NamedTuple

CABINETS = ("pit-1", "pit-2", "pit-3")
FLOOR, DATABASE, BROKER = "floor", "database", "broker"
ALL = "all cabinets"
Alarm = tuple[str, str]
"""Whose, and what."""


class Setting(NamedTuple):
    """What house it is."""

    postgres: bool
    broker: bool
    disks: bool = True
    """Whether this machine lets us mount small ones."""
    long: bool = False
    """Whether there is time for what takes a minute; else nobody is ever silent for too long."""


class Row(NamedTuple):
    """A kind of trouble."""

    whom: tuple[str, ...]
    """Who may have it: kinds of `_who`."""
    passing: tuple[str, ...] = ()
    """Alarms that have to be raised while it lasts, and to end by themselves after it."""
    kept: tuple[str, ...] = ()
    """Those that stay until a person has looked."""
    often: int = 1
    long: bool = False
    """It takes a minute."""


PROCESSES = ("cabinet", "player", FLOOR, DATABASE, BROKER)
LINKS = ("cabinet", ALL, "floor and database", "floor and broker")
TROUBLES: dict[str, Row] = {
    "killed": Row(PROCESSES, often=4),
    "frozen": Row(PROCESSES, often=4),
    "ended": Row(("cabinet", "player", FLOOR), often=2),
    "link cut": Row(LINKS, often=2),
    "link hung": Row(LINKS, often=2),
    "link slow": Row(LINKS, often=2),
    "link halved": Row(LINKS, often=2),
    "disk full": Row(("cabinet", FLOOR, DATABASE, BROKER), often=4),
    "store copied": Row((FLOOR,)),
    "store put back": Row((FLOOR,), often=3),
    "clock set": Row(("cabinet", FLOOR), passing=("clock",), often=3),
    "silent": Row(("cabinet",), passing=("silent",), long=True),
    "slept": Row((FLOOR,), long=True),
    "journal put back": Row(("cabinet",), kept=("rolled_back", "fork", "quarantined"), often=2),
    "journal put back and played on": Row(("cabinet",), kept=("fork", "quarantined"), often=2),
    "journal restored elsewhere": Row(("cabinet",), kept=("restored", "quarantined")),
    "acceptance forgotten": Row(("cabinet",), kept=("fork", "quarantined")),
    "journal of another": Row(("cabinet",), kept=("journal_of_two",)),
    "key revoked": Row(("cabinet",), kept=("no_key",)),
}
CHANGES_PAST = ("journal put back", "journal put back and played on", "journal restored elsewhere")
"""After these an older store would find the same once more, and not the same again: so it is copied anew."""


class Trouble(NamedTuple):
    """One of a script."""

    what: str
    whom: str
    seconds: float
    draw: int
    """For what else is to be chosen."""

    def __str__(self) -> str:
        return f"{self.what} ({self.whom}, {self.seconds:.1f} s)"

    def _raised(self, codes: tuple[str, ...]) -> set[Alarm]:
        whom = CABINETS if self.whom == FLOOR else (self.whom,)
        return {(cabinet, code) for cabinet in whom for code in codes}

    @property
    def passing(self) -> set[Alarm]:
        """What has to be raised, and to end."""
        return self._raised(TROUBLES[self.what].passing)

    @property
    def kept(self) -> set[Alarm]:
        """What has to be raised, and to stay."""
        return self._raised(TROUBLES[self.what].kept)


def drawn(seed: int, many: int, setting: Setting) -> list[Trouble]:
    """So many troubles, and one copy of the store more for each past that was changed."""
    chance = random.Random(seed)
    kinds = [what for what, row in TROUBLES.items() if _who(row, setting) and (setting.long or not row.long)]
    script = list[Trouble]()
    for _ in range(many):
        what = chance.choices(kinds, [TROUBLES[kind].often for kind in kinds])[0]
        whom = chance.choice(_who(TROUBLES[what], setting))
        script.append(Trouble(what, whom, chance.uniform(0.2, 3.0), chance.randrange(2**32)))
        if what in CHANGES_PAST:
            script.append(Trouble("store copied", FLOOR, 0.0, 0))
    return script


def _who(row: Row, setting: Setting) -> list[str]:
    parts = {
        "cabinet": list(CABINETS),
        "player": [f"player {name}" for name in CABINETS],
        FLOOR: [FLOOR],
        ALL: [ALL],
        DATABASE: [DATABASE] if setting.postgres else [],
        "floor and database": ["floor and database"] if setting.postgres else [],
        BROKER: [BROKER] if setting.broker else [],
        "floor and broker": ["floor and broker"] if setting.broker else [],
    }
    if row is TROUBLES["disk full"] and not setting.disks:
        return []
    return [whom for kind in row.whom for whom in parts[kind]]


def listed(script: list[Trouble]) -> set[Alarm]:
    """Every alarm that has to be open in the end, and no other. One that an older store has not is forgotten."""
    there, copied = set[Alarm](), set[Alarm]()
    for trouble in script:
        if trouble.what == "store put back":
            there = set(copied)
        there |= trouble.kept
        if trouble.what in ("store copied", "acceptance forgotten"):
            copied = set(there)
    return there
