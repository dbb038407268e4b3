"""`python -m tests.sas.conformance`: the table of `docs/sas-conformance.md`, each poll with its answer, made anew.

The workshop's host tries our engine, the real desk and a journal on the disk, in emulated time, at a seat with 50.00 on
it; then once more the tickets of a machine that makes its numbers itself.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random

from controller.table.events import Event, MoveAsked, MoveEnded, UnitFound
from drivers.sas.polls.table import POLLS
from tests.drivers.sas.by_bytes import TESTS
from tests.sas.together import Together
from tests.vault.evening import Evening
from tools.sas_host.casino import Casino
from tools.sas_host.commands import STAGES
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.rig import Rig, Row, tried

PAGE = Path(__file__).parents[2] / "docs" / "sas-conformance.md"
BEGIN, END = "<!-- begin {} -->\n", "<!-- end {} -->"
CREDITS = 5_000
CENTS = 500
"""Are moved to the machine and back."""
LONGEST = 34
"""Bytes that the table shows of one message."""
SEATED: tuple[Event, ...] = (
    UnitFound(1, 0, False, ()),
    MoveAsked("bill-1", 1, "bill", CREDITS, True),
    MoveEnded("bill-1", True),
)


def machine(folder: Path, validation: str, evening: Evening | None = None) -> Together:
    """At the address of one seat."""
    return Together(folder, evening, plays_every=0.01, addresses={1: 1}, validation=validation)


def conformed(line: Together, stages: Sequence[str], events: int = 0, cents: int = 0) -> list[Row]:
    """What the host says of each poll, after so many events at the table."""
    host = Host(line)
    duty = Duty(host, Casino(Random(1)))
    host.tell = duty.hear
    while line.played < events:
        host.general(1)
        duty.turn()
    line.stands_still()
    rig = Rig(host, duty.casino, duty, 1, cents=cents, stops_play=True)
    host.in_step()
    rows = list(tried(rig, chain.from_iterable(STAGES[stage] for stage in stages)))
    line.close()
    return rows


def rows_of_the_page() -> list[Row]:
    """The same each time."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = machine(Path(folder, "1"), "system"), machine(Path(folder, "2"), "secure")
        for line in (first, second):
            for event in SEATED:
                line.happens(event)
        return conformed(first, tuple(STAGES), cents=CENTS) + conformed(second, ("tickets",), cents=CENTS)


def answers_table(rows: Sequence[Row]) -> str:
    """Everything that was tried, in the order in which it was."""
    lines = [
        (row.case.poll, row.case.name, _bytes(row.sent), _bytes(row.raw), f"{row.verdict}: {row.said}") for row in rows
    ]
    return _table(("poll", "what is tried", "sent last", "answer", "what the host says of it"), lines)


def tests_table() -> str:
    """Each poll, and the test of its bytes."""
    lines = [(f"{code:02X}", poll.name, TESTS[code].file, TESTS[code].name) for code, poll in POLLS.items()]
    return _table(("poll", "what it is about", "in `tests/drivers/sas/`", "test"), lines)


def filled(text: str) -> str:
    """The page with the tables of the code."""
    for name, table in (("answers", answers_table(rows_of_the_page())), ("tests", tests_table())):
        begin, end = BEGIN.format(name), END.format(name)
        head, _, rest = text.partition(begin)
        text = head + begin + table + end + rest.partition(end)[2]
    return text


def _bytes(data: bytes) -> str:
    shown = data[:LONGEST].hex(" ")
    return f"`{shown}{'' if len(data) <= LONGEST else f' … {len(data)} bytes'}`" if data else "–"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in _lines(head, rows))


def _lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    yield head
    yield ["---"] * len(head)
    yield from rows


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.exit(0)
