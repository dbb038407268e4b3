"""The cage at a console: `boxcars floor ticket|pay|settle|expire|liability`."""

import argparse
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Floor
from controller.floor.looks import as_csv
from controller.floor.store.database import Database
from controller.floor.store.opening import now_ms
from controller.floor.tickets.cage import Cage, NotSo, liability
from controller.floor.tickets.papers import Paper
from controller.floor.tickets.second_place import SecondPlace


async def do(store: Database, floor: Floor, key: Ed25519PrivateKey, options: argparse.Namespace) -> None:
    """One of them; NotSo says why not. A look at what is not there is on record too."""
    if options.act == "liability":
        async with store.reading() as transaction:
            print(as_csv([one._asdict() for one in await liability(transaction, now_ms())]), end="")
        return
    why: NotSo | None = None
    async with store.writing() as transaction:
        cage = await Cage.of(transaction, key, now_ms(), floor.pays_alone)
        try:
            await _do(cage, options)
        except NotSo as error:
            why = error
    SecondPlace(Path(floor.head)).say(cage.last)
    if why is not None:
        raise why


async def _do(cage: Cage, options: argparse.Namespace) -> None:
    match options.act:
        case "ticket":
            _show(await cage.look(options.number, options.by))
        case "pay":
            _show(await cage.pay(options.number, options.by, options.beside))
        case "settle":
            _show(await cage.settle(options.number, options.state, options.by, options.beside))
        case "expire":
            gone = await cage.expire(options.by)
            print(f"{len(gone)} tickets, {sum(paper.amount for paper in gone)}")


def _show(paper: Paper) -> None:
    of = f" by {paper.holder.cabinet} {paper.holder.request}" if paper.holder.cabinet else ""
    print(f"…{paper.number[-4:]}  {paper.state}{of}  {paper.amount}  printed at {paper.by.cabinet}")
