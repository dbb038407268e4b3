"""The floor: one service to which the cabinets of a house report. A cabinet plays on without it.

`uplinks/` hears cabinets and signs what they are answered; `witness/` proves what comes and notices what a cabinet may
not take back; `store/` keeps it in SQLite or PostgreSQL; `tickets/` says what a ticket of any cabinet is worth,
`jackpots/` keeps the pots that they share;
`screen/` is the page and who may look at it, `notices/` the letters to staff. `process` is all of it on one store,
`keys` has the floor's key and those of its cabinets, `verify` proves the store. It knows the protocol and the books
that a journal makes; no cabinet's server knows it.
"""
