"""What a player's terminal and the controller say to each other, in both versions of the wire.

version_1, version_2   all messages of each; of version 2 `cash` and `care` are modules of their own
commands, answers      what a player asks of the table, and what became of it, for both
seat                   how a seat stands and what a round brought it, for both
"""
