"""What the staff does about people: names, roles, PINs."""

from dataclasses import field

from controller.facts.staff_kinds import PersonChanged
from controller.table.staff import people
from controller.table.staff.act import EVERYBODY, NOT_ASKED, SUPERVISOR, Act, OperatorAct
from controller.table.staff.state import Person
from controller.table.work import Refuse, Work


class ChangePin(Act, roles=EVERYBODY, group="people", asks=("old_pin", "pin")):
    """A person changes their own PIN."""

    pin: str

    def do(self, work: Work, by: OperatorAct) -> None:
        person = work.table.people.get(by.operator)
        if person is None:
            raise Refuse("no_such_person", f"nobody here is called {by.operator[:40]}")
        changed = person._replace(pin=people.checked_pin(self.pin), must_change=False, failures=0)
        people.put(work, by, by.operator, changed)


class AddPerson(Act, roles=SUPERVISOR, group="people"):
    """Somebody new may come in."""

    name: str
    new_role: str
    pin: str

    def do(self, work: Work, by: OperatorAct) -> None:
        if self.name in work.table.people:
            raise Refuse("person_known", f"there is somebody called {self.name}")
        if len(work.table.people) >= people.MOST_PEOPLE:
            raise Refuse("too_many_people", f"{people.MOST_PEOPLE} people work at this machine, and no more can")
        role, pin = people.checked_role(self.new_role), people.checked_pin(self.pin)
        people.put(work, by, people.checked_name(self.name), Person(role, pin, must_change=True))


class RemovePerson(Act, roles=SUPERVISOR, group="people", twice=True):
    """Somebody works here no more."""

    name: str

    def do(self, work: Work, by: OperatorAct) -> None:
        person = people.known(work, self.name)
        people.keep_a_supervisor(work, self.name, person)
        shift = work.table.shifts.get(self.name)
        if shift is not None and shift.is_open:
            raise Refuse("shift_open", f"{self.name} has a shift that was not handed over; it owes {shift.owes}")
        people.forget(work, self.name)
        work.decide(PersonChanged(self.name, "removed", person.role, "", by.operator))


class ChangeRole(Act, roles=SUPERVISOR, group="people"):
    """Somebody has another role."""

    name: str
    new_role: str

    def do(self, work: Work, by: OperatorAct) -> None:
        person = people.known(work, self.name)
        role = people.checked_role(self.new_role)
        if role != "supervisor":
            people.keep_a_supervisor(work, self.name, person)
        people.put(work, by, self.name, person._replace(role=role))


class SetPin(Act, roles=SUPERVISOR, group="people"):
    """Somebody gets another PIN, to be changed."""

    name: str
    pin: str

    def do(self, work: Work, by: OperatorAct) -> None:
        person = people.known(work, self.name)
        pin = people.checked_pin(self.pin)
        people.put(work, by, self.name, person._replace(pin=pin, must_change=True, failures=0))


class UnlockPerson(Act, roles=SUPERVISOR, group="people"):
    """Somebody locked out may try again."""

    name: str

    def do(self, work: Work, by: OperatorAct) -> None:
        person = people.known(work, self.name)
        if not person.failures:
            raise Refuse("not_locked", f"{self.name} has not given a wrong PIN since signing in last")
        people.put(work, by, self.name, person._replace(failures=0))


class FirstSupervisor(Act, roles=SUPERVISOR, group="entry", asks=()):
    """The first supervisor of a new machine."""

    name: str
    pin: str
    pins_lost: bool = field(default=False, metadata=NOT_ASKED)

    def do(self, work: Work, by: OperatorAct) -> None:
        if people.has_supervisor(work.table.people) and not self.pins_lost:
            raise Refuse("supervisor_exists", "this machine has a supervisor, who adds others")
        name = people.checked_name(self.name)
        people.put(work, by, name, Person("supervisor", people.checked_pin(self.pin)))
        if self.pins_lost:
            work.decide(PersonChanged("", "pins_lost", "", "", by.operator))
