"""The second step of the store: a table for each kind of record a house asks for, and segments of the raw chain.

They are filled from the chain itself: those of an older store too, when it is opened (`refill`). A ticket's number is
in its table alone; whoever looks by the view sees how it ends.
"""

OF_A_BRANCH = "journal text not null, branch {number} not null"
OF_AN_ENTRY = (
    OF_A_BRANCH + ", day {number} not null, seq {number} not null, place {number} not null, at {number} not null"
)
ITS_KEY = "primary key (journal, branch, day, seq, place)){by_day}"
FOLLOWED = "join journal j on j.journal = x.journal and j.branch = x.branch"

RECORDS = (
    "create table move (" + OF_AN_ENTRY + ", move text not null, seat {number} not null, instrument text not null, "
    "amount {number} not null, into_seat {number} not null, state text not null, reference text not null, "
    "who text not null, " + ITS_KEY,
    "create table act (" + OF_AN_ENTRY + ", act text not null, who text not null, role text not null, "
    "whom text not null, seat {number} not null, reason text not null, " + ITS_KEY,
    "create table hold ("
    + OF_AN_ENTRY
    + ", reason text not null, holds {number} not null, about text not null, "
    + ITS_KEY,
    "create table door (" + OF_AN_ENTRY + ", door text not null, became text not null, was text not null, " + ITS_KEY,
    "create table played (" + OF_A_BRANCH + ", day {number} not null, round {number} not null, seat {number} not null, "
    "at {number} not null, result text not null, bets text not null, cost {number} not null, back {number} not null, "
    "primary key (journal, branch, day, round, seat)){by_day}",
    "create table ticket (" + OF_A_BRANCH + ", number text not null, state text not null, amount {number} not null, "
    "until {number} not null, request text not null, seq {number} not null, at {number} not null, "
    "primary key (journal, branch, number))",
    "create table counted (" + OF_A_BRANCH + ", seq {number} not null, day {number} not null, counts text not null, "
    "primary key (journal, branch, seq))",
    "create table segment (" + OF_A_BRANCH + ", first {number} not null, last {number} not null, file text not null, "
    "sha256 text not null, size {number} not null, written_at {number} not null, primary key (journal, branch, first))",
    "alter table batch add column segment text not null default ''",
    "alter table batch add column place {number} not null default 0",
    "alter table batch add column size {number} not null default 0",
    "create index batch_here on batch(journal, branch, first) where segment = ''",
    "create index played_by_time on played(at)",
    "alter table floor add column filled {number} not null default 0",
    "alter table floor add column kept_from {number} not null default 0",
    *(f"drop view {view}" for view in ("rounds", "events", "rolls", "settlements")),
    *(
        f"create view {view} as select x.*, j.cabinet, {{date}} as date from {table} x {FOLLOWED}"
        for view, table in (
            *(("rounds", "round"), ("events", "event"), ("rolls", "roll"), ("settlements", "settled")),
            *(("moves", "move"), ("acts", "act"), ("doors", "door"), ("plays", "played")),
        )
    ),
    "create view holds as select x.journal, x.branch, x.day, x.seq, x.reason, x.about, x.at, x.until, j.cabinet, "
    "{date} as date from (select h.*, lead(h.at) over "
    "(partition by h.journal, h.branch, h.reason order by h.seq, h.place) as until from hold h) x "
    + FOLLOWED
    + " where x.holds = 1",
    "create view tickets as select x.journal, x.branch, substr(x.number, length(x.number) - 3) as ends, x.state, "
    "x.amount, x.until, x.seq, x.at, j.cabinet from ticket x " + FOLLOWED,
    "create view meters_by_day as select x.journal, x.day, j.cabinet, {date} as date, m.key as meter, "
    "sum({amount}) as amount from counted x " + FOLLOWED + ", {each} m "
    "group by x.journal, x.day, j.cabinet, m.key",
)
"""A record stands at its entry, and `place` says which fact of it. `counted` are the table's meters, for each stretch
of entries of one day. `kept_from`: older days were given up, by name."""

RECORDS_BY_DAY = ("move", "act", "hold", "door", "played")
