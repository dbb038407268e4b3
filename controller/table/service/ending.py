"""The machine is switched off, or its program started anew: by a person, while the table stands still, and in order.

Nothing of play changes by it. Wagers, credits and money on its way stay where they are, and are there at the next
start; so are the holds.
"""

from controller.table.decisions import Noted
from controller.table.events import OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work

ENDINGS = {"power_off": "switched off", "restart": "started anew"}
"""Act → what becomes of the machine. Each is noted under its own name: whoever runs the machine sees to it."""
HELD_BY_A_PERSON = ("operator", "service")


def stands_still(table: Table, _role: str) -> None:
    """Held by a person, so that play does not go on by itself after the next start; and no dice under way."""
    if not any(reason in table.holds for reason in HELD_BY_A_PERSON):
        raise Refuse("not_held", "the table could play on: hold it, or begin service, first")
    if table.throw is not None:
        raise Refuse("not_now", f"throw {table.throw.id} is under way; let it end, or void the round")
    if table.trial is not None and (table.trial.nonce or table.trial.keep_days is not None):
        raise Refuse("not_now", f"{table.trial.what} is under way; let it end first")


def why(act: OperatorAct) -> str:
    """The reason that a person gave, in whichever version of the wire."""
    return act.reason or act.reference


def needed_why(act: OperatorAct) -> str:
    """The same, where there has to be one."""
    if not why(act):
        raise Refuse("reason_missing", f"{act.act} needs a reason")
    return why(act)


def end_machine(work: Work, act: OperatorAct) -> None:
    """Who, and why, is noted; every screen reads it as what holds the table."""
    told = f"{ENDINGS[act.act]} by {act.operator}: {needed_why(act)}"
    for reason in HELD_BY_A_PERSON:
        if reason in work.table.holds:
            work.hold(reason, told[:300])
    work.decide(Noted(act.act, told))
    work.details = {"on_seats": work.table.on_seats(), "seats_with_wagers": len(work.table.seats_with_wagers())}
