"""How the pots stand, for cabinets; and for a few seconds the floor's word that wagers may play for them.

A lease is given for jackpots of which the cabinet's rule book says what this floor says, to a journal that waits for
nobody, while the floor is sure of itself. It needs no row: who gave it is proved by its signature.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.jackpots import MOST_JACKPOTS, Jackpot
from config.text.sentence import Sentence
from controller.floor.jackpots.rows import KnownPot, pots, say_pot
from controller.floor.jackpots.told import last_wins
from controller.floor.store.alarms import end_alarm, raise_alarm
from controller.floor.store.database import Database, Transaction
from controller.floor.store.decisions import decide
from controller.floor.tickets.hold import why_held
from controller.floor.tickets.standing import standing
from controller.games.jackpots import Pot
from controller.protocol.floor import KNOWN
from controller.protocol.jackpots.pots import MOST_WINS, PotNow, PotsSaid, WinNow, lease_text
from controller.vault.journal.chain import NOTHING_BEFORE

LOOK_MS = 100
"""A look at the pots serves all who ask within it."""


class PotsVerdict(NamedTuple):
    """What a cabinet is answered."""

    code: str
    journal: str
    seq: int
    hash: bytes
    at: int
    nonce: str
    leased: list[str]
    lease: str
    pots: list[PotNow]
    wins: list[WinNow]


class _Seen(NamedTuple):
    known: dict[str, KnownPot]
    wins: list[WinNow]
    held: str
    at: float


class Leases:
    """Of one floor."""

    def __init__(
        self, database: Database, key: Ed25519PrivateKey, jackpots: dict[str, Jackpot], now: Callable[[], int]
    ) -> None:
        self._database, self._key, self._jackpots, self._now = database, key, jackpots, now
        self._seen: _Seen | None = None
        self._odd: dict[str, list[str]] = {}

    async def begin(self) -> None:
        """What the settings say of jackpots holds from here on; what they no longer name is played for no more, and
        what is in it stays there, for claims that come late."""
        async with self._database.writing() as transaction:
            await transaction.rows("select only_one from floor for update")
            known = await pots(transaction)
            for name, of in self._jackpots.items():
                was = known.get(name)
                new = _as_said(name, of, was)
                if new != was:
                    await say_pot(transaction, new)
                    await self._note(transaction, "jackpot_set", new)
            for name in known.keys() - self._jackpots.keys():
                if known[name].is_open:
                    closed = known[name]._replace(is_open=False)
                    await say_pot(transaction, closed)
                    await self._note(transaction, "jackpot_closed", closed)

    async def _note(self, transaction: Transaction, kind: str, known: KnownPot) -> None:
        said = {"jackpot": known.jackpot, "digest": known.of.digest(), "base": known.of.base}
        await decide(transaction, self._key, self._now(), kind, {**said, "ceiling": known.of.ceiling})

    async def ask(self, said: PotsSaid) -> PotsVerdict:
        """Every pot of the house, as what is won of any is told at all of its tables; those that it plays for come
        first, with a lease of those that are the same here."""
        seen = await self._look()
        async with self._database.reading() as transaction:
            of = await standing(transaction, said.cabinet, said.journal)
        seq, hash = (0, NOTHING_BEFORE) if of.branch is None else (of.branch.seq, of.branch.hash)
        here = {name: seen.known[name] for name in said.jackpots if name in seen.known}
        same = [name for name, one in sorted(here.items()) if one.is_open and one.of.digest() == said.jackpots[name]]
        await self._note_differences(said, same)
        leased = same if of.code == KNOWN and not seen.held else []
        at = self._now()
        text = lease_text(said.cabinet, said.journal, said.nonce, at, leased)
        lease = self._key.sign(text).hex() if leased else ""
        others = {name: one for name, one in seen.known.items() if one.is_open and name not in here}
        of_house = [*sorted(here.items()), *sorted(others.items())][:MOST_JACKPOTS]
        told = [PotNow(jackpot=name, amount=one.pot.prize, hits=one.pot.hits) for name, one in of_house]
        wins = [win for win in seen.wins if win.jackpot in dict(of_house)]
        return PotsVerdict(of.code, said.journal, seq, hash, at, said.nonce, leased, lease, told, wins)

    async def _note_differences(self, said: PotsSaid, same: list[str]) -> None:
        """A rule book that says another thing of a jackpot than this floor is somebody's mistake."""
        odd = sorted(said.jackpots.keys() - set(same))
        text = f"{said.cabinet} plays for {', '.join(odd)}, of which its rule book says another thing, or none is here"
        about = Sentence(text, {"jackpot": ", ".join(odd)})
        if odd == self._odd.get(said.cabinet):
            return
        async with self._database.writing() as transaction:
            if odd:
                await raise_alarm(transaction, self._now(), "jackpot_differs", said.cabinet, "", 0, about)
            else:
                await end_alarm(transaction, "jackpot_differs", said.cabinet)
        self._odd[said.cabinet] = odd

    async def _look(self) -> _Seen:
        seen = self._seen
        if seen is None or 1000 * (time.monotonic() - seen.at) >= LOOK_MS:
            began = time.monotonic()
            async with self._database.reading() as transaction:
                known, won = await pots(transaction), await last_wins(transaction, MOST_WINS)
                seen = self._seen = _Seen(known, won, await why_held(transaction), began)
        return seen


def _as_said(name: str, of: Jackpot, was: KnownPot | None) -> KnownPot:
    """A new one has its base; of one that is there base and ceiling change, for the next pot and from now on."""
    pot = Pot(of.base, of.ceiling).begun() if was is None else was.pot._replace(base=of.base, ceiling=of.ceiling)
    return KnownPot(name, of, True, pot)
