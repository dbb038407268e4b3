"""The floor: one service to which the cabinets of a house report. A cabinet plays on without it.

Cabinets come by HTTPS (`server`) or through NATS (`broker`); `desk` hears both, and `hints` has what they said ahead of
their batches; `workers` are the processes that take them on PostgreSQL. `pages` shows `people` what is there
(`metrics`: programs), `process` is all of it on one store; `looks` answers what they ask: `free_line` reads what they
remember of a round, `recalled` opens one as a cabinet does; `keys` has the floor's key and those of its cabinets,
`verify` proves the store, `silence` counts who is not heard. `witness/` proves what comes and notices what a cabinet
may not take back, `store/` keeps it in SQLite or PostgreSQL. It knows the protocol and the books that a journal makes;
no cabinet's server knows it.
"""
