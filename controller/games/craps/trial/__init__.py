"""How `certify` plays craps, whose wagers stay, travel and lean on each other.

wagers    every wager of a book: its seat, its stake, when it is laid, and what exactly may become of it
play      rolls on the engine that runs on the cabinet, every wager laid again as soon as it may be
"""
