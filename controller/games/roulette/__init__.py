"""Roulette with a single zero. Pure: no clock, no chance, no table, no reading or writing. See docs/roulette.md.

wheel       numbers, colours, and their order on the rotor
spots       the 157 spots of the felt, made from its geometry
racetrack   series that place several wagers at once
rulebook    what a house pays, and what it may turn
felt        a rule book made ready: limits and pays of every spot, what each number pays
game        the table: seats, placing, taking down, settlement, void, settings, liability
script      the script of a scripted table
scenario    scripted tables, and a step of one in words
par         exact returns, and how every bet is tried beside them
statistics  the last numbers, hot and cold, shares; is the wheel even?
row         this game as the commands meet it
"""
