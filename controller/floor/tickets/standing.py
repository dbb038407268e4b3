"""What is looked at before anything is decided: where the floor's own journal ends, and how those who ask stand."""

from collections.abc import Sequence
from typing import NamedTuple

from controller.floor.store.database import Row, StoreQuestion, Transaction
from controller.floor.store.decisions import LAST, Decided, last_of
from controller.floor.store.journals import QUARANTINED, Branch
from controller.floor.tickets.hold import WHY_HELD
from controller.floor.tickets.rows import Before, asked_before, before, name_of, questions_before
from controller.protocol.floor import GAP, KNOWN
from controller.protocol.tickets import AskSaid, AsksSaid

JOURNALS = (
    f"select j.cabinet, j.branch as followed, {', '.join(f'b.{name}' for name in Branch._fields)} "
    "from journal j join branch b on b.journal = j.journal where j.journal = any($1)"
)
FIRST = 1
"""The only history of most journals."""
DECISIONS = "select seq, hash from decision where seq = any($1)"


class Standing(NamedTuple):
    """A journal, as far as its asks go."""

    code: str
    branch: Branch | None
    older: tuple[Branch, ...]
    """The histories that it went off from, the newest first."""

    def owner(self, seq: int) -> int:
        """The history in which this entry was written first."""
        branch = self.branch
        assert branch is not None
        for parent in self.older:
            if seq > branch.from_seq:
                break
            branch = parent
        return branch.branch


class DecidingFrom(NamedTuple):
    """Of what is decided together."""

    last: Decided
    """Where the floor's own journal ends."""
    heard: dict[int, bytes]
    """Of the decisions that cabinets say they have heard of, those that are there."""
    held: str
    """Why nothing is decided of tickets; empty: it is."""
    standings: dict[tuple[str, str], Standing]
    """Of each cabinet with its journal."""
    before: Before


async def start(transaction: Transaction, said: Sequence[AsksSaid]) -> DecidingFrom:
    """In a transaction that is in turn. Everything is asked at once, as if no journal had another history; what was
    asked before in one that has is asked after that."""
    asks = [(one, ask) for one in said for ask in one.asks]
    last, heard, held, journals, *known = await transaction.find(
        LAST,
        StoreQuestion(("seq", "hash"), DECISIONS, [sorted({one.heard for one in said})]),
        WHY_HELD,
        _journals({one.journal for one in said}),
        *questions_before(
            [name_of(one.journal, FIRST, ask.seq, ask.do, ask.request) for one, ask in asks],
            [ask.number for _, ask in asks if ask.number],
            [ask.request for _, ask in asks if ask.do == "lock"],
            [one.cabinet for one in said],
        ),
    )
    standings = {(one.cabinet, one.journal): _standing(journals, one.cabinet, one.journal) for one in said}
    begun = DecidingFrom(
        last_of(last),
        {row["seq"]: bytes(row["hash"]) for row in heard},
        str(held[0]["tickets_held"]) if held else "",
        standings,
        before(*known),
    )
    others = [(one, standings[one.cabinet, one.journal], ask) for one, ask in asks]
    names = [ask_name(*other) for other in others if other[1].code == KNOWN and other[1].owner(other[2].seq) != FIRST]
    if names:
        begun.before.asked.update(await asked_before(transaction, names))
    return begun


def ask_name(said: AsksSaid, of: Standing, ask: AskSaid) -> str:
    """Of one ask."""
    return name_of(said.journal, of.owner(ask.seq), ask.seq, ask.do, ask.request)


async def standing(transaction: Transaction, cabinet: str, journal: str) -> Standing:
    """A journal that the floor knows as this cabinet's, and of which no other history waits."""
    (rows,) = await transaction.find(_journals({journal}))
    return _standing(rows, cabinet, journal)


def _journals(names: set[str]) -> StoreQuestion:
    return StoreQuestion(("cabinet", "followed", *Branch._fields), JOURNALS, [sorted(names)])


def _standing(rows: Sequence[Row], cabinet: str, journal: str) -> Standing:
    own = [row for row in rows if row["journal"] == journal and row["cabinet"] == cabinet]
    if not own:
        return Standing(GAP, None, ())
    branches = {row["branch"]: Branch(*(row[name] for name in Branch._fields)) for row in own}
    branch = branches[own[0]["followed"]]
    if any(one.state == QUARANTINED for one in branches.values()):
        return Standing("quarantined", branch, ())
    older, parent = list[Branch](), branch.parent
    while parent:
        older.append(branches[parent])
        parent = older[-1].parent
    return Standing(KNOWN, branch, tuple(older))
