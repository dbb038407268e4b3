"""Reasons to stand still: doors, the dice unit, people. Each goes by its own remedy."""

from controller.facts.cabinet_kinds import DoorChanged, HeadCopyChecked, KeySwitched, MediaChanged, SoftwareCompared
from controller.facts.kinds import FaultsLatched, SeatChanged, UnitMet
from controller.table.events import (
    BooksDisagree,
    DoorLatched,
    DoorMoved,
    FaultsChanged,
    KeyTurned,
    LidMoved,
    SeatJoined,
    SeatLeft,
    SecondPlaceChecked,
    SoftwareChecked,
    UnitFound,
    UnitLost,
)
from controller.table.holds import alarms
from controller.table.round.rounds import lose_sight
from controller.table.round.shooting import goes_too_far
from controller.table.service import trials
from controller.table.service.state import Door
from controller.table.state import SeatState, Table, Unit
from controller.table.work import Refuse, Work

MEDIA_KEPT = 10
"""Changes of the program's media that are kept."""

HOLDING_DOORS = ("logic", "dome")
"""The doors behind which the game itself can be touched; the others are recorded, and hold where a law wants it."""

DOORS = ("main", "logic", "drop", "dome")
KEYS = ("attendant", "operator")

REMEDY: dict[str, str] = {
    "dice_link": "the link to the unit comes back",
    "dice_fault": "the unit's fault latch is clear",
    "lid": "the lid or cover over it is closed",
    "door_logic": "the logic door is closed",
    "door_dome": "the dome door is closed",
    "door_main": "the main door is closed",
    "door_drop": "the drop door is closed",
    "door_latch": "an operator has looked behind the door, behind the logic door a supervisor, and resumes",
    "unit_changed": "the old unit comes back, or a supervisor accepts this one",
    "roll_jump": "a supervisor accepts the unit's count",
    "no_rolls": "an operator resumes, or a supervisor voids the round",
    "dice": "an operator has looked at the unit and resumes, or a supervisor voids the round",
    "malfunction": "an operator resumes with a new throw, or a supervisor voids the round",
    "operator": "an operator resumes",
    "service": "service ends",
    "core": "a supervisor resumes, having read what failed",
    "software": "every installed file is as it was released, and was compared again",
    "books": "a supervisor resumes, having read what does not balance",
    "host": "the casino's host turns play on again, or the settings take that address out",
    "second_place": "a supervisor resumes, having looked why the journal's head is not where it was copied",
}
"""Every reason to stand still, and what makes it go."""


def door(work: Work, event: DoorMoved) -> None:
    """A door of the cabinet."""
    known = _known(work.table, event.door)
    state = ("open" if event.seen else "unread") if event.open else "closed"
    if known.state == state:
        return
    seen = known.seen if state == "unread" else state
    work.table.doors[event.door] = known._replace(state=state, seen=seen)
    work.decide(DoorChanged(event.door, state, known.seen))
    if state == "open" and not event.leave:
        alarms.begin(work, event.door)
    if event.door in _holding(work.table):
        set_hold(work, f"door_{event.door}", event.open, door=event.door, became=state)


def doors_as_set(work: Work) -> None:
    """Which doors hold has changed, perhaps, while some of them are open."""
    for name in DOORS:
        known, is_held = work.table.doors.get(name, Door()), f"door_{name}" in work.table.holds
        holds = known.is_open and name in _holding(work.table) and name in work.table.doors
        if holds != is_held:
            set_hold(work, f"door_{name}", holds, door=name, became=known.state)


def _holding(table: Table) -> tuple[str, ...]:
    return DOORS if table.settings.all_doors else HOLDING_DOORS


def _known(table: Table, door: str) -> Door:
    if door not in DOORS:
        raise Refuse("no_such_door", f"there is no door {door}; there is {', '.join(DOORS)}")
    return table.doors.get(door, Door())


def door_latched(work: Work, event: DoorLatched) -> None:
    """Somebody was at a door when nobody could look. Where the game itself can be touched, a person has to look too.

    Whether it still is open, the next report tells. Until then it was last known to be open, so that an opening that
    goes on is one opening.
    """
    known = _known(work.table, event.door)
    seen = known.seen if known.state == "closed" else "open"
    work.table.doors[event.door] = known._replace(seen=seen, latched=True)
    work.decide(DoorChanged(event.door, "latched", known.seen))
    if event.door in _holding(work.table):
        before = work.table.holds.get("door_latch", {}).get("doors", [])
        work.hold("door_latch", doors=[*(door for door in before if door != event.door), event.door])


def looked_behind(table: Table) -> None:
    """A person has looked behind the doors whose latches told of them."""
    for name, known in table.doors.items():
        table.doors[name] = known._replace(latched=False)


def key(work: Work, event: KeyTurned) -> None:
    """A key switch; what it lets a person do is decided by the service menu."""
    if event.key not in KEYS:
        raise Refuse("no_such_key", f"there is no key {event.key}; there is {', '.join(KEYS)}")
    work.decide(KeySwitched(event.key, event.on))


def lid(work: Work, event: LidMoved) -> None:
    """The lid over the dice."""
    set_hold(work, "lid", event.open)


def faults(work: Work, event: FaultsChanged) -> None:
    """The unit's fault latch."""
    work.decide(FaultsLatched(event.faults))
    _hold_for_faults(work, event.faults)


def _hold_for_faults(work: Work, faults: tuple[str, ...]) -> None:
    set_hold(work, "dice_fault", bool(faults), faults=list(faults))


def books(work: Work, event: BooksDisagree) -> None:
    """The ledger is kept apart from the game, and the two disagree."""
    work.hold("books", why=event.what)


def software(work: Work, event: SoftwareChecked) -> None:
    """Play stands still on a program that is not the one that was approved."""
    work.decide(SoftwareCompared(event.release, event.wrong))
    was = work.table.media[-1][0] if work.table.media else ""
    if event.at and event.release and event.release != was:
        work.table.media = (*work.table.media, (event.release, event.at))[-MEDIA_KEPT:]
        work.decide(MediaChanged(event.release, was))
    set_hold(work, "software", bool(event.wrong), wrong=event.wrong[:300])


def second_place(work: Work, event: SecondPlaceChecked) -> None:
    """Nobody can tell an older copy of the journal from this one while its copied head is not there."""
    work.decide(HeadCopyChecked(event.code, event.why))
    if event.holds:
        work.hold("second_place", code=event.code, why=event.why)


def unit_lost(work: Work, _event: UnitLost) -> None:
    """No power failure: the same throw is asked for again when the unit is back."""
    table = work.table
    if table.unit is not None:
        table.unit = table.unit._replace(linked=False)
    table.unit_found = None
    work.hold("dice_link", link="lost")
    lose_sight(work)


def unit_found(work: Work, event: UnitFound) -> None:
    """The unit is checked against the one that was here; another one, or one that has forgotten, holds the table."""
    table, found = work.table, Unit(event.serial, event.last_roll, True)
    wrong = _what_is_wrong(table, found)
    set_hold(work, "lid", event.lid_open)
    _hold_for_faults(work, event.faults)
    if wrong is not None:
        table.unit_found = found
        reason, about = wrong
        work.hold(reason, **about)
        return
    accept_unit(work, found)


def accept_unit(work: Work, found: Unit) -> None:
    """This table plays with this unit from now on."""
    table = work.table
    if table.unit is None or table.unit.serial != found.serial:
        work.decide(UnitMet(found.serial, found.last_roll))
    table.unit, table.unit_found = found, None
    for reason in ("unit_changed", "roll_jump", "dice_link"):
        work.release(reason, serial=found.serial)


def _what_is_wrong(table: Table, found: Unit) -> tuple[str, dict[str, int]] | None:
    known = table.unit
    if known is not None and found.serial != known.serial:
        return "unit_changed", {"serial": found.serial, "was": known.serial}
    if known is not None and found.last_roll < known.last_roll:
        return "unit_changed", {"last_roll": found.last_roll, "known": known.last_roll}
    if goes_too_far(table, found.last_roll):
        return "roll_jump", {"last_roll": found.last_roll, "known": table.last_roll}
    return None


def set_hold(work: Work, reason: str, on: bool, **about: object) -> None:
    """Hold or release by what is so now."""
    change = work.hold if on else work.release
    change(reason, **about)


def seat_joined(work: Work, event: SeatJoined) -> None:
    """A terminal has a link, and its seat can be played."""
    if not work.seat(event.seat).linked:
        work.change_seat(event.seat, linked=True)
        work.decide(SeatChanged(event.seat, "linked"))


def seat_left(work: Work, event: SeatLeft) -> None:
    """A terminal lost its link; wagers and credits stay."""
    state = work.table.seats.get(event.seat, SeatState())
    if state.linked:
        work.change_seat(event.seat, linked=False)
        work.decide(SeatChanged(event.seat, "unlinked"))
        trials.lose_screen(work, event.seat)
