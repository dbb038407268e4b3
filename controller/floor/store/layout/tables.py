"""The tables of a floor, and how those of an older Boxcars become these.

`batch` is the raw chain: the very bytes that an uplink signed. All of the books are kept from its entries. A day is a
number, counted from 1 January 1970 in UTC; the views tell it as a date.
"""

from typing import NamedTuple

from controller.floor.store.layout.record_tables import RECORDS, RECORDS_BY_DAY
from controller.floor.store.layout.ticket_tables import TICKETS


class Dialect(NamedTuple):
    """Where the two databases differ in words."""

    blob: str
    number: str
    by_day: str
    """At the end of a table with a partition for each day."""
    date: str
    """Of the number of a day."""
    each: str
    """The rows of counts that are kept as JSON: `key` and `value`."""
    amount: str


SQLITE = Dialect("blob", "integer", "", "date(x.day * 86400, 'unixepoch')", "json_each(x.counts)", "m.value")
POSTGRES = Dialect(
    *("bytea", "bigint", " partition by range (day)", "date '1970-01-01' + x.day::int"),
    *("jsonb_each_text(x.counts::jsonb)", "m.value::numeric"),
)

OF_A_BRANCH = "journal text not null, branch {number} not null"

FIRST = (
    "create table floor (only_one {number} primary key check (only_one = 1), name text not null, "
    "life text not null, public_key {blob} not null)",
    "create table cabinet (cabinet text primary key, journal text, heard_at {number} not null, "
    "clock_off {number} not null, head {number} not null, waiting {number} not null, sealed {number} not null)",
    "create table journal (journal text primary key, cabinet text not null, life text not null, "
    "branch {number} not null, follows text not null, met_at {number} not null)",
    "create table branch (" + OF_A_BRANCH + ", state text not null, parent {number} not null, "
    "from_seq {number} not null, from_hash {blob} not null, seq {number} not null, hash {blob} not null, "
    "seal_seq {number} not null, public_key {blob} not null, next_key {blob}, entry_at {number} not null, "
    "books text not null, shown text not null, primary key (journal, branch))",
    "create table batch (" + OF_A_BRANCH + ", first {number} not null, last {number} not null, id text not null, "
    "signature text not null, before {blob} not null, after {blob} not null, body {blob} not null, "
    "primary key (journal, branch, first))",
    "create table account (" + OF_A_BRANCH + ", name text not null, of_what text not null, "
    "amount {number} not null, primary key (journal, branch, name, of_what))",
    "create table meter (" + OF_A_BRANCH + ", scope {number} not null, lifetime text not null, "
    "period text not null, day text not null, primary key (journal, branch, scope))",
    "create table round (" + OF_A_BRANCH + ", day {number} not null, number {number} not null, "
    "first_seq {number} not null, last_seq {number} not null, opened_at {number} not null, "
    "ended_at {number} not null, how text not null, reason text not null, seats text not null, "
    "primary key (journal, branch, day, number)){by_day}",
    "create table event (" + OF_A_BRANCH + ", day {number} not null, id {number} not null, "
    "seq {number} not null, at {number} not null, kind text not null, seat {number} not null, text text not null, "
    "details text not null, primary key (journal, branch, day, id)){by_day}",
    "create table roll (" + OF_A_BRANCH + ", day {number} not null, seq {number} not null, at {number} not null, "
    "round {number} not null, shown text not null, primary key (journal, branch, day, seq)){by_day}",
    "create table settled (" + OF_A_BRANCH + ", day {number} not null, bet text not null, "
    "wagers {number} not null, cost {number} not null, back {number} not null, "
    "primary key (journal, branch, day, bet))",
    "create table gaming_day (" + OF_A_BRANCH + ", day text not null, closed_seq {number} not null, "
    "closed_at {number} not null, totals text not null, primary key (journal, branch, day))",
    "create table figures (" + OF_A_BRANCH + ", seq {number} not null, rules text not null, bets text not null, "
    "primary key (journal, branch, seq))",
    "create table alarm (number {number} primary key, about text not null, at {number} not null, code text not null, "
    "cabinet text not null, journal text not null, seq {number} not null, details text not null, "
    "seen_by text not null)",
    "create index alarm_about on alarm(about)",
    "create table aside (id text primary key, at {number} not null, cabinet text not null, code text not null, "
    "why text not null, signature text not null, body {blob} not null)",
    "create table decision (seq {number} primary key, body {blob} not null, hash {blob} not null, "
    "signature {blob} not null)",
    "create table person (name text primary key, role text not null, password text not null)",
    *(
        f"create view {view} as select x.*, {{date}} as date from {table} x "
        "join journal j on j.journal = x.journal and j.branch = x.branch"
        for view, table in (("rounds", "round"), ("events", "event"), ("rolls", "roll"), ("settlements", "settled"))
    ),
    "create view accounts as select a.* from account a join journal j on j.journal = a.journal and j.branch = a.branch",
)

MIGRATIONS: dict[int, tuple[str, ...]] = {1: FIRST, 2: RECORDS, 3: TICKETS}
"""Version → what makes it of the one before. What stands here once is not changed any more."""
VERSION = max(MIGRATIONS)

NEW_BY_DAY = {1: ("round", "event", "roll"), 2: RECORDS_BY_DAY}
BY_DAY = tuple(table for tables in NEW_BY_DAY.values() for table in tables)
"""With partitions in PostgreSQL."""


def statements(dialect: Dialect, version: int) -> list[str]:
    """Of one step, in the words of one database."""
    return [one.format(**dialect._asdict()) for one in MIGRATIONS[version]]
