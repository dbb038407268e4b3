"""The cage at a console: `boxcars floor ticket|pay|settle|expire|liability`."""

import argparse
import asyncio
import sys
from getpass import getpass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor
from controller.floor.screen.looks import as_csv
from controller.floor.screen.people import LONGEST_PASSWORD, People
from controller.floor.store.database import Database
from controller.floor.store.decisions import decide
from controller.floor.store.opening import now_ms
from controller.floor.tickets.cage import liability
from controller.floor.tickets.counter import ALONE, Beside, Counter
from controller.floor.tickets.papers import FloorTicket
from controller.floor.tickets.second_place import FloorCopy


async def do(store: Database, floor: Floor, key: Ed25519PrivateKey, options: argparse.Namespace) -> None:
    """One of them; NotSo says why not. A look at what is not there is on record too."""
    place, by = FloorCopy(Path(floor.head)), options.by
    counter = Counter(store, key, place, floor.pays_alone, People(store), asyncio.Lock())
    match options.act:
        case "ticket":
            _show(await counter.look(options.number, by))
        case "pay":
            _show(await counter.pay(options.number, by, _beside(options.beside)))
        case "settle":
            _show(await counter.settle(options.number, options.state, by, _beside(options.beside)))
        case "expire":
            gone = await counter.expire(by)
            print(f"{len(gone)} tickets, {sum(paper.amount for paper in gone)}")
        case "liability":
            async with store.writing() as transaction:
                await decide(transaction, key, now_ms(), "liability_taken_away", {"by": by})
                found = await liability(transaction, now_ms())
            print(as_csv([one._asdict() for one in found]), end="")


def _beside(name: str) -> Beside:
    """The second person types a password, which is not shown, or gives it on one line of standard input."""
    if not name:
        return ALONE
    if sys.stdin.isatty():
        return Beside(name, getpass(f"password of {name}: "))
    return Beside(name, sys.stdin.readline(LONGEST_PASSWORD + 1).rstrip("\n"))


def _show(paper: FloorTicket) -> None:
    of = f" by {paper.holder.cabinet} {paper.holder.request}" if paper.holder.cabinet else ""
    print(f"…{paper.number[-4:]}  {paper.state}{of}  {paper.amount}  printed at {paper.by.cabinet}")
