"""What is measured of the PC: one row each, from which metrics, troubles and the menu's words follow."""

from typing import Literal, NamedTuple

from controller.server.loop.troubles import Trouble

MeasureName = Literal[
    "heat",
    "throttled",
    "memory_corrected",
    "memory_lost",
    "disk_passed",
    "disk_used",
    "disk_spare",
    "disk_bad_blocks",
    "clock_synchronised",
    "clock_off",
    "battery",
    "battery_good",
    "on_battery",
]


class Measure(NamedTuple):
    """All that is known of one."""

    name: MeasureName
    says: str
    trouble: Trouble
    least: float | None = None
    most: float | None = None
    rises: bool = False
    """A counter: that it goes up is the trouble, whatever it stood at."""


class MeasuredValue(NamedTuple):
    """One value, of one thing."""

    measure: MeasureName
    of: str
    value: float
    least: float | None = None
    """What the thing says itself of its bounds; else those of the row hold."""
    most: float | None = None

    def is_wrong(self, before: float | None) -> bool:
        """Whether a person should know. `before` is what was read last."""
        row = MEASURES[self.measure]
        least = row.least if self.least is None else self.least
        most = row.most if self.most is None else self.most
        if row.rises:
            return before is not None and self.value > before
        return (least is not None and self.value < least) or (most is not None and self.value > most)


_ROWS = (
    Measure("heat", "degrees Celsius of each sensor", Trouble.MACHINE_HOT, most=85),
    Measure("throttled", "how often a processor slowed down for heat", Trouble.MACHINE_HOT, rises=True),
    Measure("memory_corrected", "memory errors that were corrected", Trouble.MEMORY_ERRORS, rises=True),
    Measure("memory_lost", "memory errors that could not be corrected", Trouble.MEMORY_ERRORS, most=0),
    Measure("disk_passed", "1 while the disk calls itself healthy", Trouble.DISK_FAILING, least=1),
    Measure("disk_used", "percent of what the disk may be written", Trouble.DISK_WORN, most=90),
    Measure("disk_spare", "percent of the disk's spare blocks left", Trouble.DISK_WORN, least=10),
    Measure("disk_bad_blocks", "blocks given up, pending or read wrongly", Trouble.DISK_FAILING, rises=True),
    Measure("clock_synchronised", "1 while the clock follows a time service", Trouble.CLOCK_ALONE, least=1),
    Measure("clock_off", "seconds between the clock and its time service", Trouble.CLOCK_ALONE, most=1),
    Measure("battery", "percent that a battery or UPS is charged", Trouble.BATTERY_LOW, least=20),
    Measure("battery_good", "1 while the battery of the clock is good", Trouble.BATTERY_LOW, least=1),
    Measure("on_battery", "1 while the machine runs from a battery or UPS", Trouble.ON_BATTERY, most=0),
)
MEASURES: dict[str, Measure] = {row.name: row for row in _ROWS}
