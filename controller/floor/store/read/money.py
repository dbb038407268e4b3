"""What the house held beside what it should have held, by machine, game, bet and day; what went in and out as cash,
what lies in the boxes, and how tickets stand. Every figure is one of the cabinet's own meters, or a sum of them.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from controller.floor.store.database import Transaction
from controller.table.canonical import read_plain
from controller.vault.counts.hold_figures import Counts, Held, by_bet, held

Plain = dict[str, Any]
CASH = ("in", "out", "reversed", "unpaid", "dropped", "drop_counted", "drop_over", "drop_short", "unknown", "lapsed")


class MoneyQuestion(NamedTuple):
    """Which days, counted from 1 January 1970 in UTC; which machine and game, empty: all."""

    first: int = 0
    last: int = 10**6
    cabinet: str = ""
    game: str = ""


class Stretch(NamedTuple):
    """What a machine counted on one day."""

    cabinet: str
    game: str
    day: int
    counts: Counts


async def money(transaction: Transaction, asked: MoneyQuestion) -> Plain:
    """All of it for these days."""
    found = await _stretches(transaction, asked)
    return {
        "machines": _held_by(found, lambda one: one.cabinet),
        "games": _held_by(found, lambda one: one.game),
        "days": _held_by(found, lambda one: one.day),
        "bets": _bets(found),
        "cash": _cash(found),
        "tickets": await _tickets(transaction, asked),
        "cabinets": await _cabinets(transaction),
    }


async def _stretches(transaction: Transaction, asked: MoneyQuestion) -> list[Stretch]:
    rows = await transaction.rows(
        "select j.cabinet, b.shown, x.day, x.counts from counted x "
        "join journal j on j.journal = x.journal and j.branch = x.branch "
        "join branch b on b.journal = x.journal and b.branch = x.branch where x.day >= $1 and x.day <= $2",
        *(asked.first, asked.last),
    )
    games = {text: read_plain(text).get("game", "") for text in {row["shown"] for row in rows}}
    found = [Stretch(row["cabinet"], games[row["shown"]], row["day"], read_plain(row["counts"])) for row in rows]
    return [one for one in found if asked.cabinet in ("", one.cabinet) and asked.game in ("", one.game)]


def _sum(found: Iterable[Counts]) -> Counts:
    total: dict[str, int] = defaultdict(int)
    for counts in found:
        for name, amount in counts.items():
            total[name] += amount
    return total


def _held_by(found: list[Stretch], key: Any) -> list[Plain]:
    """Machines play by themselves, so what chance may do to them together is the sum of their variances."""
    parts: dict[Any, list[Counts]] = defaultdict(list)
    for one in found:
        parts[key(one)].append(one.counts)
    return [{"name": name, **_plain(held(_sum(parts[name])))} for name in sorted(parts)]


def _bets(found: list[Stretch]) -> list[Plain]:
    told = []
    for game in sorted({one.game for one in found}):
        counts = _sum(one.counts for one in found if one.game == game)
        told += [{"game": game, "name": bet, **_plain(held(part))} for bet, part in by_bet(counts).items()]
    return told


def _plain(figures: Held) -> Plain:
    due = figures.theoretical
    return {
        "wagered": figures.wagered,
        "actual": figures.actual,
        "due": None if due is None else round(due),
        "band": None if figures.band is None else list(figures.band),
        "within": figures.within,
    }


def _cash(found: list[Stretch]) -> list[Plain]:
    """By machine: the meters of cash, each as it is called on the cabinet."""
    told = []
    for cabinet in sorted({one.cabinet for one in found}):
        counts = _sum(one.counts for one in found if one.cabinet == cabinet)
        own = {name: amount for name, amount in counts.items() if amount and name.partition(":")[0] in CASH}
        told.append({"name": cabinet, "meters": own})
    return told


async def _tickets(transaction: Transaction, asked: MoneyQuestion) -> list[Plain]:
    """How many stand how, now, and what they are worth."""
    rows = await transaction.rows(
        "select cabinet, state, count(*) as many, sum(amount) as amount from tickets group by cabinet, state "
        "order by cabinet, state"
    )
    told = [{**row, "many": int(row["many"]), "amount": int(row["amount"])} for row in rows]
    return [one for one in told if asked.cabinet in ("", one["cabinet"])]


async def _cabinets(transaction: Transaction) -> list[str]:
    return [row["cabinet"] for row in await transaction.rows("select cabinet from cabinet order by cabinet")]
