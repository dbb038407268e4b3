"""The casino's host, as the table knows it: what it has turned, and which exceptions it has not taken yet.

`state` is what is kept of each address on its line, `events` what its driver tells, `hosting` what follows from that,
`exceptions` which facts are one for it; `tickets` and `transfers` have a room each. What it is told besides, meters
above all, is no business of the table.
"""
