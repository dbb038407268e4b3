"""The clerk keeps ledger, meters, list of rounds and event log from the journal's entries.

The writer's clerk takes each entry as it is appended and puts what changed into the same transaction. `verify` has a
clerk of its own that takes the entries again, and compares. So there is one way to keep these books, not two.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from controller.facts.english import plain_text
from controller.facts.table import COUNTED
from controller.games.interface import History
from controller.games.registry import table_row
from controller.vault.books.event_log import JOURNAL_ACTS, KeptLine, log_rows
from controller.vault.books.ledger import OF_PLAYERS, TICKETS, Ledger, read_ledger
from controller.vault.books.rounds import OF_ROUNDS, RoundBook, RoundRow
from controller.vault.books.shift_rows import ShiftRow, shift_rows
from controller.vault.books.tickets import TicketBook, read_tickets
from controller.vault.counts.counting import RoundSoFar
from controller.vault.counts.meters import BALANCE, OWED, TABLE, MeterBook, read_figures
from controller.vault.read.old_records import TYPED_SINCE, facts_of

Data = Mapping[str, Any]

BOOKS = 7
"""Which books a process that begins to write says it keeps; older entries count as they did then. 2 counts squares, 3
tells amounts in the event log by name, 4 keeps a line of it as a fact, 5 counts what seats have, 6 what is owed on
tickets, and keeps how the meters stood at each handover, 7 counts games that were won and lost."""
SQUARES_SINCE = 2
BALANCE_SINCE = 5
OWED_SINCE = SHIFTS_SINCE = 6
WON_SINCE = 7

OF_TICKETS = frozenset({"TicketDrawn", "TicketLapsed", "FloorAsked", "AuthorityTold"})
TOLD_OF_AN_ACT = {"life", "engine", "dice", "by", "reason", "day", "closes", "zone", "through", "follows"}
"""What the event log repeats of such an entry."""


class ClosedDayRow(NamedTuple):
    """A gaming day that has been closed."""

    day: str
    closed_seq: int
    closed_at: int
    totals: dict[str, dict[str, int]]


class FiguresRow(NamedTuple):
    """What every bet is expected to hold from this entry on."""

    seq: int
    rules: str
    bets: str


class LoggedRow(NamedTuple):
    """A line of the event log in its place."""

    id: int
    seq: int
    at: int
    row: KeptLine


class Imbalance(NamedTuple):
    """Money that does not balance, and where that was seen."""

    seq: int
    what: str


class Clerk:
    """All books kept from the entries so far."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.meters = MeterBook()
        self.tickets = TicketBook()
        self.rounds = RoundBook()
        self.books = 1
        self.game = "craps"
        """Which game is played here; the first entry says it, and of before it did it was this one."""
        self.history: History = table_row(self.game).history({})
        self.priced_by = ""
        """The rules whose figures the meters count by; empty before any were known."""
        self.next_log_id = 1
        self.round_rows: list[RoundRow] = []
        self.logged: list[LoggedRow] = []
        self.day_rows: list[ClosedDayRow] = []
        self.figures_rows: list[FiguresRow] = []
        self.shift_rows: list[ShiftRow] = []
        self.imbalance: Imbalance | None = None

    def take(self, seq: int, at: int, kind: str, data: Data) -> None:
        """One entry, in its turn."""
        if kind == "step":
            self._step(seq, at, data)
        elif kind == "figures":
            self._price(seq, data)
        elif kind in JOURNAL_ACTS:
            self._own_act(seq, at, kind, data)

    def _price(self, seq: int, data: Data) -> None:
        """From here on decisions are counted by these figures. What an older Boxcars counted before there were any is
        priced by the first, once."""
        figures = read_figures(data["bets"])
        if not self.priced_by:
            self.meters.price_what_was(figures)
        self.meters.figures, self.priced_by = figures, data["rules"]
        self.figures_rows.append(FiguresRow(seq, data["rules"], plain_text(data["bets"])))

    def _step(self, seq: int, at: int, data: Data) -> None:
        event, facts = data["event"], facts_of(data)
        rounds, meters = self.rounds, self.meters
        if "layout" in data:
            rounds.lay(data["layout"], self.ledger)
        kinds = {fact["type"] for fact in facts}
        if "Posting" in kinds:
            self._post(seq, facts)
        meters.take_event(event)
        self._count_together(kinds, facts)
        for fact in facts:
            kind = fact["type"]
            if (counts := COUNTED.get(kind)) is not None:
                counts(meters, fact, event, rounds.so_far)
            if kind in OF_TICKETS:
                self.tickets.take(fact, seq)
            opens = rounds.take(fact) if kind in OF_ROUNDS else None
            if kind == "RoundEnded":
                self.history.take(fact["details"])
            if opens is not None:
                self._check_sum(seq)
                self.round_rows.append(rounds.turn(opens, seq, at, self.ledger))
        if self.books >= SHIFTS_SINCE:
            self.shift_rows += shift_rows(seq, at, facts, meters.lifetime)
        for row in log_rows(event, facts, self.books):
            self._log(seq, at, row)

    def _count_together(self, kinds: set[str], facts: list[Data]) -> None:
        """What is counted of all facts of an entry together, where there are any of that kind: most have none."""
        meters = self.meters
        if self.books >= SQUARES_SINCE and "Settled" in kinds:
            meters.decided(facts)
        if self.books >= BALANCE_SINCE and "Posting" in kinds:
            meters.balance(facts)
        if self.books >= WON_SINCE and "RoundEnded" in kinds:
            meters.games_decided(facts)
        if self.books >= OWED_SINCE and "Posting" in kinds:
            meters.owed(facts)

    def _post(self, seq: int, decisions: Iterable[Data]) -> None:
        total = 0
        for decision in decisions:
            if decision["type"] == "Posting":
                account, of, amount = decision["account"], decision["of"], decision["amount"]
                self.rounds.touch(account, of, self.ledger)
                self.ledger.post(account, of, amount)
                total += amount
        if total and self.imbalance is None:
            self.imbalance = Imbalance(seq, f"the postings sum to {total}")

    def _check_sum(self, seq: int) -> None:
        """The full sum, each round."""
        total, overdrawn = self.ledger.full_sum(), self.ledger.overdrawn()
        if total and self.imbalance is None:
            self.imbalance = Imbalance(seq, f"all accounts together hold {total}, not nothing")
        if overdrawn and self.imbalance is None:
            self.imbalance = Imbalance(seq, f"account {' '.join(overdrawn)} is below zero")

    def _own_act(self, seq: int, at: int, kind: str, data: Data) -> None:
        if kind == "born":
            self.rounds.opened_at = at
            self.plays(data["state"]["table"]["game"]["game"], {})
            if "figures" in data:
                self._price(seq, data["figures"])
        if kind == "started":
            before, self.books = self.books, data.get("books", 1)
            if before < BALANCE_SINCE <= self.books:
                self._count_balances()
            if before < SHIFTS_SINCE <= self.books and (owed := self.ledger.balances.get(TICKETS, 0)):
                self.meters.count(TABLE, OWED, owed)
        if kind == "period_cleared":
            self.meters.clear_period()
        if kind == "day_closed":
            totals = {str(scope): counts for scope, counts in self.meters.close_day().items()}
            self.day_rows.append(ClosedDayRow(data["day"], seq, at, totals))
            self.history.new_day()
        told = {name: data[name] for name in data.keys() & TOLD_OF_AN_ACT}
        text = kind if self.books >= TYPED_SINCE else JOURNAL_ACTS[kind]
        self._log(seq, at, KeptLine("journal", 0, text, plain_text(told)))

    def _count_balances(self) -> None:
        """What seats have when this begins to be counted, they have had since the meters began, as far as anybody can
        tell; so no report begins with it."""
        for (name, of), amount in self.ledger.balances.items():
            if name in OF_PLAYERS and amount:
                self.meters.both(int(of), BALANCE, amount)

    def plays(self, game: str, history: Data) -> None:
        """From here on it is this game, and these are its rounds so far."""
        self.game, self.history = game, table_row(game).history(history)

    def _log(self, seq: int, at: int, row: KeptLine) -> None:
        self.logged.append(LoggedRow(self.next_log_id, seq, at, row))
        self.next_log_id += 1

    def forget_rows(self) -> None:
        """The rows handed out have been written or compared."""
        self.round_rows.clear()
        self.logged.clear()
        self.day_rows.clear()
        self.figures_rows.clear()
        self.shift_rows.clear()
        self.ledger.changed.clear()
        self.meters.changed.clear()


# ---- as plain data, for snapshots -------------------------------------------------------------------------------


def plain_clerk(clerk: Clerk) -> dict[str, Any]:
    """Everything the clerk knows."""
    meters, rounds = clerk.meters, clerk.rounds
    return {
        "ledger": clerk.ledger.rows(),
        "meters": {name: _by_text(getattr(meters, name)) for name in ("lifetime", "period", "day")},
        "round": {
            "number": rounds.number,
            "first_seq": rounds.first_seq,
            "opened_at": rounds.opened_at,
            "before": rounds.before,
            "endings": rounds.endings,
            "levels": rounds.so_far.levels,
            "shooter": rounds.so_far.shooter,
            "playing": rounds.so_far.playing,
        },
        "tickets": clerk.tickets.plain(),
        "game": clerk.game,
        "hands": clerk.history.plain(),
        "next_log_id": clerk.next_log_id,
        "books": clerk.books,
        "priced_by": clerk.priced_by,
        "figures": None if meters.figures is None else {bet: list(of) for bet, of in meters.figures.items()},
    }


def clerk_of(data: Data) -> Clerk:
    """The clerk that `plain_clerk` describes."""
    clerk = Clerk()
    clerk.ledger = read_ledger(data["ledger"])
    for name, scopes in data["meters"].items():
        setattr(clerk.meters, name, {int(scope): counts for scope, counts in scopes.items()})
    known, rounds = dict(data["round"]), clerk.rounds
    rounds.so_far = RoundSoFar()
    for name in ("levels", "shooter", "playing"):
        setattr(rounds.so_far, name, known.pop(name))
    for name, value in known.items():
        setattr(rounds, name, value)
    clerk.tickets = read_tickets(data.get("tickets", {}))
    clerk.plays(data.get("game", clerk.game), data.get("hands", {}))
    clerk.next_log_id = data["next_log_id"]
    clerk.books = data.get("books", 1)
    clerk.priced_by, figures = data.get("priced_by", ""), data.get("figures")
    clerk.meters.figures = None if figures is None else read_figures(figures)
    return clerk


def _by_text(scopes: Mapping[int, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {str(scope): counts for scope, counts in scopes.items()}
