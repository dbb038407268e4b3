"""The third step of the store: the tickets of which this floor is the authority, and what cabinets asked about them.

`asked` has a row for each ask, by its name; its verdict is empty while nothing is decided. `paper` has every ticket by
the thirteen digits that no other may have. `lost` is what cabinets know of decisions that this floor does not have.
"""

TICKETS = (
    "create table asked (name text primary key, journal text not null, branch {number} not null, "
    "seq {number} not null, act text not null, request text not null, hash text not null, "
    "number text not null, amount {number} not null, "
    "until {number} not null, cabinet text not null, at {number} not null, verdict text not null, "
    "paid {number} not null, decision {number} not null, decision_hash text not null)",
    "create index asked_by_entry on asked(journal, branch, seq)",
    "create index asked_by_request on asked(request)",
    "create table paper (drawn text primary key, number text not null, state text not null, amount {number} not null, "
    "until {number} not null, cabinet text not null, journal text not null, branch {number} not null, "
    "request text not null, holder text not null, holder_journal text not null, holder_branch {number} not null, "
    "holder_request text not null, reserved_at {number} not null, changed_at {number} not null)",
    "create index paper_of_cabinet on paper(cabinet, drawn)",
    "create index paper_open on paper(until) where state in ('issued', 'locked')",
    "create table lost (seq {number} not null, hash text not null, cabinet text not null, journal text not null, "
    "branch {number} not null, act text not null, request text not null, number text not null, verdict text not null, "
    "amount {number} not null, done {number} not null, primary key (seq, hash))",
    "alter table floor add column tickets_held text not null default ''",
    "alter table floor add column held_at {number} not null default 0",
    "alter table cabinet add column spoken_at {number} not null default 0",
    "create view floor_tickets as select substr(number, 15) as ends, state, amount, until, cabinet, holder, "
    "reserved_at, changed_at from paper",
    "create view floor_asks as select seq, cabinet, journal, act, request, substr(number, 15) as ends, amount, "
    "verdict, paid, decision, at from asked",
)
