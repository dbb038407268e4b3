"""A wheel unit that is not there: behaves as the interface document promises, and misbehaves when told to.

Written from the document alone. From the ball up: `physics` (one flight), `fate` (what a person wants to see),
`spin` (its moments in time), `memory`, `wheel` (spins and their results), `wire` (messages), `unit` (requests and
reports). `trouble` and `contradictions` are how it misbehaves, `orders` how it is told to.
"""
