"""What is measured without sockets: settlement beside crapssim, starts with long journals, exact returns.

crapssim is a development dependency and these comparisons live with the tests; an installed cabinet has neither.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from controller.books import load_rules, names_of
from controller.games.par import CAP
from controller.protocol.terminals.commands import Place, TakeDown, Wagers
from controller.table.cash.acts import Credit
from controller.table.events import FromSeat, UnitFound
from controller.table.round.opening import open_game
from controller.table.snapshot import from_plain, plain
from controller.table.staff.act import OperatorAct
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from tools.bench.played import PlayedGame
from tools.bench.rows import Measured, NotMeasured, Progress, Row, at_most

FEW_ENTRIES = 1_000
MANY_ENTRIES = 1_000_000
QUICK_ENTRIES = 30_000


def returns(played: PlayedGame, _quick: bool, progress: Progress) -> Iterator[Measured]:
    """Each book as if it had never been seen."""
    names = names_of(played.name)
    for number, name in enumerate(names):
        game, book = load_rules(name)
        began = time.perf_counter()
        game.over_the_cap(game.par_sheet(book, None), CAP)
        yield at_most(
            f"exact returns of a whole rule book, {name}", time.perf_counter() - began, "s", played.returns_goal
        )
        progress((number + 1) / len(names))


def settling(played: PlayedGame, _quick: bool, progress: Progress) -> Iterator[Measured]:
    """Beside crapssim, in turns, where it plays the game too; else against a goal."""
    found = _of_the_tests(played.name)
    if found is None:
        yield NotMeasured("settling", "needs the source tree with its development packages: run `make bench` there")
        return
    yield from _beside_crapssim(found) if played.beside_crapssim else _against_goals(found)
    progress(1)


def _against_goals(found: Any) -> Iterator[Measured]:
    for result in found.measure():
        if "spins_per_second" in result and "goal" in result:
            ours, goal = result["spins_per_second"], result["goal"]
            yield Row(result["what"], ours, "spins/s", f"≥ {goal:,} spins/s", ours >= goal)


def _beside_crapssim(found: Any) -> Iterator[Measured]:
    for result in found.measure():
        ours, theirs = (result[engine]["rolls_per_second"] for engine in ("ours", "crapssim"))
        ratio, note = result["ratio"], f"{result['ours']['live_bets']} live bets"
        what = f"settling, {result['load'].partition(':')[0]}"
        yield Row(what, ours, "rolls/s", "≥ 10 × crapssim", ratio >= 10, theirs, ratio, note)


def starts(played: PlayedGame, quick: bool, progress: Progress) -> Iterator[Measured]:
    """How long a journal takes to open, with few entries and with many."""
    many = QUICK_ENTRIES if quick else MANY_ENTRIES
    with TemporaryDirectory(prefix="boxcars-bench") as place:
        few_s = _start(played.book, Path(place) / "few", FEW_ENTRIES, lambda _: None)
        many_s = _start(played.book, Path(place) / "many", many, progress)
    more, note = many_s - few_s, f"{few_s:.3f} s and {many_s:.3f} s"
    what = f"start with {many:,} journalled events, beyond that with {FEW_ENTRIES:,}"
    yield Row(what, more, "s", "same within 1 s", abs(more) <= 1, few_s, many_s / few_s, note)


def _start(book_name: str, directory: Path, entries: int, progress: Progress) -> float:
    game, book = load_rules(book_name)
    bear(directory, Birth(Life.DEMO, plain(open_game(game.name, book, range(1, 9))), 0))
    kept = _open(directory)
    kept.take(UnitFound(1, 0), 0, Dice.EMULATOR)
    kept.take(OperatorAct("bench", 1, "bench", "attendant", Credit(seat=1, amount=1_000_000)))
    number, bet = 0, game.habits.always
    while kept.vault.seq < entries:
        for lay in (Place(bet=bet, amount=500), TakeDown(bet=bet, amount=500)) * 250:
            number += 1
            kept.take(FromSeat(1, "seat-1", number, Wagers(round=kept.table.round, wagers=(lay,))))
        kept.commit()
        kept.rest()
        progress(kept.vault.seq / entries)
    kept.vault.close()
    return min(_seconds(lambda: _open(directory).vault.close()) for _ in range(3))


def _open(directory: Path) -> KeptTable:
    return KeptTable.open(directory, lambda: time.time_ns() // 1_000_000, from_plain, dice=Dice.EMULATOR)


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _of_the_tests(name: str) -> Any:
    try:
        return import_module(f"tests.bench.{name}")
    except ImportError:
        return None
