"""Roulette with a single zero. Pure: no clock, no chance, no table, no reading or writing. See docs/roulette.md.

rules         the wheel, the 157 spots of the felt, what a house pays and may turn, what an outcome means
play          the felt made ready, and the game: seats, placing, taking down, settlement, void, settings, liability
scripts       scripted tables, and a step of one in words
racetrack     series that place several wagers at once
at_the_table  the game as the table meets it
places        where each spot lies on the felt, as data for the screens
offer         what the felt offers, told to the screens
views         what everybody is told of the table
par           exact returns, and how every bet is tried beside them
statistics    the last numbers, hot and cold, shares; is the wheel even?
history       the last numbers as the books keep them
row           this game as the commands meet it
"""
