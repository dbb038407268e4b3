"""The fourth step of the store: progressive jackpots.

`pot` has a row for each jackpot, in millionths of the unit. `feeding` has what each roll of a journal gave to a pot,
once, whatever histories the journal has. `claim` has each entry that asks for a pot, with what it won by the order in
which the floor kept them; what it was told, and by which decision, comes when it is asked.
"""

JACKPOTS = (
    "create table pot (jackpot text primary key, digest text not null, told text not null, open {number} not null, "
    "base {number} not null, ceiling {number} not null, total {number} not null, fed {number} not null, "
    "bases {number} not null, paid {number} not null, hits {number} not null, wins {number} not null)",
    "create table feeding (journal text not null, jackpot text not null, roll {number} not null, "
    "branch {number} not null, seq {number} not null, at {number} not null, stake {number} not null, "
    "parts {number} not null, leased {number} not null, primary key (journal, jackpot, roll))",
    "create table claim (journal text not null, branch {number} not null, seq {number} not null, "
    "request text not null, cabinet text not null, jackpot text not null, roll {number} not null, "
    "round {number} not null, at {number} not null, stakes text not null, state text not null, "
    "prize {number} not null, hit {number} not null, decision {number} not null, decision_hash text not null, "
    "primary key (journal, branch, seq, request))",
    "create index claim_of_roll on claim(journal, request)",
    "create index claim_of_pot on claim(jackpot, hit)",
    "create view jackpots as select jackpot, open, base, ceiling, total, fed, bases, paid, hits, wins from pot",
    "create view jackpot_feedings as select * from feeding",
    "create view jackpot_claims as select * from claim",
)
