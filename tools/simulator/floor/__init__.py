"""The floor of the house in the simulated cabinet: progressive jackpots, with all that may befall them.

pots     which pots a table plays for, and the floor's own book of them, with its own arithmetic
uplink   the uplink and the floor behind it, as the shipped desk hears them, and their moods
laws     what must hold, by what is on the disk and by that book
"""
