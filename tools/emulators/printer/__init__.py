"""A ticket printer that is not there: behaves as the interface document promises, and misbehaves when told to.

Written from the document alone. `paper` is what comes out of it. The unit: `memory`, `press` (jobs in time, bezel and
power), `wire` (messages), `unit` (requests and reports). `fate` and `trouble` are how it misbehaves, `orders` how it is
told to.
"""
