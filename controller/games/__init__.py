"""The games, and what they have in common. Pure: no clock, no chance, no table, no reading or writing.

interface   what the round, the vault and the server ask of a game
tables      one row per game that is played on a cabinet
registry    one row per game: what the commands ask of it; `row` is its form
book        what every rule book says of itself
scripts     scripted tables: what all scripts have, and how one is read
par         the figures of a bet, the par sheet as JSON, the cap
chi_square  counts beside what was expected
craps/      the game that the cabinet plays
roulette/   the second game; only the registry knows it
"""
