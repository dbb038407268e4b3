"""The gaming day: it closes at a set local time, summer and winter, and has totals of its own.

Which day it is says the wall clock, and the clock may be wrong or set. So a day is closed once, days only go
forward, and what belongs to a day is what stands between two closes in the journal, whatever the clock said.
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from config.files.reading import BadFile


class DaySettings(NamedTuple):
    """When the gaming day ends."""

    closes: time
    zone: ZoneInfo


def day_settings(closes: str, zone: str) -> DaySettings:
    """`06:00` in `America/New_York`; BadFile says what is wrong with them."""
    try:
        at = time.fromisoformat(closes)
    except ValueError:
        raise BadFile(f"day_closes: {closes[:40]!r} is no time of day such as 06:00") from None
    try:
        return DaySettings(at, ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadFile(f"time_zone: {zone[:60]!r} is no time zone this machine knows (Debian package tzdata)") from None


def gaming_day(at: int, settings: DaySettings) -> date:
    """The gaming day that this UTC millisecond belongs to: it has the date on which it began."""
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone(settings.zone)
    return local.date() if local.time() >= settings.closes else local.date() - timedelta(days=1)


def day_to_close(at: int, last_closed: date | None, opened: int, settings: DaySettings) -> date | None:
    """The day that is over and still open, None while there is none. `opened`: when the journal's first entry was made.

    Days on which the machine was off are none; what was played before them belongs to the day that is closed now.
    """
    over = gaming_day(at, settings) - timedelta(days=1)
    since = gaming_day(opened, settings) if last_closed is None else last_closed + timedelta(days=1)
    return over if over >= since else None
