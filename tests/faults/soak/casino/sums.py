"""At the end of a soak: what the casino's host has, and what the journal has, are the same.

Each transfer was moved once on both sides; each exception was told, or its loss; every figure of every code of the page
is the vault's; tickets that are out and tickets that came in are worth what the meters say.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from controller.vault.read.figures import read_meters
from controller.vault.read.reader import Reader, entries
from tests.faults.soak.casino.host import CasinoHost
from tests.faults.soak.casino.house import House
from tests.sas import page
from tools.sas_host.casino import Casino, Stage

SILENCES = ("is answered by", "says nothing of it")
"""What the host notes while nobody is there to answer."""
AGAIN = "asked again:"
"""A poll that was repeated while the machine came or went: of those only whole answers that differ are a finding."""
TRANSFER, NOTE = 0x69, 0x4F
OF_NOTES = (0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50)
"""As a note is told, by its value."""


class Told(NamedTuple):
    """What was compared."""

    transfers: int
    """Moved, once on both sides."""
    not_done: int
    """Refused, or never heard of."""
    tickets: int
    """Came out, and so many of them in again."""
    taken_in: int
    exceptions: int
    """Told, each."""
    overflows: int
    """Told as lost."""
    figures: int
    """Read at the end, each the vault's."""
    polls: str
    done: dict[str, int]
    """By the host of its own accord, and what it did to the line."""


class Kept(NamedTuple):
    """By the journal."""

    queued: Counter[tuple[int, int]]
    """Address and code → how often the host is to be told."""
    lost: Counter[tuple[int, int]]
    moved: Counter[tuple[int, str]]
    """Address and the host's name of a transfer → how often money was moved for it."""


def kept(journal: Path) -> Kept:
    """All of it."""
    found = Kept(Counter(), Counter(), Counter())
    with Reader(journal) as reader, reader.view() as connection:
        (last,) = connection.execute("select max(seq) from entry").fetchone()
        for entry in entries(connection, 1, last):
            for fact in entry["decisions"] if entry["kind"] == "step" else ():
                _count(found, fact)
    return found


def _count(found: Kept, fact: dict[str, Any]) -> None:
    match fact["type"]:
        case "ExceptionQueued":
            found.queued[fact["address"], fact["code"]] += 1
        case "ExceptionLost":
            found.lost[fact["address"], fact["code"]] += 1
        case "TransferDone":
            if fact["amount"]:
                found.moved[fact["address"], fact["name"]] += 1


def agree(journal: Path, host: CasinoHost, house: House) -> Told:
    """Fails with what does not."""
    casino, has = host.casino, kept(journal)
    findings = list(filter(_is_finding, casino.found))
    assert not findings, findings[:10]
    twice = [name for name, count in has.moved.items() if count > 1]
    assert not twice, f"moved twice: {twice}"
    done = {(at, name.hex()) for (at, name), one in casino.moved.items() if one.done and one.transfer.cents.cashable}
    assert done == set(has.moved), f"host and machine differ: {sorted(done ^ set(has.moved))[:5]}"
    for address, code, missing in _untold(has, casino):
        raise AssertionError(f"machine {address}: exception {code:02X} was not told {missing} times")
    _tickets(casino, journal, house)
    return Told(
        transfers=len(done),
        not_done=len(casino.moved) - len(done),
        tickets=sum(one.stage is not Stage.GIVEN for one in casino.tickets.values()),
        taken_in=sum(one.stage is Stage.TAKEN for one in casino.tickets.values()),
        exceptions=has.queued.total(),
        overflows=has.lost.total(),
        figures=sum(_meters(journal, address, of, house) for address, of in host.figures.items()),
        polls=host.polls,
        done=dict(host.done.most_common()),
    )


def _is_finding(what: str) -> bool:
    if AGAIN in what:
        again, _, first = what.partition(AGAIN)[2].partition(" after ")
        return len(again.split()) > 2 and len(first.split()) > 2
    return not any(silence in what for silence in SILENCES)


def _untold(has: Kept, casino: Casino) -> Iterator[tuple[int, int, int]]:
    """A transfer's is over once the host knows how it ended, told or not."""
    for (address, code), count in has.queued.items():
        told = sum(casino.told[address, one] for one in (OF_NOTES if code == NOTE else (code,)))
        if code != TRANSFER and told < count:
            yield address, code, count - told


def _tickets(casino: Casino, journal: Path, house: House) -> None:
    meters = _lifetime(journal, house.first)
    out = sum(one.cents for one in casino.tickets.values() if one.stage is not Stage.GIVEN)
    came_in = sum(one.cents for one in casino.tickets.values() if one.stage is Stage.TAKEN)
    assert (out, came_in) == (meters.get("out:ticket", 0), meters.get("in:ticket", 0)), "tickets differ"


def _meters(journal: Path, address: int, figures: dict[str, int], house: House) -> int:
    seat = house.seats[address]
    own, machine = _lifetime(journal, seat), _lifetime(journal, 0)
    with Reader(journal) as reader:
        credits = read_meters(reader, seat).ledger.get(f"credits {seat}", 0)
    for code, words in page.ROWS:
        due = page.due(words, lambda name: page.meter(name, own, machine, credits))
        assert figures[code] == due, f"machine {address}: meter {code} is told as {figures[code]}, the vault has {due}"
    return len(figures)


def _lifetime(journal: Path, scope: int) -> dict[str, int]:
    with Reader(journal) as reader:
        return read_meters(reader, scope).columns["lifetime"]
