"""How fast what was recorded is proved, and how fast the proofs beside it play: entries, rounds and rolls a second.

Counted in processor time of this one process, so that other work on the machine tells little; the best of three, since
caches are shared. The goals are those of one core.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.books import load_book
from controller.certify.plan import plan
from controller.certify.play import play
from controller.certify.run import tasks_of
from controller.vault.journal.files import journal_in, open_reader
from controller.vault.journal.identity import standing_of
from controller.vault.lifecycle.creation import Birth, Life, bear
from controller.vault.prove.proof import ChainProof, DiceProof, SealProof
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.bench.vault import SEATS, fill, opened
from tests.vault.evening import KEY, Clock, Evening, close_day, make_table, new_state
from tools.simulator.cabinet.cabinet import Cabinet
from tools.simulator.cabinet.plan import FAULTS, Setup

ENTRIES = 30_000
DAYS = 6
"""Closed in it: a snapshot of each is kept."""
ROUNDS = 60
ROLLS = 50_000
TRIES = 3
Result = dict[str, Any]


def measure(entries: int = ENTRIES, rounds: int = ROUNDS, rolls: int = ROLLS) -> list[Result]:
    """All of it on one journal."""
    with tempfile.TemporaryDirectory(prefix="boxcars-bench-") as top:
        vault = Path(top) / "vault"
        clock = Clock()
        bear(vault, Birth(Life.LIVE, new_state(SEATS), clock()))
        kept = opened(vault, clock)
        world = Evening(seed=1, restless=0.01)
        for day in range(1, DAYS + 1):
            fill(kept, world, entries * day // DAYS, 100)
            close_day(kept, f"2026-09-{day:02}")
        kept.close()
        workers = len(os.sched_getaffinity(0))
        found = [
            _row("chain, signatures and MACs", "entries", kept.vault.seq, 50_000, lambda: _chain(vault)),
            _row("the same with all books", "entries", kept.vault.seq, None, lambda: _verified(vault, None)),
            _row(
                "the same, each event played again",
                "entries",
                kept.vault.seq,
                20_000,
                lambda: _verified(vault, make_table),
            ),
            _row(
                f"the same by {workers} processes, by the clock",
                "entries",
                kept.vault.seq,
                20_000,
                lambda: _verified(vault, make_table, workers),
                time.perf_counter,
            ),
        ]
    book = load_book("electronic")
    (task,) = tasks_of(plan(book), 1, rolls, rolls)
    found.append(_row("certify, all bets of the electronic book", "rolls", rolls, 30_000, lambda: play(task)))
    troubled, quiet = (Setup(1, "electronic", 4, rounds, kinds, 2, True) for kinds in (tuple(FAULTS), ()))
    return [
        *found,
        _row("simulate with every trouble and law", "rounds", rounds, 200, lambda: Cabinet(troubled, None).run()),
        _row("simulate with every law and no trouble", "rounds", rounds, None, lambda: Cabinet(quiet, None).run()),
    ]


def report(results: list[Result]) -> None:
    """For people."""
    print("proofs, a second of one core")
    for result in results:
        goal = f"goal {result['goal']:,}" if result["goal"] else ""
        print(f"  {result['what']:<44}{result['a_second']:>10,} {result['of']:<8} {goal}")


def _row(
    what: str,
    of: str,
    many: int,
    goal: int | None,
    act: Callable[[], object],
    clock: Callable[[], float] = time.process_time,
) -> Result:
    seconds = min(_seconds(act, clock) for _ in range(TRIES))
    return {"what": what, "of": of, "a_second": round(many / seconds), "goal": goal}


def _seconds(act: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    begun = clock()
    act()
    return clock() - begun


def _verified(vault: Path, table: Any, workers: int = 1) -> None:
    proof = verify(vault, ProofWanted(table, KEY, workers=workers))
    assert proof.fault is None, proof.fault


def _chain(vault: Path) -> None:
    """What needs nothing of the game: each entry is itself, signed, and its outcomes are the unit's."""
    connection = open_reader(journal_in(vault))
    standing = standing_of(connection, str(vault))
    chain, seals, dice = ChainProof(standing), SealProof(connection, standing), DiceProof(KEY)
    (head,) = connection.execute("select max(seq) from entry").fetchone()
    for row in connection.execute("select * from entry order by seq"):
        entry = chain.take(*row)
        if entry["kind"] == "born":
            seals.public_key = bytes.fromhex(entry["public_key"])
        seals.take(chain.seq, chain.hash, head)
        dice.take(chain.seq, entry)
    connection.close()
    assert seals.count > 0 < dice.count
