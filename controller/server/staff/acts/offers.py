"""What a session may do now, as data: a station draws this, and knows no rule of its own."""

from controller.protocol.public import MachineIs
from controller.protocol.stations import version_1 as wire
from controller.protocol.stations.session import Key, Offer, OnPaper, SessionNow
from controller.server.loop.ports import Store
from controller.server.staff.sessions import KEYS, CabinetPanel, StaffSession
from controller.table.staff.operating import ACTS, acts_of, why_not_now
from controller.table.staff.said import in_version_1
from controller.table.staff.state import Person
from controller.table.state import Table

ON_THE_ATTENDANT_KEY = "attendant"
"""Whoever turns the ATTENDANT key alone does what an attendant may."""
PIN_FIRST = "change_pin"
NOT_OFFERED = frozenset({"first_supervisor"})


def session_now(
    session: StaffSession, table: Table, cabinet: CabinetPanel, idle_ms: int, paper: OnPaper, version: int = 1
) -> SessionNow:
    """Everything a station has to know of the session."""
    client = table.clients.get(client_of(session.name))
    return SessionNow(
        session=session.token,
        operator=session.name,
        role=session.role,
        station=session.who.name,
        keys=tuple(key for key in KEYS if key in cabinet.keys),
        without_key=session.without_key,
        must_change_pin=session.must_change,
        idle_ms=idle_ms,
        last_id=client.last_id if client else 0,
        acts=tuple(_offer(name, session, table, cabinet, version == 2) for name in _acts_of(session.role, table)),
        paper=paper,
    )


def on_paper(store: Store, machine: MachineIs) -> OnPaper:
    """What a station prints on everything: its own clock and zone are nobody's."""
    fingerprint, zone = str(store.facts().get("fingerprint", "")), store.table.settings.time_zone
    return OnPaper(fingerprint=fingerprint, zone=zone, clock=store.wall_clock(), machine=machine)


def client_of(name: str) -> str:
    """The name under which a person's commands are numbered, at whatever station."""
    return f"operator/{name}"


def why_not(act: str, session: StaffSession, cabinet: CabinetPanel) -> tuple[str, str] | None:
    """What the session itself has against this act; what the table has is the table's to say."""
    if session.must_change and act != PIN_FIRST:
        return "pin_change_first", "somebody else chose your PIN: change it first"
    if needs_operator_key(act) and not session.without_key and "operator" not in cabinet.keys:
        return "operator_key", f"{act} needs the OPERATOR key; the ATTENDANT key is for what an attendant does"
    return None


def needs_operator_key(act: str) -> bool:
    """Whether this is more than an attendant may do."""
    known = ACTS.get(act)
    return known is not None and ON_THE_ATTENDANT_KEY not in known.roles


def _acts_of(role: str, table: Table) -> list[str]:
    return [name for name, act in acts_of(table).items() if role in act.roles and name not in NOT_OFFERED]


def _offer(name: str, session: StaffSession, table: Table, cabinet: CabinetPanel, second: bool) -> Offer:
    act = acts_of(table)[name]
    reason = why_not(name, session, cabinet) or why_not_now(table, act, session.role)
    code, why = reason or ("ok", "")
    needs, takes = (act.needs, act.takes) if second else in_version_1(act)
    return Offer(
        act=name,
        group=act.group,
        says=act.says,
        needs=needs,
        takes=takes,
        now=reason is None,
        code=code,
        why_not=why[:300],
    )


def why_not_second(
    person: Person | None, name: str, act: wire.ActWanted, found: StaffSession, cabinet: CabinetPanel
) -> tuple[str, str] | None:
    """Why this person cannot stand by now, before the PIN is looked at; None if nothing is against it."""
    if person is None or name == found.name:
        return "second_alone", f"{name} is not a second person beside {found.name} here"
    if person.must_change:
        return "pin_change_first", f"somebody else chose the PIN of {name}, who changes it first"
    if act.second_pin is None or act.pin is not None:
        return "second_pin", f"the PIN of {name} is wanted, and no other"
    key: Key = "attendant" if person.role == "attendant" else "operator"
    if not found.without_key and key not in cabinet.keys:
        return "second_key", f"{name} is {person.role}: turn the {key.upper()} key too"
    return None
