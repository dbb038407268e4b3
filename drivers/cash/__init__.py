"""Paper that is worth money: a room for each device that takes it in or gives it out. None of them decides anything.

What all bill acceptors share is here: `acceptor` (what any of them tells and is told), `protocols` (who speaks what),
`line` (the port), `tools` and `commands` for the technician.
"""
