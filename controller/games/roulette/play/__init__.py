"""The felt made ready for play, the seats at it, and what a number does to them.

Called by `at_the_table`, by the scripted tables and by the par sheet: it is the engine of all three.
"""
