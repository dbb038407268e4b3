"""A past round: as the players saw it, by the rules of then, as a script, and played again.

Called by `library`, by `boxcars recall` and by the floor for the rounds it has a journal of.
"""
