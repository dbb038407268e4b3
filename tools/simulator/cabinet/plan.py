"""What is to happen in an evening, written down: what players want to do, and every trouble, round by round.

All of it follows from the seed, one round at a time, and stands in a list that can be written into a file, read again,
and made shorter. The rest of what people and machines do follows from what they see.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from config.files.reading import BadFile, read_text
from controller.games.interface import TableGame
from controller.games.registry import game_row, table_row
from tools.simulator.cabinet.network import KINDS
from tools.simulator.cash.acceptors import MID_NOTE, ORDERED
from tools.simulator.cash.authority import MOODS
from tools.simulator.cash.notes import table_of, values_of
from tools.simulator.cash.printers import ORDERS
from tools.simulator.dome.kind import UnitKind
from tools.simulator.dome.units import UNITS
from tools.simulator.floor.uplink import MOODS as FLOOR_MOODS
from tools.simulator.players import MOST_AT_ONCE, Wish, Wishing

MOST_WISHES = 4
AT_ONCE = 0.15
"""How often a player wants several wagers in one command."""
OF_A_PLAYER = ("wager", "wagers", "done", "cash_out")
BETTING_MS = 900
ANYWHERE_MS = 4_000
QUICK = {"spin_before": 2, "confirm_time": 1}
"""Seconds, where a game has such timers: its evenings are as short as the table's own timers make those of others."""


class Item(NamedTuple):
    """In this round, so many milliseconds after it has begun, this happens."""

    round: int
    after: int
    what: str
    args: tuple[Any, ...]

    def __str__(self) -> str:
        return f"round {self.round} +{self.after} ms: {self.what} {' '.join(map(str, self.args))}".rstrip()


class Setup(NamedTuple):
    """What a run is made from; the same setup and the same commit are the same run."""

    seed: int
    rulebook: str
    seats: int
    rounds: int
    faults: tuple[str, ...]
    slots: int = 0
    """How many seats, from the first on, have an acceptor and a printer."""
    jackpots: bool = False
    """Whether the table plays for pots of a floor."""


class Floor(NamedTuple):
    """What trouble there can be depends on."""

    seats: int
    unit: UnitKind
    own_acts: tuple[tuple[Any, ...], ...]
    """What people do at a table of this game, besides what they do at every table."""
    slots: int = 0
    notes: tuple[int, ...] = ()
    """That people have in their pockets."""


def _terminal(random: Random, floor: Floor) -> tuple[Any, ...]:
    seat = random.randrange(1, floor.seats + 1)
    what = random.choice(("crash", "crash", "hang", "lie", "lie", "flood", "deaf", "nag", "second", "goodbye"))
    return what, seat, random.randrange(200, 6000), random.randrange(2**32)


def _network(random: Random, floor: Floor) -> tuple[Any, ...]:
    role = random.choice(("terminal", "terminal", floor.unit.name, "operator", "panel", "all"))
    rate = random.choice((0.05, 0.2, 0.5, 1.0))
    return role, random.choice(KINDS), rate, random.randrange(300, 6000), random.randrange(2**32)


def _unit(random: Random, floor: Floor) -> tuple[Any, ...]:
    return (random.choice(floor.unit.orders),)


def _drivers(random: Random, floor: Floor) -> tuple[Any, ...]:
    which = random.choice((*[floor.unit.name] * 3, "panel"))
    return which, random.choice(("kill", "freeze", "cable")), random.randrange(100, 6000)


def _controller(random: Random, _floor: Floor) -> tuple[Any, ...]:
    what = random.choice(("kill", "kill", "kill", "kill_writing", "kill_torn", "stop", "freeze"))
    count = random.randrange(0, 40) if what.startswith("kill") else random.randrange(100, 6000)
    return what, count, random.randrange(50, 3000)


def _disk(random: Random, _floor: Floor) -> tuple[Any, ...]:
    what = random.choice(("io", "full", "sync"))
    return what, random.randrange(1, 60), random.randrange(1, 8000)


def _power(random: Random, _floor: Floor) -> tuple[Any, ...]:
    return random.randrange(0, 40), random.random() < 0.5, random.randrange(500, 5000), random.randrange(2**32)


def _people(random: Random, floor: Floor) -> tuple[Any, ...]:
    seat = random.randrange(1, floor.seats + 1)
    acts: tuple[tuple[Any, ...], ...] = (
        ("hold", {}),
        ("void", {"reference": "simulated"}),
        ("begin_service", {}),
        ("settings", {"change": {"bet_time": random.randrange(3, 8)}}),
        ("settings", {"change": {"denomination": random.choice((0, 50, 100))}}),
        ("close_seat", {"seat": seat}),
        ("credit", {"seat": seat, "amount": 100 * random.randrange(1, 50)}),
        ("close_out", {"reference": "simulated"}),
        ("cash_out", {"seat": seat}),
        ("reverse", {}),
        ("door", {"door": random.choice(("DOME", "LOGIC", "MAIN", "DROP"))}),
        ("press", {"button": random.choice(("SHOOT", "CASH_OUT", "SERVICE_CALL"))}),
        ("key", {"key": random.choice(("ATTENDANT", "OPERATOR"))}),
        *floor.own_acts,
    )
    return random.choice(acts)


def _acceptor(random: Random, floor: Floor) -> tuple[Any, ...]:
    seat = random.randrange(1, floor.slots + 1)
    return "acceptor", seat, random.choice(ORDERED["cctalk" if seat % 2 else "id003"])


def _mid_note(random: Random, floor: Floor) -> tuple[Any, ...]:
    seat, value = random.randrange(1, floor.slots + 1), random.choice(floor.notes)
    if random.random() < 0.2:
        return "swap", seat, random.randrange(500, 6000), random.random() < 0.5
    return "mid_note", seat, value, random.randrange(700), random.choice(MID_NOTE)


def _printer(random: Random, floor: Floor) -> tuple[Any, ...]:
    return "printer_order", random.randrange(1, floor.slots + 1), random.choice(ORDERS)


def _slot_drivers(random: Random, floor: Floor) -> tuple[Any, ...]:
    seat, which = random.randrange(1, floor.slots + 1), random.choice(("acceptor", "acceptor", "printer"))
    away = random.randrange(100, 6000)
    if random.random() < 0.15:
        return "replace", seat, which, away
    return "driver", which, seat, random.choice(("kill", "kill", "freeze", "cable")), away


def _authority(random: Random, _floor: Floor) -> tuple[Any, ...]:
    return "mood", random.choice(MOODS), random.randrange(500, 15_000)


def _lines(random: Random, _floor: Floor) -> tuple[Any, ...]:
    kind, rate = random.choice(KINDS), random.choice((0.05, 0.2, 0.5, 1.0))
    return (
        random.choice(("bills", "bills", "tickets")),
        kind,
        rate,
        random.randrange(300, 6000),
        random.randrange(2**32),
    )


def _floor(random: Random, _floor: Floor) -> tuple[Any, ...]:
    what, lasts = (
        random.choice(("is", "is", "is", "kill", "older", "refuse", "elsewhere", "cut")),
        random.randrange(500, 15_000),
    )
    match what:
        case "is":
            return what, random.choice(FLOOR_MOODS), lasts
        case "kill":
            return what, lasts
        case "older":
            return what, random.randrange(4)
        case "refuse":
            return (what,)
        case "cut":
            return what, random.randrange(12), random.randrange(50, 6000)
    return what, random.randrange(99), random.choice((None, random.randrange(10**9)))


def _floor_lines(random: Random, _floor: Floor) -> tuple[Any, ...]:
    rate = random.choice((0.05, 0.2, 0.5, 1.0))
    return "floor", random.choice(KINDS), rate, random.randrange(300, 6000), random.randrange(2**32)


OF_POTS = {"floor": (_floor, 0.4), "floor lines": (_floor_lines, 0.25)}
"""What befalls only a table that plays for pots of a floor."""
OF_SLOTS = {
    "acceptors": (_acceptor, 0.4),
    "mid-note": (_mid_note, 0.2),
    "printers": (_printer, 0.3),
    "slot drivers": (_slot_drivers, 0.15),
    "slot lines": (_lines, 0.15),
    "authority": (_authority, 0.2),
}
"""What befalls only seats with an acceptor and a printer."""
FAULTS = {
    "terminals": (_terminal, 0.25),
    "network": (_network, 0.2),
    "unit": (_unit, 0.25),
    "drivers": (_drivers, 0.12),
    "controller": (_controller, 0.15),
    "disk": (_disk, 0.04),
    "power": (_power, 0.04),
    "people": (_people, 0.15),
    **OF_SLOTS,
    **OF_POTS,
}
"""Kind of trouble → how one is made up, and how often in a round."""


class Planner:
    """Makes up one round after the other."""

    def __init__(self, setup: Setup, game: TableGame) -> None:
        self._setup = setup
        self._wishing = Wishing(game.offer(), game_row(game.name).habits)
        self._spots = game.offer()["spots"]
        self._pots = [bet for of in game.jackpots().values() for bet in of.bets] if setup.jackpots else []
        notes = tuple(filter(None, values_of(table_of(setup.seed))))
        self._floor = Floor(setup.seats, UNITS[table_row(game.name).device], _own_acts(game), setup.slots, notes)

    def items(self, number: int) -> list[Item]:
        """What is to happen in this round."""
        random = Random(f"{self._setup.seed}/{number}")
        bets = [*self._pot_bets(number), *self._bets(random, number)]
        return [*bets, *self._papers(number), *self._troubles(random, number)]

    def _pot_bets(self, number: int) -> Iterator[Item]:
        """Players want to win pots; sometimes several of them the same one."""
        random = Random(f"{self._setup.seed}/{number}/pots")
        for seat in range(1, self._setup.seats + 1) if self._pots else ():
            if random.random() < 0.5:
                bet = random.choice(self._pots)
                spot = self._spots[bet]
                amount = spot["min"] + spot["unit"] * random.randrange(5)
                yield Item(number, random.randrange(BETTING_MS // 2), "wager", (seat, *Wish("place", bet, amount)))

    def _papers(self, number: int) -> Iterator[Item]:
        """What players do with notes and tickets."""
        random, slots = Random(f"{self._setup.seed}/{number}/paper"), range(1, self._setup.slots + 1)
        for seat in slots:
            at = random.randrange(BETTING_MS)
            for _ in range(random.randrange(3)):
                yield Item(number, at, "note", (seat, random.choice(self._floor.notes)))
                at += random.randrange(300, ANYWHERE_MS)
            if random.random() < 0.4:
                yield Item(number, random.randrange(ANYWHERE_MS), "ticket", (seat, random.randrange(9), False))
            if random.random() < 0.1:
                yield Item(number, random.randrange(ANYWHERE_MS), "ticket", (seat, random.randrange(99), True))
            if random.random() < 0.25:
                yield Item(number, random.randrange(ANYWHERE_MS), "people", ("cash_out", {"seat": seat}))
        if len(slots) > 1 and random.random() < 0.15:
            one, other = random.sample(slots, 2)
            yield Item(number, random.randrange(ANYWHERE_MS), "twins", (one, random.randrange(9), other))
        if slots and random.random() < 0.1:
            yield Item(number, random.randrange(ANYWHERE_MS), "hours", (random.randrange(24, 72),))

    def _bets(self, random: Random, number: int) -> Iterator[Item]:
        for seat in range(1, self._setup.seats + 1):
            at = random.randrange(BETTING_MS)
            for _ in range(random.randrange(MOST_WISHES)):
                if random.random() < AT_ONCE:
                    wishes = [self._wishing.wish(random, seat) for _ in range(random.randrange(1, MOST_AT_ONCE + 1))]
                    yield Item(number, at, "wagers", (seat, wishes))
                else:
                    yield Item(number, at, "wager", (seat, *self._wishing.wish(random, seat)))
                at += random.randrange(60)
            if random.random() < 0.02:
                yield Item(number, at, "cash_out", (seat,))
            if random.random() < 0.97:
                yield Item(number, at + random.randrange(100), "done", (seat,))

    def _troubles(self, random: Random, number: int) -> Iterator[Item]:
        for kind in self._setup.faults:
            if (kind in OF_SLOTS and not self._setup.slots) or (kind in OF_POTS and not self._setup.jackpots):
                continue
            make, rate = FAULTS[kind]
            if random.random() < rate:
                yield Item(number, random.randrange(ANYWHERE_MS), kind, make(random, self._floor))


def _own_acts(game: TableGame) -> tuple[tuple[Any, ...], ...]:
    """A spin that is called off, whatever comes; other seconds for what the game alone has timers for."""
    own, timers = game.course.voids_result, [name for name in QUICK if name in game.settings()]
    turned = [("settings", {"change": {name: seconds}}) for name in timers for seconds in (0, QUICK[name])]
    return (*([(own, {"reference": "simulated"})] * 2 if own else ()), *turned)


# ---- written down -----------------------------------------------------------------------------------------------


def script_text(setup: Setup, items: Sequence[Item]) -> str:
    """A plan as a file: what the run is made from, then one line for each thing that happens."""
    lines = [json.dumps(setup._asdict()), *(json.dumps(item) for item in items)]
    return "\n".join(lines) + "\n"


def read_script(path: Path) -> tuple[Setup, list[Item]]:
    """A plan that was written down; BadFile says what is wrong with it."""
    try:
        first, *lines = read_text(path).splitlines()
        said = json.loads(first)
        setup = Setup(**{**said, "faults": tuple(said["faults"])})
        items = [Item(number, after, what, tuple(args)) for number, after, what, args in map(json.loads, lines)]
    except (ValueError, TypeError, KeyError) as error:
        raise BadFile(f"{path}: is no script of a simulation: {error}") from None
    return setup, items
