"""The unit that outcomes come from, with its serial line and its driver, in the simulated cabinet.

kind     what the simulator has to know of a kind of unit, and who watches what one really does
dice     the dice unit
wheel    the wheel
units    both of them, by the device of a game
driver   the shipped link and session of a driver
dome     all of it together
"""
