"""Bill acceptors that are not there, on ccTalk and on ID-003.

They behave as is publicly known of both protocols (decision 207), and misbehave when told to. From the paper up:
`paper` (notes, tickets, the data set), `memory`, `path` (one paper on its way in or back), `acceptor` (power, line and
path), and on it a room for each protocol. `trouble` is how they misbehave; `orders`, here and in both rooms, how they
are told to.
"""
