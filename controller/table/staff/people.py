"""Who may work at this machine: names, roles, and the digest by which a PIN is found where PINs are kept.

The table knows no PIN and no hash of one, only the name of the hash; so neither stands in the journal, nor in what is
exported of it.
"""

import re

from controller.facts.staff_kinds import PersonChange, PersonChanged, StationEntered
from controller.table.events import StationNews
from controller.table.staff.act import OperatorAct
from controller.table.staff.state import Person
from controller.table.work import Refuse, Work

MOST_PEOPLE = 64
LOCKED_AFTER = 5
"""Wrong PINs in a row; then only time, or a supervisor, lets the person try again."""

NAME = re.compile(r"[a-z][a-z0-9._-]{0,31}")
PIN_DIGEST = re.compile(r"[0-9a-f]{64}")
ROLES = ("attendant", "technician", "supervisor")
RIGHT_PIN = ("signed_in", "stood_by")
NOTED_ALWAYS = (*RIGHT_PIN, "signed_out")
NOTED_OF_A_PERSON = ("wrong_pin", "short_pin")
RESERVED = ("others", "somebody", "nobody")
"""What records call those who are not named: in the meters, at a station."""


def station(work: Work, news: StationNews) -> None:
    """Who came in, who left, who was turned away: on record, what was refused up to the bound for refusals."""
    people = work.table.people
    person = people.get(news.operator)
    if person is not None and news.what in RIGHT_PIN and person.failures:
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


def check_person(people: dict[str, Person], by: OperatorAct) -> None:
    """An act is done in the name and the role of somebody who is on the list."""
    person = people.get(by.operator)
    if by.act.word == "first_supervisor" or not people:
        return
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {by.operator[:40]}")
    if person.role != by.role:
        raise Refuse("forged", f"{by.operator} is {person.role}, not {by.role[:40]}")


def put(work: Work, by: OperatorAct, name: str, person: Person) -> None:
    """The list is replaced, never changed, so that whoever knows this one knows what is in it."""
    old = work.table.people.get(name)
    work.table.people = {**work.table.people, name: person}
    was = old.role if old is not None and old.role != person.role else ""
    work.decide(PersonChanged(name, _what_changed(old, person), person.role, was, by.operator))


def forget(work: Work, name: str) -> None:
    """Of the list, of the shifts, and of the movements that one of these shifts has."""
    table = work.table
    table.people = {other: kept for other, kept in table.people.items() if other != name}
    table.shifts = {other: kept for other, kept in table.shifts.items() if other != name}
    table.finished = {
        move: done._replace(
            shift=0 if done.by == name else done.shift, back_shift=0 if done.back_by == name else done.back_shift
        )
        for move, done in table.finished.items()
    }


def _what_changed(old: Person | None, new: Person) -> PersonChange:
    if old is None:
        return "added"
    if old.role != new.role:
        return "role"
    return "pin" if old.pin != new.pin else "unlocked"


def keep_a_supervisor(work: Work, name: str, person: Person) -> None:
    """One is left."""
    others = [other for other, kept in work.table.people.items() if kept.role == "supervisor" and other != name]
    if person.role == "supervisor" and not others:
        raise Refuse("last_supervisor", f"{name} is the last supervisor; make another one first")


def known(work: Work, name: str) -> Person:
    """Somebody on the list."""
    person = work.table.people.get(name)
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {name[:40] or 'nothing'}")
    return person


def checked_name(name: str) -> str:
    """One that records can have."""
    if name in RESERVED:
        raise Refuse("bad_name", f"{name!r} is what records call those who are not named; nobody is called that")
    if not NAME.fullmatch(name):
        text = f"{name[:40]!r} is no name: a small letter, then up to 31 small letters, digits, dots, lines"
        raise Refuse("bad_name", text)
    return name


def checked_role(role: str) -> str:
    """One that there is."""
    if role not in ROLES:
        raise Refuse("bad_role", f"there is no role {role[:40]!r}; there is {', '.join(ROLES)}")
    return role


def checked_pin(digest: str) -> str:
    """What it is the digest of is not known to the table."""
    if not PIN_DIGEST.fullmatch(digest):
        raise Refuse("pin_missing", "a PIN is needed")
    return digest
