"""After a soak: what was acknowledged is read back, and the journal is verified, replayed and started from."""

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from controller.table.snapshot import from_plain, plain
from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Dice
from controller.vault.prove.report import ProofReport
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader, entries

Command = tuple[str, int]
"""Whose it is, and its number."""


class ReadBack(NamedTuple):
    """What stands in the journal."""

    accepted: Counter[tuple[Command, int]]
    """With the series in which its client counted then."""
    acts: Counter[tuple[str, str]]
    """Acts of people that were done, and what they were about."""
    settled: int
    credits: dict[int, int]
    entries: int


def proved(place: Path, unit_key: bytes) -> ProofReport:
    """The journal by itself: its chain, its signatures, its books, its dice, and every event replayed."""
    report = verify(place, ProofWanted(from_plain, unit_key))
    assert report.fault is None, report
    assert "replay" in report.proved, report
    assert "replay of the rest" not in report.not_proved, report
    return report


def read_back(place: Path) -> ReadBack:
    """Everything of it."""
    accepted: Counter[tuple[Command, int]] = Counter()
    acts: Counter[tuple[str, str]] = Counter()
    series: dict[str, int] = {}
    settled = 0
    with Reader(place) as reader, reader.view() as connection:
        (last,) = connection.execute("select max(seq) from entry").fetchone()
        for entry in entries(connection, 1, last):
            if entry["kind"] == "step":
                settled += sum(_is_settled(told) for told in entry["decisions"])
                series |= {
                    told["client"]: told["series"] for told in entry["decisions"] if told["type"] == "SeriesBegun"
                }
                _count(entry, series, accepted, acts)
        total = sum(amount for (amount,) in connection.execute("select amount from account"))
        assert total == 0
        rows = connection.execute("select of, amount from account where name = 'credits'").fetchall()
        return ReadBack(accepted, acts, settled, {int(of): amount for of, amount in rows}, last)


def _is_settled(told: dict[str, Any]) -> bool:
    return bool(told["type"] == "RoundEnded" and told["how"] == "settled")


def _count(
    entry: dict[str, Any],
    series: dict[str, int],
    accepted: Counter[tuple[Command, int]],
    acts: Counter[tuple[str, str]],
) -> None:
    event = entry["event"]
    if any(told["type"] == "Accepted" for told in entry["decisions"]):
        if event["type"] == "OperatorAct":
            acts[event["act"], event["reference"]] += 1
        elif str(event.get("client", "")).startswith("seat-"):
            accepted[(event["client"], event["id"]), series.get(event["client"], 0)] += 1


def has_all(found: ReadBack, commands: Iterable[Command], acts: Iterable[tuple[str, str]]) -> None:
    """Whatever was acknowledged is there: each command once, each act as often as it was told to be done."""
    assert max(found.accepted.values(), default=1) == 1, found.accepted.most_common(3)
    missing = set(commands) - {command for command, _ in found.accepted}
    assert not missing, f"acknowledged, and not in the journal: {sorted(missing)[:5]}"
    short = Counter(acts) - found.acts
    assert not short, f"told to be done, and not in the journal: {short}"


def starts_again(place: Path, copy: Path, unit_key: bytes) -> str:
    """A table is started from a copy, says the same as the ledger, and is proved once more. Returns where it stands."""
    shutil.copytree(place, copy)
    kept = KeptTable.open(copy, lambda: 0, from_plain, dice=Dice.EMULATOR)
    table, seq = kept.table, kept.vault.seq
    kept.vault.close()
    credits = read_back(copy).credits
    for seat in table.game.seat_numbers():
        here = table.game.money(seat).credits
        assert here == credits.get(seat, 0), f"seat {seat}: {here} at the table, {credits.get(seat)} in the books"
    assert table.outside + table.on_seats() == 0
    again = KeptTable.open(copy, lambda: 0, from_plain, dice=Dice.EMULATOR)
    assert plain(again.table) == plain(table), "two starts make two tables"
    again.vault.close()
    proved(copy, unit_key)
    return f"round {table.round} at entry {seq}"
