"""Notes and tickets, and everything that can be cut while one is on its way.

`world` (a cabinet, its cash drivers and their units by one simulated clock), `points` (where something can be cut),
`ways` (a note in, a ticket out, a ticket in, and their laws), `cases` (each way × each point × each fault).
"""
