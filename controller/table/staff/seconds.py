"""Two persons for what is too much for one.

The second has given key and PIN at the desk before the table hears of it. Whether one is wanted, the settings of the
house say; it is asked last, so that nobody is called for an act that could not be done.
"""

from controller.table.staff.act import OperatorAct
from controller.table.work import Refuse, Work


def check(work: Work, event: OperatorAct, wanted: bool) -> None:
    """Whoever stands by could be the second person, and where one is wanted, there is one."""
    roles = " or ".join(sorted(event.act.seconds))
    if wanted and not event.second:
        text = f"{event.act.called} wants a second person ({roles}) with key and PIN"
        raise Refuse("second_missing", text, roles=sorted(event.act.seconds))
    if event.second:
        _check_person(work, event, roles)
        work.details["second"] = event.second


def check_witness(work: Work, event: OperatorAct, witness: str) -> None:
    """Where the house wants second persons at all, one who is named gives key and PIN."""
    if work.table.settings.alone_up_to is not None and event.second != witness:
        text = f"{event.act.called} wants key and PIN of {witness[:40]}, who is named"
        raise Refuse("second_missing", text, name=witness)


def _check_person(work: Work, event: OperatorAct, roles: str) -> None:
    second, people = event.second, work.table.people
    person = people.get(second)
    if person is None:
        raise Refuse("no_such_person", f"nobody here is called {second[:40]}")
    if second == event.operator:
        raise Refuse("second_alone", f"{second} cannot be the second person beside {second}")
    if person.role not in event.act.seconds:
        raise Refuse("second_role", f"the second person is {roles}; {second} is {person.role}")
    if work.table.settings.two_departments and person.role == event.role:
        raise Refuse("second_role", f"both are {person.role}: the house wants two departments")
