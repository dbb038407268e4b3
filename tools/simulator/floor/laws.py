"""What must hold of jackpots, by what is on the disk and by the floor's book.

Nothing is played for a pot without a lease of the floor that is good at the close; every settled wager feeds its pot
once, to the millionth; every hit is claimed, by an entry on the disk, before it is asked; it is paid once, to whom it
was won by, as the floor decided, divided by stake; until then its seats are locked; and no screen promises more than
the floor would have paid within the last second.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from config.jackpots import Jackpot
from controller.games.interface import Shown
from controller.table.phases import Phase
from controller.table.state import Table
from tools.simulator.checks import Broken
from tools.simulator.floor.uplink import SimulatedUplink

LEASE_MS = 5000
SHOWN_MS = 1000
CLOSED = (Phase.BETTING, Phase.IDLE)

Data = Mapping[str, Any]


class JackpotLawBroken(Broken):
    """Which of them, and how that was seen."""

    def __init__(self, law: str, text: str) -> None:
        super().__init__(text)
        self.law, self.text = law, text


class JackpotLaws:
    """The watcher of all pots of one cabinet."""

    def __init__(self, jackpots: Mapping[str, Jackpot], uplink: SimulatedUplink) -> None:
        self._jackpots, self._uplink = jackpots, uplink
        self._claims: dict[str, dict[int, int]] = {}
        """What nobody has paid or let go."""
        self._refused: set[str] = set()
        self._fed: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        """Claim → what was paid on it."""
        self.seen: Counter[str] = Counter()

    # ---- an event was taken ----

    def took(self, before: Table, table: Table) -> None:
        """When bets close."""
        if before.phase is not Phase.BETTING or table.phase in CLOSED:
            return
        lease = table.jackpots.closed
        for name in self._jackpots:
            if table.game.jackpot_stakes(name) and (lease is None or name not in lease.jackpots):
                raise JackpotLawBroken("lease", f"bets closed with wagers for {name} and no lease")
        if lease is not None:
            self._check_lease(lease.nonce, lease.jackpots, lease.signature)

    def _check_lease(self, nonce: str, names: tuple[str, ...], signature: str) -> None:
        given = self._uplink.leases.get(nonce)
        if given is None or (given.names, given.signature) != (names, signature):
            raise JackpotLawBroken("lease", f"{nonce} is no lease of the floor's for {names}")
        if (age := self._uplink.now() - given.asked_at) >= LEASE_MS:
            raise JackpotLawBroken("lease", f"bets closed under a lease that was asked for {age} ms ago")

    # ---- an entry is on the disk ----

    def entry(self, before: Table, after: Table, entry: Data) -> None:
        """One entry, and the table before and after it."""
        facts = [fact for fact in entry["decisions"] if fact["type"] in LOOKS]
        due = _due(before, entry["decisions"], self._jackpots)
        for name, stake, roll in due.fed:
            fed = {"jackpot": name, "stake": stake, "parts": stake * self._jackpots[name].rate, "roll": roll}
            if sum(fed.items() <= fact.items() for fact in facts) != 1:
                raise JackpotLawBroken("fed", f"entry {entry['seq']} should feed {fed}, once; it has {facts}")
        claimed = {name: of for fact in facts if fact["type"] == "JackpotClaimed" for name, of in fact["hits"].items()}
        if {name: of for name, of in claimed.items() if name not in due.open} != due.hits:
            raise JackpotLawBroken("hit", f"entry {entry['seq']} should claim {due.hits}, and claims {claimed}")
        for fact in facts:
            self.seen[fact["type"]] += 1
            LOOKS[fact["type"]](self, entry["seq"], fact)
        self._paid_in_this([fact for fact in facts if fact["type"] == "JackpotPaid"])
        self._let_go(entry)
        self._check_locks(after)
        if facts:
            self._uplink.entries.append((entry["seq"], facts))

    def _was_fed(self, seq: int, fact: Data) -> None:
        self._fed[fact["jackpot"]] += fact["parts"]
        if fact["nonce"] not in self._uplink.leases:
            raise JackpotLawBroken("lease", f"entry {seq} feeds {fact['jackpot']} under no lease of the floor's")

    def _claimed(self, seq: int, fact: Data) -> None:
        for name, stakes in fact["hits"].items():
            request = f"{fact['roll']}/{name}"
            if request in self._uplink.claimed:
                raise JackpotLawBroken("claim", f"{request} is claimed again, by entry {seq}")
            self._uplink.claimed[request] = seq
            self._claims[request] = {int(seat): stake for seat, stake in stakes.items()}

    def _refuses(self, _seq: int, fact: Data) -> None:
        self._refused.add(f"{fact['roll']}/{fact['jackpot']}")

    def _paid_in_this(self, paid: list[Data]) -> None:
        """All parts of a prize are paid together."""
        parts: dict[str, dict[int, int]] = {}
        for fact in paid:
            parts.setdefault(f"{fact['roll']}/{fact['jackpot']}", {})[fact["seat"]] = fact["amount"]
        if len(paid) != sum(map(len, parts.values())):
            raise JackpotLawBroken("paid twice", f"a seat has two parts of one prize: {paid}")
        for request, of_seats in parts.items():
            stakes = self._claims.pop(request, None)
            if stakes is None:
                raise JackpotLawBroken("paid twice", f"{request} waits for nothing, and {of_seats} is paid")
            prize = self._uplink.said.get(request)
            if prize is None or prize.verdict != "won":
                raise JackpotLawBroken("guess", f"{request} is paid, and the floor said {prize}")
            if of_seats != _divided(prize.amount, stakes):
                raise JackpotLawBroken("divided", f"{prize.amount} by {stakes} is paid as {of_seats}")
            self.paid[request] = prize.amount

    def _let_go(self, entry: Data) -> None:
        """A supervisor has let a seat go that waited for what was refused."""
        event = entry["event"]
        if event.get("act") == "release_jackpot" and any(fact["type"] == "Accepted" for fact in entry["decisions"]):
            for request in [one for one in self._refused if event["seat"] in self._claims.get(one, {})]:
                self._refused.remove(request)
                del self._claims[request]

    def _check_locks(self, after: Table) -> None:
        waits = Counter(seat for stakes in self._claims.values() for seat in stakes)
        there = {seat: state.claims for seat, state in after.seats.items() if state.claims}
        if there != waits:
            raise JackpotLawBroken("lock", f"{dict(waits)} claims wait for the floor, seats are locked for {there}")

    # ---- somebody was told ----

    def shown(self, told: Data) -> None:
        """To everybody."""
        for pot in told.get("pots", ()):
            most = self._uplink.most_since(pot["jackpot"], self._uplink.now() - SHOWN_MS)
            if pot["amount"] is not None and pot["amount"] > most:
                raise JackpotLawBroken("shown", f"{pot} is on the screens, and {most} was the most to be paid")
        won = told.get("won")
        if won is not None and (won["jackpot"], won["hit"], won["cabinet"], won["amount"]) not in self._uplink.won:
            raise JackpotLawBroken("shown", f"{won} is on the screens, and nobody won it")

    # ---- the end ----

    def ended(self) -> None:
        """All is quiet: every contribution and every prize is in the floor's book, once."""
        book = self._uplink.book
        if self._claims:
            raise JackpotLawBroken("claim", f"{self._claims} still wait for the floor")
        prizes = {name: prize.amount for name, prize in book.prizes.items() if prize.verdict == "won"}
        if prizes != self.paid:
            raise JackpotLawBroken("paid", f"{dict(self.paid)} was paid, and {prizes} was won")
        if book.own_fed != {name: parts for name, parts in self._fed.items() if parts}:
            raise JackpotLawBroken("fed", f"the journal feeds {dict(self._fed)}, the floor has {book.own_fed}")


class _Due:
    """What a settled round has to say of jackpots."""

    def __init__(self) -> None:
        self.fed: list[tuple[str, int, int]] = []
        self.hits: dict[str, dict[str, int]] = {}
        self.open: set[str] = set()
        """Pots of a whole hand: who has a part in them, an earlier round may have said."""


def _due(before: Table, decisions: list[Data], jackpots: Mapping[str, Jackpot]) -> _Due:
    due = _Due()
    settled = any(fact["type"] == "RoundEnded" and fact["how"] == "settled" for fact in decisions)
    results = [(fact["roll_id"], fact["result"]) for fact in decisions if fact["type"] == "ResultKnown"]
    if not settled:
        return due
    roll, result = results[0] if results else (before.throw.id if before.throw else 0, before.result)
    rolls = next(fact["details"].get("roll_count") for fact in decisions if fact["type"] == "RoundEnded")
    for name, of in jackpots.items():
        stakes = before.game.jackpot_stakes(name)
        if stakes:
            due.fed.append((name, sum(stakes.values()), roll))
        if "hand" in of.trigger and of.trigger["hand"] == rolls:
            due.open.add(name)
        elif stakes and of.trigger.get("roll") == _pair(result):
            due.hits[name] = {str(seat): stake for seat, stake in stakes.items()}
    return due


def _pair(result: Shown | None) -> str:
    return "-".join(map(str, sorted((result or {}).get("faces", ()))))


def _divided(prize: int, stakes: Mapping[int, int]) -> dict[int, int]:
    """By stake; what is left over goes to the lowest seat."""
    of_each = {seat: prize * stake // sum(stakes.values()) for seat, stake in stakes.items()}
    of_each[min(of_each)] += prize - sum(of_each.values())
    return of_each


LOOKS: dict[str, Any] = {
    "JackpotFed": JackpotLaws._was_fed,
    "JackpotClaimed": JackpotLaws._claimed,
    "JackpotRefused": JackpotLaws._refuses,
    "JackpotPaid": lambda *_: None,
}
