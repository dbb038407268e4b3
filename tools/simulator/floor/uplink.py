"""The uplink of the simulated cabinet, and the floor behind it, with its moods.

It reads what is on the disk, brings it to the floor, and carries questions and answers. What it said may come late,
twice or not at all; it may be away, or behind with its entries; it says what nobody asked; the floor may refuse, lease
nothing, be put back to an older copy of its store and hold until it is rebuilt; and other tables of the house feed the
same pots and win them.
"""

import json
from collections import deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from hashlib import sha512
from random import Random
from typing import Any, NamedTuple

from config.jackpots import Jackpot
from controller.server.loop.ports import Who
from tools.simulator.cabinet.agenda import Agenda
from tools.simulator.cabinet.network import Network
from tools.simulator.floor.pots import PotBook, Prize, Won

MOODS = ("silent", "deaf", "late", "twice", "forges", "unleased", "behind")
TAKES, MUCH_LATER = (5, 200), (800, 9000)
"""Milliseconds from and to, as a rule and in such a mood."""
REPORTS_EVERY, HERE_EVERY, COPIES_EVERY = 600, 1000, 20_000
REBUILT_AFTER = 15_000
"""Milliseconds until a floor that was put back has all journals again: nothing that it said is on its way then."""
OTHERS = "pit-2", "pit-9"
MOST_COPIES, MOST_LEASES = 4, 256
WALL = 1_790_000_000_000


class Lease(NamedTuple):
    """What the floor has signed."""

    asked_at: int
    """When the question came to the uplink; the controller said it before that."""
    names: tuple[str, ...]
    signature: str


class SimulatedUplink:
    """Of one cabinet."""

    def __init__(self, agenda: Agenda, network: Network, seed: int, jackpots: Mapping[str, Jackpot]) -> None:
        self._agenda, self._network = agenda, network
        self._random = Random(f"{seed}/uplink")
        self._jackpots = jackpots
        self.book = PotBook(jackpots)
        self._copies: deque[PotBook] = deque(maxlen=MOST_COPIES)
        self.entries: list[tuple[int, Sequence[Mapping[str, Any]]]] = []
        """What is on the disk of jackpots; whoever reads the disk puts it here."""
        self.claimed: dict[str, int] = {}
        """Claim → the entry that asks it."""
        self._others: list[tuple[str, str, int | None]] = []
        """What other tables did: which, for what pot, and the millionths that fed it, or None for a hit."""
        self._told_others: dict[int, int] = {}
        """Which of those hits → what its cabinet was told."""
        self.said: dict[str, Prize] = {}
        """Claim → what the controller was told."""
        self.leases: dict[str, Lease] = {}
        self.won: set[Won] = set()
        self._stood: dict[str, deque[tuple[int, int]]] = {name: deque(maxlen=64) for name in jackpots}
        self._mood, self._until, self._held_until = "", 0, 0
        self._refuses_next = False
        self._life = 0
        self._look_at_pots()
        self._connect()
        agenda.after(REPORTS_EVERY, self._report)
        agenda.after(COPIES_EVERY, self._copy)

    def now(self) -> int:
        """By the one clock."""
        return self._agenda.time

    # ---- troubles ----

    def happens(self, what: str, *args: Any) -> None:
        """One of them."""
        getattr(self, f"_{what}")(*args)

    def _is(self, mood: str, milliseconds: int) -> None:
        self._mood, self._until = mood, self._agenda.time + milliseconds
        if mood == "forges":
            self._forge()

    def _kill(self, milliseconds: int) -> None:
        """The uplink's process is gone for a while."""
        self._network.close(self._connection)
        self._life += 1
        self._agenda.after(milliseconds, self._connect)

    def _refuse(self) -> None:
        """The next claim."""
        self._refuses_next = True

    def _older(self, which: int) -> None:
        """The floor's store is put back to a copy; it holds until it has everything again."""
        if self._copies:
            self.book = deepcopy(self._copies[which % len(self._copies)])
            self._held_until = self._agenda.time + REBUILT_AFTER
            self._look_at_pots()

    def _elsewhere(self, which: int, parts: int | None) -> None:
        """Another table of the house feeds a pot, or wins it."""
        name = sorted(self._jackpots)[which % len(self._jackpots)]
        self._others.append((OTHERS[which % len(OTHERS)], name, parts))

    def calm(self) -> None:
        """No more trouble."""
        self._mood, self._held_until, self._refuses_next = "", 0, False

    def is_done(self) -> bool:
        """Whether the floor has all that there is."""
        return (self.book.taken, self.book.others) == (len(self.entries), len(self._others))

    def _now_it_is(self, mood: str) -> bool:
        return self._mood == mood and self._agenda.time < self._until

    # ---- to the floor ----

    def _report(self) -> None:
        """What is on the disk comes into the floor's book, and what other tables have there; entry by entry."""
        self._agenda.after(REPORTS_EVERY, self._report)
        if self._now_it_is("behind") or self._now_it_is("deaf") or self._agenda.time < self._held_until:
            return
        book = self.book
        for _, facts in self.entries[book.taken :]:
            for fact in facts:
                self._take(fact)
        book.taken = len(self.entries)
        for place, (cabinet, name, parts) in enumerate(self._others[book.others :], book.others):
            if parts is not None:
                book.feed(name, parts)
            else:
                won = book.win(name, cabinet, self._told_others.get(place))
                self._told_others[place] = won.amount
                self.won.add(won)
        book.others = len(self._others)
        self._look_at_pots()

    def _take(self, fact: Mapping[str, Any]) -> None:
        book = self.book
        if fact["type"] == "JackpotFed":
            book.feed(fact["jackpot"], fact["parts"])
            book.own_fed[fact["jackpot"]] = book.own_fed.get(fact["jackpot"], 0) + fact["parts"]
        elif fact["type"] == "JackpotClaimed":
            for name in sorted(fact["hits"]):
                self._decide(f"{fact['roll']}/{name}", name)

    def _decide(self, request: str, name: str) -> None:
        """Once, in the order in which they come; what a cabinet has heard from a store that is lost, counts."""
        book, told = self.book, self.said.get(request)
        number = len(book.prizes) + 1 if told is None else told.number
        if self._refuses_next if told is None else told.verdict == "refused":
            self._refuses_next = False
            book.prizes[request] = Prize("refused", 0, number)
            return
        won = book.win(name, "pit-1", None if told is None else told.amount)
        book.prizes[request] = Prize("won", won.amount, number)
        self.won.add(won)

    def _copy(self) -> None:
        self._agenda.after(COPIES_EVERY, self._copy)
        if self._agenda.time >= self._held_until:
            self._copies.append(deepcopy(self.book))

    def _look_at_pots(self) -> None:
        for name, stood in self._stood.items():
            stood.append((self._agenda.time, self.book.prize(name)))

    def most_since(self, name: str, time: int) -> int:
        """The most that a hit would have been paid since then."""
        stood = list(self._stood[name])
        since = [amount for at, amount in stood if at >= time]
        return max([*since, *[amount for at, amount in stood if at < time][-1:]])

    # ---- the line ----

    def _connect(self) -> None:
        self._life += 1
        life = self._life
        self._connection = self._network.connect(Who("local floor", "floor"), lambda data: self._hear(data, life))
        self._say_here(life)

    def _say_here(self, life: int) -> None:
        if life == self._life:
            self._say(kind="uplink_here")
            self._agenda.after(HERE_EVERY, lambda: self._say_here(life))

    def _say(self, **message: Any) -> None:
        self._connection.say(json.dumps(message).encode())

    def _hear(self, data: bytes, life: int) -> None:
        if life != self._life or self._now_it_is("deaf"):
            return
        message = json.loads(data)
        match message["kind"]:
            case "who_is_there":
                self._say(kind="uplink_here")
            case "pots_asked":
                asked_at = self._agenda.time
                self._soon(life, lambda: self._answer_pots(message, asked_at, life))
            case "floor_asks":
                if self._now_it_is("forges"):
                    self._forge()
                for ask in message["asks"]:
                    self._check_ask(ask)
                    self._soon(life, lambda ask=ask: self._answer_ask(ask, life))

    def _soon(self, life: int, act: Any) -> None:
        after = self._random.randrange(*(MUCH_LATER if self._now_it_is("late") else TAKES))
        self._agenda.after(after, lambda: act() if life == self._life else None)

    def _answers(self, life: int, **message: Any) -> None:
        if self._now_it_is("silent"):
            return
        self._say(**message)
        if self._now_it_is("twice"):
            again = self._random.randrange(*MUCH_LATER)
            self._agenda.after(again, lambda: self._say(**message) if life == self._life else None)

    def _answer_pots(self, asked: Mapping[str, Any], asked_at: int, life: int) -> None:
        nonce, held = asked["nonce"], self._agenda.time < self._held_until
        same = (name for name, of in sorted(self._jackpots.items()) if asked["jackpots"].get(name) == of.digest())
        names = () if held or self._now_it_is("unleased") else tuple(same)
        signature = sha512(f"{nonce} {names}".encode()).hexdigest() if names else ""
        if names:
            self.leases[nonce] = Lease(asked_at, names, signature)
            for old in list(self.leases)[:-MOST_LEASES]:
                del self.leases[old]
        self._answers(life, kind="pots_told", nonce=nonce, leased=names, lease=signature, at=WALL, **self._told())

    def _told(self) -> dict[str, Any]:
        pots = [
            {"jackpot": name, "amount": self.book.prize(name), "hits": of.hits} for name, of in self.book.sums.items()
        ]
        return {"pots": pots, "wins": [{**win._asdict(), "at": WALL} for win in self.book.wins[:-6:-1]]}

    def _check_ask(self, ask: Mapping[str, Any]) -> None:
        if self.claimed.get(ask["request"]) != ask["entry"]:
            raise AskedOfNothing(f"{ask} is asked, and no such entry is on the disk")

    def _answer_ask(self, ask: Mapping[str, Any], life: int) -> None:
        prize = self.book.prizes.get(ask["request"])
        if prize is None or self._agenda.time < self._held_until:  # its entry has not come
            return
        self.said[ask["request"]] = prize
        self._answers(life, **_answer(ask["request"], prize.verdict, prize.amount, prize.number))

    def _forge(self) -> None:
        """What nobody asked, or was asked long ago: none of it is an answer."""
        open_claims = [request for request in self.claimed if request not in self.said]
        request = self._random.choice(open_claims or ["1/boxcars"])
        for said in (
            _answer(request, "won", 10**9, 0),
            _answer(request, "granted", 10**9, 7),
            _answer("999999/boxcars", "won", 10**9, 7),
            {**_answer(request, "won", 10**9, 7), "do": "lock"},
            self._lease_of("f" * 16),
        ):
            self._say(**said)

    def _lease_of(self, nonce: str) -> dict[str, Any]:
        """That the floor never gave."""
        pots = [{"jackpot": name, "amount": 10**9, "hits": 0} for name in self._jackpots]
        lease = {"leased": sorted(self._jackpots), "lease": "ab" * 64, "at": WALL}
        return {"kind": "pots_told", "nonce": nonce, **lease, "pots": pots, "wins": []}


class AskedOfNothing(AssertionError):
    """The controller asks what no entry on the disk asks."""


def _answer(request: str, verdict: str, amount: int, decision: int) -> dict[str, Any]:
    said = {"do": "claim", "request": request, "verdict": verdict, "amount": amount, "decision": decision}
    return {"kind": "floor_answered", **said, "hash": "cd" * 32 if decision else "", "last": 0}
