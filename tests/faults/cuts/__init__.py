"""Notes and tickets, and everything that can be cut while one is on its way.

`world` (a cabinet, its cash drivers and their units by one simulated clock), `points` (where something can be cut),
`ways` (a note in, a ticket out, a ticket in, and their laws), `casino` and `casino_ways` (the same tickets with the
line of the casino's host on), `cases` (each way × each point × each fault).
"""
