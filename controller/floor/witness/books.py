"""The books of one branch on the floor: kept by the cabinet's own clerk, so to the cent they are the same."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from controller.facts.english import plain_text
from controller.floor.witness.records import DAY_MS, Data, Gathered, Row, records
from controller.protocol.floor import BadBatch
from controller.table.canonical import read_plain
from controller.vault.books.clerk import OF_TICKETS, Clerk, clerk_of, plain_clerk
from controller.vault.books.filing import meter_row
from controller.vault.books.tickets import Ticket
from controller.vault.counts.meters import SINCE, TABLE, came_back
from controller.vault.read.old_records import facts_of

ROWS_APART = ("ledger", "meters")
"""What of a clerk is kept as rows; the rest as one text."""


SEAT_WAITS: dict[str, tuple[tuple[str, ...], bool]] = {
    "hand_pay": (("hand_pay",), True),
    "large_win": (("large_win",), True),
    "pot": (("pot",), True),
    "calls": (("calls",), True),
    "unlocked": (("hand_pay", "large_win", "pot"), False),
    "attended": (("calls",), False),
}
"""What a seat waits for from this change on, or no more."""


class Kept(NamedTuple):
    """What some entries leave in the books, as rows."""

    accounts: list[Row]
    meters: list[Row]
    settled: list[Row]
    tickets: list[Row]
    counted: list[Row]
    added: dict[str, list[Row]]
    """Table → rows that were not there before."""
    books: str
    shown: str
    """What the page shows of the machine now."""


class Books:
    """A clerk, and where it has come to."""

    def __init__(self, clerk: Clerk, seq: int, shown: dict[str, Any] | None = None, more: Data | None = None) -> None:
        self.clerk, self.seq = clerk, seq
        self.shown = shown or {}
        told = more or {}
        self._round = Gathered(told.get("round"))
        self._stretch: tuple[int, int] = tuple(told.get("stretch", (0, -1)))
        """The first of these entries that were written on one day, and that day."""
        self._before: dict[str, int] = told.get("before", {})
        """How the table's meters stood when it began."""
        self._seam: int = told.get("seam", 0)
        """The entry that this floor began with, where archives of what was before came later: what is gathered begins
        anew there, as it did then."""

    def take(self, entries: list[dict[str, Any]]) -> Kept:
        """Entries that follow, one after the other; BadBatch where they cannot be booked."""
        sums: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._numbers: dict[str, tuple[int, int]] = {}
        self._counted: list[Row] = []
        added: dict[str, list[Row]] = defaultdict(list)
        self.clerk.forget_rows()
        for entry in entries:
            try:
                self._take(entry, sums, added)
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                what = f"entry {entry['seq']}: {type(error).__name__}: {error}"
                raise BadBatch("entry_unreadable", what) from None
            if self.clerk.imbalance is not None:
                imbalance = self.clerk.imbalance
                raise BadBatch("books_differ", f"entry {imbalance.seq}: {imbalance.what}")
            self.seq = entry["seq"]
        self._counted.append(self._count())
        return self._kept(added, [(*key, *counts) for key, counts in sums.items()])

    def _take(self, entry: dict[str, Any], sums: dict[tuple[int, str], list[int]], added: dict[str, list[Row]]) -> None:
        clerk, day = self.clerk, entry["at"] // DAY_MS
        if entry["seq"] == self._seam:
            self._round = Gathered()
        if day != self._stretch[1] or entry["seq"] == self._seam:
            self._begin_stretch(entry["seq"], day)
        rounds = len(clerk.round_rows)
        clerk.take(entry["seq"], entry["at"], entry["kind"], entry)
        if entry["kind"] != "step":
            self._show_own(entry)
            return
        facts = facts_of(entry)
        self._round.take(entry, facts)
        for fact in facts:
            self._note(entry, day, fact, sums, added)
        for table, row in records(entry, facts):
            added[table].append(row)
        for ended in clerk.round_rows[rounds:]:
            added["played"] += self._round.rows(ended.number, ended.ended_at, ended.seats)
            self._round = Gathered()

    def _note(
        self,
        entry: Data,
        day: int,
        fact: Data,
        sums: dict[tuple[int, str], list[int]],
        added: dict[str, list[Row]],
    ) -> None:
        """What one fact says besides: of the money by day and bet, of rolls and tickets, and of the machine now."""
        kind = fact["type"]
        if kind == "Settled" and fact["result"] != "off":
            counts = sums[day, fact["bet"]]
            counts[0] += 1
            counts[1] += fact["stake"] + fact["vigorish"]
            counts[2] += came_back(fact)
        elif kind == "PhaseEntered":
            self.shown["phase"] = fact["phase"]
        elif kind == "ResultKnown":
            self.shown["last"] = fact["result"]
            row = (day, entry["seq"], entry["at"], self.clerk.rounds.number, plain_text(fact["result"]))
            added["roll"].append(row)
        elif kind == "HoldChanged":
            others = {*self.shown.get("holds", ())} - {fact["reason"]}
            self.shown["holds"] = sorted(others | ({fact["reason"]} if fact["on"] else set()))
            self._waits(fact["reason"], entry["at"], fact["on"])
        elif kind == "SeatChanged" and fact["change"] in SEAT_WAITS:
            what, waits = SEAT_WAITS[fact["change"]]
            for one in what:
                self._waits(f"{one} {fact['seat']}", entry["at"], waits)
        elif kind == "TicketPrinting":
            jobs, seat = self.shown.setdefault("jobs", {}), str(fact["seat"])
            jobs[seat] = max(jobs.get(seat, 0), fact["job"])
        elif kind in OF_TICKETS:
            self._numbers[fact["number"]] = entry["seq"], entry["at"]
            self.shown["ticket"] = max(self.shown.get("ticket", 0), fact.get("sequence", 0))

    def _waits(self, what: str, at: int, waits: bool) -> None:
        """Since when somebody is needed for this."""
        since = self.shown.setdefault("since", {})
        if waits:
            since.setdefault(what, at)
        else:
            since.pop(what, None)

    def _show_own(self, entry: Data) -> None:
        """An entry of the journal itself."""
        if entry["kind"] == "born":
            self.shown["game"] = entry["state"]["table"]["game"]["game"]
        if entry["kind"] == "started":
            self.shown["engine"] = entry["engine"]

    def _begin_stretch(self, seq: int, day: int) -> None:
        """The day has changed, to whichever: what is counted from here on is another day's."""
        if self._stretch[0]:
            self._counted.append(self._count())
        self._stretch, self._before = (seq, day), dict(self.clerk.meters.lifetime.get(TABLE, {}))

    def _count(self) -> Row:
        before = self._before
        new = {name: value - before.get(name, 0) for name, value in self.clerk.meters.lifetime.get(TABLE, {}).items()}
        return (*self._stretch, plain_text({name: value for name, value in new.items() if value and name not in SINCE}))

    def clerk_text(self) -> str:
        """Everything that the clerk knows, to be compared."""
        return plain_text(plain_clerk(self.clerk))

    def all_kept(self) -> Kept:
        """Every account, meter and ticket, as if all had changed; of a ticket nobody here knows when."""
        self.clerk.ledger.changed.update(self.clerk.ledger.balances)
        self.clerk.meters.changed.update(self.clerk.meters.lifetime)
        self._numbers = dict.fromkeys((*self.clerk.tickets.tickets, *self.clerk.tickets.over), (self.seq, 0))
        self._counted = []
        return self._kept({}, [])

    def _kept(self, added: dict[str, list[Row]], settled: list[Row]) -> Kept:
        clerk = self.clerk
        ledger, meters = clerk.ledger, clerk.meters
        plain = {name: value for name, value in plain_clerk(clerk).items() if name not in ROWS_APART}
        plain["more"] = {
            **{"round": self._round.plain(), "stretch": self._stretch},
            **{"before": self._before, "seam": self._seam},
        }
        added["round"] = [(row.ended_at // DAY_MS, *row[:7], plain_text(row.seats)) for row in clerk.round_rows]
        added["event"] = [(line.at // DAY_MS, *line[:3], *line.row) for line in clerk.logged]
        added["gaming_day"] = [
            (row.day, row.closed_seq, row.closed_at, plain_text(row.totals)) for row in clerk.day_rows
        ]
        added["figures"] = [tuple(row) for row in clerk.figures_rows]
        return Kept(
            [(*account, ledger.balances[account]) for account in sorted(ledger.changed)],
            [meter_row(meters, scope) for scope in sorted(meters.changed)],
            settled,
            [(number, *known, *self._numbers[number]) for number, known in self._known_tickets()],
            self._counted,
            added,
            plain_text(plain),
            plain_text(self.shown),
        )

    def _known_tickets(self) -> Iterator[tuple[str, Ticket]]:
        for number in self._numbers:
            known = self.clerk.tickets.known(number)
            if known is not None:
                yield number, known


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
    return Books(clerk_of(plain), seq, read_plain(shown), plain.get("more"))
