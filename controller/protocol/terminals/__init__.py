"""What a player's terminal and the controller say to each other, in both versions of the wire.

version_1, version_2   all messages of each; of version 2 `cash` and `care` are modules of their own
commands               what a player asks of the table, for both
"""
