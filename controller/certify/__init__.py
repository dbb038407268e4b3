"""Play against the exact figures: `boxcars certify`, see docs/certify.md.

plan      every wager of a book, its stake, and what exactly may become of it, by the game's own trial (`games/row.py`)
stream    dice and draws from a seed, a stream of their own for each chunk of rolls
play      one chunk of rolls by that trial, on the engine that runs on the cabinet
tally     what was counted, and how counts are added up
bounds    how far a count may stray by chance: Chernoff's bound on the exact distribution
verdict   counts beside exact figures: which bet is outside
crew      chunks on the cores of this machine
cluster   chunks on a cluster, through Dask
run       all of it in its order
"""
