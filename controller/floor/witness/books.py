"""The books of one branch on the floor: kept by the cabinet's own clerk, so to the cent they are the same."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.facts.english import plain_text
from controller.protocol.floor import BadBatch
from controller.table.canonical import read_plain
from controller.vault.books.clerk import Clerk, clerk_of, plain_clerk
from controller.vault.books.filing import meter_row
from controller.vault.books.meters import came_back
from controller.vault.read.old_records import facts_of

DAY_MS = 86_400_000
ROWS_APART = ("ledger", "meters")
"""What of a clerk is kept as rows; the rest as one text."""


class Kept(NamedTuple):
    """What some entries leave in the books, as rows."""

    accounts: list[tuple[Any, ...]]
    meters: list[tuple[Any, ...]]
    rounds: list[tuple[Any, ...]]
    events: list[tuple[Any, ...]]
    rolls: list[tuple[Any, ...]]
    settled: list[tuple[Any, ...]]
    days: list[tuple[Any, ...]]
    figures: list[tuple[Any, ...]]
    books: str
    shown: str
    """What the page shows of the machine now."""

    def all_days(self) -> set[int]:
        """For which there has to be room."""
        return {row[0] for rows in (self.rounds, self.events, self.rolls) for row in rows}


class Books:
    """A clerk, and where it has come to."""

    def __init__(self, clerk: Clerk, seq: int, shown: dict[str, Any] | None = None) -> None:
        self.clerk, self.seq = clerk, seq
        self.shown = shown or {}

    def take(self, entries: list[dict[str, Any]]) -> Kept:
        """Entries that follow, one after the other; BadBatch where they cannot be booked."""
        rolls: list[tuple[Any, ...]] = []
        sums: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        clerk = self.clerk
        clerk.forget_rows()
        for entry in entries:
            try:
                clerk.take(entry["seq"], entry["at"], entry["kind"], entry)
                _note_money(entry, sums)
                rolls += _rolls(entry, clerk.rounds.number)
                self._show(entry)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                what = f"entry {entry['seq']}: {type(error).__name__}: {error}"
                raise BadBatch("entry_unreadable", what) from None
            if clerk.imbalance is not None:
                raise BadBatch("books_differ", f"entry {clerk.imbalance.seq}: {clerk.imbalance.what}")
            self.seq = entry["seq"]
        return self._kept(rolls, [(*key, *counts) for key, counts in sums.items()])

    def _show(self, entry: Mapping[str, Any]) -> None:
        """What a person sees of this machine; the last of each."""
        kind = entry["kind"]
        if kind == "born":
            self.shown["game"] = entry["state"]["table"]["game"]["game"]
        if kind == "started":
            self.shown["engine"] = entry["engine"]
        for fact in _facts(entry):
            if fact["type"] == "PhaseEntered":
                self.shown["phase"] = fact["phase"]
            elif fact["type"] == "ResultKnown":
                self.shown["last"] = fact["result"]
            elif fact["type"] == "TicketDrawn":
                self.shown["ticket"] = max(self.shown.get("ticket", 0), fact["sequence"])
            elif fact["type"] == "TicketPrinting":
                jobs, seat = self.shown.setdefault("jobs", {}), str(fact["seat"])
                jobs[seat] = max(jobs.get(seat, 0), fact["job"])
            elif fact["type"] == "HoldChanged":
                others = {*self.shown.get("holds", ())} - {fact["reason"]}
                self.shown["holds"] = sorted(others | ({fact["reason"]} if fact["on"] else set()))

    def clerk_text(self) -> str:
        """Everything that the clerk knows, to be compared."""
        return plain_text(plain_clerk(self.clerk))

    def all_kept(self) -> Kept:
        """Every account and meter, as if all had changed."""
        self.clerk.ledger.changed.update(self.clerk.ledger.balances)
        self.clerk.meters.changed.update(self.clerk.meters.lifetime)
        return self._kept([], [])

    def _kept(self, rolls: list[tuple[Any, ...]], settled: list[tuple[Any, ...]]) -> Kept:
        clerk = self.clerk
        ledger, meters = clerk.ledger, clerk.meters
        plain = {name: value for name, value in plain_clerk(clerk).items() if name not in ROWS_APART}
        return Kept(
            [(*account, ledger.balances[account]) for account in sorted(ledger.changed)],
            [meter_row(meters, scope) for scope in sorted(meters.changed)],
            [(row.ended_at // DAY_MS, *row[:7], plain_text(row.seats)) for row in clerk.round_rows],
            [(line.at // DAY_MS, *line[:3], *line.row) for line in clerk.logged],
            rolls,
            settled,
            [(row.day, row.closed_seq, row.closed_at, plain_text(row.totals)) for row in clerk.day_rows],
            [tuple(row) for row in clerk.figures_rows],
            plain_text(plain),
            plain_text(self.shown),
        )


def _note_money(entry: Mapping[str, Any], sums: dict[tuple[int, str], list[int]]) -> None:
    """By day and bet: how many wagers were decided, what they cost, what came back."""
    for fact in _facts(entry):
        if fact["type"] == "Settled" and fact["result"] != "off":
            counts = sums[entry["at"] // DAY_MS, fact["bet"]]
            counts[0] += 1
            counts[1] += fact["stake"] + fact["vigorish"]
            counts[2] += came_back(fact)


def _facts(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return facts_of(entry) if entry["kind"] == "step" else []


def _rolls(entry: Mapping[str, Any], round: int) -> list[tuple[Any, ...]]:
    return [
        (entry["at"] // DAY_MS, entry["seq"], entry["at"], round, plain_text(fact["result"]))
        for fact in _facts(entry)
        if fact["type"] == "ResultKnown"
    ]


def books_of(
    books: str, shown: str, accounts: list[tuple[str, str, int]], meters: list[tuple[int, str, str, str]], seq: int
) -> Books:
    """As they were kept. What is counted may be larger than 64 bits, so nothing faster reads it."""
    if not books:
        return Books(Clerk(), 0)
    plain = read_plain(books)
    plain["ledger"] = accounts
    scopes = [(str(scope), *(read_plain(counts) for counts in texts)) for scope, *texts in meters]
    names = ("lifetime", "period", "day")
    plain["meters"] = {name: {row[0]: row[n] for row in scopes if row[n]} for n, name in enumerate(names, 1)}
    return Books(clerk_of(plain), seq, read_plain(shown))
