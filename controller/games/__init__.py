"""The games, and what they have in common. Pure: no clock, no chance, no table, no reading or writing.

book        what every rule book says of itself
scripts     scripted tables: what all scripts have, and how one is read
par         the figures of a bet, the par sheet as JSON, the cap
chi_square  counts beside what was to be expected
registry    one row a game: what the commands ask of it
interface   what the house asks of a game; `tables` has a row for each that is played on a cabinet
roulette/   the second game; craps is in `controller/craps`
"""
