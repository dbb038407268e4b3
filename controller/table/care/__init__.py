"""The player's session at a seat: how long it has lasted, what was brought, and the limits they set themselves.

Pure like all of the table. Called by whatever moves money and takes wagers; what a player asks for comes as events.
"""
