"""Answers cabinets. What waits is decided together: one transaction, with the floor's own journal, then all answers.

An ask is known by its name; the same again is answered the same. Nothing is answered that is not on the disk, nothing
to a journal that waits for a person, and nothing at all while the floor may be an older copy of itself.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.text.sentence import Sentence
from controller.floor.jackpots.answers import CLAIM
from controller.floor.jackpots.answers import answer as answer_claim
from controller.floor.jackpots.rows import REFUSED
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Database, Transaction
from controller.floor.store.decisions import Decided, Deciding
from controller.floor.store.journals import hash_at
from controller.floor.tickets.hold import hold, why_held
from controller.floor.tickets.papers import DRAWN, SEQUENCE, FloorTicket, KnownPaper, Requester, answer
from controller.floor.tickets.rows import (
    Before,
    RecordedAsk,
    asked_rows,
    paper_rows,
)
from controller.floor.tickets.second_place import FloorCopy, knows
from controller.floor.tickets.standing import DecidingFrom, Standing, ask_name, start
from controller.protocol.floor import KNOWN
from controller.protocol.tickets import AskDecided, AskSaid, AsksSaid
from controller.vault.journal.chain import NOTHING_BEFORE

HELD = "tickets_held"
TOGETHER = 64
"""Requests that are decided in one transaction."""


class TicketsVerdict(NamedTuple):
    """What a cabinet is answered."""

    code: str
    journal: str
    seq: int
    hash: bytes
    told: list[AskDecided]
    last: int


class _Waiting(NamedTuple):
    said: AsksSaid
    done: "asyncio.Future[TicketsVerdict]"


class Office:
    """Of one floor."""

    def __init__(
        self, database: Database, key: Ed25519PrivateKey, life: str, now: Callable[[], int], place: FloorCopy
    ) -> None:
        self._database, self._key, self._demo, self._now, self._place = database, key, life == "demo", now, place
        self._waiting: list[_Waiting] = []
        self.turn = asyncio.Lock()
        """Who decides of tickets, from the transaction until the second place is told; the cage takes it too."""

    async def begin(self) -> None:
        """Is the store as new as it was when this floor spoke last?"""
        async with self._database.writing() as transaction:
            why = await self._place.wrong(transaction)
            if why:
                await hold(transaction, self._now(), why)

    async def ask(self, said: AsksSaid) -> TicketsVerdict:
        """What a cabinet asks; whoever comes first decides for all who wait."""
        mine = _Waiting(said, asyncio.get_running_loop().create_future())
        self._waiting.append(mine)
        async with self.turn:
            while not mine.done.done():
                some, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                await self._decide_for(some)
        return mine.done.result()

    async def _decide_for(self, some: list[_Waiting]) -> None:
        try:
            async with self._database.writing(in_turn=True) as transaction:
                verdicts, last = await self._decide(transaction, [one.said for one in some])
            self._place.say(last)
        except BaseException as error:
            for one in some:
                if not one.done.done():
                    one.done.set_exception(error)
                    one.done.exception()  # whoever has gone does not fetch it
            if not isinstance(error, Exception):
                raise
            return
        for one, verdict in zip(some, verdicts, strict=True):
            if not one.done.done():
                one.done.set_result(verdict)

    # ---- in one transaction ----

    async def _decide(self, transaction: Transaction, said: list[AsksSaid]) -> tuple[list[TicketsVerdict], Decided]:
        begun = await start(transaction, said)
        deciding = Deciding(transaction, self._key, begun.last)
        held = await self._look_for_lost(transaction, said, begun)
        known = Before({}, {}, set(), {}) if held else begun.before
        group = _Group(transaction, deciding, self._demo, self._now(), known)
        verdicts = []
        for one in said:
            of = begun.standings[one.cabinet, one.journal]
            code = HELD if held else of.code
            told = await group.answers(one, of) if code == KNOWN else []
            seq, hash = (0, NOTHING_BEFORE) if of.branch is None else (of.branch.seq, of.branch.hash)
            verdicts.append(TicketsVerdict(code, one.journal, seq, hash, told, group.last_of(one.cabinet)))
        await group.keep()
        return verdicts, deciding.last

    async def _look_for_lost(self, transaction: Transaction, said: list[AsksSaid], begun: DecidingFrom) -> str:
        """A cabinet that has heard of a decision which is not here says that this floor is an older copy. Returns why
        tickets are held."""
        held = begun.held
        for one_said in said:
            heard = Decided(one_said.heard, bytes.fromhex(one_said.heard_hash))
            if not heard.seq or begun.heard.get(heard.seq) == heard.hash or await knows(transaction, heard):
                continue
            about = f"decision {heard.seq}, and the store, which ends with {begun.last.seq}, has none"
            await hold(transaction, self._now(), f"{one_said.cabinet} has heard of {about}", one_said.cabinet)
            held = await why_held(transaction)
        return held


class _Group:
    """Asks that are decided together, one after the other."""

    def __init__(self, transaction: Transaction, deciding: Deciding, demo: bool, now: int, before: Before) -> None:
        self._transaction, self._deciding, self._demo, self._now = transaction, deciding, demo, now
        self._asked, self._papers, self._cancelled, self._last = before
        self._changed: set[str] = set()
        self._new: set[str] = set()

    def last_of(self, cabinet: str) -> int:
        """The largest sequence that it had reserved."""
        return int(self._last.get(cabinet, "0" * 13)[SEQUENCE])

    async def answers(self, said: AsksSaid, of: Standing) -> list[AskDecided]:
        """To all of one cabinet; one that it may not ask has none."""
        told = [await self._answer(said, of, ask) for ask in said.asks]
        return [one for one in told if one is not None]

    async def _answer(self, said: AsksSaid, of: Standing, ask: AskSaid) -> AskDecided | None:
        name = ask_name(said, of, ask)
        known = self._asked.get(name)
        if known is None:
            assert of.branch is not None
            there = await hash_at(self._transaction, of.branch, ask.seq) if ask.seq <= of.branch.seq else None
            if there is not None and there.hex() != ask.hash:
                await self._differs(said, ask, "the floor has another entry there")
                return None
            known = _asked(name, said, of, ask, self._now)
        elif (known.hash, known.number, known.amount, known.until) != (ask.hash, ask.number, ask.amount, ask.until):
            await self._differs(said, ask, "it was asked before, with another hash or otherwise")
            return None
        if not known.verdict:
            decide = self._decide_claim if ask.do == CLAIM else self._decide
            known = await decide(said, of, ask, known)
        return _told(ask, known) if known.verdict else None

    async def _decide_claim(self, said: AsksSaid, of: Standing, ask: AskSaid, known: RecordedAsk) -> RecordedAsk:
        """As the batch with the entry that claims was decided; before that nothing is answered."""
        place = (said.journal, of.owner(ask.seq), ask.seq, ask.request)
        claimed = await answer_claim(self._transaction, self._deciding, self._now, *place)
        if claimed is None:
            return known
        verdict = "refused" if claimed.state == REFUSED else "won"
        known = known._replace(verdict=verdict, paid=claimed.prize)
        return self._decided(known._replace(decision=claimed.decision, decision_hash=claimed.decision_hash))

    async def _decide(self, said: AsksSaid, of: Standing, ask: AskSaid, known: RecordedAsk) -> RecordedAsk:
        who = Requester(said.cabinet, said.journal, await _origin(self._transaction, said, of, ask, known), ask.request)
        drawn = ask.number[DRAWN]
        beside = KnownPaper(self._papers.get(drawn), who in self._cancelled, self._demo, self._now // 1000)
        done = answer(ask, who, beside)
        if done.alarm:
            text = f"{ask.do} of the ticket that ends with {ask.number[-4:]}: {done.verdict}"
            why = Sentence(text, {"ticket": f"…{ask.number[-4:]}"})
            about = (said.cabinet, said.journal, ask.seq)
            await raise_alarm(self._transaction, self._now, done.alarm, *about, why)
        if not done.final:
            return known._replace(verdict=done.verdict, paid=done.amount)
        self._keep_paper(done.paper, said.cabinet)
        if ask.do == "cancel":
            self._cancelled.add(who)
        what = {**who._asdict(), "entry": ask.seq, "do": ask.do, "number": ask.number}
        place = self._deciding.add(self._now, "ticket", {**what, "verdict": done.verdict, "amount": done.amount})
        known = known._replace(
            verdict=done.verdict, paid=done.amount, decision=place.seq, decision_hash=place.hash.hex()
        )
        return self._decided(known)

    def _decided(self, known: RecordedAsk) -> RecordedAsk:
        self._asked[known.name] = known
        self._new.add(known.name)
        return known

    def _keep_paper(self, paper: FloorTicket | None, cabinet: str) -> None:
        if paper is None:
            return
        drawn = paper.number[DRAWN]
        self._papers[drawn] = paper._replace(
            reserved_at=paper.reserved_at or self._now, changed_at=max(self._now, paper.changed_at)
        )
        self._changed.add(drawn)
        if paper.by.cabinet == cabinet:
            self._last[cabinet] = max(drawn, self._last.get(cabinet, ""))

    async def _differs(self, said: AsksSaid, ask: AskSaid, why: str) -> None:
        """Another past: nothing is answered, and somebody has to look."""
        text = Sentence(f"to {ask.do} {ask.request}: {why}", {"request": ask.request})
        about = (said.cabinet, said.journal, ask.seq, text)
        await raise_alarm(self._transaction, self._now, "ask_differs", *about)

    async def keep(self) -> None:
        """All of it."""
        changed = paper_rows(self._papers[drawn] for drawn in sorted(self._changed))
        asked = asked_rows(self._asked[name] for name in sorted(self._new))
        await self._transaction.put(changed, asked, self._deciding.taken())


async def _origin(transaction: Transaction, said: AsksSaid, of: Standing, ask: AskSaid, known: RecordedAsk) -> int:
    """The history in which this request began: one that was under way at a fork goes on in the other one, and a later
    one of the same name is another."""
    if not of.older:
        return known.branch
    rows = await transaction.rows(
        "select branch, seq from asked where request = $1 and journal = $2 order by seq", ask.request, said.journal
    )
    shared = [int(row["branch"]) for row in rows if of.owner(row["seq"]) == row["branch"]]
    return min([known.branch, *shared])


def _asked(name: str, said: AsksSaid, of: Standing, ask: AskSaid, now: int) -> RecordedAsk:
    of_ask = (ask.hash, ask.number, ask.amount, ask.until, said.cabinet, now)
    return RecordedAsk(name, said.journal, of.owner(ask.seq), ask.seq, ask.do, ask.request, *of_ask)


def _told(ask: AskSaid, known: RecordedAsk) -> AskDecided:
    return AskDecided(
        seq=ask.seq,
        do=ask.do,
        request=ask.request,
        verdict=known.verdict,
        amount=known.paid,
        decision=known.decision,
        hash=known.decision_hash,
    )
