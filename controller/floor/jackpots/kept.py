"""Contributions and claims of a batch that has just been kept, in its own transaction: so each comes once, none is
lost, and of two cabinets the one whose batch was committed first is first.

A roll feeds a pot once, and hits it once, in whatever histories its journal has: a cabinet that was put back to an
older copy may write the same roll again, and is told what it was told.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson

from config.text.sentence import Sentence
from controller.floor.jackpots.rows import (
    AGAIN,
    REFUSED,
    WON,
    Claimed,
    KnownPot,
    first_of_roll,
    pots,
    put_claims,
    put_pots,
)
from controller.floor.store.alarms import raise_alarm
from controller.floor.store.database import Transaction, one
from controller.floor.store.journals import Branch
from controller.floor.witness.checking import WholeBatch
from controller.games.jackpots import contribution
from controller.protocol.jackpots.pots import lease_text
from controller.vault.journal.signing import is_signed
from controller.vault.read.old_records import facts_of

Fact = Mapping[str, Any]
FED, CLAIMED = "JackpotFed", "JackpotClaimed"


async def keep(transaction: Transaction, cabinet: str, branch: Branch, new: WholeBatch, now: int) -> None:
    """What these entries say of jackpots."""
    facts = list(_facts(new))
    if not facts:
        return
    await transaction.rows("select only_one from floor for update")  # pots are one after the other, for all cabinets
    keeping = _Keeping(transaction, cabinet, branch, now, await pots(transaction), await _public_key(transaction))
    for seq, at, fact in facts:
        await (keeping.feed(seq, at, fact) if fact["type"] == FED else keeping.claim(seq, fact))
    await keeping.end()


def _facts(new: WholeBatch) -> Iterator[tuple[int, int, Fact]]:
    for entry in new.entries:
        if entry["kind"] == "step":
            for fact in facts_of(entry):
                if fact["type"] in (FED, CLAIMED):
                    yield entry["seq"], entry["at"], fact


async def _public_key(transaction: Transaction) -> bytes:
    row = await one(transaction, "select public_key from floor")
    assert row is not None
    return bytes(row["public_key"])


class _Keeping:
    """One batch."""

    def __init__(
        self,
        transaction: Transaction,
        cabinet: str,
        branch: Branch,
        now: int,
        known: Mapping[str, KnownPot],
        key: bytes,
    ) -> None:
        self._transaction, self._cabinet, self._branch, self._now = transaction, cabinet, branch, now
        self._known, self._key = known, key
        self._pots = {name: one.pot for name, one in known.items()}

    async def end(self) -> None:
        """The pots as they are after it."""
        changed = {name: pot for name, pot in self._pots.items() if pot != self._known[name].pot}
        await put_pots(self._transaction, changed)

    async def feed(self, seq: int, at: int, fact: Fact) -> None:
        """Whatever else is found: what was taken from players for a pot is in the pot."""
        name = fact["jackpot"]
        if name not in self._pots:
            await self._alarm(
                "jackpot_unknown", seq, f"roll {fact['roll']} feeds {name[:40]}, which is none here", fact, name
            )
            return
        before = await one(
            self._transaction,
            "select branch, stake, parts from feeding where journal = $1 and jackpot = $2 and roll = $3",
            *(self._branch.journal, name, fact["roll"]),
        )
        if before is not None:
            same = (before["stake"], before["parts"]) == (fact["stake"], fact["parts"])
            if before["branch"] == self._branch.branch or not same:
                await self._alarm("fed_twice", seq, f"roll {fact['roll']} has fed {name} before", fact, name)
            return
        good = self._is_leased(fact)
        if not good:
            why = f"roll {fact['roll']} feeds {name} under a lease that is none of ours"
            await self._alarm("lease_bad", seq, why, fact, name)
        if fact["parts"] != contribution(self._known[name].of, fact["stake"]):
            await self._alarm(
                "fed_wrong", seq, f"{fact['stake']} gave {fact['parts']} millionths to {name}", fact, name
            )
        self._pots[name] = self._pots[name].plus(fact["parts"])
        of = (self._branch.journal, name, fact["roll"], self._branch.branch, seq, at)
        columns = ("journal", "jackpot", "roll", "branch", "seq", "at", "stake", "parts", "leased")
        await self._transaction.add("feeding", columns, [(*of, fact["stake"], fact["parts"], int(good))])

    def _is_leased(self, fact: Fact) -> bool:
        """Whether this floor let this journal play for it."""
        text = lease_text(self._cabinet, self._branch.journal, fact["nonce"], fact["leased_at"], fact["leased"])
        try:
            signed = is_signed(self._key, bytes.fromhex(fact["signature"]), text)
        except ValueError:
            return False
        return signed and fact["jackpot"] in fact["leased"]

    async def claim(self, seq: int, fact: Fact) -> None:
        """One claim for all hits of a roll: each pot is decided here and now, and told when it is asked."""
        rows = [await self._decided(seq, fact, jackpot, stakes) for jackpot, stakes in sorted(fact["hits"].items())]
        await put_claims(self._transaction, rows)

    async def _decided(self, seq: int, fact: Fact, jackpot: str, stakes: Mapping[str, int]) -> Claimed:
        request = f"{fact['roll']}/{jackpot}"
        said = orjson.dumps(stakes, option=orjson.OPT_SORT_KEYS).decode()
        of = (self._branch.journal, self._branch.branch, seq, request, self._cabinet, jackpot, fact["roll"])
        row = Claimed(*of, fact["round"], self._now, said, REFUSED, 0, 0)
        first = await first_of_roll(self._transaction, self._branch.journal, request)
        if first is not None:
            if first.stakes == said and first.branch != self._branch.branch:
                same = row._replace(state=AGAIN, prize=first.prize, hit=first.hit)
                return same._replace(decision=first.decision, decision_hash=first.decision_hash)
            await self._alarm(
                "claim_twice", seq, f"{request[:60]} was claimed before, by entry {first.seq}", fact, jackpot
            )
            return row
        if jackpot not in self._pots:
            await self._alarm("jackpot_unknown", seq, f"{request[:60]} is claimed, which is none here", fact, jackpot)
            return row
        if not await self._may_win(jackpot, fact["roll"]):
            why = f"{request[:60]} is claimed, and no leased wager was put up for it"
            await self._alarm("claim_unfed", seq, why, fact, jackpot)
            return row
        prize, self._pots[jackpot] = self._pots[jackpot].hit(len(stakes))
        return row._replace(state=WON, prize=prize, hit=self._pots[jackpot].hits)

    async def _may_win(self, jackpot: str, roll: int) -> bool:
        """Whether something was put up for it under a lease of ours: for a chosen roll with that very roll."""
        since = roll if "roll" in self._known[jackpot].of.trigger else 0
        found = await one(
            self._transaction,
            "select 1 as there from feeding where journal = $1 and jackpot = $2 and roll between $3 and $4 "
            "and leased = 1 limit 1",
            *(self._branch.journal, jackpot, since, roll),
        )
        return found is not None

    async def _alarm(self, code: str, seq: int, why: str, fact: Fact, jackpot: str) -> None:
        said = Sentence(why, {"roll": fact["roll"], "jackpot": jackpot[:40]})
        await raise_alarm(self._transaction, self._now, code, self._cabinet, self._branch.journal, seq, said)


def stakes_of(text: str) -> dict[int, int]:
    """Seat → stake, as a claim has them."""
    return {int(seat): stake for seat, stake in orjson.loads(text).items()}


def seats_of(rows: Sequence[Claimed]) -> int:
    """Of some claims together."""
    return sum(len(stakes_of(row.stakes)) for row in rows)
