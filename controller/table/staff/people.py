"""Who may work at this machine: names, roles, and the digest by which a PIN is found where PINs are kept.

The table knows no PIN and no hash of one, only the name of the hash; so neither stands in the journal, nor in what is
exported of it.
"""

import re
from typing import NamedTuple

from controller.facts.kinds import PersonChange, PersonChanged, StationEntered
from controller.table.events import OperatorAct, StationNews
from controller.table.state import Person
from controller.table.work import Refuse, Work

MOST_PEOPLE = 64
LOCKED_AFTER = 5
"""Wrong PINs in a row; then only time, or a supervisor, lets the person try again."""

NAME = re.compile(r"[a-z][a-z0-9._-]{0,31}")
PIN_DIGEST = re.compile(r"[0-9a-f]{64}")
ROLES = ("attendant", "technician", "supervisor")
NOTED_ALWAYS = ("signed_in", "signed_out")
NOTED_OF_A_PERSON = ("wrong_pin", "short_pin")
RESERVED = ("others", "somebody", "nobody")
"""What records call those who are not named: in the meters, at a station."""


class About(NamedTuple):
    """What an act says of a person."""

    name: str
    role: str
    pin: str


def first_supervisor(work: Work, act: OperatorAct) -> None:
    """A machine that nobody looks after gets its first supervisor, who chooses their own name; so does one whose PINs
    are lost, restored from a journal without them, and then the record says so."""
    lost = bool((act.change or {}).get("pins_lost"))
    if has_supervisor(work.table.people) and not lost:
        raise Refuse("supervisor_exists", "this machine has a supervisor, who adds others")
    about = _about(act)
    _put(work, act, _checked_name(about.name), Person("supervisor", _checked_pin(about.pin)))
    if lost:
        work.decide(PersonChanged("", "pins_lost", "", "", act.operator))


def add_person(work: Work, act: OperatorAct) -> None:
    """Somebody new, whose PIN somebody else has chosen and who has to change it."""
    about, people = _about(act), work.table.people
    if about.name in people:
        raise Refuse("person_known", f"there is somebody called {about.name}")
    if len(people) >= MOST_PEOPLE:
        raise Refuse("too_many_people", f"{MOST_PEOPLE} people work at this machine, and no more can")
    person = Person(_checked_role(about.role), _checked_pin(about.pin), must_change=True)
    _put(work, act, _checked_name(about.name), person)


def remove_person(work: Work, act: OperatorAct) -> None:
    """Somebody no longer works here; what they did stays on record."""
    name, person = _known(work, act)
    _keep_a_supervisor(work, name, person)
    shift = work.table.shifts.get(name)
    if shift is not None and shift.is_open:
        raise Refuse("shift_open", f"{name} has a shift that was not handed over; it owes {shift.owes}")
    table = work.table
    table.people = {other: kept for other, kept in table.people.items() if other != name}
    table.shifts = {other: kept for other, kept in table.shifts.items() if other != name}
    table.finished = {
        move: done._replace(
            shift=0 if done.by == name else done.shift, back_shift=0 if done.back_by == name else done.back_shift
        )
        for move, done in table.finished.items()
    }
    work.decide(PersonChanged(name, "removed", person.role, "", act.operator))


def change_role(work: Work, act: OperatorAct) -> None:
    """Somebody does other work from now on."""
    name, person = _known(work, act)
    role = _checked_role(_about(act).role)
    if role != "supervisor":
        _keep_a_supervisor(work, name, person)
    _put(work, act, name, person._replace(role=role))


def set_pin(work: Work, act: OperatorAct) -> None:
    """A supervisor gives somebody another PIN, which that person has to change."""
    name, person = _known(work, act)
    _put(work, act, name, person._replace(pin=_checked_pin(_about(act).pin), must_change=True, failures=0))


def change_pin(work: Work, act: OperatorAct) -> None:
    """A person chooses another PIN."""
    person = work.table.people.get(act.operator)
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {act.operator[:40]}")
    changed = person._replace(pin=_checked_pin(_about(act).pin), must_change=False, failures=0)
    _put(work, act, act.operator, changed)


def unlock_person(work: Work, act: OperatorAct) -> None:
    """A supervisor lets somebody try again at once."""
    name, person = _known(work, act)
    if not person.failures:
        raise Refuse("not_locked", f"{name} has not given a wrong PIN since signing in last")
    _put(work, act, name, person._replace(failures=0))


def station(work: Work, news: StationNews) -> None:
    """Who came in, who left, who was turned away: on record, what was refused up to the bound for refusals."""
    people = work.table.people
    person = people.get(news.operator)
    if person is not None and news.what == "signed_in" and person.failures:
        work.table.people = {**people, news.operator: person._replace(failures=0)}
    if person is not None and news.what == "pin_given":  # counted before it is looked at: no crash saves a guess
        work.table.people = {**people, news.operator: person._replace(failures=person.failures + 1)}
        return
    if person is not None and news.what == "short_pin":
        work.table.people = {**people, news.operator: person._replace(must_change=True)}
    always = news.what in NOTED_ALWAYS or (person is not None and news.what in NOTED_OF_A_PERSON)
    if always or work.table.count_refusal(0):
        work.decide(StationEntered(*news))


def has_supervisor(people: dict[str, Person]) -> bool:
    """Whether somebody may do everything."""
    return any(person.role == "supervisor" for person in people.values())


def check_person(people: dict[str, Person], act: OperatorAct) -> None:
    """An act is done in the name and the role of somebody who is on the list."""
    person = people.get(act.operator)
    if act.act == "first_supervisor" or not people:
        return
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {act.operator[:40]}")
    if person.role != act.role:
        raise Refuse("forged", f"{act.operator} is {person.role}, not {act.role[:40]}")


def _put(work: Work, act: OperatorAct, name: str, person: Person) -> None:
    """The list is replaced, never changed, so that whoever knows this one knows what is in it."""
    old = work.table.people.get(name)
    work.table.people = {**work.table.people, name: person}
    was = old.role if old is not None and old.role != person.role else ""
    work.decide(PersonChanged(name, _what_changed(old, person), person.role, was, act.operator))


def _what_changed(old: Person | None, new: Person) -> PersonChange:
    if old is None:
        return "added"
    if old.role != new.role:
        return "role"
    return "pin" if old.pin != new.pin else "unlocked"


def _keep_a_supervisor(work: Work, name: str, person: Person) -> None:
    others = [other for other, kept in work.table.people.items() if kept.role == "supervisor" and other != name]
    if person.role == "supervisor" and not others:
        raise Refuse("last_supervisor", f"{name} is the last supervisor; make another one first")


def _about(act: OperatorAct) -> About:
    told = act.change or {}
    return About(*(str(told.get(field, "")) for field in About._fields))


def _known(work: Work, act: OperatorAct) -> tuple[str, Person]:
    name = _about(act).name
    person = work.table.people.get(name)
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {name[:40] or 'nothing'}")
    return name, person


def _checked_name(name: str) -> str:
    if name in RESERVED:
        raise Refuse("bad_name", f"{name!r} is what records call those who are not named; nobody is called that")
    if not NAME.fullmatch(name):
        text = f"{name[:40]!r} is no name: a small letter, then up to 31 small letters, digits, dots, lines"
        raise Refuse("bad_name", text)
    return name


def _checked_role(role: str) -> str:
    if role not in ROLES:
        raise Refuse("bad_role", f"there is no role {role[:40]!r}; there is {', '.join(ROLES)}")
    return role


def _checked_pin(digest: str) -> str:
    """What it is the digest of is not known to the table."""
    if not PIN_DIGEST.fullmatch(digest):
        raise Refuse("pin_missing", "a PIN is needed")
    return digest
