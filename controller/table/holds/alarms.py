"""The alarm that sounds when a door is opened without key and role."""

from controller.facts.cabinet_kinds import AlarmChanged
from controller.table.events import AlarmOver
from controller.table.work import Work


def begin(work: Work, door: str) -> None:
    """Where the house wants an alarm: until the door is closed or a person silences it, and for long enough."""
    if work.table.settings.door_alarm and door not in work.table.alarms:
        work.table.alarms = (*work.table.alarms, door)
        work.decide(AlarmChanged(door, True, ""))


def over(work: Work, event: AlarmOver) -> None:
    """Of a door that is closed again."""
    door = work.table.doors.get(event.door)
    if event.door in work.table.alarms and (door is None or not door.is_open):
        end(work, event.door, "")


def end(work: Work, door: str, by: str) -> None:
    """It sounds no more."""
    work.table.alarms = tuple(other for other in work.table.alarms if other != door)
    work.decide(AlarmChanged(door, False, by))
